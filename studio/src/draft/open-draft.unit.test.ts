import { beforeEach, describe, expect, test } from "vitest";
import type { EditedDraft } from "./block.ts";
import { createDraftStore, type DraftRecords } from "./draft-store.ts";
import { FakeClock } from "./kit/fake-clock.ts";
import { failure, FakeServer, type Fate } from "./kit/fake-server.ts";
import { memoryRecords, noPause } from "./kit/memory-records.ts";
import { block, page } from "./kit/pages.ts";
import { openDraft } from "./open-draft.ts";
import { setProps } from "./tree.ts";

const address = { account: "me", site: "shop", documents: "pages", document: "d", locale: "en" } as const;
let clock: FakeClock;
let server: FakeServer;
let records: DraftRecords;
let fate: Fate;

beforeEach(() => {
  clock = new FakeClock();
  server = new FakeServer(clock, page([block("a"), block("b")]));
  records = memoryRecords();
  fate = "answers";
});

async function open(draftStore = createDraftStore(records, noPause)) {
  const api = server.api("me", { latencyMs: 100, fate: () => fate });
  const store = await openDraft({ address, translation: server.translation(), api, keeper: draftStore, clock });
  return {
    store,
    keeper: draftStore,
    at: () => store.getState(),
    title: (title: string) => store.getState().change((draft) => ({ ...draft, title }), { key: "title" }),
  };
}

const text = (id: string, words: string) => (draft: EditedDraft) => ({
  ...draft,
  composition: setProps(draft.composition ?? [], id, { text: words }),
});

