import { useQueryClient } from "@tanstack/react-query";
import type { Webhook, WebhookEvent } from "@vitrine/client/admin";
import { useState } from "react";
import { Form } from "react-aria-components";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Button } from "../parts/button.tsx";
import { Chips } from "../parts/chips.tsx";
import { Switch } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";
import { toast } from "../parts/toast.tsx";

type EventType = WebhookEvent["type"];

/** Complete: the compiler says so. `webhook.test` comes when somebody asks for it. */
const selectable: Readonly<Record<Exclude<EventType, "webhook.test">, true>> = {
  "content.published": true,
  "content.unpublished": true,
  "content.moved": true,
  "release.published": true,
  "asset.changed": true,
  "asset.deleted": true,
  "product.changed": true,
  "product.deleted": true,
  "stock.low": true,
  "category.changed": true,
  "plan.changed": true,
  "order.placed": true,
  "order.paid": true,
  "order.fulfilled": true,
  "order.cancelled": true,
  "order.refunded": true,
  "payment.failed": true,
  "customer.registered": true,
  "customer.verified": true,
  "customer.erased": true,
  "form.submitted": true,
  "settings.changed": true,
  "key.created": true,
  "key.revoked": true,
};
const eventTypes = Object.keys(selectable) as EventType[];

interface WebhookFormProps {
  /** Absent: a new one. */
  webhook?: Webhook;
  onSecret(secret: string): void;
  onClose(): void;
}

/** Adds or changes a webhook. */
export function WebhookForm({ webhook, onSecret, onClose }: WebhookFormProps) {
  const { api, key } = useSite();
  const queries = useQueryClient();
  const { webhooks } = shopTexts;
  const { act, isBusy } = useMutation();
  const [url, setUrl] = useState(webhook?.url ?? "");
  const [description, setDescription] = useState(webhook?.description ?? "");
  const [isEverything, setEverything] = useState(webhook?.events.includes("*") ?? false);
  const [events, setEvents] = useState<string[]>(webhook?.events.filter((event) => event !== "*") ?? ["content.published"]);
  const [includePersonal, setPersonal] = useState(webhook?.includePersonal ?? false);
  const [enabled, setEnabled] = useState(webhook?.enabled ?? true);
  const isWhole = url.trim() !== "" && (isEverything || events.length > 0);
  const save = async () => {
    const members = {
      url: url.trim(),
      description: description.trim(),
      includePersonal,
      enabled,
      events: isEverything ? (["*"] as Webhook["events"]) : (events as Webhook["events"]),
    };
    const isDone = await act(async () => {
      if (webhook) await api.webhooks.updateWebhook({ id: webhook.id, revision: webhook.revision, ...members });
      else onSecret((await api.webhooks.createWebhook(members)).secret);
    });
    void queries.invalidateQueries({ queryKey: [...key, "webhooks"] });
    if (!isDone) return;
    if (webhook) toast(webhooks.saved);
    onClose();
  };
  return (
    <Dialog title={webhook ? webhooks.edit : webhooks.create} isOpen isWide onClose={onClose}>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextInput
          label={webhooks.url}
          hint={webhooks.urlHint}
          value={url}
          onChange={setUrl}
          autoFocus
          maxLength={2_000}
          autoComplete="off"
        />
        <TextInput
          label={webhooks.description}
          hint={webhooks.descriptionHint}
          value={description}
          onChange={setDescription}
          maxLength={200}
        />
        <Switch label={webhooks.everything} hint={webhooks.everythingHint} isOn={isEverything} onChange={setEverything} />
        {!isEverything && (
          <Chips label={webhooks.events} options={eventTypes.map((id) => ({ id, label: id }))} value={events} onChange={setEvents} />
        )}
        <Switch label={webhooks.personal} hint={webhooks.personalHint} isOn={includePersonal} onChange={setPersonal} />
        {webhook && <Switch label={webhooks.enabled} isOn={enabled} onChange={setEnabled} />}
        <div className="row">
          <Button type="submit" variant="primary" isDisabled={isBusy || !isWhole}>
            {webhook ? texts.app.save : webhooks.create}
          </Button>
          <Button onPress={onClose}>{texts.app.cancel}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
