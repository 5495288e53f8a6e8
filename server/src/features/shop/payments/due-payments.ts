import type { Deps } from "../../../deps.ts";
import type { ProcessorIds } from "../../../ports/processor.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Each batch sorts all due payments, so that taking one by one would be slow with many of them. */
const takenAtOnce = 10;
/** Longer than the processor can take for the whole batch. */
const takenForMs = 4 * minuteMs;

/** A payment that is due for a look at how it stands. */
export interface DuePayment extends ProcessorIds {
  siteId: string;
  id: string;
  status: string;
  createdAt: Date;
  /** When its order expires; null: it has none. */
  expiresAt: Date | null;
}

/** The next due payments, postponed at the same time, so that no other process takes them meanwhile. */
export async function takeDue(deps: Pick<Deps, "sql" | "clock">): Promise<DuePayment[]> {
  const now = deps.clock.now();
  /** Sites whose due payments another process took first, or is working on. */
  const busy: string[] = [];
  for (;;) {
    // Sites whose payments have waited longest come first.
    const sites = await deps.sql<{ siteId: string }>`
      select payments.site_id as "siteId"
      from sites
      join payments on payments.site_id = sites.id and (payments.check_at <= ${now} or payments.check_at > ${afterAll(now)})
      where payments.site_id <> all (${busy}::uuid[])
      group by payments.site_id
      order by min(payments.check_at)
      limit ${takenAtOnce}`;
    const taken: DuePayment[] = [];
    for (const { siteId } of sites) {
      if (taken.length < takenAtOnce) taken.push(...(await takeDueOf(deps, siteId, now, takenAtOnce - taken.length)));
    }
    if (taken.length > 0 || sites.length === 0) return taken;
    busy.push(...sites.map(({ siteId }) => siteId));
  }
}

/** No check is postponed this far: a later time comes from a wrong clock, and is due now. */
function afterAll(now: Date): Date {
  return new Date(now.getTime() + 2 * dayMs);
}

function takeDueOf({ sql }: Pick<Deps, "sql">, siteId: string, now: Date, atMost: number): Promise<DuePayment[]> {
  return sql<DuePayment>`
    update payments set check_at = ${new Date(now.getTime() + takenForMs)}
    from (
      select found.id, found.order_id
      from payments as found
      where found.site_id = ${siteId} and (found.check_at <= ${now} or found.check_at > ${afterAll(now)})
      order by found.check_at
      limit ${atMost}
      for update skip locked
    ) as chosen
    left join orders on orders.site_id = ${siteId} and orders.id = chosen.order_id
    where payments.site_id = ${siteId} and payments.id = chosen.id
    returning
      payments.site_id as "siteId",
      payments.id,
      payments.status,
      payments.processor_session_id as "sessionId",
      payments.processor_intent_id as "intentId",
      payments.created_at as "createdAt",
      orders.expires_at as "expiresAt"`;
}

/** Postpones the next check by the pause, at most until the payment's order expires; unless it has no further check. */
export async function putOff(
  { sql, clock }: Pick<Deps, "sql" | "clock">,
  { siteId, id, expiresAt }: DuePayment,
  pauseMs: number,
): Promise<void> {
  const now = clock.now();
  const nextAt = new Date(now.getTime() + pauseMs);
  const checkAt = expiresAt !== null && expiresAt > now && expiresAt < nextAt ? expiresAt : nextAt;
  await sql`
    update payments set check_at = ${checkAt}
    where site_id = ${siteId} and id = ${id} and check_at is not null`;
}
