export interface IndexedUrl<Target> {
  readonly url: string;
  readonly target: Target;
  uses: number;
}

/** For the URLs of one target. */
export const bytesForUrls = 1_200;
const longestUrl = 550;
// Measured: some 280 besides the letters.
const bytesOf = (url: string) => url.length + 300;

/**
 * Finds a target by the URLs that lead to it: by a few of each target, no more than fit into `bytesForUrls`, until it is removed. So other
 * targets' URLs cost a target none of its own; of the same target, the least used make way for a new one, and the most used stays.
 */
export class UrlIndex<Target extends { readonly urls: IndexedUrl<Target>[] }> {
  readonly #byUrl = new Map<string, IndexedUrl<Target>>();

  find(url: string): IndexedUrl<Target> | undefined {
    return this.#byUrl.get(url);
  }

  add(url: string, target: Target): void {
    const indexedUrl = this.#byUrl.get(url);
    if (indexedUrl?.target === target || url.length > longestUrl) return;
    if (indexedUrl) this.#remove(indexedUrl);
    const { urls } = target;
    while (urls.reduce((sum, indexed) => sum + bytesOf(indexed.url), bytesOf(url)) > bytesForUrls) {
      const least = urls.reduce((one, other) => (other.uses < one.uses ? other : one));
      if (urls.length === 1 && least.uses > 0) return;
      this.#remove(least);
    }
    const indexed = { url, target, uses: 0 };
    urls.push(indexed);
    this.#byUrl.set(url, indexed);
  }

  removeTarget({ urls }: Target): void {
    for (const { url } of urls.splice(0)) this.#byUrl.delete(url);
  }

  #remove(indexed: IndexedUrl<Target>): void {
    const { urls } = indexed.target;
    urls.splice(urls.indexOf(indexed), 1);
    this.#byUrl.delete(indexed.url);
  }
}
