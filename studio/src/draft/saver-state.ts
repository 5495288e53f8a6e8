import type { Translation } from "@vitrine/client/admin";
import { readDraft, type EditedDraft } from "./block.ts";
import { conflictKey, openConflicts } from "./choices.ts";
import { equal } from "./json.ts";
import { merge, type Conflict } from "./merge.ts";
import { commonBase, isOwnEarlier } from "./unanswered.ts";
import type { Refusal } from "./saving-failure.ts";

/** `offline`: the changes wait here. `ended`: so they do, until somebody signs in. `conflict`: they wait for choices. `refused`: see the refusal. */
type SaveStatus = "saved" | "saving" | "offline" | "ended" | "conflict" | "refused";

export interface SaverState {
  readonly status: SaveStatus;
  readonly draft: EditedDraft;
  /** The server's draft, as last seen, with its revision. */
  readonly base: EditedDraft;
  readonly revision: number;
  readonly conflicts: readonly Conflict[];
  /** Drafts that were sent, without an answer so far. */
  readonly sent: readonly EditedDraft[];
  readonly problems: Translation["problems"];
  /** The person whose changes came in last; null: nobody's did. */
  readonly changedBy: { readonly id: string; readonly name: string } | null;
  readonly refusal: Refusal | null;
}

/** The state at the opening of a translation. */
export function openedState(translation: Translation): SaverState {
  const content = contentOf(translation);
  return {
    status: "saved",
    draft: content,
    base: content,
    conflicts: [],
    sent: [],
    changedBy: null,
    refusal: null,
    ...factsOf(translation),
  };
}

/** Whether the server may lack something of the draft, or have something that is no longer in it. */
export function isDirty({ draft, base, sent }: Pick<SaverState, "draft" | "base" | "sent">): boolean {
  return sent.length > 0 || !equal(draft, base);
}

/** Whether a translation brings nothing new. */
export function isKnown(state: SaverState, { revision }: Translation): boolean {
  return revision <= state.revision;
}

/** The state after the server saved a draft: the answer has what the server completes. */
export function afterSaving(state: SaverState, saved: EditedDraft, answer: Translation): SaverState {
  if (isKnown(state, answer)) return { ...state, sent: state.sent.filter((each) => each !== saved) };
  const content = contentOf(answer);
  const base = equal(content, saved) ? saved : content;
  return { ...state, ...factsOf(answer), base, draft: merge(saved, state.draft, base).draft, sent: [] };
}

/** The state with a newer translation merged into it. */
export function afterMerging(state: SaverState, translation: Translation): SaverState {
  const { base, draft, sent } = state;
  const theirs = contentOf(translation);
  const from = commonBase(base, sent, theirs);
  const merged = merge(from, draft, theirs);
  const clashes = merged.conflicts.filter((each) => !isOwnEarlier(each, sent));
  const asked = new Set(clashes.map(conflictKey));
  const earlier = state.conflicts.filter((each) => !asked.has(conflictKey(each)));
  const conflicts = openConflicts([...earlier, ...clashes], merged.draft);
  const changedBy = equal(theirs, from) ? state.changedBy : translation.editedBy;
  return { ...state, ...factsOf(translation), base: theirs, draft: merged.draft, conflicts, changedBy, sent: [] };
}

function factsOf({ revision, problems }: Translation): Pick<SaverState, "revision" | "problems"> {
  return { revision, problems };
}

/** The content of a translation: its draft, or the published one where nothing was changed since. */
export function contentOf({ draft, published }: Pick<Translation, "draft" | "published">): EditedDraft {
  return readDraft(draft ?? published ?? { slug: "", title: "" });
}
