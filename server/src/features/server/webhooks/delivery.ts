import { Type, type Static } from "typebox";
import { Instant, Nullable, Uuid } from "../../../lib/http/envelope.ts";
import type { Paging } from "../../../lib/http/paging.ts";
import { problem } from "../../../lib/http/problem.ts";
import { limitTo } from "../../../lib/sql/limit-to.ts";
import { joined, piece, statement } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import { webhookErrors } from "../../../ports/webhook-sender.ts";
import { webhookEventTypes } from "./event-types.ts";

export const deliveryNotFound = problem("delivery_not_found", 404, "Delivery not found");

export const deliveryStates = ["PENDING", "DELIVERED", "FAILED"] as const;

const Attempt = Type.Object(
  {
    at: Instant,
    status: Nullable(Type.Integer({ description: "The status of the answer. Null: there was no answer." })),
    durationMs: Type.Integer({ minimum: 0 }),
    error: Nullable(
      Type.Enum([...webhookErrors, "too_many_waiting", "webhook_disabled"], {
        description:
          "Null: it was delivered. `status`: the answer was no success. `address_not_allowed`: the name leads to a private network. " +
          "`too_many_waiting` and `webhook_disabled`: it was not tried.",
      }),
    ),
    answer: Nullable(Type.String({ description: "The first 4 KiB of the answer." })),
  },
  { additionalProperties: false },
);

/** An event on its way to an endpoint. */
export const WebhookDelivery = Type.Object(
  {
    id: Uuid,
    webhookId: Uuid,
    eventId: Type.Unsafe<string>({ ...Uuid, description: "The `webhook-id` of each try." }),
    event: Type.Enum(webhookEventTypes),
    sequence: Type.Integer({ description: "The number of the event in its site." }),
    state: Type.Enum([...deliveryStates]),
    attempts: Type.Array(Attempt, { description: "The latest tries, the first one first." }),
    nextAt: Nullable(Type.Unsafe<string>({ ...Instant, description: "When it is tried next." })),
    createdAt: Instant,
  },
  { $id: "WebhookDelivery", additionalProperties: false },
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

const columns = piece`
  id, webhook_id as "webhookId", event_id as "eventId", event, sequence::float8 as sequence, state, attempts, next_at as "nextAt",
  created_at as "createdAt"`;

type Row = { [Member in keyof WebhookDelivery]: unknown } & { nextAt: Date | null; createdAt: Date };

function shownDelivery({ nextAt, createdAt, ...row }: Row): WebhookDelivery {
  return { ...row, nextAt: nextAt?.toISOString() ?? null, createdAt: createdAt.toISOString() } as WebhookDelivery;
}

/** The deliveries to an endpoint, the latest first, and their number. */
export async function listDeliveries(
  sql: Sql,
  siteId: string,
  webhookId: string,
  { state, event }: { state?: string | undefined; event?: string | undefined },
  paging: Paging,
): Promise<{ deliveries: WebhookDelivery[]; total: number }> {
  const conditions = joined(
    [
      piece`site_id = ${siteId} and webhook_id = ${webhookId}`,
      ...(state === undefined ? [] : [piece`state = ${state}`]),
      ...(event === undefined ? [] : [piece`event = ${event}`]),
    ],
    "and",
  );
  const [counted] = await sql<{ total: number }>(...statement`select count(*)::int as total from webhook_deliveries where ${conditions}`);
  const rows = await sql<Row>(
    ...statement`
      select ${columns} from webhook_deliveries where ${conditions}
      order by created_at desc, id desc
      ${limitTo(paging)}`,
  );
  return { deliveries: rows.map(shownDelivery), total: counted?.total ?? 0 };
}

/** Has a delivery tried anew, with all retries. Undefined: the endpoint has none with the id. */
export async function redeliver(tx: Sql, siteId: string, webhookId: string, id: string, now: Date): Promise<WebhookDelivery | undefined> {
  const [row] = await tx<Row>(
    ...statement`
      update webhook_deliveries set state = 'PENDING', tries = 0, next_at = ${now}
      where site_id = ${siteId} and webhook_id = ${webhookId} and id = ${id}
      returning ${columns}`,
  );
  return row && shownDelivery(row);
}
