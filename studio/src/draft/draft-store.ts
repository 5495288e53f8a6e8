import type { EditedDraft } from "./block.ts";
import type { Conflict } from "./merge.ts";

/** The translation of a document, as an account edits it. */
export interface DraftAddress {
  /** The id of the admin. */
  readonly account: string;
  /** The slug of the site. */
  readonly site: string;
  readonly documents: "pages" | "entries";
  /** The id of the document. */
  readonly document: string;
  readonly locale: string;
}

/** Changes that the server may not have yet. */
export interface KeptDraft {
  readonly address: DraftAddress;
  /** Two tabs with the same translation keep their changes apart. */
  readonly sitting: string;
  /** The server's draft that the changes were made to, and its revision. */
  readonly base: EditedDraft;
  readonly revision: number;
  readonly mine: EditedDraft;
  /** Drafts that were sent, without an answer so far. */
  readonly sent: readonly EditedDraft[];
  readonly conflicts: readonly Conflict[];
  /** When it was kept, in milliseconds. */
  readonly at: number;
}

/** A place for kept drafts: IndexedDB in the browser. Every method may reject. */
export interface DraftRecords {
  all(): Promise<readonly KeptDraft[]>;
  put(key: string, record: KeptDraft): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
}

/** `kept`: everything is in the place of records. `keeping`: a write is under way. `failed`: it cannot be written; it is in this tab alone. */
export type DraftStoreStatus = "kept" | "keeping" | "failed";

export interface DraftStore {
  readonly status: DraftStoreStatus;
  /** Calls back with each new status, until the returned function is called. */
  subscribe(listener: (status: DraftStoreStatus) => void): () => void;
  /** Keeps changes at once. Of several for one translation the last one counts. */
  keep(record: KeptDraft): void;
  /** Forgets what was kept: the server has it. */
  forget(record: Pick<KeptDraft, "address" | "sitting">): void;
  /** What is kept of a translation, of this and of former sittings, the earliest first. */
  find(address: DraftAddress): Promise<readonly KeptDraft[]>;
  /** Everything that is kept for an account. */
  list(account: string): Promise<readonly KeptDraft[]>;
  /** Forgets everything of an account, or of all, and takes nothing more of it: after it signed out. */
  forgetAll(account?: string): Promise<void>;
  /** Writes what waits without a pause: the page is about to go. */
  hurry(): void;
  /** Resolves when everything is written or has failed. */
  idle(): Promise<void>;
}

function keptKey({ address, sitting }: Pick<KeptDraft, "address" | "sitting">): string {
  const { account, site, documents, document, locale } = address;
  return JSON.stringify([account, site, documents, document, locale, sitting]);
}

/** Lets the browser show a keystroke first: to copy a large page takes as long as a frame. */
const afterThis = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * A keeper over a place of records. Writes follow each other, each after a pause, and a later change of a translation takes the place of one that still waits.
 */
export function createDraftStore(records: DraftRecords, pause: () => Promise<void> = afterThis): DraftStore {
  /** The newest state of what is not written yet; undefined: to be removed. */
  const waiting = new Map<string, KeptDraft | undefined>();
  /** What could not be written: it is here for as long as the tab. */
  const unwritten = new Map<string, KeptDraft>();
  const listeners = new Set<(status: DraftStoreStatus) => void>();
  const gone = new Set<string>();
  let isAllGone = false;
  let status: DraftStoreStatus = "kept";
  let running: Promise<void> | undefined;

  const setStatus = (next: DraftStoreStatus): void => {
    if (next === status) return;
    status = next;
    for (const listener of listeners) listener(next);
  };
  const write = async (key: string, record: KeptDraft | undefined): Promise<void> => {
    try {
      await (record ? records.put(key, record) : records.remove([key]));
      unwritten.delete(key);
    } catch {
      if (record) unwritten.set(key, record);
      else unwritten.delete(key);
    }
  };
  const run = async (): Promise<void> => {
    // One that could not be written is tried again together with the next change.
    for (const [key, record] of unwritten) if (!waiting.has(key)) waiting.set(key, record);
    while (waiting.size > 0) {
      await pause();
      for (const [key, record] of [...waiting].slice(0, 1)) {
        waiting.delete(key);
        await write(key, record);
      }
    }
    running = undefined;
    setStatus(unwritten.size > 0 ? "failed" : "kept");
  };
  const enqueue = (key: string, record: KeptDraft | undefined): void => {
    waiting.delete(key);
    waiting.set(key, record);
    if (status === "kept") setStatus("keeping");
    running ??= run();
  };
  const idle = async (): Promise<void> => {
    while (running) await running;
  };
  const all = async (): Promise<readonly KeptDraft[]> => {
    await idle();
    const written = await records.all().catch((): readonly KeptDraft[] => []);
    const byKey = new Map([...written, ...unwritten.values()].map((record) => [keptKey(record), record]));
    return [...byKey.values()].sort((a, b) => a.at - b.at);
  };
  return {
    get status() {
      return status;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    keep(record) {
      if (!isAllGone && !gone.has(record.address.account)) enqueue(keptKey(record), record);
    },
    forget: (record) => enqueue(keptKey(record), undefined),
    async find(address) {
      const prefix = keptKey({ address, sitting: "" }).slice(0, -'""]'.length);
      return (await all()).filter((record) => keptKey(record).startsWith(prefix));
    },
    list: async (account) => (await all()).filter(({ address }) => address.account === account),
    async forgetAll(account) {
      if (account === undefined) isAllGone = true;
      else gone.add(account);
      const isMeant = (record: KeptDraft) => account === undefined || record.address.account === account;
      for (const [key, record] of waiting) if (record && isMeant(record)) waiting.set(key, undefined);
      const keys = (await all()).filter(isMeant).map(keptKey);
      for (const key of keys) unwritten.delete(key);
      await records.remove(keys).catch(() => undefined);
      setStatus(unwritten.size > 0 ? "failed" : "kept");
    },
    hurry() {
      for (const [key, record] of waiting) void write(key, record);
      waiting.clear();
    },
    idle,
  };
}
