import { LRUCache } from "lru-cache";
import type { Clock } from "../../../ports/clock.ts";
import type { Database } from "../../../ports/database.ts";
import { SharedRuns } from "../../../lib/published/shared-runs.ts";
import { isApiKeyForm } from "./api-key.ts";
import { readKey, readSite, type KeyAccess, type SiteRow } from "./read-key.ts";
import { readCurrent } from "./read-current.ts";
import { hasOldAddresses, type Held } from "./locked-site.ts";
import { ShownVersions } from "./shown-versions.ts";
import { siteOfRow, type SiteOptions } from "./site-of-row.ts";
import { SiteSlugs } from "./site-slugs.ts";
import {
  followChanges,
  readChanges,
  readStockVersions,
  risenParts,
  siteChangedChannel,
  wholeSite,
} from "../../../lib/published/site-changes.ts";
import { isAtLeast, isOlder, sameVersions, unknownStock, type Site, type SiteVersions } from "../../../lib/site.ts";

export interface SiteDirectoryOptions extends SiteOptions {
  sql: Database;
  clock: Clock;
  /** Evicts the cached responses of the site with these tags: they are out of date. */
  evict(siteId: string, tags: ReadonlySet<string>): void;
  onPollFailure?(error: unknown): void;
}

/** An entry stays valid while a poll that began less than this long ago found the site unchanged. */
const confirmedForMs = 1_000;
const pollEveryMs = 500;

/**
 * Sites by API key, cached in memory. A change to a site reaches every process within a second: the versions of all cached sites are polled
 * twice a second, a notification only speeds that up, and an entry that no poll has confirmed for a second is read anew. So a process that
 * is cut off from its database shows no old content; it shows none.
 *
 * When a version rose, the log says which cached responses are out of date. If it lacks a change, or the site itself changed, the site is
 * read anew and gets a new generation, which leaves all of its cached responses behind.
 */
export class SiteDirectory {
  readonly #options: SiteDirectoryOptions;
  readonly #sites = new LRUCache<string, Held>({ max: 10_000 });
  #generations = 0;
  readonly #keys = new LRUCache<string, KeyAccess & { held: Held }>({ max: 10_000 });
  readonly #slugs: SiteSlugs;
  readonly #shown = new ShownVersions();
  readonly #loading: SharedRuns<(KeyAccess & { held: Held }) | undefined>;
  readonly #loadingSites: SharedRuns<Held | undefined>;
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;
  #pollAgain: Promise<void> | undefined;
  #closed = false;
  #polls = 0;
  #failedPolls = 0;

  constructor(options: SiteDirectoryOptions) {
    this.#options = options;
    this.#slugs = new SiteSlugs(options.sql);
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

  /** The site with the slug, if it is cached and confirmed. Never waits. */
  peekBySlug(slug: string): Site | undefined {
    const held = this.#sites.get(this.#slugs.known(slug) ?? "");
    return held && this.#isCurrent(held) ? held.site : undefined;
  }

  /** The access of the key; undefined when it is unknown or revoked. */
  async find(presentedKey: string): Promise<KeyAccess | undefined> {
    if (!isApiKeyForm(presentedKey)) return undefined;
    const known = this.peek(presentedKey);
    if (known) return known;
    const load = () => this.#loading.run(presentedKey, () => this.#load(presentedKey));
    const access = await load();
    // It may have begun before this call, and before a newer version was shown. The next one cannot have.
    return access?.held.isBehind ? load() : access;
  }

  /** The site with the id: from a token, for example, which selects its site by itself. */
  async findSite(siteId: string): Promise<Site | undefined> {
    const held = this.#sites.get(siteId);
    if (held && this.#isCurrent(held)) return held.site;
    const load = () =>
      this.#loadingSites.run(siteId, async () => {
        const read = await this.#read(() => readSite(this.#options.sql, siteId));
        return read && this.#hold(read.row, read.beganAtMs);
      });
    const loaded = await load();
    return (loaded?.isBehind ? await load() : loaded)?.site;
  }

