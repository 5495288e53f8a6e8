import type { Translation } from "@vitrine/client/admin";
import { createStore, type StoreApi } from "zustand/vanilla";
import { newBlockId, type EditedDraft } from "./block.ts";
import { conflictKey, type Side } from "./choices.ts";
import { browserClock, type Clock } from "./clock.ts";
import { type DraftAddress, type KeptDraft, type DraftStore } from "./draft-store.ts";
import { merge, type Conflict } from "./merge.ts";
import { createSaver, type DraftApi } from "./saver.ts";
import { equal } from "./json.ts";
import { afterMerging, contentOf, isDirty, isKnown, openedState, type SaverState } from "./saver-state.ts";
import { createUndo } from "./undo.ts";

/** An open translation: its draft as it is edited here, and how much of it the server has. */
export interface OpenDraft extends SaverState {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Whether it began with changes that were kept here and that the server did not have. */
  readonly isRecovered: boolean;
  /** Changes the draft. Changes with one key that follow each other within a second are one step of undo. */
  change(next: EditedDraft | ((draft: EditedDraft) => EditedDraft), options?: { key?: string }): void;
  undo(): void;
  redo(): void;
  /** Takes one side of a conflict; a step of undo, too. */
  choose(conflict: Conflict, side: Side): void;
  /** Sends what is not sent yet. Resolves with the state when all is saved, or when it cannot be for now. */
  flush(): Promise<SaverState>;
  /** Tries again at once: the network is back, or the same person signed in again. */
  retry(): void;
  /** Takes the server's translation, read again or changed by somebody. Changes that the server does not have are merged with it. */
  takeServer(translation: Translation): void;
  /**
   * Has the server put other content in the place of the draft, at the revision that it gets: a step of undo. Throws what `act` throws. Resolves with the way back.
   */
  replace(act: (revision: number) => Promise<Translation>): Promise<Replacement>;
  /** Sends what is not sent yet, and stops. What cannot be sent stays kept for the next opening. */
  close(): Promise<void>;
}

interface Replacement {
  /** The draft that was replaced. */
  readonly before: EditedDraft;
  /** The server's revision since then. */
  readonly revision: number;
  /** Takes the replacement back, and leaves what was written since. False: the draft is closed. */
  undo(): boolean;
}

export interface Opening {
  readonly address: DraftAddress;
  readonly translation: Translation;
  readonly api: DraftApi;
  readonly keeper: DraftStore;
  readonly clock?: Clock;
  /** Names this opening; absent: by chance. */
  readonly sitting?: string;
}

/** Opens a translation, with the changes of former sittings that the server does not have. */
export async function openDraft(opening: Opening): Promise<StoreApi<OpenDraft>> {
  const { address, translation, api, keeper: draftStore, clock = browserClock, sitting = newBlockId() } = opening;
  const keptDrafts = await draftStore.find(address);
  const start = withKept(openedState(translation), keptDrafts, translation);
  const undo = createUndo();
  let isClosed = false;
  let last: SaverState | undefined;
  const saver = createSaver(start, {
    api,
    clock,
    changed(state) {
      keep(state);
      store.setState({ ...state, canUndo: undo.canUndo, canRedo: undo.canRedo });
    },
  });

  function keep(state: SaverState): void {
    const isSame = (["base", "revision", "draft", "sent", "conflicts"] as const).every((name) => state[name] === last?.[name]);
    if (isSame) return;
    const wasKept = last !== undefined && isUnsaved(last);
    last = state;
    const { base, revision, draft, sent, conflicts } = state;
    if (isUnsaved(state)) draftStore.keep({ address, sitting, base, revision, mine: draft, sent, conflicts, at: clock.now() });
    else if (wasKept) draftStore.forget({ address, sitting });
  }

  function step(next: EditedDraft, key?: string): void {
    const { draft } = saver.state;
    if (next === draft) return;
    undo.record(draft, next, clock.now(), key);
    saver.edit(next);
  }

  const store = createStore<OpenDraft>()(() => ({
    ...start,
    canUndo: false,
    canRedo: false,
    isRecovered: isUnsaved(start),
    change: (next, { key } = {}) => step(typeof next === "function" ? next(saver.state.draft) : next, key),
    undo() {
      const draft = undo.undo(saver.state.draft);
      if (draft) saver.edit(draft);
    },
    redo() {
      const draft = undo.redo(saver.state.draft);
      if (draft) saver.edit(draft);
    },
    choose(conflict, side) {
      const { draft } = saver.state;
      saver.choose(conflict, side);
      if (saver.state.draft === draft) return;
      undo.record(draft, saver.state.draft, clock.now());
      store.setState({ canUndo: undo.canUndo, canRedo: undo.canRedo });
    },
    flush: () => saver.flush(),
    retry: () => saver.retry(),
    takeServer: (latest) => saver.take(latest),
    async replace(act) {
      const { revision: seen } = await saver.flush();
      const before = saver.state.draft;
      const translation = await act(seen);
      const after = contentOf(translation);
      saver.take(translation);
      if (!equal(before, after)) undo.record(before, after, clock.now());
      store.setState({ canUndo: undo.canUndo, canRedo: undo.canRedo });
      const takeBack = () => {
        if (!isClosed) step(merge(after, saver.state.draft, before).draft);
        return !isClosed;
      };
      return { before, revision: translation.revision, undo: takeBack };
    },
    async close() {
      isClosed = true;
      await saver.flush();
      saver.close();
    },
  }));
  if (keptDrafts.length > 0) {
    keep(start);
    // What former sittings kept is this one's by now, once that is written.
    await draftStore.idle();
    if (draftStore.status !== "failed") for (const record of keptDrafts) if (record.sitting !== sitting) draftStore.forget(record);
    saver.retry();
  }
  return store;
}

function isUnsaved(state: SaverState): boolean {
  return isDirty(state) || state.conflicts.length > 0;
}

/** The state with kept changes, as if their sittings had gone on until now. */
function withKept(opened: SaverState, keptDrafts: readonly KeptDraft[], translation: Translation): SaverState {
  return keptDrafts.reduce((state, { base, revision, mine, sent, conflicts }) => {
    const before: SaverState = { ...opened, base, revision, draft: mine, sent, conflicts };
    const now = isKnown(before, translation) ? before : afterMerging(before, translation);
    const both = merge(opened.base, state.draft, now.draft);
    const byKey = new Map([...state.conflicts, ...now.conflicts, ...both.conflicts].map((each) => [conflictKey(each), each]));
    const all = [...byKey.values()];
    const next = { ...state, draft: both.draft, conflicts: all, sent: [...state.sent, ...now.sent] };
    return { ...next, status: all.length > 0 ? "conflict" : isDirty(next) ? "saving" : "saved" };
  }, opened);
}
