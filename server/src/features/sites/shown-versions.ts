import { LRUCache } from "lru-cache";
import { isAtLeast, unknownStock, type SiteVersions } from "../../lib/site.ts";

/** The newest versions of each site that any client may have seen: nobody is shown older ones after. */
export class ShownVersions {
  readonly #versions = new LRUCache<string, SiteVersions>({ max: 10_000 });

  note(siteId: string, { contentVersion, catalogVersion, stockVersion }: SiteVersions): void {
    const before = this.#versions.get(siteId) ?? { contentVersion, catalogVersion, stockVersion };
    this.#versions.set(siteId, {
      contentVersion: Math.max(before.contentVersion, contentVersion),
      catalogVersion: Math.max(before.catalogVersion, catalogVersion),
      stockVersion: Math.max(before.stockVersion, stockVersion),
    });
  }

  isNewerThan(state: { id: string } & SiteVersions): boolean {
    const shown = this.#versions.get(state.id);
    const isComparable = state.stockVersion !== unknownStock;
    return shown !== undefined && !isAtLeast(state, isComparable ? shown : { ...shown, stockVersion: unknownStock });
  }

  /** Whether the site's stock was ever shown. */
  hasStock(siteId: string): boolean {
    return (this.#versions.get(siteId)?.stockVersion ?? unknownStock) !== unknownStock;
  }

  forget(siteId: string): void {
    this.#versions.delete(siteId);
  }
}
