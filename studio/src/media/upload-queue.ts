import { createStore } from "zustand/vanilla";

/** What became of sending one file. `lost`: no answer came, so nobody knows; sending it again is safe, since equal bytes are kept once. */
export type Sent =
  | { kind: "done"; assetId: string; isDuplicate: boolean; cut?: readonly string[] }
  | { kind: "refused"; code: string; message: string }
  | { kind: "lost" }
  | { kind: "busy"; afterMs: number }
  | { kind: "signed-out" }
  | { kind: "cancelled" };

export interface Upload {
  id: string;
  file: File;
  folder: string;
  state: "waiting" | "sending" | "done" | "refused";
  /** Of 1. */
  progress: number;
  /** Of a file that was refused. */
  problem?: { code: string; message: string };
  /** The asset that the file has become, or was already. */
  assetId?: string;
  isDuplicate?: boolean;
  /** What the server cut out of a drawing. */
  cut?: readonly string[];
  /** How often the connection broke while the server could be reached. */
  losses: number;
}

export interface UploadState {
  uploads: readonly Upload[];
  /** Why nothing is sent at the moment. */
  pause: "offline" | "busy" | "signed-out" | undefined;
}

export interface UploadMeans {
  send(upload: Pick<Upload, "file" | "folder">, onProgress: (progress: number) => void, signal: AbortSignal): Promise<Sent>;
  /** Whether the server can be reached. */
  probe(): Promise<boolean>;
  /** Told after files have arrived and nothing is left to send. */
  onIdle(): void;
}

const atOnce = 3;
const mostLosses = 3;
const firstWaitMs = 1_000;
const longestWaitMs = 30_000;

export type UploadQueue = ReturnType<typeof createUploadQueue>;

/**
 * Sends files, three at a time. When the network goes, it waits until the server can be reached again, and then goes on with the files that have not arrived.
 * It knows nothing of the page: whoever leaves the place finds it as it was.
 */
export function createUploadQueue({ send, probe, onIdle }: UploadMeans) {
  const store = createStore<UploadState>(() => ({ uploads: [], pause: undefined }));
  const endings = new Map<string, AbortController>();
  let number = 0;
  let waitMs = firstWaitMs;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const all = () => store.getState().uploads;
  const find = (id: string) => all().find((each) => each.id === id);
  const set = (id: string, change: Partial<Upload>) =>
    store.setState(({ uploads }) => ({ uploads: uploads.map((each) => (each.id === id ? { ...each, ...change } : each)) }));

  function next(): void {
    if (store.getState().pause !== undefined) return;
    const sending = all().filter(({ state }) => state === "sending").length;
    for (const upload of all()
      .filter(({ state }) => state === "waiting")
      .slice(0, Math.max(0, atOnce - sending)))
      void start(upload);
  }

  async function start({ id, file, folder }: Upload): Promise<void> {
    const ending = new AbortController();
    endings.set(id, ending);
    set(id, { state: "sending", progress: 0 });
    const sent = await send({ file, folder }, (progress) => set(id, { progress }), ending.signal).catch((): Sent => ({ kind: "lost" }));
    // It may have been cancelled and tried again meanwhile.
    if (endings.get(id) !== ending) return;
    endings.delete(id);
    settle(id, sent);
    next();
    if (!all().some(({ state }) => state === "waiting" || state === "sending")) onIdle();
  }

  function settle(id: string, sent: Sent): void {
    const upload = find(id);
    if (!upload) return;
    if (sent.kind === "done") {
      waitMs = firstWaitMs;
      set(id, { state: "done", progress: 1, assetId: sent.assetId, isDuplicate: sent.isDuplicate, cut: sent.cut ?? [] });
    } else if (sent.kind === "refused") set(id, { state: "refused", problem: { code: sent.code, message: sent.message } });
    else {
      set(id, { state: "waiting", progress: 0 });
      if (sent.kind === "signed-out") store.setState({ pause: "signed-out" });
      else if (sent.kind === "busy") pause("busy", sent.afterMs);
      else if (sent.kind === "lost") {
        set(id, { losses: upload.losses + 1 });
        pause("offline", waitMs);
      }
    }
  }

  function pause(reason: "offline" | "busy", afterMs: number): void {
    if (store.getState().pause !== undefined) return;
    store.setState({ pause: reason });
    timer = setTimeout(() => void wake(), afterMs);
  }

  /** Goes on if the server answers; else waits twice as long. Called when the browser is online again, too. */
  async function wake(): Promise<void> {
    if (store.getState().pause === undefined) return;
    clearTimeout(timer);
    if (await probe().catch(() => false)) {
      clearTimeout(timer);
      store.setState({ pause: undefined });
      // A connection that breaks again and again, although the server can be reached, is about this file.
      for (const { id, state, losses } of all())
        if (state === "waiting" && losses >= mostLosses) set(id, { state: "refused", problem: { code: "lost", message: "" } });
      next();
      if (!all().some(({ state }) => state === "waiting" || state === "sending")) onIdle();
    } else {
      // While the network is away, no file is to blame.
      for (const { id, losses } of all()) if (losses > 0) set(id, { losses: 0 });
      store.setState({ pause: "offline" });
      waitMs = Math.min(waitMs * 2, longestWaitMs);
      clearTimeout(timer);
      timer = setTimeout(() => void wake(), waitMs);
    }
  }

  function forget(isForgotten: (upload: Upload) => boolean): void {
    const gone = all().filter(isForgotten);
    store.setState(({ uploads }) => ({ uploads: uploads.filter((each) => !gone.includes(each)) }));
    for (const { id } of gone) {
      const ending = endings.get(id);
      endings.delete(id);
      ending?.abort();
    }
    if (all().length === 0) {
      clearTimeout(timer);
      store.setState({ pause: undefined });
    }
    next();
  }

  return {
    store,
    /** Adds files, and begins to send them. Returns their ids. */
    add(files: readonly File[], folder = ""): string[] {
      const added = files.map((file): Upload => ({
        id: String((number += 1)),
        file,
        folder,
        state: "waiting",
        progress: 0,
        losses: 0,
      }));
      store.setState(({ uploads }) => ({ uploads: [...uploads, ...added] }));
      next();
      return added.map(({ id }) => id);
    },
    wake,
    /** Sends a file again that was refused; without an id, all of them. */
    retry(id?: string): void {
      for (const each of all())
        if (each.state === "refused" && (id === undefined || each.id === id)) set(each.id, { state: "waiting", progress: 0, losses: 0 });
      if (store.getState().pause === undefined) next();
      else void wake();
    },
    /** Takes a file out, and ends its sending. */
    cancel: (id: string) => forget((each) => each.id === id),
    /** Takes those out that have arrived or were refused. */
    clear: () => forget(({ state }) => state === "done" || state === "refused"),
    /** Ends everything. */
    end: () => forget(() => true),
  };
}
