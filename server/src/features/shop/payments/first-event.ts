import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";

/** Stores what takes effect once. False: it took effect before. */
export async function isFirstEvent(
  tx: Sql,
  { now, ids }: WriteContext,
  siteId: string,
  { id, type, paymentId }: { id: string; type: string; paymentId: string },
): Promise<boolean> {
  const [first] = await tx<{ id: string }>`
    insert into processor_events (site_id, id, event_id, type, payment_id, received_at)
    values (${siteId}, ${ids.next()}, ${id}, ${type}, ${paymentId}, ${now})
    on conflict (site_id, event_id) do nothing
    returning id`;
  return first !== undefined;
}
