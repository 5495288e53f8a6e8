import type { Clock } from "../../ports/clock.ts";
import type { Database, Sql } from "../../ports/database.ts";
import type { WriteContext } from "../published/write-context.ts";
import { deletedAtOnce, deleteInBatches } from "../tasks/in-batches.ts";

/** Something that happened in a site, for the people who run it. */
export interface SiteEvent {
  siteId: string;
  /** presence: a person is at the document. */
  kind: "changed" | "removed" | "presence";
  /** As in the audit log. */
  type: string;
  targetId: string;
  locale: string | null;
  /** After the change. */
  revision: number | null;
  adminId: string | null;
  /** Of a presence. */
  expiresAt: Date | null;
}

export type StoredEvent = SiteEvent & { transaction: string };

/** Events that one reading answers at most. */
const mostEvents = 500;
// A reader that was away for ten minutes misses nothing, also of a transaction that began long before it was committed.
const keptMs = 60 * 60_000;

/** Stores an event in the transaction of the change. */
export async function recordEvent(tx: Sql, { now, ids }: WriteContext, event: SiteEvent): Promise<void> {
  const { siteId, kind, type, targetId, locale, revision, adminId, expiresAt } = event;
  await tx`
    insert into site_events (site_id, id, kind, target_type, target_id, locale, revision, admin_id, expires_at, created_at)
    values (${siteId}, ${ids.next()}, ${kind}, ${type}, ${targetId}, ${locale}, ${revision}, ${adminId}, ${expiresAt}, ${now})`;
}

/** The same of many changes by one person. */
export async function recordChangedEvents(
  tx: Sql,
  { now, ids }: WriteContext,
  { siteId, adminId }: Pick<SiteEvent, "siteId" | "adminId">,
  events: readonly Pick<SiteEvent, "type" | "targetId" | "locale" | "revision">[],
): Promise<void> {
  const rows = events.map(({ type, targetId, locale, revision }) => ({ id: ids.next(), type, target_id: targetId, locale, revision }));
  await tx`
    insert into site_events (site_id, id, kind, target_type, target_id, locale, revision, admin_id, created_at)
    select ${siteId}::uuid, id, 'changed', type, target_id, locale, revision, ${adminId}::uuid, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (id uuid, type text, target_id text, locale text, revision int)`;
}

/**
 * A state of the database, between two of which readers ask for the events. `era` differs after every start of the database: another server that took over
 * may have counted its transactions from an earlier state.
 */
export interface EventState {
  era: string;
  /** As PostgreSQL writes it. */
  snapshot: string;
}

/** The state of this moment: everything that is committed after it is an event that `readEvents` answers. */
export async function readEventState(sql: Sql): Promise<EventState> {
  const [state] = await sql<EventState>`
    select extract(epoch from pg_postmaster_start_time())::text as era, pg_current_snapshot()::text as snapshot`;
  if (!state) throw new Error("The state of a database has one row.");
  return state;
}

/**
 * The events of sites that an earlier snapshot did not show, in the order of their transactions, and the state that shows them. Transactions commit in
 * another order than they begin, and one may take minutes: what it writes appears once, when it is committed, and keeps no other event waiting.
 * `isWhole` is false if there are too many of them.
 */