  /** The site with the slug, which never changes. Rejects with `unavailable` while too many new slugs are being looked up. */
  async findSiteBySlug(slug: string): Promise<Site | undefined> {
    const known = this.#slugs.known(slug);
    const site = known === undefined ? undefined : await this.findSite(known);
    if (site) return site;
    const id = await this.#slugs.find(slug);
    return id === undefined ? undefined : this.findSite(id);
  }

  /**
   * Call it with versions from a statement. Returns whether the site is at them, so that the response may be cached. When content or
   * catalogue are newer, the next request waits until the changes are known. Newer stock keeps nobody waiting: a shop sells all the time.
   */
  noticeVersions(site: Site, seen: Partial<SiteVersions>): boolean {
    const held = this.#sites.get(site.id);
    // Nothing that shows stock is cached yet, so the first version that is seen will do.
    if (held?.site.stockVersion === unknownStock && seen.stockVersion !== undefined) {
      held.site = { ...held.site, stockVersion: seen.stockVersion };
    }
    const { stockVersion, ...known } = held?.site ?? site;
    const versions: SiteVersions = {
      contentVersion: seen.contentVersion ?? known.contentVersion,
      catalogVersion: seen.catalogVersion ?? known.catalogVersion,
      stockVersion: seen.stockVersion ?? stockVersion,
    };
    // Also of a site that is held no more, or anew: the response is shown.
    this.#shown.note(site.id, { ...versions, stockVersion });
    if (!held) return false;
    if (this.#shown.isNewerThan(held.site)) held.isBehind = true;
    else if (versions.stockVersion > stockVersion) this.#followStock(held, versions);
    return held.site.generation === site.generation && sameVersions(held.site, versions);
  }

  /** In the background: what shows the stock is not cached until then. A failure leaves it to the next poll. */
  #followStock(held: Held, now: SiteVersions): void {
    if (held.isFollowed) return;
    held.isFollowed = true;
    void this.#follow([{ held, now }])
      .catch(() => undefined)
      .finally(() => (held.isFollowed = false));
  }

