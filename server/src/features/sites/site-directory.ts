import { LRUCache } from "lru-cache";
import type { Clock } from "../../ports/clock.ts";
import type { Database } from "../../ports/database.ts";
import { isLoopbackOrigin, originRule } from "../../lib/http/origin.ts";
import { SharedRuns } from "../../lib/published/shared-runs.ts";
import type { Rate } from "../../lib/limits/token-bucket.ts";
import { Turns } from "../../lib/limits/turns.ts";
import { isApiKeyForm } from "./api-key.ts";
import { readKey, readSite, readSiteId, type SiteRow } from "./read-key.ts";
import type { Site, SiteVersions } from "../../lib/site.ts";

/** Sent with a site's id by every transaction that raises one of its versions. */
export const siteChangedChannel = "vitrine_site_changed";

/** The access of a presented API key. */
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
  /** On a development machine: any port of localhost is allowed as well. */
  allowLoopbackOrigins: boolean;
  onPollFailure?(error: unknown): void;
}

/** An entry stays valid while a poll that began less than this long ago found the site unchanged. */
const confirmedForMs = 1_000;
const pollEveryMs = 500;
/** Strangers can request any slug: for any number of unknown slugs, the database keeps time for the other sites. */
const slugLookups = { atOnce: 2, maxWaiting: 200, refusal: "Too many sites are looked up." };

interface Held {
  site: Site;
  /** The start of the last statement that showed this state to be the current one. */
  confirmedAtMs: number;
}

/**
 * Sites by API key, cached in memory. A change to a site reaches every process within a second: the versions of all cached sites are polled
 * twice a second, a notification only speeds that up, and an entry that no poll has confirmed for a second is read anew. So a process that
 * is cut off from its database shows no old content; it shows none.
 */
export class SiteDirectory {
  readonly #options: SiteDirectoryOptions;
  readonly #sites = new LRUCache<string, Held>({ max: 10_000 });
  readonly #keys = new LRUCache<string, KeyAccess & { held: Held }>({ max: 10_000 });
  readonly #idsBySlug = new LRUCache<string, string>({ max: 10_000 });
  /** The newest versions of each site that any client may have seen. */
  readonly #shown = new LRUCache<string, SiteVersions>({ max: 10_000 });
  readonly #loading: SharedRuns<KeyAccess | undefined>;
  readonly #loadingSites: SharedRuns<Site | undefined>;
  readonly #slugLookups = new Turns(slugLookups);
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;
  #pollAgain: Promise<void> | undefined;
  #closed = false;
  #polls = 0;
  #failedPolls = 0;

  constructor(options: SiteDirectoryOptions) {
    this.#options = options;
    this.#loading = new SharedRuns(options.clock);
    this.#loadingSites = new SharedRuns(options.clock);
  }

  /** Starts polling. Before that, and without it, every entry is read anew after a second. */
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

