import type { Deps } from "../../../deps.ts";
import type { Database, Sql } from "../../../ports/database.ts";
import { addNextTurn, type TurnOf } from "./add-turn.ts";
import { deliver, type DueDelivery, type Endpoint } from "./deliver.ts";

/** Deliveries to one endpoint at once. */
const mostAtOnce = 4;
/** Then others have their turn. A delivery that began before may take ten seconds more. */
const turnMs = 15_000;
const readAtOnce = 100;

type TurnDeps = Pick<Deps, "sql" | "clock" | "ids" | "secrets" | "webhookSender" | "publicUrl" | "draining">;

/** Of a site that was deleted or suspended: until it may be back. */
const awayMs = 60 * 60_000;

/** Delivers what is due to one endpoint, for a while. `action`: the name of the task, for the audit log. */
export const takeTurn =
  (action: string) =>
  (deps: TurnDeps) =>
  async ({ siteId, webhookId }: Omit<TurnOf, "isFailing">): Promise<void> => {
    const { sql, clock, ids } = deps;
    const endpoint = await leaseEndpoint(sql, siteId, webhookId);
    // Whoever has it looks for more when its turn ends.
    if (!endpoint) return;
    try {
      if (!endpoint.isAway) await deliverDue(deps, { ...endpoint, action });
    } catch (error) {
      // The outbox tries the turn again, more rarely each time.
      await release(sql, endpoint);
      throw error;
    }
    // Whoever waits for the row of the endpoint meanwhile takes it, and sees what is added afterwards.
    await sql.begin(async (tx) => {
      await release(tx, endpoint);
      const now = clock.now();
      await addNextTurn(tx, { now, ids }, { siteId, webhookId }, endpoint.isAway ? new Date(now.getTime() + awayMs) : now);
    });
  };

type LeasedEndpoint = Omit<Endpoint, "action">;

/** Takes an endpoint for this process, for less time than the task has. Undefined: it is gone, or off, or somebody else has it. */
async function leaseEndpoint(
  sql: Database,
  siteId: string,
  webhookId: string,
): Promise<(LeasedEndpoint & { isAway: boolean }) | undefined> {
  const [endpoint] = await sql<Omit<LeasedEndpoint, "siteSlug">>`
    update webhooks set turn_until = statement_timestamp() + interval '100 seconds'
    where site_id = ${siteId} and id = ${webhookId} and enabled
      and (turn_until is null or turn_until < statement_timestamp())
    returning id, site_id as "siteId"`;
  if (!endpoint) return undefined;
  const [site] = await sql<{ slug: string; isAway: boolean }>`
    select slug, deleted_at is not null or suspended_at is not null as "isAway" from sites where id = ${siteId}`;
  return { ...endpoint, siteSlug: site?.slug ?? "", isAway: site?.isAway ?? true };
}

async function release(sql: Sql, { siteId, id }: Pick<Endpoint, "siteId" | "id">): Promise<void> {
  await sql`update webhooks set turn_until = null where site_id = ${siteId} and id = ${id}`;
}

/** Delivers what is due until nothing is, a delivery fails, or the turn is over. */
async function deliverDue(deps: TurnDeps, endpoint: Endpoint): Promise<void> {
  const { sql, clock, draining } = deps;
  const overAtMs = clock.monotonicMs() + turnMs;
  const tried = new Set<string>();
  let hasFailed = false;
  const goesOn = () => !hasFailed && !draining.aborted && clock.monotonicMs() < overAtMs;
  while (goesOn()) {
    // Each once in a turn.
    const due = (await readDue(sql, endpoint, clock.now())).filter(({ id }) => !tried.has(id));
    if (due.length === 0) return;
    for (const { id } of due) tried.add(id);
    const chains = bySubject(due);
    const work = async () => {
      for (let chain = chains.shift(); chain; chain = chains.shift()) {
        for (const delivery of chain) {
          if (!goesOn()) return;
          if (!(await deliver(deps, endpoint, delivery))) hasFailed = true;
        }
      }
    };
    await Promise.all(Array.from({ length: mostAtOnce }, work));
  }
}

function bySubject(due: readonly DueOfSubject[]): DueOfSubject[][] {
  const chains = new Map<string, DueOfSubject[]>();
  for (const delivery of due) chains.set(delivery.subject, [...(chains.get(delivery.subject) ?? []), delivery]);
  return [...chains.values()];
}

type DueOfSubject = DueDelivery & { subject: string };

async function readDue(sql: Database, { siteId, id }: Endpoint, now: Date): Promise<DueOfSubject[]> {
  return sql<DueOfSubject>`
    select
      webhook_deliveries.id, webhook_deliveries.tries, webhook_deliveries.next_at as "nextAt", events.subject
    from webhook_deliveries
    join webhooks on webhooks.site_id = ${siteId} and webhooks.id = webhook_deliveries.webhook_id
    join webhook_events as events on events.site_id = ${siteId} and events.id = webhook_deliveries.event_id
    where webhook_deliveries.site_id = ${siteId} and webhook_deliveries.webhook_id = ${id}
      and webhook_deliveries.state = 'PENDING' and webhook_deliveries.next_at <= ${now}
      and webhooks.enabled and (webhooks.resume_at is null or webhooks.resume_at <= ${now})
    order by webhook_deliveries.sequence
    limit ${readAtOnce}`;
}