export async function readEvents(
  sql: Sql,
  siteIds: readonly string[],
  since: string,
): Promise<{ state: EventState; events: StoredEvent[]; isWhole: boolean }> {
  type Event = Record<"siteId" | "kind" | "type" | "targetId" | "locale" | "adminId" | "transaction", string | null>;
  type Row = EventState & Event & { revision: number | null; expiresAt: Date | null };
  const rows = await sql<Row>`
    select
      extract(epoch from pg_postmaster_start_time())::text as era, pg_current_snapshot()::text as snapshot,
      found.site_id as "siteId", found.kind, found.target_type as type, found.target_id as "targetId", found.locale, found.revision,
      found.admin_id as "adminId", found.expires_at as "expiresAt", found.transaction_id::text as transaction
    from generate_series(1, 1) as one
    left join (
      select * from site_events
      where site_events.site_id = any (${siteIds}::uuid[])
        and site_events.transaction_id >= pg_snapshot_xmin(${since}::pg_snapshot)
        and not pg_visible_in_snapshot(site_events.transaction_id, ${since}::pg_snapshot)
      order by site_events.transaction_id, site_events.id
      limit ${mostEvents + 1}
    ) as found on true
    order by found.transaction_id, found.id`;
  const [first] = rows;
  if (!first) throw new Error("The state of a database has one row.");
  // Without any, the one row has nothing but the state.
  const events = rows.filter(({ siteId }) => siteId !== null) as unknown as StoredEvent[];
  const { era, snapshot } = first;
  return { state: { era, snapshot }, events: events.slice(0, mostEvents), isWhole: events.length <= mostEvents };
}

/** A person at a document. */
export interface Presence {
  document: string;
  locale: string;
  adminId: string;
  expiresAt: Date;
}

const mostPresences = 1_000;

/** The people in the documents of the site. */
export async function readPresences(sql: Sql, siteId: string, now: Date): Promise<Presence[]> {
  const rows = await sql<{ document: string; locale: string | null; adminId: string | null; expiresAt: Date | null }>`
    select target_id as document, locale, admin_id as "adminId", max(expires_at)::timestamptz as "expiresAt"
    from site_events
    where site_id = ${siteId} and kind = 'presence' and expires_at > ${now}
    group by target_id, locale, admin_id
    limit ${mostPresences}`;
  return rows.flatMap(({ document, locale, adminId, expiresAt }) =>
    locale !== null && adminId !== null && expiresAt ? [{ document, locale, adminId, expiresAt }] : [],
  );
}

/** Places that one person may be at, counted by how often they say so. */
const mostOfPerson = 100;
/** How long a person is at a document after saying so. */
const presentMs = 30_000;

/** Stores that a person is at a document. False: they have said so too often. */
export async function recordPresence(
  sql: Sql,
  { now, ids }: WriteContext,
  { siteId, document, locale, adminId }: Omit<Presence, "expiresAt"> & { siteId: string },
): Promise<boolean> {
  const last = await sql<{ kind: string }>`
    select kind from site_events
    where admin_id = ${adminId} and kind = 'presence' and expires_at > ${now}
    offset ${mostOfPerson - 1} limit 1`;
  if (last.length > 0) return false;
  await sql`
    insert into site_events (site_id, id, kind, target_type, target_id, locale, admin_id, expires_at, created_at)
    values (
      ${siteId}, ${ids.next()}, 'presence', 'document', ${document}, ${locale}, ${adminId}, ${new Date(now.getTime() + presentMs)}, ${now}
    )`;
  return true;
}

/** Takes a person out of the events: what is about them goes, and what they did stays without them. */
export async function eraseFromEvents(tx: Sql, adminId: string): Promise<void> {
  await tx`delete from site_events where target_id = ${adminId} or (admin_id = ${adminId} and kind = 'presence')`;
  await tx`update site_events set admin_id = null where admin_id = ${adminId}`;
}

/** Deletes every event of a site that is removed. */
export async function removeEventsOfSite(tx: Sql, siteId: string): Promise<void> {
  await tx`delete from site_events where site_id = ${siteId}`;
}

/** Deletes the events that nobody can ask for any more. */
export async function forgetEvents({ sql, clock }: { sql: Database; clock: Clock }): Promise<void> {
  const before = new Date(clock.now().getTime() - keptMs);
  await deleteInBatches(
    () => sql<{ kind: string }>`
      delete from site_events where (site_id, id) in (
        select site_id, id from site_events where created_at < ${before} limit ${deletedAtOnce}
      )
      returning kind`,
  );
}