describe("an open draft", () => {
  test("changes at once, is kept at once, and is kept no longer when it is saved", async () => {
    const { keeper: draftStore, at, title } = await open();
    expect(at()).toMatchObject({ status: "saved", revision: 1, canUndo: false, canRedo: false, isRecovered: false });
    title("A");
    expect(at()).toMatchObject({ draft: { title: "A" }, status: "saving", canUndo: true });
    expect(await draftStore.list("me")).toMatchObject([{ mine: { title: "A" }, base: { title: "Home" }, revision: 1 }]);
    await clock.advance(2_000);
    expect([at().status, server.draft.title, await draftStore.list("me")]).toEqual(["saved", "A", []]);
    at().change(at().draft);
    expect(at().canUndo).toBe(true);
  });

  test("undoes own steps only, across saves and merges", async () => {
    const { at, title, store } = await open();
    title("A");
    title("AB");
    await clock.advance(2_000);
    server.edit(text("b", "theirs"));
    at().takeServer(server.translation());
    at().change(text("a", "mine"));
    await clock.advance(2_000);
    at().undo();
    at().undo();
    expect(at()).toMatchObject({ canUndo: false, canRedo: true, draft: { title: "Home" } });
    expect(at().draft.composition?.map(({ props }) => props.text)).toEqual(["a", "theirs"]);
    await clock.advance(2_000);
    expect(server.draft).toMatchObject({ title: "Home" });
    store.getState().redo();
    store.getState().redo();
    expect(at()).toMatchObject({ canUndo: true, canRedo: false, draft: { title: "AB" } });
    await clock.advance(2_000);
    expect(server.draft.composition?.map(({ props }) => props.text)).toEqual(["mine", "theirs"]);
  });

  test("lets a choice be undone", async () => {
    const { at, title } = await open();
    server.edit((draft) => ({ ...draft, title: "Theirs" }));
    title("Mine");
    await clock.advance(3_000);
    at().choose(at().conflicts[0]!, "theirs");
    expect(at()).toMatchObject({ draft: { title: "Theirs" }, canUndo: true });
    at().undo();
    await clock.advance(3_000);
    expect(server.draft.title).toBe("Mine");
  });

  test("that the server replaces as a whole comes back by undo, beside what was written since", async () => {
    const { at, title } = await open();
    title("Five minutes of work");
    const replacing = at().replace((revision) => {
      expect([revision, server.draft.title]).toEqual([2, "Five minutes of work"]);
      server.edit((draft) => ({ ...draft, title: "Restored" }), "me");
      // The event of the change is faster than the answer.
      at().takeServer(server.translation());
      return Promise.resolve(server.translation());
    });
    await clock.advance(2_000);
    const { undo, before, revision } = await replacing;
    expect([at().draft.title, at().canUndo, before.title, revision]).toEqual(["Restored", true, "Five minutes of work", 3]);
    at().change(text("a", "since"));
    expect(undo()).toBe(true);
    await clock.advance(2_000);
    expect(server.draft).toMatchObject({ title: "Five minutes of work", composition: [{ props: { text: "since" } }, { id: "b" }] });
    void at().close();
    expect(undo()).toBe(false);
  });

  test("begins with what was kept when the session ended, or the browser was killed", async () => {
    const first = await open();
    server.problem = failure(401, "session_invalid");
    first.title("Kept");
    await clock.advance(3_000);
    void first.at().close();
    await clock.advance(1_000);
    server.problem = undefined;
    server.edit(text("b", "theirs"));
    const second = await open();
    expect(second.at()).toMatchObject({ isRecovered: true, status: "saving", draft: { title: "Kept" } });
    await clock.advance(3_000);
    expect(second.at().status).toBe("saved");
    expect(server.draft).toMatchObject({ title: "Kept", composition: [{ id: "a" }, { id: "b", props: { text: "theirs" } }] });
    expect(await second.keeper.list("me")).toEqual([]);
    expect((await open()).at().isRecovered).toBe(false);
  });

  test("asks after a restart what it asked before", async () => {
    const first = await open();
    server.edit((draft) => ({ ...draft, title: "Theirs" }));
    first.title("Mine");
    await clock.advance(3_000);
    await first.at().close();
    await first.keeper.idle();
    const second = await open();
    expect(second.at()).toMatchObject({ status: "conflict", conflicts: [{ path: "/title", mine: "Mine", theirs: "Theirs" }] });
    second.at().choose(second.at().conflicts[0]!, "mine");
    await clock.advance(3_000);
    expect([server.draft.title, second.at().status]).toEqual(["Mine", "saved"]);
  });

  test("knows after a restart what it had sent", async () => {
    const first = await open();
    fate = "lost after";
    first.title("A");
    await clock.advance(1_500);
    first.title("AB");
    await first.keeper.idle();
    fate = "answers";
    const second = await open();
    expect(second.at()).toMatchObject({ conflicts: [], draft: { title: "AB" } });
    await clock.advance(3_000);
    expect([server.draft.title, second.at().status]).toEqual(["AB", "saved"]);
  });

  test("has the words of two tabs that were closed without a network", async () => {
    fate = "lost before";
    const [one, two] = [await open(), await open()];
    one.at().change(text("a", "tab one"));
    two.at().change(text("b", "tab two"));
    one.title("One");
    two.title("Two");
    for (const tab of [one, two]) {
      await tab.keeper.idle();
      // Nothing more comes of the closed tabs.
      void tab.at().close();
    }
    await clock.advance(2_000);
    fate = "answers";
    const third = await open();
    expect(third.at().draft.composition?.map(({ props }) => props.text)).toEqual(["tab one", "tab two"]);
    expect(third.at().conflicts).toMatchObject([{ path: "/title", mine: "One", theirs: "Two" }]);
  });

  test("leaves what another tab kept where it cannot write itself", async () => {
    fate = "lost before";
    const first = await open();
    first.title("Kept");
    await first.keeper.idle();
    void first.at().close();
    await clock.advance(1_000);
    const full = createDraftStore({ ...records, put: async () => Promise.reject(new Error("The disk is full.")) }, noPause);
    const second = await open(full);
    expect(second.at().draft.title).toBe("Kept");
    expect(full.status).toBe("failed");
    expect(await records.all()).toHaveLength(1);
  });

  test("sends everything before it closes", async () => {
    const { at, title } = await open();
    title("A");
    const closed = at().close();
    await clock.advance(200);
    await closed;
    expect(server.draft.title).toBe("A");
  });

  test("a change among 1,000 blocks takes a few milliseconds, and touches its ancestors alone", async () => {
    const many = Array.from({ length: 100 }, (_, n) => block(`s${n}`, { main: Array.from({ length: 9 }, (__, m) => block(`s${n}b${m}`)) }));
    server = new FakeServer(clock, page(many));
    const { at } = await open();
    const before = at().draft.composition ?? [];
    const begun = performance.now();
    for (let n = 0; n < 50; n++) at().change(text("s99b8", `words ${n}`), { key: "s99b8" });
    const each = (performance.now() - begun) / 50;
    const after = at().draft.composition ?? [];
    expect(after.filter((one, index) => one !== before[index]).map(({ id }) => id)).toEqual(["s99"]);
    // Generous, for busy machines: what would be quadratic takes seconds.
    expect(each).toBeLessThan(100);
  });
});
