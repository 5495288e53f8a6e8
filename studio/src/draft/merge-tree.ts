import type { Block } from "./block.ts";
import { equal, memberOf, pointerStep, sameList, sameObject } from "./json.ts";
import { mergeMembers, mergeValues, type Report } from "./merge-values.ts";
import { mergeOrder } from "./order.ts";
import { survivorsOf } from "./removals.ts";
import { addTo, indexOf, isSameList, listName, type Placed, type TreeIndex } from "./tree-index.ts";

/** Called for a member that both sides changed; with an empty path for a block that one side removed and the other one edited. */
export type ReportBlock = (block: string, ...about: [...Parameters<Report>, keeps?: readonly string[]]) => void;

type Place = Pick<Placed, "parent" | "slot">;

/**
 * One page out of two that were made from the same one, by the ids of blocks. Every block is in it once, unless a side removed it and the other one left it as
 * it was. Where both sides moved a block, mine counts.
 */
export function mergeBlocks(
  base: readonly Block[],
  mine: readonly Block[],
  theirs: readonly Block[],
  report: ReportBlock,
): readonly Block[] {
  const [was, myIndex, theirIndex] = [indexOf(base), indexOf(mine), indexOf(theirs)];
  const removedByThem = survivorsOf(was, theirIndex, myIndex);
  const removedByMe = survivorsOf(was, myIndex, theirIndex);
  const stays = (id: string, here: TreeIndex, there: TreeIndex, survivors: ReadonlySet<string>) =>
    there.blocksById.has(id) || !was.blocksById.has(id) || (here.blocksById.has(id) && survivors.has(id));
  const keptIds = new Set([
    ...[...myIndex.blocksById.keys()].filter((id) => stays(id, myIndex, theirIndex, removedByThem.ids)),
    ...[...theirIndex.blocksById.keys()].filter((id) => stays(id, theirIndex, myIndex, removedByMe.ids)),
  ]);
  const members = new Map<string, string[]>();
  for (const [id, place] of placesOf(was, myIndex, theirIndex, keptIds)) addTo(members, listName(place), id);
  const list = (name: string): readonly Block[] => {
    const of = ({ lists }: TreeIndex) => lists.get(name) ?? [];
    const order = mergeOrder({ base: of(was), mine: of(myIndex), theirs: of(theirIndex) }, new Set(members.get(name)));
    return order.flatMap((id) => build(id) ?? []);
  };
  const build = (id: string): Block | undefined => {
    const before = was.blocksById.get(id)?.block;
    const ours = myIndex.blocksById.get(id)?.block;
    const others = theirIndex.blocksById.get(id)?.block;
    const content = ours && others ? mergeContent(before, ours, others, (...about) => report(id, ...about)) : (ours ?? others);
    if (!content) return undefined;
    const { children: _, ...rest } = content;
    const slots = slotsOf(before, ours, others).flatMap((slot) => {
      const blocks = list(listName({ parent: id, slot }));
      const isWanted = blocks.length > 0 || isKeptSlot(slot, before, ours, others);
      return isWanted ? [[slot, sameList(ours?.children?.[slot], blocks)] as const] : [];
    });
    const children = sameObject(ours?.children, Object.fromEntries(slots));
    return sameObject(ours, slots.length === 0 ? rest : { ...rest, children });
  };
  const merged = sameList(mine, list(""));
  const inMerged = indexOf(merged);
  for (const id of [...removedByMe.roots, ...removedByThem.roots]) {
    const block = inMerged.blocksById.get(id)?.block;
    const keeps = block ? sharedInside(block, myIndex, theirIndex) : [];
    report(id, "", was.blocksById.get(id)?.block, myIndex.blocksById.get(id) && block, theirIndex.blocksById.get(id) && block, keeps);
  }
  return merged;
}

/** Where each block stands: with me, unless they alone moved it and that makes no circle. */
function placesOf(was: TreeIndex, myIndex: TreeIndex, theirIndex: TreeIndex, keptIds: ReadonlySet<string>): Map<string, Place> {
  const places = new Map<string, Place>([...theirIndex.blocksById, ...myIndex.blocksById]);
  const isInside = (id: string | null, outer: string): boolean =>
    id !== null && (id === outer || isInside(places.get(id)?.parent ?? null, outer));
  for (const [id, theirs] of theirIndex.blocksById) {
    const [before, mine] = [was.blocksById.get(id), myIndex.blocksById.get(id)];
    if (!before || !mine || !isSameList(before, mine) || isSameList(before, theirs)) continue;
    if (!isInside(theirs.parent, id)) places.set(id, theirs);
  }
  const outermostKept = (place: Place): Place =>
    place.parent === null || keptIds.has(place.parent) ? place : outermostKept(places.get(place.parent) ?? { parent: null, slot: "" });
  return new Map([...keptIds].map((id) => [id, outermostKept(places.get(id) ?? { parent: null, slot: "" })]));
}

function mergeContent(base: Block | undefined, mine: Block, theirs: Block, report: Report): Block {
  if (mine === theirs) return mine;
  const type = mergeValues(base?.type, mine.type, theirs.type, "/type", report) as string;
  const props = mergeMembers(base?.props, mine.props, theirs.props, "/props", report);
  // A binding is one value: half of one and half of another lead nowhere.
  const names = Object.keys({ ...mine.bindings, ...theirs.bindings });
  const bindings = names.flatMap((name): [string, unknown][] => {
    const [was, myBinding, theirBinding] = [base, mine, theirs].map((block) => memberOf(block?.bindings, name));
    if (!equal(myBinding, theirBinding) && !equal(myBinding, was) && !equal(theirBinding, was))
      report(`/bindings${pointerStep(name)}`, was, myBinding, theirBinding);
    const merged = equal(myBinding, was) ? theirBinding : myBinding;
    return merged === undefined ? [] : [[name, merged]];
  });
  const { bindings: _, ...rest } = { ...mine, type, props };
  return bindings.length === 0
    ? rest
    : { ...rest, bindings: sameObject(mine.bindings, Object.fromEntries(bindings) as NonNullable<Block["bindings"]>) };
}

function slotsOf(...blocks: (Block | undefined)[]): string[] {
  const [before, mine, theirs] = blocks;
  return Object.keys({ ...mine?.children, ...theirs?.children, ...before?.children });
}

/** Whether an empty slot stays. */
function isKeptSlot(slot: string, ...blocks: (Block | undefined)[]): boolean {
  const [before, mine, theirs] = blocks.map((block) => block?.children !== undefined && Object.hasOwn(block.children, slot));
  return mine === theirs || !blocks[1] || !blocks[2] ? Boolean(mine || theirs) : mine !== before ? Boolean(mine) : Boolean(theirs);
}

/** The outermost blocks inside of one that both sides have, wherever each has it. */
function sharedInside(block: Block, myIndex: TreeIndex, theirIndex: TreeIndex): string[] {
  return Object.values(block.children ?? {}).flatMap((nested) =>
    nested.flatMap((child) =>
      myIndex.blocksById.has(child.id) && theirIndex.blocksById.has(child.id) ? [child.id] : sharedInside(child, myIndex, theirIndex),
    ),
  );
}
