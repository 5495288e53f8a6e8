import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import { recordWebhookEvents, type NewWebhookEvent } from "../../server/webhooks/index.ts";

type OrderWebhookEvent = Extract<NewWebhookEvent, { type: `order.${string}` }>;
type Recorded = OrderWebhookEvent extends infer Event ? (Event extends OrderWebhookEvent ? Pick<Event, "type" | "data"> : never) : never;

/** Records for webhooks what happened to an order, once its row has what they tell of the buyer. */
export async function recordOrderWebhooks(tx: Sql, ctx: WriteContext, siteId: string, events: readonly Recorded[]): Promise<void> {
  const withBuyers = events.map((event) => ({ ...event, personal: () => readBuyer(tx, siteId, event.data.id) }));
  await recordWebhookEvents(tx, ctx, siteId, withBuyers);
}

async function readBuyer(tx: Sql, siteId: string, orderId: string) {
  const [order] = await tx<{
    email: string | null;
    shippingAddress: Record<string, unknown> | null;
    billingAddress: Record<string, unknown> | null;
  }>`
    select email, shipping_address as "shippingAddress", billing_address as "billingAddress"
    from orders where site_id = ${siteId} and id = ${orderId}`;
  return order ?? {};
}
