import type { Block } from "./block.ts";
import { equal } from "./json.ts";
import { childIds, isSameList, type Placed, type TreeIndex } from "./tree-index.ts";

/** Blocks that one side removed and the other one edited: they stay. */
export interface Survivors {
  readonly ids: ReadonlySet<string>;
  /** The outermost of each group: a person decides about them with everything inside. */
  readonly roots: ReadonlySet<string>;
}

/**
 * A removed block stays, with everything around and inside that was removed with it, if the other side edited any of it, moved any of it elsewhere or put blocks
 * into it.
 */
export function survivorsOf(base: TreeIndex, remover: TreeIndex, editor: TreeIndex): Survivors {
  const isRemoved = (id: string) => base.blocksById.has(id) && !remover.blocksById.has(id);
  const rootOf = (id: string): string => {
    const parent = editor.blocksById.get(id)?.parent ?? null;
    return parent !== null && isRemoved(parent) ? rootOf(parent) : id;
  };
  const isTouched = (id: string, before: Placed, now: Placed) =>
    !isSameList(before, now) ||
    !isSameContent(before.block, now.block) ||
    childIds(now).some((child) => base.blocksById.get(child)?.parent !== id);
  const removed = [...base.blocksById].flatMap(([id, before]) => {
    const now = editor.blocksById.get(id);
    return now && isRemoved(id) ? [{ id, root: rootOf(id), isTouched: isTouched(id, before, now) }] : [];
  });
  const roots = new Set(removed.filter((each) => each.isTouched).map(({ root }) => root));
  return { roots, ids: new Set(removed.filter(({ root }) => roots.has(root)).map(({ id }) => id)) };
}

function isSameContent(a: Block, b: Block): boolean {
  return a === b || (a.type === b.type && equal(a.props, b.props) && equal(a.bindings, b.bindings));
}
