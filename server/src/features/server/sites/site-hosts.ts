import type { Database } from "../../../ports/database.ts";

/** Sent by each transaction that changes the hosts of a site. */
export const hostsChangedChannel = "vitrine_hosts_changed";

const readEveryMs = 500;

/** A host at which a site answers published reads to everybody. */
export interface ApiHost {
  /** In canonical form. */
  name: string;
  siteId: string;
}

/**
 * The hosts of all sites, in memory: each request is compared with them, and a stranger may name any host. They are read twice a second, and at once after a
 * notification. Where that fails, the last ones stay: the site itself says whether the host is still its own.
 */
export class SiteHosts {
  readonly #sql: Database;
  #siteIds: ReadonlyMap<string, string> = new Map();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(sql: Database) {
    this.#sql = sql;
  }

  async start(): Promise<void> {
    await this.#sql.listen(hostsChangedChannel, () => void this.#tryToRead());
    await this.read();
    const again = () => {
      if (!this.#closed) this.#timer = setTimeout(() => void this.#tryToRead().finally(again), readEveryMs).unref();
    };
    again();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  async read(): Promise<void> {
    const rows = await this.#sql<{ host: string; siteId: string }>`select host, site_id as "siteId" from site_hosts`;
    this.#siteIds = new Map(rows.map(({ host, siteId }) => [host, siteId]));
  }

  async #tryToRead(): Promise<void> {
    if (!this.#closed) await this.read().catch(() => undefined);
  }

  /** The host of a site that a `Host` header names, in canonical form. */
  find(header: string | undefined): ApiHost | undefined {
    if (this.#siteIds.size === 0 || header === undefined) return undefined;
    const name = header.toLowerCase().replace(/\.?(:\d{0,5})?$/, "");
    const siteId = this.#siteIds.get(name);
    return siteId === undefined ? undefined : { name, siteId };
  }
}
