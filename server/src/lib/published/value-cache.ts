import { LRUCache } from "lru-cache";
import type { Site } from "../site.ts";

/** A value that was read from a site's content, and the version that the content was at. */
interface Versioned {
  readonly contentVersion: number;
}

/** Values that every read needs, by site and name: kept while the content of the site is at the version they were read at. */
export class ValueCache {
  readonly #values: LRUCache<string, { value: Versioned; bytes: number }>;

  constructor(maxBytes: number) {
    this.#values = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes });
  }

  /** The value that was kept under the name, if it was read at the version that the site is known to be at. */
  find(site: Site, name: string): Versioned | undefined {
    const keptValue = this.#values.get(`${site.id} ${name}`)?.value;
    return keptValue?.contentVersion === site.contentVersion ? keptValue : undefined;
  }

  /** Keeps a value of about so many bytes, unless there is a newer one. */
  keep(site: Site, name: string, value: Versioned, bytes: number): void {
    const key = `${site.id} ${name}`;
    const keptValue = this.#values.get(key)?.value;
    if (keptValue && keptValue.contentVersion > value.contentVersion) return;
    this.#values.set(key, { value, bytes: bytes + key.length });
  }
}
