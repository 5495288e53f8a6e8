import { describe, expect, test } from "vitest";
import { createKeeper, type DraftRecords, type KeeperStatus, type KeptDraft } from "./keeper.ts";
import { memoryRecords, noPause } from "./kit/memory-records.ts";
import { page } from "./kit/pages.ts";

const address = { account: "ana", site: "shop", documents: "pages", document: "d1", locale: "en" } as const;
const base = page([]);

function kept(title: string, rest: Partial<KeptDraft> = {}): KeptDraft {
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
    const keeper = createKeeper(records);
    keeper.keep(kept("1"));
    await Promise.resolve();
    expect(await records.all()).toEqual([]);
    await keeper.idle();
    expect(titles(await records.all())).toEqual(["1"]);
    keeper.keep(kept("2"));
    keeper.hurry();
    expect(titles(await records.all())).toEqual(["2"]);
    await keeper.idle();
    expect(keeper.status).toBe("kept");
  });

  test("keeps the last draft of each translation and sitting, and finds it again", async () => {
    const records = memoryRecords();
    const keeper = createKeeper(records, noPause);
    keeper.keep(kept("1"));
    keeper.keep(kept("2"));
    keeper.keep(kept("other tab", { sitting: "s2", at: 0 }));
    keeper.keep(kept("German", { address: { ...address, locale: "de" } }));
    keeper.keep(kept("Ben's", { address: { ...address, account: "ben" } }));
    await keeper.idle();
    const later = createKeeper(records, noPause);
    expect(titles(await later.find(address))).toEqual(["other tab", "2"]);
    expect(titles(await later.list("ana")).sort()).toEqual(["2", "German", "other tab"]);
    expect(titles(await later.find({ ...address, document: "d" }))).toEqual([]);
    later.forget(kept("2"));
    expect(titles(await later.find(address))).toEqual(["other tab"]);
    expect(titles(await createKeeper(records, noPause).find(address))).toEqual(["other tab"]);
  });

  test("writes one after the other, the newest of those that wait", async () => {
    const { slow, next, written } = slowRecords();
    const keeper = createKeeper(slow, noPause);
    const seen: KeeperStatus[] = [];
    keeper.subscribe((status) => seen.push(status));
    keeper.keep(kept("1"));
    expect(keeper.status).toBe("keeping");
    await settled();
    for (const title of ["2", "3"]) keeper.keep(kept(title));
    await next();
    expect(written).toEqual(["1"]);
    await settled();
    keeper.keep(kept("4"));
    keeper.forget(kept("4"));
    await next();
    await next();
    expect([written, keeper.status, seen]).toEqual([["1", "3", "removed"], "kept", ["keeping", "kept"]]);
  });

  test("says when it cannot write, has it here all the same, and writes it with the next change", async () => {
    const { slow, next, written, state } = slowRecords();
    const keeper = createKeeper(slow, noPause);
    state.fails = true;
    keeper.keep(kept("1"));
    await next();
    expect(keeper.status).toBe("failed");
    expect(titles(await keeper.find(address))).toEqual(["1"]);
    state.fails = false;
    keeper.keep(kept("other", { sitting: "s2" }));
    await next();
    await next();
    expect([written.sort(), keeper.status]).toEqual([["1", "other"], "kept"]);
  });

  test("works where the browser has no database", async () => {
    const fail = async () => Promise.reject(new Error("There is none."));
    const keeper = createKeeper({ all: fail, put: fail, remove: fail }, noPause);
    expect(await keeper.find(address)).toEqual([]);
    keeper.keep(kept("1"));
    await keeper.idle();
    expect([keeper.status, titles(await keeper.find(address))]).toEqual(["failed", ["1"]]);
    keeper.forget(kept("1"));
    await keeper.idle();
    expect([keeper.status, await keeper.find(address)]).toEqual(["kept", []]);
  });

  test("forgets everything of an account that signs out, and takes nothing more of it", async () => {
    const { slow, next } = slowRecords();
    const keeper = createKeeper(slow, noPause);
    keeper.keep(kept("written"));
    await next();
    keeper.keep(kept("Ben's", { address: { ...address, account: "ben" } }));
    keeper.keep(kept("under way", { sitting: "s2" }));
    keeper.keep(kept("waiting", { sitting: "s3" }));
    const forgotten = keeper.forgetAll("ana");
    keeper.keep(kept("late"));
    for (let n = 0; n < 5; n++) await next();
    await forgotten;
    expect(await keeper.list("ana")).toEqual([]);
    expect(titles(await keeper.list("ben"))).toEqual(["Ben's"]);
    const all = keeper.forgetAll();
    for (let n = 0; n < 3; n++) await next();
    await all;
    expect(await slow.all()).toEqual([]);
    expect(keeper.status).toBe("kept");
  });
});
