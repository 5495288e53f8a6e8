/** The caches in front of the hosts of sites. */
export interface CachePurger {
  /** Has every cache drop its responses with any of these tags. Resolves once all have acknowledged that; rejects otherwise. */
  purge(tags: readonly string[]): Promise<void>;
}
