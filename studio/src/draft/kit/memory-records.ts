import type { DraftRecords, KeptDraft } from "../draft-store.ts";

/** Kept drafts in memory; read as copies, like those of a browser's database. */
export function memoryRecords(): DraftRecords {
  const records = new Map<string, KeptDraft>();
  return {
    all: async () => structuredClone([...records.values()]),
    put: async (key, record) => void records.set(key, record),
    remove: async (keys) => keys.forEach((key) => records.delete(key)),
  };
}

/** Tests of what happens in a moment want no time to pass. */
export const noPause = () => Promise.resolve();