  /** The number of cached sites, and of polls since the start. */
  counts(): { sites: number; polls: number; failedPolls: number } {
    return { sites: this.#sites.size, polls: this.#polls, failedPolls: this.#failedPolls };
  }

  /** The access of the key, if it is cached and confirmed. Never waits. */
  peek(presentedKey: string): KeyAccess | undefined {
    const access = this.#keys.get(presentedKey);
    return access && this.#isCurrent(access.held) ? access : undefined;
  }

  /** The access of the key; undefined when it is unknown or revoked. */
  async find(presentedKey: string): Promise<KeyAccess | undefined> {
    if (!isApiKeyForm(presentedKey)) return undefined;
    return this.peek(presentedKey) ?? (await this.#loading.run(presentedKey, () => this.#load(presentedKey)));
  }

  /** The site with the id: from a token, for example, which selects its site by itself. */
  async findSite(siteId: string): Promise<Site | undefined> {
    const held = this.#sites.get(siteId);
    if (held && this.#isCurrent(held)) return held.site;
    return this.#loadingSites.run(siteId, async () => {
      const read = await this.#readCurrent(() => readSite(this.#options.sql, siteId));
      return read && this.#hold(read.row, read.beganAtMs).site;
    });
  }

  /** The site with the slug, which never changes. Rejects with `unavailable` while too many new slugs are being looked up. */
  async findSiteBySlug(slug: string): Promise<Site | undefined> {
    const known = this.#idsBySlug.get(slug);
    const site = known === undefined ? undefined : await this.findSite(known);
    if (site) return site;
    const id = await this.#slugLookups.run("", () => readSiteId(this.#options.sql, slug));
    if (id === undefined) return undefined;
    this.#idsBySlug.set(slug, id);
    return this.findSite(id);
  }

  /** Call it with versions from a statement: when they differ from the cached ones, the site is read anew. */
  noticeVersions(site: Site, { contentVersion = site.contentVersion, catalogVersion = site.catalogVersion }: Partial<SiteVersions>): void {
    const versions = { contentVersion, catalogVersion };
    if (sameVersions(site, versions)) return;
    this.#noteShown(site.id, versions);
    if (this.#sites.get(site.id)?.site === site) this.#sites.delete(site.id);
  }

  #noteShown(siteId: string, { contentVersion, catalogVersion }: SiteVersions): void {
    const before = this.#shown.get(siteId) ?? { contentVersion, catalogVersion };
    this.#shown.set(siteId, {
      contentVersion: Math.max(before.contentVersion, contentVersion),
      catalogVersion: Math.max(before.catalogVersion, catalogVersion),
    });
  }

  /**
   * The row, and the start of its read. It is read once more if it is older than the version shown meanwhile: a site must not go back. If
   * it is still older, it comes from a promoted copy of the database, and is true from now on.
   */
  async #readCurrent<Row extends SiteRow>(read: () => Promise<Row | undefined>): Promise<{ row: Row; beganAtMs: number } | undefined> {
    const { clock } = this.#options;
    let beganAtMs = clock.monotonicMs();
    let row = await read();
    if (row && this.#isOlderThanShown(row)) {
      beganAtMs = clock.monotonicMs();
      row = await read();
      if (row && this.#isOlderThanShown(row)) this.#shown.delete(row.id);
    }
    return row && { row, beganAtMs };
  }

  #isOlderThanShown({ id, contentVersion, catalogVersion }: SiteRow): boolean {
    const shown = this.#shown.get(id);
    return shown !== undefined && (contentVersion < shown.contentVersion || catalogVersion < shown.catalogVersion);
  }

  #isCurrent(held: Held): boolean {
    const { clock, sql } = this.#options;
    if (this.#sites.get(held.site.id) !== held) return false;
    // While a transaction of ours has the database to itself no poll can run, and none could see a change.
    return clock.monotonicMs() - held.confirmedAtMs < confirmedForMs || sql.isHeldExclusively();
  }

  async #load(presentedKey: string): Promise<KeyAccess | undefined> {
    const read = await this.#readCurrent(() => readKey(this.#options.sql, presentedKey));
    if (!read) {
      this.#keys.delete(presentedKey);
      return undefined;
    }
    const { row, beganAtMs } = read;
    const held = this.#hold(row, beganAtMs);
    const readRate = row.readLimit === null ? undefined : { perSecond: row.readLimit, burst: row.readLimit * 10 };
    const access = { keyId: row.keyId, site: held.site, readRate, held };
    this.#keys.set(presentedKey, access);
    return access;
  }

  #hold({ allowedOrigins, ...row }: SiteRow, beganAtMs: number): Held {
    const known = this.#sites.get(row.id);
    // Sites are compared by identity, so a second key of an unchanged site must get the very same object.
    const held =
      known && sameVersions(known.site, row)
        ? Object.assign(known, { confirmedAtMs: Math.max(known.confirmedAtMs, beganAtMs) })
        : { site: this.#siteOf(row, allowedOrigins), confirmedAtMs: beganAtMs };
    this.#sites.set(row.id, held);
    this.#noteShown(row.id, row);
    return held;
  }

  #siteOf(
    { id, slug, name, defaultLocale, locales, currency, storefrontUrl, suspended, ...versions }: Omit<SiteRow, "allowedOrigins">,
    allowedOrigins: readonly string[],
  ): Site {
    const { globalOrigins, allowLoopbackOrigins } = this.#options;
    const allowed = [...allowedOrigins, ...globalOrigins];
    const matches = originRule(allowed);
    // A host may contain an asterisk: a wildcard is not the origin that it looks like.
    const exact = new Set(allowed.filter((origin) => !origin.includes("*")));
    return {
      ...{ id, slug, name, defaultLocale, locales: Object.freeze(locales), currency, storefrontUrl, suspended },
      contentVersion: versions.contentVersion,
      catalogVersion: versions.catalogVersion,
      allowsOrigin: allowLoopbackOrigins ? (origin) => matches(origin) || isLoopbackOrigin(origin) : matches,
      allowsLink: (origin) => exact.has(origin) || (allowLoopbackOrigins && isLoopbackOrigin(origin)),
    };
  }

  /** Polls the versions of all cached sites. A call during a poll waits for the next one, which then serves all waiting callers. */
  poll(): Promise<void> {
    if (this.#polling) {
      this.#pollAgain ??= this.#polling.then(() => {
        this.#pollAgain = undefined;
        return this.poll();
      });
      return this.#pollAgain;
    }
    this.#polling = this.#pollOnce()
      .catch((error: unknown) => {
        this.#failedPolls += 1;
        this.#options.onPollFailure?.(error);
      })
      .finally(() => (this.#polling = undefined));
    return this.#polling;
  }

  async #pollOnce(): Promise<void> {
    const { sql, clock } = this.#options;
    const asked = [...this.#sites.values()];
    if (this.#closed || asked.length === 0) return;
    this.#polls += 1;
    const beganAtMs = clock.monotonicMs();
    const rows = await sql<{ id: string } & SiteVersions>`
      select id, content_version::float8 as "contentVersion", catalog_version::float8 as "catalogVersion"
      from sites where id = any (${asked.map(({ site }) => site.id)}::uuid[])`;
    const versions = new Map(rows.map((row) => [row.id, row]));
    for (const held of asked) {
      const now = versions.get(held.site.id);
      if (now && sameVersions(held.site, now)) held.confirmedAtMs = Math.max(held.confirmedAtMs, beganAtMs);
      else if (this.#sites.get(held.site.id) === held) this.#sites.delete(held.site.id);
    }
  }
}

function sameVersions(a: SiteVersions, b: SiteVersions): boolean {
  return a.contentVersion === b.contentVersion && a.catalogVersion === b.catalogVersion;
}