  /** Reads a site's row, and the version of its stock if that was ever shown: most sites are read before anybody looks at it. */
  #read<Row extends SiteRow>(read: () => Promise<Row | undefined>) {
    const { sql, clock } = this.#options;
    const hasStock = (id: string) =>
      [this.#shown.of(id), this.#sites.get(id)?.site].some((known) => (known?.stockVersion ?? unknownStock) !== unknownStock);
    return readCurrent({ sql, clock, shown: this.#shown, hasStock }, read);
  }

  #isCurrent(held: Held): boolean {
    const { clock, sql } = this.#options;
    if (this.#sites.get(held.site.id) !== held || held.isBehind || hasOldAddresses(held, clock)) return false;
    // While a transaction of ours has the database to itself no poll can run, and none could see a change.
    return clock.monotonicMs() - held.confirmedAtMs < confirmedForMs || sql.isHeldExclusively();
  }

  async #load(presentedKey: string): Promise<(KeyAccess & { held: Held }) | undefined> {
    const read = await this.#read(() => readKey(this.#options.sql, presentedKey));
    if (!read) {
      this.#keys.delete(presentedKey);
      return undefined;
    }
    const { row, beganAtMs } = read;
    const held = await this.#hold(row, beganAtMs);
    const readRate = row.readLimit === null ? undefined : { perSecond: row.readLimit, burst: row.readLimit * 10 };
    const access = {
      keyId: row.keyId,
      readRate,
      held,
      get site() {
        return held.site;
      },
    };
    this.#keys.set(presentedKey, access);
    return access;
  }

  /** The cached site, brought to the state of the row that was just read. */
  async #hold(row: SiteRow & SiteVersions, beganAtMs: number): Promise<Held> {
    let held = this.#sites.get(row.id);
    if (held?.site.stockVersion === unknownStock && row.stockVersion !== unknownStock) {
      held.site = { ...held.site, stockVersion: row.stockVersion };
    }
    // A row older than all that was shown: the database was restored to an earlier state. Otherwise the site was followed meanwhile.
    if (held && isOlder(row, held.site) && !this.#shown.isNewerThan(row)) held = undefined;
    else if (held && !isAtLeast(held.site, row)) {
      await this.#follow([{ held, now: row }]);
      held = this.#sites.get(row.id);
    }
    if (held && hasOldAddresses(held, this.#options.clock)) held = undefined;
    // A second key of an unchanged site must not make a new generation of it.
    if (held && isAtLeast(held.site, row)) held.confirmedAtMs = Math.max(held.confirmedAtMs, beganAtMs);
    else
      held = {
        site: siteOfRow(row, (this.#generations += 1), this.#options),
        confirmedAtMs: beganAtMs,
        isBehind: false,
        isFollowed: false,
      };
    // Newer versions may have been shown meanwhile, or those that were are lost.
    held.isBehind = this.#shown.isNewerThan(held.site);
    this.#sites.set(row.id, held);
    this.#shown.note(row.id, held.site);
    return held;
  }

  /**
   * Evicts what the changes up to newer states made out of date, and brings the sites to these states; drops those of which a change is
   * missing from the log, or whose settings changed.
   */
  async #follow(risen: readonly { held: Held; now: SiteVersions }[]): Promise<void> {
    const known = risen.flatMap(({ held: { site }, now }) => risenParts(site.id, site, now));
    const changes = await readChanges(this.#options.sql, known);
    // Nothing is waited for from here on: the cached responses and the site's versions change together.
    for (const { held, now } of risen) {
      const { site } = held;
      if (this.#sites.get(site.id) !== held) continue;
      const followed = followChanges(site, changes.get(site.id) ?? []);
      if (!followed || followed.tags.has(wholeSite) || !isAtLeast(followed.versions, now)) {
        this.#sites.delete(site.id);
        continue;
      }
      this.#options.evict(site.id, followed.tags);
      held.site = { ...site, ...followed.versions };
      this.#shown.note(site.id, followed.versions);
      held.isBehind = this.#shown.isNewerThan(held.site);
    }
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
    const asked = [...this.#sites.values()].map((held) => ({ held, site: held.site }));
    if (this.#closed || asked.length === 0) return;
    this.#polls += 1;
    const beganAtMs = clock.monotonicMs();
    const rows = await sql<{ id: string; contentVersion: number; catalogVersion: number }>`
      select id, content_version::float8 as "contentVersion", catalog_version::float8 as "catalogVersion"
      from sites where id = any (${asked.map(({ site }) => site.id)}::uuid[])`;
    const shopIds = new Set(asked.filter(({ held }) => held.site.stockVersion !== unknownStock).map(({ site }) => site.id));
    const stocks = shopIds.size > 0 ? await readStockVersions(sql, [...shopIds]) : new Map<string, number>();
    const versions = new Map(rows.map((row) => [row.id, row]));
    const risen: { held: Held; now: SiteVersions }[] = [];
    for (const { held, site } of asked) {
      const { id, stockVersion } = held.site;
      if (this.#sites.get(id) !== held) continue;
      const row = versions.get(id);
      const now = row && { ...row, stockVersion: shopIds.has(id) ? (stocks.get(id) ?? 0) : stockVersion };
      // A site that is not there any more, or was restored to an earlier state, is read anew.
      if (!now || !isAtLeast(now, site)) this.#sites.delete(id);
      // A request may have seen more than this poll, and the site was followed to that.
      else if (isAtLeast(held.site, now)) held.confirmedAtMs = Math.max(held.confirmedAtMs, beganAtMs);
      else risen.push({ held, now });
    }
    if (risen.length === 0) return;
    await this.#follow(risen);
    for (const { held } of risen) held.confirmedAtMs = Math.max(held.confirmedAtMs, beganAtMs);
  }
}
