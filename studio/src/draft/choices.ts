import type { EditedDraft } from "./block.ts";
import { equal, valueAt, withValueAt } from "./json.ts";
import type { Conflict } from "./merge.ts";
import { find, insert, remove, update } from "./tree.ts";

export type Side = "mine" | "theirs";

/** Tells conflicts apart: one member has one of them. */
export function conflictKey({ block = "", path }: Pick<Conflict, "block" | "path">): string {
  return `${block}${path}`;
}

/** The draft with the value of one side. Mine is the one that the draft has by now. */
export function chosen(draft: EditedDraft, conflict: Conflict, side: Side): EditedDraft {
  const { block, path, keeps = [] } = conflict;
  if (side === "mine" && path !== "") return draft;
  const value = conflict[side];
  if (block === undefined) return withValueAt(draft, path, value) as EditedDraft;
  const { composition = [] } = draft;
  if (path !== "") return { ...draft, composition: update(composition, block, (each) => withValueAt(each, path, value) as typeof each) };
  return value === undefined ? { ...draft, composition: withoutBlock(composition, block, keeps) } : draft;
}

type Composition = NonNullable<EditedDraft["composition"]>;

/** Takes a block away. Those inside that are to stay take its place. */
function withoutBlock(composition: Composition, id: string, keeps: readonly string[]): Composition {
  const match = find(composition, id);
  if (!match) return composition;
  const spared = keeps.flatMap((keptId) => {
    const inside = find(composition, keptId);
    return inside?.ancestors.some((ancestor) => ancestor.id === id) ? [inside.block] : [];
  });
  return remove(insert(composition, spared, match.place), [id]);
}

/**
 * The conflicts that are still open, with mine as it is in the draft by now. Those whose block is gone, or where mine has become the same as theirs, are settled. Of two
 * about the same member the later one counts.
 */
export function openConflicts(conflicts: readonly Conflict[], draft: EditedDraft): readonly Conflict[] {
  const byKey = new Map(conflicts.map((conflict) => [conflictKey(conflict), conflict]));
  return [...byKey.values()].flatMap((conflict) => {
    const { block, path } = conflict;
    const whole = block === undefined ? draft : find(draft.composition ?? [], block)?.block;
    if (whole === undefined) return [];
    if (path === "") return [conflict];
    const mine = valueAt(whole, path);
    if (equal(mine, conflict.theirs)) return [];
    return [mine === conflict.mine ? conflict : { ...conflict, mine }];
  });
}
