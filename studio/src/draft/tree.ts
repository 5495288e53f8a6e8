import { newBlockId, withNewIds, type Block, type MakeId } from "./block.ts";
import { equal, sameList } from "./json.ts";

/**
 * A place among blocks: before the one that has this index, in a slot of a parent, or in the page itself (`parent` null, whose `slot` is empty). The index counts
 * the blocks as they stand, also those that are about to be moved.
 */
export interface Place {
  readonly parent: string | null;
  readonly slot: string;
  readonly index: number;
}

/** A block with its place and the blocks around it, the outermost first. */
export interface Found {
  readonly block: Block;
  readonly place: Place;
  readonly ancestors: readonly Block[];
}

/** Every block with its place: outer ones first, in the order of the page. */
export function* walk(blocks: readonly Block[], ancestors: readonly Block[] = [], slot = ""): Generator<Found, void, undefined> {
  const parent = ancestors.at(-1)?.id ?? null;
  for (const [index, block] of blocks.entries()) {
    yield { block, place: { parent, slot, index }, ancestors };
    if (!block.children) continue;
    const around = [...ancestors, block];
    for (const [name, nested] of Object.entries(block.children)) yield* walk(nested, around, name);
  }
}

export function find(blocks: readonly Block[], id: string): Found | undefined {
  for (const entry of walk(blocks)) if (entry.block.id === id) return entry;
  return undefined;
}

/** The blocks of one list: of the page, or of a slot. Undefined: there is no such parent. */
export function blocksAt(blocks: readonly Block[], { parent, slot }: Pick<Place, "parent" | "slot">): readonly Block[] | undefined {
  if (parent === null) return blocks;
  const match = find(blocks, parent);
  return match && (match.block.children?.[slot] ?? []);
}

/** The page with one block changed. Blocks beside it and its ancestors stay the same values. The id stays, whatever the change answers. */
export function update(blocks: readonly Block[], id: string, change: (block: Block) => Block): readonly Block[] {
  const match = find(blocks, id);
  if (!match) return blocks;
  const next = { ...change(match.block), id };
  if (equal(next, match.block)) return blocks;
  return replaceAt(blocks, match, (list) => list.map((block) => (block.id === id ? next : block)));
}

/** The page with another list in the place of the one in which a block stands. */
function replaceAt(
  blocks: readonly Block[],
  { place, ancestors }: Omit<Found, "block">,
  change: (list: readonly Block[]) => readonly Block[],
): readonly Block[] {
  const [outer, ...inner] = ancestors;
  if (outer === undefined) return change(blocks);
  const within = inner[0]?.id ?? null;
  return blocks.map((block) => {
    if (block.id !== outer.id) return block;
    const slot = within === null ? place.slot : slotWith(block, within);
    const list = block.children?.[slot] ?? [];
    return { ...block, children: { ...block.children, [slot]: replaceAt(list, { place, ancestors: inner }, change) } };
  });
}

function slotWith({ children = {} }: Block, id: string): string {
  return Object.keys(children).find((slot) => children[slot]?.some((block) => block.id === id)) ?? "";
}

export function setProps(blocks: readonly Block[], id: string, props: Block["props"]): readonly Block[] {
  return update(blocks, id, (block) => ({ ...block, props }));
}

export function setBindings(blocks: readonly Block[], id: string, bindings: NonNullable<Block["bindings"]>): readonly Block[] {
  return update(blocks, id, ({ bindings: _, ...block }) => (Object.keys(bindings).length === 0 ? block : { ...block, bindings }));
}

/** Makes a block one of another type, with these props. Its bindings go, because they point into the former props; its children stay. */
export function replaceType(blocks: readonly Block[], id: string, type: string, props: Block["props"]): readonly Block[] {
  return update(blocks, id, ({ bindings: _, ...block }) => ({ ...block, type, props }));
}

/** Puts blocks at a place. Nothing changes if its parent does not exist. */
export function insert(blocks: readonly Block[], added: readonly Block[], place: Place): readonly Block[] {
  const put = (list: readonly Block[]) => [...list.slice(0, place.index), ...added, ...list.slice(place.index)];
  if (place.parent === null) return put(blocks);
  const parent = find(blocks, place.parent);
  if (!parent) return blocks;
  return replaceAt(blocks, { place, ancestors: [...parent.ancestors, parent.block] }, put);
}

/** Takes blocks away, with everything inside. A slot that becomes empty stays. */
export function remove(blocks: readonly Block[], ids: Iterable<string>): readonly Block[] {
  const gone = new Set(ids);
  const without = (list: readonly Block[]): readonly Block[] =>
    sameList(
      list,
      list
        .filter(({ id }) => !gone.has(id))
        .map((block) => {
          if (!block.children) return block;
          const slots = Object.entries(block.children).map(([slot, nested]) => [slot, without(nested)] as const);
          return slots.every(([slot, nested]) => nested === block.children?.[slot])
            ? block
            : { ...block, children: Object.fromEntries(slots) };
        }),
    );
  return without(blocks);
}

/** The outermost of some blocks, in the order of the page: those that are inside another of them go with it. */
export function outermost(blocks: readonly Block[], ids: Iterable<string>): readonly Found[] {
  const named = new Set(ids);
  return [...walk(blocks)].filter(({ block, ancestors }) => named.has(block.id) && !ancestors.some(({ id }) => named.has(id)));
}

/** Moves blocks to a place, in the order of the page. Nothing changes if the place is inside one of them, or does not exist. */
export function move(blocks: readonly Block[], ids: Iterable<string>, place: Place): readonly Block[] {
  const moved = outermost(blocks, ids);
  const parent = place.parent === null ? undefined : find(blocks, place.parent);
  if (moved.length === 0 || (place.parent !== null && !parent)) return blocks;
  const gone = new Set(moved.map(({ block }) => block.id));
  if (parent && [...parent.ancestors, parent.block].some(({ id }) => gone.has(id))) return blocks;
  const before = (blocksAt(blocks, place) ?? []).slice(0, place.index).filter(({ id }) => gone.has(id)).length;
  const next = insert(
    remove(blocks, gone),
    moved.map(({ block }) => block),
    { ...place, index: place.index - before },
  );
  return equal(next, blocks) ? blocks : next;
}

/** Copies blocks with new ids, each right after its original. `ids` are those of the copies. */
export function duplicate(
  blocks: readonly Block[],
  ids: Iterable<string>,
  makeId: MakeId = newBlockId,
): { blocks: readonly Block[]; ids: readonly string[] } {
  let next = blocks;
  const copies: string[] = [];
  for (const { block } of outermost(blocks, ids)) {
    const copied = withNewIds([block], makeId);
    const original = find(next, block.id);
    if (!original) continue;
    next = insert(next, copied, { ...original.place, index: original.place.index + 1 });
    copies.push(...copied.map(({ id }) => id));
  }
  return { blocks: next, ids: copies };
}
