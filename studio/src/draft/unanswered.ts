import type { EditedDraft } from "./block.ts";
import { chosen } from "./choices.ts";
import { equal, valueAt } from "./json.ts";
import { merge, type Conflict } from "./merge.ts";
import { find } from "./tree.ts";

/**
 * The draft that mine and theirs were both made from, where drafts were sent whose answer never came. Of my changes in them, the server has some by now, alone or
 * with those of others: these are no longer mine to make, and what I did about them later counts.
 */
export function commonBase(base: EditedDraft, sent: readonly EditedDraft[], theirs: EditedDraft): EditedDraft {
  return sent.reduce((most, each) => {
    const common = commonChanges(base, each, theirs);
    // At most one of them was saved: the one of which most is there.
    return isWithin(base, most, common) ? common : most;
  }, base);
}

/** Whether a conflict is one with my own earlier words. */
export function isOwnEarlier({ block, path, theirs }: Conflict, sent: readonly EditedDraft[]): boolean {
  return (
    path !== "" &&
    sent.some((draft) => {
      const whole = block === undefined ? draft : find(draft.composition ?? [], block)?.block;
      return whole !== undefined && equal(valueAt(whole, path), theirs);
    })
  );
}

/** `base` with the changes that both sides made alike. */
function commonChanges(base: EditedDraft, mine: EditedDraft, theirs: EditedDraft): EditedDraft {
  if (equal(mine, theirs)) return theirs;
  const both = merge(base, mine, theirs);
  if (both.conflicts.some(({ path }) => path === "")) return base;
  // From the changes of both sides we take those back that are of one side alone.
  const common = merge(both.draft, mine, theirs).draft;
  return both.conflicts.reduce((draft, conflict) => chosen(draft, { ...conflict, theirs: conflict.base }, "theirs"), common);
}

/** Whether `draft` has every change from `base` to `part`. */
function isWithin(base: EditedDraft, part: EditedDraft, draft: EditedDraft): boolean {
  const merged = merge(base, part, draft);
  return merged.conflicts.length === 0 && equal(merged.draft, draft);
}
