import { beforeEach, describe, expect, test } from "vitest";
import { block } from "./kit/pages.ts";
import { Saving } from "./kit/saving.ts";
import { insert, remove, setProps } from "./tree.ts";

let on: Saving;
beforeEach(() => void (on = new Saving()));

describe("after another editor saved", () => {
  test("merges and sends at once what does not clash", async () => {
    on.server.edit((draft) => ({ ...draft, composition: setProps(draft.composition ?? [], "b", { text: "theirs" }) }));
    on.text("a", "mine");
    await on.clock.advance(1_500);
    expect(on.saver.state).toMatchObject({ status: "saved", conflicts: [], changedBy: { name: "Ana" } });
    expect(on.server.draft.composition?.map(({ props }) => props.text)).toEqual(["mine", "theirs"]);
    expect(on.statuses).toEqual(["saving", "saved"]);
  });

  test("waits for choices about what does, and keeps both until then", async () => {
    on.server.edit((draft) => ({ ...draft, title: "Theirs", slug: "theirs" }));
    on.title("Mine");
    on.text("a", "mine");
    await on.clock.advance(5_000);
    expect(on.saver.state).toMatchObject({
      status: "conflict",
      conflicts: [{ path: "/title", base: "Home", mine: "Mine", theirs: "Theirs" }],
    });
    expect(on.server.draft.title).toBe("Theirs");
    on.title("Mine, longer");
    on.server.edit((draft) => ({ ...draft, title: "Theirs, later" }));
    on.saver.take(on.server.translation());
    expect(on.saver.state.conflicts).toMatchObject([{ path: "/title", mine: "Mine, longer", theirs: "Theirs, later" }]);
    expect((await on.saver.flush()).status).toBe("conflict");
    on.saver.choose(on.saver.state.conflicts[0]!, "theirs");
    await on.clock.advance(200);
    expect(on.saver.state).toMatchObject({ status: "saved", conflicts: [], draft: { title: "Theirs, later", slug: "theirs" } });
    expect(on.server.draft.composition?.[0]?.props.text).toBe("mine");
  });

  test("sends mine when I choose it, or type theirs", async () => {
    on.server.edit((draft) => ({ ...draft, title: "Theirs" }));
    on.title("Mine");
    await on.clock.advance(5_000);
    on.saver.choose(on.saver.state.conflicts[0]!, "mine");
    await on.clock.advance(200);
    expect([on.server.draft.title, on.saver.state.status]).toEqual(["Mine", "saved"]);
    on.server.edit((draft) => ({ ...draft, title: "Theirs again" }));
    on.title("Mine again");
    await on.clock.advance(5_000);
    expect(on.saver.state.status).toBe("conflict");
    on.title("Theirs again");
    expect(on.saver.state.status).toBe("saved");
  });

  test("takes their draft while there is nothing of mine, and never over mine", () => {
    on.server.edit((draft) => ({ ...draft, title: "Theirs" }));
    on.saver.take(on.server.translation());
    expect(on.saver.state).toMatchObject({ status: "saved", draft: { title: "Theirs" }, revision: 2 });
    on.edit((draft) => ({ ...draft, slug: "mine" }));
    on.server.edit((draft) => ({ ...draft, title: "Later" }));
    on.saver.take(on.server.translation());
    expect(on.saver.state).toMatchObject({ status: "saving", draft: { title: "Later", slug: "mine" }, revision: 3 });
    const before = on.saver.state;
    on.saver.take({ ...on.server.translation(), revision: 2 });
    expect(on.saver.state).toBe(before);
  });

  test("recognises its own save when an event tells of it before the answer", async () => {
    on.title("A");
    await on.clock.advance(1_060);
    expect(on.server.revision).toBe(2);
    on.saver.take(on.server.translation());
    on.title("AB");
    await on.clock.advance(5_000);
    expect([on.server.draft.title, on.saver.state.status, on.saver.state.changedBy]).toEqual(["AB", "saved", null]);
  });
});

describe("after an answer that never came", () => {
  test("recognises its own draft as saved", async () => {
    on.fate = "lost after";
    on.title("A");
    await on.clock.advance(1_500);
    expect([on.server.draft.title, on.saver.state.status]).toEqual(["A", "offline"]);
    on.fate = "answers";
    on.saver.retry();
    await on.clock.advance(500);
    expect(on.saver.state).toMatchObject({ status: "saved", conflicts: [], changedBy: null });
    expect(on.server.saves).toBe(1);
  });

  test("does not ask about what was typed on, and lets removed blocks stay removed", async () => {
    on.fate = "lost after";
    on.text("a", "one");
    on.edit((draft) => ({ ...draft, composition: insert(draft.composition ?? [], [block("new")], { parent: null, slot: "", index: 0 }) }));
    await on.clock.advance(1_500);
    on.text("a", "one two");
    on.edit((draft) => ({ ...draft, composition: remove(draft.composition ?? [], ["new"]) }));
    await on.clock.advance(20_000);
    on.fate = "answers";
    await on.clock.advance(60_000);
    expect(on.saver.state).toMatchObject({ status: "saved", conflicts: [] });
    expect(on.server.draft.composition?.map(({ id, props }) => [id, props.text])).toEqual([
      ["a", "one two"],
      ["b", "b"],
    ]);
  });

  test("sends again what came back to what it was before", async () => {
    on.fate = "lost after";
    on.title("A");
    await on.clock.advance(1_500);
    on.fate = "answers";
    on.title("Home");
    expect(on.saver.state.status).toBe("offline");
    await on.clock.advance(60_000);
    expect([on.server.draft.title, on.saver.state.status]).toEqual(["Home", "saved"]);
  });

  test("keeps what another editor did after it", async () => {
    on.fate = "lost after";
    on.title("A");
    await on.clock.advance(1_500);
    on.server.edit((draft) => ({ ...draft, slug: "theirs" }));
    on.title("AB");
    on.fate = "answers";
    await on.clock.advance(60_000);
    expect(on.saver.state).toMatchObject({ status: "saved", conflicts: [] });
    expect(on.server.draft).toMatchObject({ title: "AB", slug: "theirs" });
  });
});
