import { LRUCache } from "lru-cache";
import { isOlder, type SiteVersions } from "../../../lib/site.ts";

/** The newest versions of each site that any client may have seen: nobody is shown older ones after. */
export class ShownVersions {
  readonly #versions = new LRUCache<string, SiteVersions>({ max: 10_000 });

  of(siteId: string): SiteVersions | undefined {
    return this.#versions.get(siteId);
  }

  note(siteId: string, { contentVersion, catalogVersion, stockVersion }: SiteVersions): void {
    const before = this.#versions.get(siteId) ?? { contentVersion, catalogVersion, stockVersion };
    this.#versions.set(siteId, {
      contentVersion: Math.max(before.contentVersion, contentVersion),
      catalogVersion: Math.max(before.catalogVersion, catalogVersion),
      stockVersion: Math.max(before.stockVersion, stockVersion),
    });
  }

  isNewerThan(state: { id: string } & SiteVersions): boolean {
    return isOlder(state, this.#versions.get(state.id));
  }

  forget(siteId: string): void {
    this.#versions.delete(siteId);
  }
}
