import { purgeKind } from "./cache-purges.ts";
import { wholeSite } from "./site-changes.ts";
import type { WriteContext } from "./write-context.ts";
import { addToOutbox, removeWaitingTasks } from "../tasks/outbox.ts";
import type { Database, Sql } from "../../ports/database.ts";

/** A process that purges the caches of a site alone, for a while. */
export interface CacheTurn {
  siteId: string;
  slug: string;
  /** In a row, before this turn. */
  failures: number;
  nextAt: Date;
}

/** What caches are to drop: the purges that are due, added up. */
export interface DuePurges {
  ids: string[];
  tags: Set<string>;
  /** The tags by the number of times that the caches have acknowledged them. */
  tagsByPasses: Map<number, Set<string>>;
}

/** A statement takes no longer than others; the rest has the next turn. */
const atOnce = 1_000;
/** Naming more tags costs more than to drop all responses of the site. */
const mostTags = 1_000;

/** Takes the turn of a site, for less time than the task has. Undefined: somebody else has it, and looks for more when it ends. */
export async function takeTurn(sql: Database, { now, ids }: WriteContext, siteId: string): Promise<CacheTurn | undefined> {
  await sql`insert into cache_turns (site_id, id, next_at) values (${siteId}, ${ids.next()}, ${now}) on conflict (site_id) do nothing`;
  const [turn] = await sql<{ failures: number; nextAt: Date }>`
    update cache_turns set turn_until = statement_timestamp() + interval '100 seconds'
    where site_id = ${siteId} and (turn_until is null or turn_until < statement_timestamp())
    returning failures, next_at as "nextAt"`;
  if (!turn) return undefined;
  const [site] = await sql<{ slug: string }>`select slug from sites where id = ${siteId}`;
  return { siteId, slug: site?.slug ?? "", ...turn };
}

/** Gives the turn back, and has the next one taken when a purge is due, and not before `nextAt`. */
export async function endTurn(
  sql: Database,
  ctx: WriteContext,
  { siteId, failures, nextAt }: Pick<CacheTurn, "siteId" | "failures" | "nextAt">,
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`update cache_turns set turn_until = null, failures = ${failures}, next_at = ${nextAt} where site_id = ${siteId}`;
    await removeWaitingTasks(tx, [purgeKind], siteId);
    const [next] = await tx<{ dueAt: Date | null }>`
      select greatest(min(due_at), ${nextAt}::timestamptz) as "dueAt" from cache_purges where site_id = ${siteId} having count(*) > 0`;
    if (next?.dueAt) await addToOutbox(tx, ctx, purgeKind, { siteId }, next.dueAt);
  });
}

export async function readDuePurges(sql: Sql, siteId: string, now: Date): Promise<DuePurges> {
  const rows = await sql<{ id: string; tags: string[]; passes: number }>`
    select id, tags, passes from cache_purges
    where site_id = ${siteId} and due_at <= ${now}
    order by due_at, id
    limit ${atOnce}`;
  const tagsByPasses = new Map<number, Set<string>>();
  for (const { tags, passes } of rows) tagsByPasses.set(passes, merged(tagsByPasses.get(passes) ?? new Set(), tags));
  const tags = [...tagsByPasses.values()].reduce(merged, new Set<string>());
  return { ids: rows.map(({ id }) => id), tags, tagsByPasses };
}

/** Puts one purge for each number of passes in the place of those that were due; none for a number that `dueAt` knows no time for. */
export async function replacePurges(
  sql: Database,
  { ids: newIds }: WriteContext,
  siteId: string,
  { ids, tagsByPasses }: DuePurges,
  dueAt: (passes: number) => { passes: number; dueAt: Date } | undefined,
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`delete from cache_purges where site_id = ${siteId} and id = any (${ids}::uuid[])`;
    for (const [passes, tags] of tagsByPasses) {
      const next = dueAt(passes);
      if (!next) continue;
      await tx`
        insert into cache_purges (site_id, id, tags, passes, due_at)
        values (${siteId}, ${newIds.next()}, ${[...tags]}, ${next.passes}, ${next.dueAt})`;
    }
  });
}

function merged(all: Set<string>, more: Iterable<string>): Set<string> {
  const tags = new Set([...all, ...more]);
  return tags.size > mostTags || tags.has(wholeSite) ? new Set([wholeSite]) : tags;
}
