import type { PictureOwner } from "../../ports/pictures.ts";

/**
 * What waits. The site with the least use is next, of several the one that waits longest for a turn; within a site its clients take turns; of one client, first
 * in, first out.
 */
export class FairQueue<Item extends { owner: PictureOwner }> {
  // The first entry of a map has the next turn, and moves to the end after it.
  readonly #sites = new Map<string, Map<string, Item[]>>();
  #length = 0;
  readonly #useOf: (site: string) => number;

  constructor(useOf: (site: string) => number = () => 0) {
    this.#useOf = useOf;
  }

  get length(): number {
    return this.#length;
  }

  lengthOf(site: string): number {
    let length = 0;
    for (const items of this.#sites.get(site)?.values() ?? []) length += items.length;
    return length;
  }

  push(item: Item): void {
    const { site, client } = item.owner;
    const clients = this.#sites.get(site) ?? new Map<string, Item[]>();
    const items = clients.get(client) ?? [];
    items.push(item);
    clients.set(client, items);
    this.#sites.set(site, clients);
    this.#length += 1;
  }

  shift(): Item | undefined {
    const [site, clients] = this.#next() ?? [];
    if (site === undefined || !clients) return undefined;
    for (const [client, items] of clients) {
      const item = items.shift();
      clients.delete(client);
      this.#sites.delete(site);
      if (items.length > 0) clients.set(client, items);
      if (clients.size > 0) this.#sites.set(site, clients);
      this.#length -= 1;
      return item;
    }
    return undefined;
  }

  #next(): [site: string, clients: Map<string, Item[]>] | undefined {
    let next: [string, Map<string, Item[]>] | undefined;
    let least = Infinity;
    for (const entry of this.#sites) {
      const use = this.#useOf(entry[0]);
      if (next && use >= least) continue;
      next = entry;
      least = use;
    }
    return next;
  }

  remove(item: Item): void {
    const { site, client } = item.owner;
    const clients = this.#sites.get(site);
    const items = clients?.get(client);
    const index = items?.indexOf(item) ?? -1;
    if (!clients || !items || index < 0) return;
    items.splice(index, 1);
    this.#length -= 1;
    if (items.length === 0) clients.delete(client);
    if (clients.size === 0) this.#sites.delete(site);
  }

  /** Takes all of it out. */
  drain(): Item[] {
    const items = [...this.#sites.values()].flatMap((clients) => [...clients.values()].flat());
    this.#sites.clear();
    this.#length = 0;
    return items;
  }
}
