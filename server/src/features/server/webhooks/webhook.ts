import { Type, type Static } from "typebox";
import { siteBase, siteSlug } from "../../../lib/admin/site-path.ts";
import { Instant, Nullable, Uuid } from "../../../lib/http/envelope.ts";
import { problem, ProblemError } from "../../../lib/http/problem.ts";
import { piece, statement } from "../../../lib/sql/sql-statement.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import type { Sql } from "../../../ports/database.ts";
import { webhookEventTypes } from "./event-types.ts";
import type { DisabledBecause } from "./disable-webhook.ts";

export const webhooksBase = `${siteBase}/webhooks`;
export const webhookBase = `${webhooksBase}/{id}`;
export const WebhookParams = Type.Object({ ...siteSlug, id: Type.String({ description: "The ID of the webhook." }) });

export const webhookNotFound = problem("webhook_not_found", 404, "Webhook not found");
export const webhookDisabled = problem("webhook_disabled", 409, "The webhook is disabled");

/** Each is a server of its own, which learns of every event. */
export const mostWebhooks = 20;

export const webhookMembers = {
  url: Type.String({
    minLength: 1,
    maxLength: 2_000,
    description: "Receives the deliveries: an absolute https URL without user name, password and fragment.",
    examples: ["https://rebuild.example/hooks/vitrine"],
  }),
  events: Type.Array(Type.Enum(["*", ...webhookEventTypes]), {
    minItems: 1,
    maxItems: webhookEventTypes.length,
    uniqueItems: true,
    description: 'The types of events that it gets. `["*"]`: all of them.',
    examples: [["content.published", "content.unpublished"]],
  }),
  description: Type.String({ maxLength: 200, description: "What the webhook is for.", examples: ["Rebuilds the storefront"] }),
  enabled: Type.Boolean({ description: "Whether it gets deliveries." }),
  includePersonal: Type.Boolean({
    description: "Whether deliveries contain personal data: the fields of forms, and the names and addresses of buyers and customers.",
  }),
};

/** An endpoint of a site, without its secret. */
export const Webhook = Type.Object(
  {
    id: Uuid,
    ...webhookMembers,
    disabledBecause: Nullable(
      Type.Enum(["MEMBER", "GONE", "FAILURES"], {
        description: "`MEMBER`: somebody switched it off. `GONE`: it answered 410. `FAILURES`: no delivery succeeded for five days.",
      }),
    ),
    failingSince: Nullable(Type.Unsafe<string>({ ...Instant, description: "Since when no delivery succeeded." })),
    waiting: Type.Integer({ minimum: 0, description: "Deliveries that are not over." }),
    revision: Type.Integer(),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { $id: "Webhook", additionalProperties: false },
);
export type Webhook = Static<typeof Webhook>;

/** The same once, with its secret. */
export const WebhookWithSecret = Type.Object(
  {
    ...Webhook.properties,
    secret: Type.String({
      description: "Signs the deliveries, as Standard Webhooks 1.0 says. It is in this answer, and nowhere else.",
      examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
    }),
  },
  { additionalProperties: false },
);

interface StoredWebhook {
  id: string;
  url: string;
  events: string[];
  description: string;
  enabled: boolean;
  includePersonal: boolean;
  disabledBecause: string | null;
  failingSince: Date | null;
  waiting: number;
  revision: number;
  createdAt: Date;
  updatedAt: Date;
}

/** An endpoint that needs somebody: its deliveries fail, or it was disabled for that. */
const isFailing = piece`(failing_since is not null or disabled_because in ('GONE', 'FAILURES'))`;

/** How many endpoints of a site need somebody. */
export async function countFailingWebhooks(sql: Sql, siteId: string): Promise<number> {
  const [row] = await sql<{ count: number }>(
    ...statement`select count(*)::int as count from webhooks where site_id = ${siteId} and ${isFailing}`,
  );
  return row?.count ?? 0;
}

/** The endpoints of a site, the oldest first; or the one with the id, or those that need somebody. */
export async function readWebhooks(
  sql: Sql,
  siteId: string,
  { id = null, onlyFailing = false }: { id?: string | null; onlyFailing?: boolean } = {},
): Promise<Webhook[]> {
  const rows = await sql<StoredWebhook>(
    ...statement`
    select
      id, url, events, description, enabled, include_personal as "includePersonal", disabled_because as "disabledBecause",
      failing_since as "failingSince",
      (
        select count(*)::int from webhook_deliveries
        where webhook_deliveries.site_id = ${siteId} and webhook_deliveries.webhook_id = webhooks.id and webhook_deliveries.state = 'PENDING'
      ) as waiting,
      revision, created_at as "createdAt", updated_at as "updatedAt"
    from webhooks
    where site_id = ${siteId} and id = coalesce(${id}::uuid, id) and (not ${onlyFailing}::boolean or ${isFailing})
    order by created_at, id`,
  );
  return rows.map(({ events, disabledBecause, failingSince, createdAt, updatedAt, ...webhook }) => ({
    ...webhook,
    events: events as Webhook["events"],
    disabledBecause: disabledBecause as DisabledBecause | null,
    failingSince: failingSince?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }));
}

/** The endpoint with the id. Throws `webhook_not_found`. */
export async function readWebhook(sql: Sql, siteId: string, id: string): Promise<Webhook> {
  const [webhook] = isUuid(id.toLowerCase()) ? await readWebhooks(sql, siteId, { id: id.toLowerCase() }) : [];
  if (!webhook) throw new ProblemError(webhookNotFound);
  return webhook;
}

/** The same of an endpoint that nobody else changes until the transaction ends. */
export async function lockWebhook(tx: Sql, siteId: string, id: string): Promise<Webhook> {
  if (isUuid(id.toLowerCase())) await tx`select from webhooks where site_id = ${siteId} and id = ${id.toLowerCase()} for no key update`;
  return readWebhook(tx, siteId, id);
}

/** The same of one that gets deliveries. Throws `webhook_disabled`. */
export async function lockEnabledWebhook(tx: Sql, siteId: string, id: string): Promise<Webhook> {
  const webhook = await lockWebhook(tx, siteId, id);
  if (!webhook.enabled) throw new ProblemError(webhookDisabled, { detail: "Enable the webhook first." });
  return webhook;
}
