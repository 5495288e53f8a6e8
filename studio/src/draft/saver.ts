import type { Translation } from "@vitrine/client/admin";
import type { EditedDraft } from "./block.ts";
import { chosen, conflictKey, openConflicts, type Side } from "./choices.ts";
import type { Clock } from "./clock.ts";
import type { Conflict } from "./merge.ts";
import { afterMerging, afterSaving, isDirty, isKnown, type SaverState } from "./saver-state.ts";
import { savingFailure } from "./saving-failure.ts";

/** The requests, with failures as the client throws them. */
export interface DraftApi {
  save(draft: EditedDraft, revision: number): Promise<Translation>;
  read(): Promise<Translation>;
}

export interface Saver {
  readonly state: SaverState;
  /** Takes the draft as it is after a change, and sends it soon. */
  edit(draft: EditedDraft): void;
  /** Takes one side of a conflict. After the last one the draft is sent. */
  choose(conflict: Conflict, side: Side): void;
  /** Takes the server's translation, read again or changed by somebody: merges it, if it is newer. */
  take(translation: Translation): void;
  /** Tries again at once: the network is back, or somebody signed in. */
  retry(): void;
  /** Sends what is not sent yet. Resolves with the state when all is saved, or when it cannot be for now. */
  flush(): Promise<SaverState>;
  /** Stops. What is under way still counts. */
  close(): void;
}

const afterLastChangeMs = 1_000;
const afterFirstChangeMs = 5_000;
const firstRetryMs = 1_000;
const longestRetryMs = 30_000;
/** As many unanswered drafts are remembered; more can only come up where somebody types on without a network. */
const mostSent = 20;

export function createSaver(
  start: SaverState,
  { api, clock, changed }: { api: DraftApi; clock: Clock; changed: (state: SaverState) => void },
): Saver {
  let state = start;
  let running: Promise<void> | undefined;
  let cancel = () => {};
  let firstChange: number | undefined;
  let lastChange = 0;
  let tries = 0;
  let isClosed = false;

  const set = (next: Partial<SaverState>): void => {
    state = { ...state, ...next };
    changed(state);
  };
  const later = (ms: number): void => {
    cancel();
    if (!isClosed) cancel = clock.after(Math.max(0, ms), () => void send());
  };
  const waits = () => state.status === "offline" || state.status === "ended";

  /** One request, if there is something to send. */
  function send(): Promise<void> {
    if (running) return running;
    cancel();
    if (isClosed || state.conflicts.length > 0 || !isDirty(state)) return Promise.resolve(settle());
    firstChange = undefined;
    running = request().finally(() => {
      running = undefined;
      if (state.status === "saving") proceed();
    });
    return running;
  }

  /** After an answer, or a merge: the changes since then. */
  function proceed(): void {
    if (state.conflicts.length > 0 || !isDirty(state)) settle();
    else later(firstChange === undefined ? 0 : dueIn(clock.now()));
  }

  function settle(): void {
    const status = state.conflicts.length > 0 ? "conflict" : isDirty(state) ? state.status : "saved";
    if (status !== "conflict" && !isDirty(state)) firstChange = undefined;
    if (status !== state.status || (status === "saved" && state.refusal)) set({ status, refusal: null });
  }

  const dueIn = (now: number) => Math.min(lastChange + afterLastChangeMs, (firstChange ?? now) + afterFirstChangeMs) - now;

  async function request(): Promise<void> {
    const { draft, revision, sent } = state;
    set({ status: "saving", refusal: null, sent: [...sent.filter((each) => each !== draft), draft].slice(-mostSent) });
    try {
      const answer = await api.save(draft, revision);
      tries = 0;
      set(afterSaving(state, draft, answer));
    } catch (error) {
      const failure = savingFailure(error);
      // The server did not take it; of earlier ones we do not know.
      if (failure.kind === "ended" || failure.kind === "refused") set({ sent });
      if (failure.kind === "newer") await catchUp(revision).catch(fail);
      else fail(error);
    }
  }

  async function catchUp(seen: SaverState["revision"]): Promise<void> {
    // Somebody told of the newer one meanwhile.
    if (state.revision !== seen) return;
    const translation = await api.read();
    tries = 0;
    // A copy of the database that is behind: the next read may know more.
    if (isKnown(state, translation)) throw new Error("The server answered an old revision.");
    set(afterMerging(state, translation));
  }

  function fail(error: unknown): void {
    const failure = savingFailure(error);
    if (failure.kind === "ended") return set({ status: "ended" });
    if (failure.kind === "refused") return set({ status: "refused", refusal: failure.refusal });
    const afterMs = failure.kind === "away" ? failure.afterMs : 0;
    set({ status: "offline" });
    later(Math.max(afterMs, Math.min(firstRetryMs * 2 ** tries, longestRetryMs)) * (1 + clock.chance() / 4));
    tries = Math.min(tries + 1, 10);
  }

  return {
    get state() {
      return state;
    },
    edit(draft) {
      const now = clock.now();
      firstChange ??= now;
      lastChange = now;
      const conflicts = state.conflicts.length > 0 ? openConflicts(state.conflicts, draft) : state.conflicts;
      const isClean = !isDirty({ ...state, draft }) && conflicts.length === 0 && !running;
      const status = isClean ? "saved" : conflicts.length > 0 ? "conflict" : waits() ? state.status : "saving";
      set({ draft, conflicts, status, ...(isClean ? { refusal: null } : {}) });
      if (status === "saving" && !running) later(dueIn(now));
    },
    choose(conflict, side) {
      const rest = state.conflicts.filter((each) => conflictKey(each) !== conflictKey(conflict));
      const draft = chosen(state.draft, conflict, side);
      set({ draft, conflicts: openConflicts(rest, draft) });
      if (state.conflicts.length > 0) return;
      set({ status: "saving" });
      firstChange = undefined;
      if (!running) proceed();
    },
    take(translation) {
      if (isKnown(state, translation)) return;
      set(afterMerging(state, translation));
      if (waits() || running) return;
      if (state.conflicts.length === 0 && isDirty(state)) set({ status: "saving" });
      proceed();
    },
    retry() {
      tries = 0;
      if (!running) void send();
    },
    async flush() {
      // What is under way is older than the last change.
      if (running) await running;
      while (isDirty(state) && state.conflicts.length === 0 && !isClosed) {
        await send();
        if (state.status !== "saving" && state.status !== "saved") break;
      }
      return state;
    },
    close() {
      isClosed = true;
      cancel();
    },
  };
}
