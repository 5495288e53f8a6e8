import { LRUCache } from "lru-cache";
import type { Clock } from "../../../ports/clock.ts";
import type { Database } from "../../../ports/database.ts";
import { SharedRuns } from "../../../lib/published/shared-runs.ts";
import { isApiKeyForm } from "./api-key.ts";
import { readKey, readSite, type KeyAccess, type SiteRow } from "./read-key.ts";
import { readCurrent } from "./read-current.ts";
import { hasOldAddresses, type CachedSite } from "./cached-site.ts";
import { ShownVersions } from "./shown-versions.ts";
import { SiteHosts, type ApiHost } from "./site-hosts.ts";
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
 * Sites by API key, cached in memory. A change to a site reaches every process within a second: the versions of cached sites are polled
 * twice a second, a notification only speeds that up, and an entry that no poll has confirmed for a second is read anew. So a process that
 * is cut off from its database shows no old content; it shows none.
 *
 * On Citus, one node that fails makes the poll of all sites fail. The polls that follow leave each site out until a request has read it anew,
 * which no site of that node can. So one failure costs each site in use one statement, and other sites stay in memory.
 *
 * When a version rose, the log says which cached responses are out of date. If it lacks a change, or the site itself changed, the site is
 * read anew and gets a new generation, which leaves all of its cached responses behind.
 */
export class SiteDirectory {
  readonly #options: SiteDirectoryOptions;
  readonly #sites = new LRUCache<string, CachedSite>({ max: 10_000 });
  #generations = 0;
  readonly #keys = new LRUCache<string, KeyAccess & { cachedSite: CachedSite }>({ max: 10_000 });
  readonly #slugs: SiteSlugs;
  readonly hosts: SiteHosts;
  readonly #shown = new ShownVersions();
  readonly #loading: SharedRuns<(KeyAccess & { cachedSite: CachedSite }) | undefined>;
  readonly #loadingSites: SharedRuns<CachedSite | undefined>;
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;
  #pollAgain: Promise<void> | undefined;
  #closed = false;
  #polls = 0;
  #failedPolls = 0;

  constructor(options: SiteDirectoryOptions) {
    this.#options = options;
    this.#slugs = new SiteSlugs(options.sql);
    this.hosts = new SiteHosts(options.sql);
    this.#loading = new SharedRuns(options.clock);
    this.#loadingSites = new SharedRuns(options.clock);
  }

  /** Starts polling. Before that, and without it, every entry is read anew after a second. */
  async start(): Promise<void> {
    await this.hosts.start();
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
    this.hosts.close();
    await this.#polling;
  }

