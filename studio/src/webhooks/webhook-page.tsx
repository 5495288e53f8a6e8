import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { WebhookDelivery } from "@vitrine/client/admin";
import { NotHere } from "../app/not-here.tsx";
import { shopTexts } from "../app/shop-texts.ts";
import { usePlace } from "../app/place.ts";
import { useSite } from "../app/site.tsx";
import { formatDate, plural } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Ago } from "../parts/ago.tsx";
import { Badge } from "../parts/badge.tsx";
import { Button } from "../parts/button.tsx";
import { Card, Rows } from "../parts/page.tsx";
import { toast } from "../parts/toast.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";
import { nameOf, stateOf } from "./webhook-list.tsx";
import styles from "./webhooks.module.css";

/** What was delivered to one webhook, and what came of it. */
export function WebhookPage() {
  const { may } = useSite();
  const { id = "" } = usePlace();
  return may("webhooks:write") ? <Deliveries id={id} /> : <NotHere />;
}

/** While somebody looks, a delivery may end. */
const refreshMs = 3_000;

function Deliveries({ id }: { id: string }) {
  const { api, key } = useSite();
  const queries = useQueryClient();
  const { webhooks } = shopTexts;
  const { act, isBusy } = useMutation();
  const ofWebhook = [...key, "webhooks", id];
  const { data: webhook } = useSuspenseQuery({
    queryKey: ofWebhook,
    queryFn: ({ signal }) => api.webhooks.getWebhook({ id }, { signal }),
    staleTime: 0,
    refetchInterval: refreshMs,
  });
  const { data: deliveries } = useSuspenseQuery({
    queryKey: [...ofWebhook, "deliveries"],
    queryFn: ({ signal }) => api.webhooks.listWebhookDeliveries({ id, pageSize: 100 }, { signal }),
    staleTime: 0,
    refetchInterval: refreshMs,
  });
  const run = async (work: () => Promise<unknown>, said: string) => {
    if (await act(work)) toast(said);
    void queries.invalidateQueries({ queryKey: ofWebhook });
  };
  const { tone, text } = stateOf(webhook);
  const test = (
    <Button
      variant="primary"
      isDisabled={isBusy || !webhook.enabled}
      onPress={() => void run(() => api.webhooks.testWebhook({ id }), webhooks.tested)}
    >
      {webhooks.test}
    </Button>
  );
  return (
    <SettingsPage title={webhooks.deliveriesOf(nameOf(webhook))} text={webhook.url} actions={test}>
      <p>
        <Badge tone={tone}>{text}</Badge>
      </p>
      {deliveries.data.length === 0 && <p className="soft">{webhooks.noDeliveries}</p>}
      {deliveries.data.length > 0 && (
        <Card title={webhooks.deliveries}>
          <Rows>
            {deliveries.data.map((delivery) => (
              <Row
                key={delivery.id}
                delivery={delivery}
                isDisabled={isBusy || !webhook.enabled}
                onAgain={() => void run(() => api.webhooks.redeliverWebhook({ id, deliveryId: delivery.id }), webhooks.redelivered)}
              />
            ))}
          </Rows>
        </Card>
      )}
    </SettingsPage>
  );
}

const tones = { PENDING: "accent", DELIVERED: "good", FAILED: "bad" } as const;

function Row({ delivery, isDisabled, onAgain }: { delivery: WebhookDelivery; isDisabled: boolean; onAgain(): void }) {
  const { webhooks } = shopTexts;
  const { event, state, attempts, createdAt } = delivery;
  return (
    <li>
      <span className={styles.webhook}>
        <span>{event}</span>
        <small className="soft">
          <Ago at={createdAt} />
        </small>
        {attempts.length > 0 && (
          <details>
            <summary>{plural(attempts.length, webhooks.attempts)}</summary>
            <ul className={styles.attempts}>
              {attempts.map((attempt) => (
                <li key={attempt.at}>
                  {formatDate(attempt.at)} · {attempt.durationMs} ms · {outcomeOf(attempt)}
                  {attempt.answer !== null && attempt.answer !== "" && <pre className={styles.answer}>{attempt.answer}</pre>}
                </li>
              ))}
            </ul>
          </details>
        )}
      </span>
      <Badge tone={tones[state]}>{webhooks.deliveryStates[state]}</Badge>
      <Button aria-label={webhooks.redeliverOf(event)} isDisabled={isDisabled} onPress={onAgain}>
        {webhooks.redeliver}
      </Button>
    </li>
  );
}

function outcomeOf({ error, status }: WebhookDelivery["attempts"][number]): string {
  const { errors } = shopTexts.webhooks;
  return error === null || error === "status" ? errors.status(status ?? 0) : errors[error];
}
