import type { Block } from "./block.ts";
import { walk } from "./tree.ts";

/** A block of a page, with the list that it stands in. */
export interface Placed {
  readonly block: Block;
  readonly parent: string | null;
  readonly slot: string;
}

/** The blocks of a page by id, and the ids of each list by its name. */
export interface TreeIndex {
  readonly blocksById: ReadonlyMap<string, Placed>;
  readonly lists: ReadonlyMap<string, readonly string[]>;
}

// Pages never change, so each is looked through once.
const indexes = new WeakMap<readonly Block[], TreeIndex>();

export function indexOf(blocks: readonly Block[]): TreeIndex {
  const existing = indexes.get(blocks);
  if (existing) return existing;
  const blocksById = new Map<string, Placed>();
  const lists = new Map<string, string[]>();
  for (const { block, place } of walk(blocks)) {
    const { parent, slot } = place;
    blocksById.set(block.id, { block, parent, slot });
    addTo(lists, listName({ parent, slot }), block.id);
  }
  const index = { blocksById, lists };
  indexes.set(blocks, index);
  return index;
}

/** The name of a list. Neither ids nor slots have a slash. */
export function listName({ parent, slot }: Pick<Placed, "parent" | "slot">): string {
  return parent === null ? "" : `${parent}/${slot}`;
}

export function isSameList(a: Pick<Placed, "parent" | "slot">, b: Pick<Placed, "parent" | "slot">): boolean {
  return a.parent === b.parent && (a.parent === null || a.slot === b.slot);
}

/** The ids of everything that stands directly inside a block. */
export function childIds({ block }: Placed): string[] {
  return Object.values(block.children ?? {}).flatMap((nested) => nested.map(({ id }) => id));
}

export function addTo<Item>(lists: Map<string, Item[]>, name: string, item: Item): void {
  const list = lists.get(name);
  if (list) list.push(item);
  else lists.set(name, [item]);
}
