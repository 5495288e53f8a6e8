import type { Clock } from "../../ports/clock.ts";
import { DatabaseUnavailable, sqlState, type Database, type Sql } from "../../ports/database.ts";
import type { SiteVersions } from "../site.ts";

/** Where published content is read from: something that is at least as new as the site is known to be. */
export interface PublishedSource {
  read<Content extends Partial<SiteVersions>>(site: SiteVersions, work: (sql: Sql) => Promise<Content>): Promise<Content>;
}

/** Everything is read where it is written. */
export function primaryOnly(sql: Sql): PublishedSource {
  return { read: (_site, work) => work(sql) };
}

export interface ReplicasOptions {
  primary: Database;
  replicas: readonly Database[];
  clock: Clock;
  /** Told when a replica begins or ceases to be read from. */
  onChange(replica: string, isRead: boolean): void;
}

interface Replica {
  database: Database;
  /** It has all that was written until then. */
  completeUntilMs: number;
  isRead: boolean;
  looking: Promise<void> | undefined;
}

const lookEveryMs = 500;
/** What raises no version, such as stock, is no older than this on a replica that is read from. */
const furthestBehindMs = 2_000;

/**
 * Reads from copies that follow the primary with some delay, and yet nothing older than what was shown before: an answer
 * carries the versions it was read at, and what is behind the site's is read again from the primary. So is what a replica
 * does not have, or cannot answer. Which replicas are close enough is looked at twice a second.
 */
export class Replicas implements PublishedSource {
  readonly #options: ReplicasOptions;
  readonly #replicas: readonly Replica[];
  /** Where the primary's log ended, newest first. */
  readonly #positions: { atMs: number; position: bigint }[] = [];
  /** Of the primary's history: another begins when a copy is promoted. */
  #timeline = 0;
  #timer: NodeJS.Timeout | undefined;
  #turn = 0;
  #closed = false;

  constructor(options: ReplicasOptions) {
    this.#options = options;
    this.#replicas = options.replicas.map((database) => ({
      database,
      completeUntilMs: -Infinity,
      isRead: false,
      looking: undefined,
    }));
  }

  async read<Content extends Partial<SiteVersions>>(site: SiteVersions, work: (sql: Sql) => Promise<Content>): Promise<Content> {
    const replica = this.#next();
    if (replica) {
      try {
        const content = await work(replica.database);
        if (isAsNewAs(content, site)) return content;
      } catch (error) {
        // What takes too long there takes too long here as well.
        if (sqlState(error) === "57014") throw error;
        if (error instanceof DatabaseUnavailable) replica.completeUntilMs = -Infinity;
        // Anything else may be true of an older state alone: that there is no such page, for one.
      }
    }
    return work(this.#options.primary);
  }

  #next(): Replica | undefined {
    const close = this.#replicas.filter((replica) => this.#isClose(replica));
    return close[(this.#turn += 1) % close.length];
  }

  #isClose({ completeUntilMs }: Replica): boolean {
    return this.#options.clock.monotonicMs() - completeUntilMs < furthestBehindMs;
  }

  /** Begins to look after the replicas. Until then none is read from. */
  start(): void {
    if (this.#replicas.length === 0) return;
    const again = () => {
      if (!this.#closed) this.#timer = setTimeout(() => void this.look().finally(again), lookEveryMs).unref();
    };
    void this.look().finally(again);
  }

  /** Finds out how far the replicas are. Does not wait for one that is still busy with the last look. */
  async look(): Promise<void> {
    const { primary: sql, clock } = this.#options;
    const atMs = clock.monotonicMs();
    try {
      const [row] = await sql<{ position: string; timeline: number }>`
        select
          pg_current_wal_lsn()::text as position,
          ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline`;
      if (row?.timeline !== this.#timeline) this.#beginTimeline(row?.timeline ?? 0);
      this.#positions.unshift({ atMs, position: asNumber(row?.position) ?? 0n });
      this.#positions.splice(furthestBehindMs / lookEveryMs + 1);
    } catch {
      // Without the primary nobody knows what is missing: what was found out before holds until it is too old.
      return;
    }
    const looks = this.#replicas.map((replica) => (replica.looking ??= this.#lookAt(replica).finally(() => (replica.looking = undefined))));
    await Promise.race([Promise.allSettled(looks), new Promise((resolve) => setTimeout(resolve, lookEveryMs).unref())]);
  }

  /** What replicas followed before may have gone on where the primary did not. */
  #beginTimeline(timeline: number): void {
    this.#timeline = timeline;
    this.#positions.length = 0;
    for (const replica of this.#replicas) replica.completeUntilMs = -Infinity;
  }

  async #lookAt(replica: Replica): Promise<void> {
    const { database: sql } = replica;
    try {
      // One that was promoted has a history of its own from then on; one that follows says so with its next restart point.
      const [row] = await sql<{ replayed: string | null; timeline: number | null }>`
        select
          case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as replayed,
          (select timeline_id from pg_control_checkpoint())::int as timeline`;
      const replayed = row?.timeline === this.#timeline ? (asNumber(row.replayed) ?? -1n) : -1n;
      const reached = this.#positions.find(({ position }) => position <= replayed);
      if (reached) replica.completeUntilMs = Math.max(replica.completeUntilMs, reached.atMs);
    } catch {
      replica.completeUntilMs = -Infinity;
    }
    const isRead = this.#isClose(replica);
    if (isRead !== replica.isRead) this.#options.onChange(sql.description, isRead);
    replica.isRead = isRead;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await Promise.all(this.#replicas.map(({ database }) => database.close()));
  }
}

function isAsNewAs(content: Partial<SiteVersions>, site: SiteVersions): boolean {
  const { contentVersion = site.contentVersion, catalogVersion = site.catalogVersion } = content;
  return contentVersion >= site.contentVersion && catalogVersion >= site.catalogVersion;
}

/** A place in the log as a number: `16/B374D848`, both parts hexadecimal (PostgreSQL 15, 8.20 pg_lsn Type). */
function asNumber(position: string | null | undefined): bigint | undefined {
  const [high, low] = position?.split("/") ?? [];
  return high === undefined || low === undefined ? undefined : (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
