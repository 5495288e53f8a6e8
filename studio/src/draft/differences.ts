import type { Block, EditedDraft } from "./block.ts";
import { equal, isJsonObject, memberOf, pointerStep, type JsonObject } from "./json.ts";
import { movedIds } from "./order.ts";
import { walk, type Found } from "./tree.ts";
import { addTo, indexOf, isSameList, listName, type TreeIndex } from "./tree-index.ts";

/** One thing that differs between two drafts. */
export interface Difference {
  readonly kind: "added" | "removed" | "moved" | "changed";
  /** Absent: it is about the draft itself. */
  readonly block?: { readonly id: string; readonly type: string };
  /** JSON Pointer into the block, or into the draft; empty: it is about the whole block. */
  readonly path: string;
  /** Of a member its value, undefined where it is absent; of a block that was added or removed the block; of one that was moved its place. */
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Everything that differs between two drafts, in the order of the later one: the draft's own members, then each block where it stands, a removed one where it stood.
 * Of a block that was added or removed there is one difference, with everything inside.
 */
export function differences(before: EditedDraft, after: EditedDraft): readonly Difference[] {
  const ownDifferences = (["title", "slug", "seo", "data"] as const).flatMap((name) =>
    memberDifferences(before[name], after[name], `/${name}`),
  );
  return [...ownDifferences, ...blockDifferences(before.composition ?? [], after.composition ?? [])];
}

/** Objects are looked into, and lists of one length; any other list is one value. */
function memberDifferences(before: unknown, after: unknown, path: string): Difference[] {
  if (equal(before, after)) return [];
  if (isJsonObject(before) && isJsonObject(after)) {
    return Object.keys({ ...after, ...before }).flatMap((name) =>
      memberDifferences(memberOf(before, name), memberOf(after, name), path + pointerStep(name)),
    );
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return after.flatMap((item, index) => memberDifferences(before[index], item, path + pointerStep(index)));
  }
  return [{ kind: "changed", path, before, after }];
}

function blockDifferences(before: readonly Block[], after: readonly Block[]): Difference[] {
  const [was, is] = [indexOf(before), indexOf(after)];
  const removed = removedBlocks(before, was, is);
  const reordered = reorderedIds(was, is);
  const differencesAt = (entry: Found): Difference[] => {
    const { block, place, ancestors } = entry;
    const placeBefore = was.blocksById.get(block.id);
    const isNew = placeBefore === undefined;
    const about = { id: block.id, type: block.type };
    const isInsideNew = ancestors.some(({ id }) => !was.blocksById.has(id));
    const moved = placeBefore !== undefined && (!isSameList(placeBefore, place) || reordered.has(block.id));
    const from = placeBefore && { parent: placeBefore.parent, slot: placeBefore.slot };
    const to = { parent: place.parent, slot: place.slot };
    return [
      ...(isNew && !isInsideNew ? [{ kind: "added" as const, block: about, path: "", before: undefined, after: block }] : []),
      ...(moved ? [{ kind: "moved" as const, block: about, path: "", before: from, after: to }] : []),
      ...(placeBefore ? contentDifferences(placeBefore.block, block).map((each) => ({ ...each, block: about })) : []),
    ];
  };
  const list = (blocks: readonly Block[], parent: string | null, slot: string, ancestors: readonly Block[]): Difference[] => [
    ...(removed.get(anchorName({ parent, slot })) ?? []),
    ...blocks.flatMap((block, index) => [
      ...differencesAt({ block, place: { parent, slot, index }, ancestors }),
      ...inside(block, [...ancestors, block]),
      ...(removed.get(block.id) ?? []),
    ]),
  ];
  const inside = (block: Block, ancestors: readonly Block[]): Difference[] => {
    const slots = Object.keys({ ...block.children, ...was.blocksById.get(block.id)?.block.children });
    return slots.flatMap((slot) => list(block.children?.[slot] ?? [], block.id, slot, ancestors));
  };
  return list(after, null, "", []);
}

function contentDifferences(before: Block, after: Block): Difference[] {
  const bindings = ({ bindings = {} }: Block): JsonObject => bindings;
  const names = Object.keys({ ...after.bindings, ...before.bindings });
  return [
    ...memberDifferences(before.type, after.type, "/type"),
    ...memberDifferences(before.props, after.props, "/props"),
    ...names.flatMap((name): Difference[] => {
      const [from, to] = [memberOf(bindings(before), name), memberOf(bindings(after), name)];
      return equal(from, to) ? [] : [{ kind: "changed", path: `/bindings${pointerStep(name)}`, before: from, after: to }];
    }),
  ];
}

/** The outermost removed blocks, by the block that they stood after, or by the beginning of their list. */
function removedBlocks(before: readonly Block[], was: TreeIndex, is: TreeIndex): Map<string, Difference[]> {
  const removed = new Map<string, Difference[]>();
  for (const { block, place } of walk(before)) {
    const isInner = place.parent !== null && !is.blocksById.has(place.parent);
    if (is.blocksById.has(block.id) || isInner) continue;
    const earlier = (was.lists.get(listName(place)) ?? []).slice(0, place.index);
    const anchor = earlier.findLast((id) => is.blocksById.has(id)) ?? anchorName(place);
    const about = { id: block.id, type: block.type };
    addTo(removed, anchor, { kind: "removed", block: about, path: "", before: block, after: undefined });
  }
  return removed;
}

/** The name of the beginning of a list, which no id is. */
function anchorName(place: Parameters<typeof listName>[0]): string {
  return `${listName(place)}/`;
}

/** The blocks that changed their order within a list, as few as possible. */
function reorderedIds(was: TreeIndex, is: TreeIndex): Set<string> {
  return new Set(
    [...is.lists].flatMap(([name, now]) => {
      const before = new Set(was.lists.get(name));
      const present = new Set(now);
      const stayed = [...before].filter((id) => present.has(id));
      return [
        ...movedIds(
          stayed,
          now.filter((id) => before.has(id)),
        ),
      ];
    }),
  );
}
