import type { DraftRecords, KeptDraft } from "./draft-store.ts";

const databaseName = "vitrine-studio";
const store = "drafts";
/** An upgrade that another tab holds up may wait for ever. */
const longestOpeningMs = 3_000;

/**
 * Kept drafts in the browser's IndexedDB. Where there is none, as in some private windows, each method rejects; it is opened again with the next one. A connection
 * that the browser closes is opened again, too.
 */
export function indexedRecords(factory: IDBFactory | undefined = globalThis.indexedDB): DraftRecords {
  let opening: Promise<IDBDatabase> | undefined;
  let opened: IDBDatabase | undefined;
  const closed = (): void => {
    opening = undefined;
    opened = undefined;
  };
  const connection = async (): Promise<IDBDatabase> => {
    opening ??= open(factory, closed);
    try {
      return (opened = await opening);
    } catch (error) {
      closed();
      throw error;
    }
  };
  const transact = async <Value>(
    mode: IDBTransactionMode,
    act: (records: IDBObjectStore) => IDBRequest<Value> | undefined,
  ): Promise<Value | undefined> => {
    // Without waiting where it is open: a page that goes has no time for it.
    const database = opened ?? (await connection());
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(store, mode);
      const request = act(transaction.objectStore(store));
      // By itself it is committed when the page has time again, which it may never have.
      transaction.commit();
      transaction.oncomplete = () => resolve(request?.result);
      transaction.onabort = () => reject(transaction.error ?? new Error("The browser stopped a write to its database."));
    });
  };
  return {
    all: async () => (await transact<KeptDraft[]>("readonly", (records) => records.getAll() as IDBRequest<KeptDraft[]>)) ?? [],
    put: async (key, record) => void (await transact("readwrite", (records) => records.put(record, key))),
    async remove(keys) {
      await transact("readwrite", (records) => {
        for (const key of keys) records.delete(key);
        return undefined;
      });
    },
  };
}

function open(factory: IDBFactory | undefined, closed: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    if (!factory) throw new Error("This browser has no database for changes. Use another window.");
    const timer = setTimeout(
      () => reject(new Error("The browser's database does not open. Close other tabs of the studio.")),
      longestOpeningMs,
    );
    const request = factory.open(databaseName, 1);
    request.onupgradeneeded = () => void request.result.createObjectStore(store);
    request.onerror = () => {
      clearTimeout(timer);
      reject(request.error ?? new Error("The browser's database does not open."));
    };
    request.onsuccess = () => {
      clearTimeout(timer);
      const opened = request.result;
      opened.onclose = closed;
      // A newer studio in another tab wants to change the database: let it.
      opened.onversionchange = () => {
        opened.close();
        closed();
      };
      resolve(opened);
    };
  });
}
