import { LRUCache } from "lru-cache";
import { ConcurrencyLimiter } from "../../../lib/limits/concurrency-limiter.ts";
import type { Sql } from "../../../ports/database.ts";
import { readSiteId } from "./read-key.ts";

/** Strangers can request any slug: for any number of unknown slugs, the database keeps time for the other sites. */
const lookups = { atOnce: 2, maxWaiting: 200, refusal: "Too many sites are looked up." };

/** The ids of sites by their slugs, which never change. */
export class SiteSlugs {
  readonly #sql: Sql;
  readonly #ids = new LRUCache<string, string>({ max: 10_000 });
  readonly #lookups = new ConcurrencyLimiter(lookups);

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** The id, if it was looked up before. */
  peek(slug: string): string | undefined {
    return this.#ids.get(slug);
  }

  /** Looks the id up. Rejects with `unavailable` while too many are being looked up. */
  async find(slug: string): Promise<string | undefined> {
    const id = await this.#lookups.run("", () => readSiteId(this.#sql, slug));
    if (id !== undefined) this.#ids.set(slug, id);
    return id;
  }
}
