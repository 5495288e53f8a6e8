import type { EditedBlockType } from "@vitrine/client/admin";
import type { Block } from "./block.ts";
import { blocksAt, find, walk, type Place } from "./tree.ts";

/** The block types of a site, by name, as far as places need them. */
export type BlockTypes = ReadonlyMap<string, Pick<EditedBlockType, "slots">>;

/** Why a block may not stand at a place. */
export type PlaceError =
  /** The place is inside the block itself. */
  | "inside_itself"
  /** The parent does not exist, or has no such slot. */
  | "no_slot"
  /** The slot is for other types. */
  | "type_not_allowed"
  /** The slot has as many blocks as it may have. */
  | "slot_full"
  /** Blocks may be nested ten deep. */
  | "too_deep";

/** The limit of the server. */
const deepest = 10;

/** Why a block may not be put or moved to a place; undefined: it may. */
export function placeError(types: BlockTypes, blocks: readonly Block[], block: Block, place: Place): PlaceError | undefined {
  const parent = place.parent === null ? undefined : find(blocks, place.parent);
  if (place.parent !== null && !parent) return "no_slot";
  const around = parent ? [...parent.ancestors, parent.block] : [];
  if (around.some(({ id }) => id === block.id)) return "inside_itself";
  if (around.length + depthOf(block) > deepest) return "too_deep";
  return parent && slotError(types, parent.block, block, place.slot);
}

function slotError(types: BlockTypes, parent: Block, block: Block, name: string): PlaceError | undefined {
  if (!slotsOf(types, parent).includes(name)) return "no_slot";
  const slot = types.get(parent.type)?.slots?.[name];
  if (slot?.allow && !slot.allow.includes(block.type)) return "type_not_allowed";
  const others = (parent.children?.[name] ?? []).filter(({ id }) => id !== block.id);
  return others.length >= (slot?.max ?? Infinity) ? "slot_full" : undefined;
}

export function canPlace(types: BlockTypes, blocks: readonly Block[], block: Block, place: Place): boolean {
  return placeError(types, blocks, block, place) === undefined;
}

/** The names of a block's slots: those of its type; of a type that names none, those that the block uses. */
export function slotsOf(types: BlockTypes, block: Block): readonly string[] {
  return Object.keys(types.get(block.type)?.slots ?? block.children ?? {});
}

function depthOf({ children = {} }: Block): number {
  return 1 + Math.max(0, ...Object.values(children).flat().map(depthOf));
}

/** The place right before or after a block. */
export function placeBeside(blocks: readonly Block[], id: string, side: "before" | "after"): Place | undefined {
  const match = find(blocks, id);
  return match && { ...match.place, index: match.place.index + (side === "after" ? 1 : 0) };
}

/** The place after the last block of a slot, or of the page. */
export function placeInside(blocks: readonly Block[], parent: string | null, slot: string): Place | undefined {
  const list = blocksAt(blocks, { parent, slot });
  return list && { parent, slot, index: list.length };
}

/**
 * Where a block goes with one step of the keyboard: to the next place, or the previous one, of all places at which it may stand, in the order of the page. A step
 * goes into blocks and out of them. Undefined: there is none.
 */
export function placeAfterStep(types: BlockTypes, blocks: readonly Block[], id: string, step: "next" | "previous"): Place | undefined {
  const match = find(blocks, id);
  if (!match) return undefined;
  const ownPlace = match.place;
  const all = placesIn(types, blocks, null, "", blocks, id);
  const isOwn = (place: Place) => place.parent === ownPlace.parent && place.slot === ownPlace.slot && place.index === ownPlace.index;
  const at = all.findIndex(isOwn);
  const onward = step === "next" ? all.slice(at + 1) : all.slice(0, at).reverse();
  return onward.find((place) => canPlace(types, blocks, match.block, place));
}

/** Every place of a list and inside its blocks, in the order of the page. Those inside the block itself are left out, as is the one after it: there it stands. */
function placesIn(
  types: BlockTypes,
  blocks: readonly Block[],
  parent: string | null,
  slot: string,
  list: readonly Block[],
  id: string,
): Place[] {
  const inner = list.flatMap((block, index): Place[] => {
    const here: Place = { parent, slot, index };
    if (block.id === id) return [here];
    const nested = slotsOf(types, block).flatMap((name) => placesIn(types, blocks, block.id, name, block.children?.[name] ?? [], id));
    return list[index - 1]?.id === id ? nested : [here, ...nested];
  });
  return list.at(-1)?.id === id ? inner : [...inner, { parent, slot, index: list.length }];
}

/** How many blocks a page has; the server takes 1,000. */
export function countBlocks(blocks: readonly Block[]): number {
  let count = 0;
  for (const _ of walk(blocks)) count += 1;
  return count;
}
