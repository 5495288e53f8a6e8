import { LRUCache } from "lru-cache";
import type { Clock } from "../../ports/clock.ts";
import type { Database } from "../../ports/database.ts";
import { isLoopbackOrigin, originRule } from "../../lib/origin.ts";
import { SharedRuns } from "../../lib/shared-runs.ts";
import type { Rate } from "../../lib/token-bucket.ts";
import { isApiKeyForm } from "./api-key.ts";
import { readKey, type SiteRow } from "./read-key.ts";
import type { Site } from "../../lib/site.ts";

/** Sent with a site's id by every transaction that raises one of its versions. */
export const siteChangedChannel = "vitrine_site_changed";

/** What a presented API key gives access to. */
export interface KeyAccess {
  readonly keyId: string;
  readonly site: Site;
  /** A read limit of the key's own, in place of the one per client address. */
  readonly readRate: Rate | undefined;
}

export interface SiteDirectoryOptions {
  sql: Database;
  clock: Clock;
  /** Allowed for every site, in canonical form. */
  globalOrigins: readonly string[];
  /** Where people develop: any port of localhost is allowed as well. */
  allowLoopbackOrigins: boolean;
  onPollFailure?(error: unknown): void;
}

/** Kept while a poll that began less than this long ago found the site unchanged. */
const confirmedForMs = 1_000;
const pollEveryMs = 500;

interface Held {
  site: Site;
  /** When the statement began that last showed this state to be the current one. */
  confirmedAtMs: number;
}

/**
 * Sites by API key, held in memory. A change to a site reaches every process within a second: the versions of all held
 * sites are polled twice a second, a notification only hastens that, and what no poll has confirmed for a second is
 * read anew. So a process that is cut off from its database shows nothing old; it shows nothing.
 */
export class SiteDirectory {
  readonly #options: SiteDirectoryOptions;
  readonly #sites = new LRUCache<string, Held>({ max: 10_000 });
  readonly #keys = new LRUCache<string, KeyAccess & { held: Held }>({ max: 10_000 });
  readonly #loading: SharedRuns<KeyAccess | undefined>;
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;
  #pollAgain: Promise<void> | undefined;
  #closed = false;

  constructor(options: SiteDirectoryOptions) {
    this.#options = options;
    this.#loading = new SharedRuns(options.clock);
  }

  /** Begins to poll. Until then, and without it, everything is read anew after a second. */
  async start(): Promise<void> {
    await this.#options.sql.listen(siteChangedChannel, (siteId) => {
      if (this.#sites.has(siteId)) void this.poll();
    });
    const again = () => {
      if (!this.#closed) this.#timer = setTimeout(() => void this.poll().finally(again), pollEveryMs).unref();
    };
    again();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#polling;
  }

  /** What the key gives access to, if that is known here and confirmed. Never waits. */
  peek(presentedKey: string): KeyAccess | undefined {
    const access = this.#keys.get(presentedKey);
    return access && this.#isCurrent(access.held) ? access : undefined;
  }

  /** What the key gives access to; undefined when it is unknown or revoked. */
  async find(presentedKey: string): Promise<KeyAccess | undefined> {
    if (!isApiKeyForm(presentedKey)) return undefined;
    return this.peek(presentedKey) ?? (await this.#loading.run(presentedKey, () => this.#load(presentedKey)));
  }

  /** Called with a version that a statement saw: when it is not the held one, the site is read anew. */
  noticeVersion(site: Site, contentVersion: number): void {
    if (contentVersion !== site.contentVersion && this.#sites.get(site.id)?.site === site) this.#sites.delete(site.id);
  }

  #isCurrent(held: Held): boolean {
    const { clock, sql } = this.#options;
    if (this.#sites.get(held.site.id) !== held) return false;
    // While a transaction of ours has the database to itself no poll gets through, and none could see a change.
    return clock.monotonicMs() - held.confirmedAtMs < confirmedForMs || sql.isHeldExclusively();
  }

  async #load(presentedKey: string): Promise<KeyAccess | undefined> {
    const { sql, clock } = this.#options;
    const beganAtMs = clock.monotonicMs();
    const row = await readKey(sql, presentedKey);
    if (!row) {
      this.#keys.delete(presentedKey);
      return undefined;
    }
    const known = this.#sites.get(row.id);
    // Sites are told apart by identity, so a second key of an unchanged site must get the very same object.
    const held =
      known?.site.contentVersion === row.contentVersion
        ? Object.assign(known, { confirmedAtMs: Math.max(known.confirmedAtMs, beganAtMs) })
        : { site: this.#siteOf(row), confirmedAtMs: beganAtMs };
    this.#sites.set(row.id, held);
    const readRate = row.readLimit === null ? undefined : { perSecond: row.readLimit, burst: row.readLimit * 10 };
    const access = { keyId: row.keyId, site: held.site, readRate, held };
    this.#keys.set(presentedKey, access);
    return access;
  }

  #siteOf({ allowedOrigins, ...row }: SiteRow): Site {
    const { globalOrigins, allowLoopbackOrigins } = this.#options;
    const matches = originRule([...allowedOrigins, ...globalOrigins]);
    return {
      ...row,
      locales: Object.freeze(row.locales),
      allowsOrigin: allowLoopbackOrigins ? (origin) => matches(origin) || isLoopbackOrigin(origin) : matches,
    };
  }

  /** Asks for the versions of all held sites. A call during a poll waits for the next one, which then serves all that wait. */
  poll(): Promise<void> {
    if (this.#polling) {
      this.#pollAgain ??= this.#polling.then(() => {
        this.#pollAgain = undefined;
        return this.poll();
      });
      return this.#pollAgain;
    }
    this.#polling = this.#pollOnce()
      .catch((error: unknown) => this.#options.onPollFailure?.(error))
      .finally(() => (this.#polling = undefined));
    return this.#polling;
  }

  async #pollOnce(): Promise<void> {
    const { sql, clock } = this.#options;
    const asked = [...this.#sites.values()];
    if (this.#closed || asked.length === 0) return;
    const beganAtMs = clock.monotonicMs();
    const rows = await sql<{ id: string; contentVersion: number }>`
      select id, content_version::float8 as "contentVersion" from sites where id = any (${asked.map(({ site }) => site.id)}::uuid[])`;
    const versions = new Map(rows.map(({ id, contentVersion }) => [id, contentVersion]));
    for (const held of asked) {
      const unchanged = versions.get(held.site.id) === held.site.contentVersion;
      if (unchanged) held.confirmedAtMs = Math.max(held.confirmedAtMs, beganAtMs);
      else if (this.#sites.get(held.site.id) === held) this.#sites.delete(held.site.id);
    }
  }
}
