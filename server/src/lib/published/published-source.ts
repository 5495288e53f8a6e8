import type { Clock } from "../../ports/clock.ts";
import { DatabaseUnavailable, sqlState, type Database, type Sql } from "../../ports/database.ts";
import { isAtLeast, unknownStock, type SiteVersions } from "../site.ts";

/** The source of published content: at least as new as the known version of the site. */
export interface PublishedSource {
  read<Content extends Partial<SiteVersions>>(site: SiteVersions, work: (sql: Sql) => Promise<Content>): Promise<Content>;
}

/** Reads everything from the primary. */
export function primaryOnly(sql: Sql): PublishedSource {
  return { read: (_site, work) => work(sql) };
}

export interface ReplicasOptions {
  primary: Database;
  replicas: readonly Database[];
  clock: Clock;
  /** Called when reads from a replica start or stop. */
  onChange(replica: string, isRead: boolean): void;
}

interface Replica {
  database: Database;
  /** It has all writes up to then. */
  completeUntilMs: number;
  isRead: boolean;
  looking: Promise<void> | undefined;
}

const lookEveryMs = 500;
/** A replica further behind is not read: it would rarely be as new as the site. */
const furthestBehindMs = 2_000;

/**
 * Reads from replicas that follow the primary with some delay, and yet never shows older content after newer: a response
 * carries the versions it was read at, and one that is behind the site's is read again from the primary. So is content that a replica
 * does not have, or cannot return. A poll twice a second decides which replicas are close enough.
 */
export class Replicas implements PublishedSource {
  readonly #options: ReplicasOptions;
  readonly #replicas: readonly Replica[];
  /** Where the primary's log ended, newest first. */
  readonly #positions: { atMs: number; position: bigint }[] = [];
  /** The timeline of the primary: another begins when a replica is promoted. */
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
        // A statement that times out there times out here as well.
        if (sqlState(error) === "57014") throw error;
        if (error instanceof DatabaseUnavailable) replica.completeUntilMs = -Infinity;
        // Any other error may come from an older state: a missing page, for example.
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

  /** Starts polling the replicas. Until then none is read. */
  start(): void {
    if (this.#replicas.length === 0) return;
    const again = () => {
      if (!this.#closed) this.#timer = setTimeout(() => void this.look().finally(again), lookEveryMs).unref();
    };
    void this.look().finally(again);
  }

  /** Polls how far the replicas are. Does not wait for one that is still busy with the last poll. */
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
      // Without the primary the lag is unknown: the last result holds until it is too old.
      return;
    }
    const looks = this.#replicas.map((replica) => (replica.looking ??= this.#lookAt(replica).finally(() => (replica.looking = undefined))));
    await Promise.race([Promise.allSettled(looks), new Promise((resolve) => setTimeout(resolve, lookEveryMs).unref())]);
  }

  /** The replicas may have followed an old primary further than the new one. */
  #beginTimeline(timeline: number): void {
    this.#timeline = timeline;
    this.#positions.length = 0;
    for (const replica of this.#replicas) replica.completeUntilMs = -Infinity;
  }

  async #lookAt(replica: Replica): Promise<void> {
    const { database: sql } = replica;
    try {
      // A promoted replica has a history of its own from then on; a follower shows it with its next restart point.
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
  // Nothing is known of the stock yet, not even how old it is in the replica: the first comes from the primary.
  if (content.stockVersion !== undefined && site.stockVersion === unknownStock) return false;
  return isAtLeast({ ...site, ...content }, site);
}

/** A place in the log as a number: `16/B374D848`, both parts hexadecimal (PostgreSQL 15, 8.20 pg_lsn Type). */
function asNumber(position: string | null | undefined): bigint | undefined {
  const [high, low] = position?.split("/") ?? [];
  return high === undefined || low === undefined ? undefined : (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