  /** The number of cached sites, and of polls since the start. */
  counts(): { sites: number; polls: number; failedPolls: number } {
    return { sites: this.#sites.size, polls: this.#polls, failedPolls: this.#failedPolls };
  }

  /** The access of the key, if it is cached and confirmed. Never waits. */
  peek(presentedKey: string): KeyAccess | undefined {
    const access = this.#keys.get(presentedKey);
    return access && this.#isCurrent(access.cachedSite) ? access : undefined;
  }

  /** The site with the slug, if it is cached and confirmed. Never waits. */
  peekBySlug(slug: string): Site | undefined {
    const cachedSite = this.#sites.get(this.#slugs.peek(slug) ?? "");
    return cachedSite && this.#isCurrent(cachedSite) ? cachedSite.site : undefined;
  }

  /** The site of the host, if it is cached and confirmed. Never waits. */
  peekByHost({ name, siteId }: ApiHost): Site | undefined {
    const cachedSite = this.#sites.get(siteId);
    return cachedSite && this.#isCurrent(cachedSite) && cachedSite.site.apiHosts.includes(name) ? cachedSite.site : undefined;
  }

  /** The site of the host; undefined if the host is not the site's any more, or the site was deleted. */
  async findByHost({ name, siteId }: ApiHost): Promise<Site | undefined> {
    const site = await this.findSite(siteId);
    return site?.apiHosts.includes(name) ? site : undefined;
  }

  /** The access of the key; undefined when it is unknown or revoked. */
  async find(presentedKey: string): Promise<KeyAccess | undefined> {
    if (!isApiKeyForm(presentedKey)) return undefined;
    const cachedAccess = this.peek(presentedKey);
    if (cachedAccess) return cachedAccess;
    const load = () => this.#loading.run(presentedKey, () => this.#load(presentedKey));
    const access = await load();
    // It may have begun before this call, and before a newer version was shown. The next one cannot have.
    return access?.cachedSite.isBehind ? load() : access;
  }

  /** The site with the id: from a token, for example, which selects its site by itself. */
  async findSite(siteId: string): Promise<Site | undefined> {
    const cachedSite = this.#sites.get(siteId);
    if (cachedSite && this.#isCurrent(cachedSite)) return cachedSite.site;
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
    const knownId = this.#slugs.peek(slug);
    const site = knownId === undefined ? undefined : await this.findSite(knownId);
    if (site) return site;
    const id = await this.#slugs.find(slug);
    return id === undefined ? undefined : this.findSite(id);
  }

  /**
   * Call it with versions from a statement. Returns whether the site is at them, so that the response may be cached. When content or
   * catalogue are newer, the next request waits until the changes are known. Newer stock keeps nobody waiting: a shop sells all the time.
   */
  noticeVersions(site: Site, seen: Partial<SiteVersions>): boolean {
    const cachedSite = this.#sites.get(site.id);
    // Nothing that shows stock is cached yet, so the first version that is seen will do.
    if (cachedSite?.site.stockVersion === unknownStock && seen.stockVersion !== undefined) {
      cachedSite.site = { ...cachedSite.site, stockVersion: seen.stockVersion };
    }
    const { stockVersion, ...knownVersions } = cachedSite?.site ?? site;
    const versions: SiteVersions = {
      contentVersion: seen.contentVersion ?? knownVersions.contentVersion,
      catalogVersion: seen.catalogVersion ?? knownVersions.catalogVersion,
      stockVersion: seen.stockVersion ?? stockVersion,
    };
    // Also of a site that is no longer cached, or was read anew: the response is shown.
    this.#shown.note(site.id, { ...versions, stockVersion });
    if (!cachedSite) return false;
    if (this.#shown.isNewerThan(cachedSite.site)) cachedSite.isBehind = true;
    else if (versions.stockVersion > stockVersion) this.#followStock(cachedSite, versions);
    return cachedSite.site.generation === site.generation && sameVersions(cachedSite.site, versions);
  }

  /** In the background: what shows the stock is not cached until then. A failure leaves it to the next poll. */
  #followStock(cachedSite: CachedSite, now: SiteVersions): void {
    if (cachedSite.isFollowed) return;
    cachedSite.isFollowed = true;
    void this.#follow([{ cachedSite, now }])
      .catch(() => undefined)
      .finally(() => (cachedSite.isFollowed = false));
  }

  /** Reads a site's row, and the version of its stock if that was ever shown: most sites are read before anybody looks at it. */
  #read<Row extends SiteRow>(read: () => Promise<Row | undefined>) {
    const { sql, clock } = this.#options;
    const hasStock = (id: string) =>
      [this.#shown.of(id), this.#sites.get(id)?.site].some((versions) => (versions?.stockVersion ?? unknownStock) !== unknownStock);
    return readCurrent({ sql, clock, shownVersions: this.#shown, hasStock }, read);
  }

  #isCurrent(cachedSite: CachedSite): boolean {
    const { clock, sql } = this.#options;
    if (this.#sites.get(cachedSite.site.id) !== cachedSite || cachedSite.isBehind || hasOldAddresses(cachedSite, clock)) return false;
    // While a transaction of ours has the database to itself no poll can run, and none could see a change.
    return clock.monotonicMs() - cachedSite.confirmedAtMs < confirmedForMs || sql.isHeldExclusively();
  }

  async #load(presentedKey: string): Promise<(KeyAccess & { cachedSite: CachedSite }) | undefined> {
    const read = await this.#read(() => readKey(this.#options.sql, presentedKey));
    if (!read) {
      this.#keys.delete(presentedKey);
      return undefined;
    }
    const { row, beganAtMs } = read;
    const cachedSite = await this.#hold(row, beganAtMs);
    const readRate = row.readLimit === null ? undefined : { perSecond: row.readLimit, burst: row.readLimit * 10 };
    const access = {
      keyId: row.keyId,
      readRate,
      cachedSite,
      get site() {
        return cachedSite.site;
      },
    };
    this.#keys.set(presentedKey, access);
    return access;
  }

  /** The cached site, brought to the state of the row that was just read. */
  async #hold(row: SiteRow & SiteVersions, beganAtMs: number): Promise<CachedSite> {
    let cachedSite = this.#sites.get(row.id);
    if (cachedSite?.site.stockVersion === unknownStock && row.stockVersion !== unknownStock) {
      cachedSite.site = { ...cachedSite.site, stockVersion: row.stockVersion };
    }
    // A row older than all that was shown: the database was restored to an earlier state. Otherwise the site was followed meanwhile.
    if (cachedSite && isOlder(row, cachedSite.site) && !this.#shown.isNewerThan(row)) cachedSite = undefined;
    else if (cachedSite && !isAtLeast(cachedSite.site, row)) {
      await this.#follow([{ cachedSite, now: row }]);
      cachedSite = this.#sites.get(row.id);
    }
    if (cachedSite && hasOldAddresses(cachedSite, this.#options.clock)) cachedSite = undefined;
    // A second key of an unchanged site must not make a new generation of it.
    if (cachedSite && isAtLeast(cachedSite.site, row)) cachedSite.confirmedAtMs = Math.max(cachedSite.confirmedAtMs, beganAtMs);
    else
      cachedSite = {
        site: siteOfRow(row, (this.#generations += 1), this.#options),
        confirmedAtMs: beganAtMs,
        isBehind: false,
        isPolled: true,
        isFollowed: false,
      };
    cachedSite.isPolled = true;
    // Newer versions may have been shown meanwhile, or those that were are lost.
    cachedSite.isBehind = this.#shown.isNewerThan(cachedSite.site);
    this.#sites.set(row.id, cachedSite);
    this.#shown.note(row.id, cachedSite.site);
    return cachedSite;
  }

  /**
   * Evicts what the changes up to newer states made out of date, and brings the sites to these states; drops those of which a change is
   * missing from the log, or whose settings changed.
   */
  async #follow(risen: readonly { cachedSite: CachedSite; now: SiteVersions }[]): Promise<void> {
    const knownParts = risen.flatMap(({ cachedSite: { site }, now }) => risenParts(site.id, site, now));
    const changes = await readChanges(this.#options.sql, knownParts);
    // Nothing is waited for from here on: the cached responses and the site's versions change together.
    for (const { cachedSite, now } of risen) {
      const { site } = cachedSite;
      if (this.#sites.get(site.id) !== cachedSite) continue;
      const followed = followChanges(site, changes.get(site.id) ?? []);
      if (!followed || followed.tags.has(wholeSite) || !isAtLeast(followed.versions, now)) {
        this.#sites.delete(site.id);
        continue;
      }
      this.#options.evict(site.id, followed.tags);
      cachedSite.site = { ...site, ...followed.versions };
      this.#shown.note(site.id, followed.versions);
      cachedSite.isBehind = this.#shown.isNewerThan(cachedSite.site);
    }
  }

  /** Polls the versions of cached sites. A call during a poll waits for the next one, which then serves all waiting callers. */
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
    const asked = [...this.#sites.values()].filter(({ isPolled }) => isPolled).map((cachedSite) => ({ cachedSite, site: cachedSite.site }));
    if (this.#closed || asked.length === 0) return;
    this.#polls += 1;
    const beganAtMs = clock.monotonicMs();
    await this.#pollSites(asked, beganAtMs).catch(async (error: unknown) => {
      // If the whole database fails, this does, and the next poll is of all sites again.
      await sql`select`;
      for (const { cachedSite } of asked) if (cachedSite.confirmedAtMs <= beganAtMs) cachedSite.isPolled = false;
      throw error;
    });
  }

  async #pollSites(asked: readonly { cachedSite: CachedSite; site: Site }[], beganAtMs: number): Promise<void> {
    const { sql } = this.#options;
    const rows = await sql<{ id: string; contentVersion: number; catalogVersion: number }>`
      select site_id as id, content_version::float8 as "contentVersion", catalog_version::float8 as "catalogVersion"
      from site_versions where site_id = any (${asked.map(({ site }) => site.id)}::uuid[])`;
    const shopIds = new Set(asked.filter(({ cachedSite }) => cachedSite.site.stockVersion !== unknownStock).map(({ site }) => site.id));
    const stocks = shopIds.size > 0 ? await readStockVersions(sql, [...shopIds]) : new Map<string, number>();
    const versions = new Map(rows.map((row) => [row.id, row]));
    const risen: { cachedSite: CachedSite; now: SiteVersions }[] = [];
    for (const { cachedSite, site } of asked) {
      const { id, stockVersion } = cachedSite.site;
      if (this.#sites.get(id) !== cachedSite) continue;
      const row = versions.get(id);
      const now = row && { ...row, stockVersion: shopIds.has(id) ? (stocks.get(id) ?? 0) : stockVersion };
      // A site that is not there any more, or was restored to an earlier state, is read anew.
      if (!now || !isAtLeast(now, site)) this.#sites.delete(id);
      // A request may have seen more than this poll, and the site was followed to that.
      else if (isAtLeast(cachedSite.site, now)) cachedSite.confirmedAtMs = Math.max(cachedSite.confirmedAtMs, beganAtMs);
      else risen.push({ cachedSite, now });
    }
    if (risen.length === 0) return;
    await this.#follow(risen);
    for (const { cachedSite } of risen) cachedSite.confirmedAtMs = Math.max(cachedSite.confirmedAtMs, beganAtMs);
  }
}
