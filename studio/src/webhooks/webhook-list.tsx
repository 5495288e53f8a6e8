import { useSuspenseQuery, useQueryClient } from "@tanstack/react-query";
import type { Webhook } from "@vitrine/client/admin";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { useState } from "react";
import { NotHere } from "../app/not-here.tsx";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Badge, type Tone } from "../parts/badge.tsx";
import { Button } from "../parts/button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Card, Empty, Rows } from "../parts/page.tsx";
import { Secret } from "../parts/secret.tsx";
import { toast } from "../parts/toast.tsx";
import { To } from "../parts/to.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import styles from "./webhooks.module.css";

/** The servers that the site tells what happens. */
export function WebhookList() {
  const { may } = useSite();
  return may("webhooks:write") ? <List /> : <NotHere />;
}

/** A name for people: what it is for, or where it leads. */
export const nameOf = ({ description, url }: Pick<Webhook, "description" | "url">) =>
  description === "" ? new URL(url).host : description;

function List() {
  const { api, key } = useSite();
  const { webhooks } = shopTexts;
  const { data } = useSuspenseQuery({
    queryKey: [...key, "webhooks"],
    queryFn: ({ signal }) => api.webhooks.listWebhooks({}, { signal }),
    staleTime: 0,
  });
  const [isMaking, setMaking] = useState(false);
  const [secret, setSecret] = useState<string>();
  const create = (
    <Button variant="primary" onPress={() => setMaking(true)}>
      <Plus className="icon" aria-hidden />
      {webhooks.create}
    </Button>
  );
  return (
    <SettingsPage title={webhooks.title} text={webhooks.text} actions={create}>
      {data.data.length === 0 ? (
        <Empty icon={<WebhookIcon aria-hidden />} text={webhooks.none} action={create} />
      ) : (
        <Card>
          <Rows>
            {data.data.map((webhook) => (
              <Row key={webhook.id} webhook={webhook} onSecret={setSecret} />
            ))}
          </Rows>
        </Card>
      )}
      {isMaking && <WebhookForm onSecret={setSecret} onClose={() => setMaking(false)} />}
      {secret !== undefined && (
        <Dialog
          title={webhooks.secret}
          isOpen
          onClose={() => setSecret(undefined)}
          role="alertdialog"
          actions={<Button onPress={() => setSecret(undefined)}>{texts.app.done}</Button>}
        >
          <p>{webhooks.created}</p>
          <Secret label={webhooks.secret} value={secret} />
        </Dialog>
      )}
    </SettingsPage>
  );
}

/** The state in words, with its colour. */
export function stateOf({ enabled, disabledBecause, failingSince }: Webhook): { tone: Tone; text: string } {
  const { states } = shopTexts.webhooks;
  if (!enabled) return { tone: disabledBecause === "MEMBER" ? "plain" : "bad", text: states[disabledBecause ?? "MEMBER"] };
  return failingSince === null ? { tone: "good", text: states.works } : { tone: "warn", text: states.failing };
}

function Row({ webhook, onSecret }: { webhook: Webhook; onSecret(secret: string): void }) {
  const { api, key, slug } = useSite();
  const queries = useQueryClient();
  const { webhooks } = shopTexts;
  const { act, isBusy } = useMutation();
  const [isOpen, setOpen] = useState<"edit" | "rotate" | "remove">();
  const { id, revision, url } = webhook;
  const name = nameOf(webhook);
  const { tone, text } = stateOf(webhook);
  const close = () => setOpen(undefined);
  const done = async (work: () => Promise<unknown>, said?: string) => {
    const isDone = await act(work);
    void queries.invalidateQueries({ queryKey: [...key, "webhooks"] });
    if (!isDone) return;
    close();
    if (said !== undefined) toast(said);
  };
  return (
    <li>
      <span className={styles.webhook}>
        <To path={`/sites/${slug}/settings/webhooks/${id}`}>{name}</To>
        <small className="soft">{url}</small>
      </span>
      <Badge tone={tone}>{text}</Badge>
      <Button aria-label={webhooks.editOf(name)} onPress={() => setOpen("edit")}>
        {webhooks.edit}
      </Button>
      <Button onPress={() => setOpen("rotate")}>{webhooks.rotate}</Button>
      <Button variant="danger" aria-label={webhooks.removeOf(name)} onPress={() => setOpen("remove")}>
        {webhooks.remove}
      </Button>
      {isOpen === "edit" && <WebhookForm webhook={webhook} onSecret={onSecret} onClose={close} />}
      <Confirm
        title={webhooks.rotate}
        label={webhooks.rotate}
        isOpen={isOpen === "rotate"}
        isBusy={isBusy}
        onClose={close}
        onConfirm={() => void done(async () => onSecret((await api.webhooks.rotateWebhookSecret({ id })).secret))}
      >
        <p>{webhooks.rotateText}</p>
      </Confirm>
      <Confirm
        title={webhooks.removeOf(name)}
        label={webhooks.remove}
        isOpen={isOpen === "remove"}
        isBusy={isBusy}
        onClose={close}
        onConfirm={() => void done(() => api.webhooks.deleteWebhook({ id, revision }), webhooks.removed)}
      >
        <p>{webhooks.removeText}</p>
      </Confirm>
    </li>
  );
}
