import { describe, expect, test } from "vitest";
import { createDraftStore, type DraftRecords, type DraftStoreStatus, type KeptDraft } from "./draft-store.ts";
import { memoryRecords, noPause } from "./kit/memory-records.ts";
import { page } from "./kit/pages.ts";

const address = { account: "ana", site: "shop", documents: "pages", document: "d1", locale: "en" } as const;
const base = page([]);

function makeKeptDraft(title: string, rest: Partial<KeptDraft> = {}): KeptDraft {
  return { address, sitting: "s1", base, revision: 1, mine: { ...base, title }, sent: [], conflicts: [], at: 1, ...rest };
}

const titles = (records: readonly KeptDraft[]) => records.map(({ mine }) => mine.title);

/** Records whose writes end when the test says so, and fail when it says so. */
function slowRecords() {
  const records = memoryRecords();
  const waiting: (() => void)[] = [];
  const written: string[] = [];
  const state = { fails: false };
  const slow: DraftRecords = {
    all: () => records.all(),
    async put(key, record) {
      await new Promise<void>((resolve) => waiting.push(resolve));
      if (state.fails) throw new Error("The disk is full.");
      written.push(record.mine.title);
      await records.put(key, record);
    },
    async remove(keys) {
      await new Promise<void>((resolve) => waiting.push(resolve));
      written.push("removed");
      await records.remove(keys);
    },
  };
  const next = async (): Promise<void> => {
    await settled();
    waiting.shift()?.();
    await settled();
  };
  return { slow, next, written, state };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("a keeper", () => {
  test("lets the browser show a change first, and hurries when the page goes", async () => {
    const records = memoryRecords();
    const draftStore = createDraftStore(records);
    draftStore.keep(makeKeptDraft("1"));
    await Promise.resolve();
    expect(await records.all()).toEqual([]);
    await draftStore.idle();
    expect(titles(await records.all())).toEqual(["1"]);
    draftStore.keep(makeKeptDraft("2"));
    draftStore.hurry();
    expect(titles(await records.all())).toEqual(["2"]);
    await draftStore.idle();
    expect(draftStore.status).toBe("kept");
  });

  test("keeps the last draft of each translation and sitting, and finds it again", async () => {
    const records = memoryRecords();
    const draftStore = createDraftStore(records, noPause);
    draftStore.keep(makeKeptDraft("1"));
    draftStore.keep(makeKeptDraft("2"));
    draftStore.keep(makeKeptDraft("other tab", { sitting: "s2", at: 0 }));
    draftStore.keep(makeKeptDraft("German", { address: { ...address, locale: "de" } }));
    draftStore.keep(makeKeptDraft("Ben's", { address: { ...address, account: "ben" } }));
    await draftStore.idle();
    const later = createDraftStore(records, noPause);
    expect(titles(await later.find(address))).toEqual(["other tab", "2"]);
    expect(titles(await later.list("ana")).sort()).toEqual(["2", "German", "other tab"]);
    expect(titles(await later.find({ ...address, document: "d" }))).toEqual([]);
    later.forget(makeKeptDraft("2"));
    expect(titles(await later.find(address))).toEqual(["other tab"]);
    expect(titles(await createDraftStore(records, noPause).find(address))).toEqual(["other tab"]);
  });

  test("writes one after the other, the newest of those that wait", async () => {
    const { slow, next, written } = slowRecords();
    const draftStore = createDraftStore(slow, noPause);
    const seen: DraftStoreStatus[] = [];
    draftStore.subscribe((status) => seen.push(status));
    draftStore.keep(makeKeptDraft("1"));
    expect(draftStore.status).toBe("keeping");
    await settled();
    for (const title of ["2", "3"]) draftStore.keep(makeKeptDraft(title));
    await next();
    expect(written).toEqual(["1"]);
    await settled();
    draftStore.keep(makeKeptDraft("4"));
    draftStore.forget(makeKeptDraft("4"));
    await next();
    await next();
    expect([written, draftStore.status, seen]).toEqual([["1", "3", "removed"], "kept", ["keeping", "kept"]]);
  });

  test("says when it cannot write, has it here all the same, and writes it with the next change", async () => {
    const { slow, next, written, state } = slowRecords();
    const draftStore = createDraftStore(slow, noPause);
    state.fails = true;
    draftStore.keep(makeKeptDraft("1"));
    await next();
    expect(draftStore.status).toBe("failed");
    expect(titles(await draftStore.find(address))).toEqual(["1"]);
    state.fails = false;
    draftStore.keep(makeKeptDraft("other", { sitting: "s2" }));
    await next();
    await next();
    expect([written.sort(), draftStore.status]).toEqual([["1", "other"], "kept"]);
  });

  test("works where the browser has no database", async () => {
    const fail = async () => Promise.reject(new Error("There is none."));
    const draftStore = createDraftStore({ all: fail, put: fail, remove: fail }, noPause);
    expect(await draftStore.find(address)).toEqual([]);
    draftStore.keep(makeKeptDraft("1"));
    await draftStore.idle();
    expect([draftStore.status, titles(await draftStore.find(address))]).toEqual(["failed", ["1"]]);
    draftStore.forget(makeKeptDraft("1"));
    await draftStore.idle();
    expect([draftStore.status, await draftStore.find(address)]).toEqual(["kept", []]);
  });

  test("forgets everything of an account that signs out, and takes nothing more of it", async () => {
    const { slow, next } = slowRecords();
    const draftStore = createDraftStore(slow, noPause);
    draftStore.keep(makeKeptDraft("written"));
    await next();
    draftStore.keep(makeKeptDraft("Ben's", { address: { ...address, account: "ben" } }));
    draftStore.keep(makeKeptDraft("under way", { sitting: "s2" }));
    draftStore.keep(makeKeptDraft("waiting", { sitting: "s3" }));
    const forgotten = draftStore.forgetAll("ana");
    draftStore.keep(makeKeptDraft("late"));
    for (let n = 0; n < 5; n++) await next();
    await forgotten;
    expect(await draftStore.list("ana")).toEqual([]);
    expect(titles(await draftStore.list("ben"))).toEqual(["Ben's"]);
    const all = draftStore.forgetAll();
    for (let n = 0; n < 3; n++) await next();
    await all;
    expect(await slow.all()).toEqual([]);
    expect(draftStore.status).toBe("kept");
  });
});
