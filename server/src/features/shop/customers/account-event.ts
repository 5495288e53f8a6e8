import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import { eraseFromWebhookEvents, recordWebhookEvents, type NewWebhookEvent } from "../../server/webhooks/index.ts";

/** Records for webhooks what happened to an account that is there. */
export async function recordAccountEvent(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  type: "customer.registered" | "customer.verified",
  { id, email, firstName, lastName }: { id: string; email: string; firstName: string | null; lastName: string | null },
): Promise<void> {
  await recordWebhookEvents(tx, ctx, siteId, [{ type, data: { id }, personal: async () => ({ email, firstName, lastName }) }]);
}

/** Takes accounts that are gone out of what webhooks still have to tell, and has them tell that. */
export async function recordErasedAccounts(tx: Sql, ctx: WriteContext, siteId: string, ids: readonly string[]): Promise<void> {
  await eraseFromWebhookEvents(tx, siteId, { customers: ids });
  const events = ids.map((id): NewWebhookEvent => ({ type: "customer.erased", data: { id } }));
  await recordWebhookEvents(tx, ctx, siteId, events);
}
