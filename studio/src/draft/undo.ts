import type { EditedDraft } from "./block.ts";
import { merge } from "./merge.ts";

/** One own step: the draft before and after it. */
interface Step {
  readonly before: EditedDraft;
  readonly after: EditedDraft;
  readonly key: string | undefined;
  readonly at: number;
}

/** Steps with the same key that follow each other within this time are one. */
const oneStepMs = 1_000;

/**
 * The own steps of one sitting, without a limit. Changes of others, which were merged in between, are not steps and stay: a step is reverted by a merge, and where
 * somebody else has changed the same member since, theirs stays.
 */
export interface Undo {
  /** Remembers a step. Those that were undone before it can no longer be done again. */
  record(before: EditedDraft, after: EditedDraft, at: number, key?: string): void;
  /** The draft without the latest step; undefined: there is none. */
  undo(current: EditedDraft): EditedDraft | undefined;
  /** The draft with the step that was undone last; undefined: there is none. */
  redo(current: EditedDraft): EditedDraft | undefined;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

export function createUndo(): Undo {
  const done: Step[] = [];
  const undone: Step[] = [];
  return {
    record(before, after, at, key) {
      undone.length = 0;
      const last = done.at(-1);
      // After a merge the draft is another one than after the last step: what came in between belongs to neither step.
      const continues = last !== undefined && key !== undefined && last.key === key && at - last.at < oneStepMs && last.after === before;
      if (continues) done[done.length - 1] = { before: last.before, after, key, at };
      else done.push({ before, after, key, at });
    },
    undo(current) {
      const step = done.pop();
      if (!step) return undefined;
      undone.push(step);
      // So that typing on is a step of its own.
      const last = done.at(-1);
      if (last) done[done.length - 1] = { ...last, key: undefined };
      return merge(step.after, current, step.before).draft;
    },
    redo(current) {
      const step = undone.pop();
      if (!step) return undefined;
      done.push({ ...step, key: undefined });
      return merge(step.before, current, step.after).draft;
    },
    get canUndo() {
      return done.length > 0;
    },
    get canRedo() {
      return undone.length > 0;
    },
  };
}
