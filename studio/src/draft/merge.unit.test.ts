import { describe, expect, test } from "vitest";
import { chosen, openConflicts } from "./choices.ts";
import { blockOf } from "./kit/random-edits.ts";
import { block, entry, outline, page } from "./kit/pages.ts";
import { merge } from "./merge.ts";
import { insert, move, remove, replaceType, setBindings, setProps } from "./tree.ts";
import type { Block } from "./block.ts";

const base = page([block("a"), block("b", { left: [block("c"), block("d")], right: [] }), block("e")]);
const blocks = base.composition ?? [];
const at = (parent: string | null, slot: string, index: number) => ({ parent, slot, index });
const both = (mine: readonly Block[], theirs: readonly Block[]) => merge(base, page(mine), page(theirs));

describe("a merge of members", () => {
  test("has the changes of both sides", () => {
    const merged = merge(
      base,
      { ...base, slug: "mine", composition: setProps(blocks, "c", { text: "c", color: "red" }) },
      { ...base, title: "Theirs", composition: setProps(blocks, "c", { text: "theirs" }) },
    );
    expect(merged.conflicts).toEqual([]);
    expect(merged.draft).toMatchObject({ slug: "mine", title: "Theirs" });
    expect(blockOf(merged.draft, "c")?.props).toEqual({ text: "theirs", color: "red" });
    expect(blockOf(merged.draft, "a")).toBe(blocks[0]);
  });

  test("asks about members that both sides changed, and keeps mine until then", () => {
    const merged = merge(
      base,
      { ...base, title: "Mine", composition: setProps(blocks, "c", { text: "mine" }) },
      { ...base, title: "Theirs", composition: setProps(blocks, "c", { text: "theirs" }) },
    );
    expect(merged.draft.title).toBe("Mine");
    expect(merged.conflicts).toEqual([
      { path: "/title", base: "Home", mine: "Mine", theirs: "Theirs" },
      { block: "c", path: "/props/text", base: "c", mine: "mine", theirs: "theirs" },
    ]);
    const [title, text] = merged.conflicts;
    expect(chosen(merged.draft, title!, "theirs").title).toBe("Theirs");
    expect(blockOf(chosen(merged.draft, text!, "theirs"), "c")?.props).toEqual({ text: "theirs" });
    expect(chosen(merged.draft, title!, "mine")).toBe(merged.draft);
    const typedOn = { ...merged.draft, title: "Mine, longer" };
    expect(openConflicts(merged.conflicts, typedOn)[0]).toMatchObject({ mine: "Mine, longer", theirs: "Theirs" });
    expect(openConflicts(merged.conflicts, { ...typedOn, title: "Theirs" })).toHaveLength(1);
    expect(openConflicts(merged.conflicts, page([]))).toMatchObject([{ path: "/title" }]);
  });

  test("does not ask where both made the same change", () => {
    const same = { ...base, title: "Same", composition: setProps(blocks, "c", { text: "same" }) };
    expect(merge(base, same, structuredClone(same))).toEqual({ draft: same, conflicts: [] });
  });

  test("goes into objects, and into lists of one length", () => {
    const was = entry({ a: { b: 1, c: { d: 1 } }, list: [1, 2, 3], tags: ["x"], picture: { asset: "p", alt: "old" } });
    const with_ = (data: object) => entry({ ...was.data, ...data });
    const clean = merge(
      was,
      with_({ a: { b: 2, c: { d: 1 } }, list: [9, 2, 3] }),
      with_({ a: { b: 1, c: { d: 2 }, e: 5 }, list: [1, 2, 8] }),
    );
    expect(clean.conflicts).toEqual([]);
    expect(clean.draft.data).toMatchObject({ a: { b: 2, c: { d: 2 }, e: 5 }, list: [9, 2, 8] });
    const clash = merge(was, with_({ list: [7, 2, 3], tags: ["x", "mine"] }), with_({ list: [6, 2, 3], tags: ["theirs", "x"] }));
    expect(clash.conflicts.map(({ path }) => path)).toEqual(["/data/list", "/data/tags"]);
    expect(clash.draft.data).toMatchObject({ list: [7, 2, 3], tags: ["x", "mine"] });
  });

  test("does not give one picture the words of another", () => {
    const was = entry({ picture: { asset: "p", alt: "old" } });
    const { conflicts, draft } = merge(was, entry({ picture: { asset: "q" } }), entry({ picture: { asset: "p", alt: "new" } }));
    expect(conflicts.map(({ path }) => path)).toEqual(["/data/picture"]);
    expect(draft.data).toEqual({ picture: { asset: "q" } });
  });

  test("knows absent members, members of any name, and both sides that add", () => {
    const named = (text: string) => JSON.parse(text) as Record<string, unknown>;
    const merged = merge(
      entry({ x: 1, y: 1 }),
      entry(named('{"x":1,"__proto__":"mine","a/b":"mine"}')),
      entry(named('{"y":2,"a/b":"theirs"}')),
    );
    expect(merged.conflicts).toEqual([
      { path: "/data/a~1b", base: undefined, mine: "mine", theirs: "theirs" },
      { path: "/data/y", base: 1, mine: undefined, theirs: 2 },
    ]);
    expect(Object.entries(merged.draft.data ?? {})).toEqual([
      ["__proto__", "mine"],
      ["a/b", "mine"],
    ]);
    const [slash, y] = merged.conflicts;
    const withTheirs = chosen(chosen(merged.draft, y!, "theirs"), slash!, "theirs");
    expect(Object.entries(withTheirs.data ?? {})).toEqual([
      ["__proto__", "mine"],
      ["a/b", "theirs"],
      ["y", 2],
    ]);
  });

  test("takes a binding as one value, and a type", () => {
    const bind = (path: string) => ({ source: "entry", contentType: "post", slug: path.slice(1), path }) as const;
    const mine = setBindings(blocks, "a", { "/text": bind("/mine"), "/x": bind("/x") });
    const theirs = setBindings(replaceType(blocks, "a", "quote", { text: "a" }), "a", { "/text": bind("/theirs") });
    const { conflicts, draft } = both(mine, theirs);
    expect(conflicts).toEqual([{ block: "a", path: "/bindings/~1text", base: undefined, mine: bind("/mine"), theirs: bind("/theirs") }]);
    expect(blockOf(draft, "a")).toMatchObject({ type: "quote", bindings: { "/text": bind("/mine"), "/x": bind("/x") } });
    expect(blockOf(chosen(draft, conflicts[0]!, "theirs"), "a")?.bindings?.["/text"]).toEqual(bind("/theirs"));
  });
});

describe("a merge of blocks", () => {
  test.each<[string, readonly Block[], readonly Block[], string]>([
    [
      "adds what both added",
      insert(blocks, [block("m")], at("b", "right", 0)),
      insert(blocks, [block("t")], at(null, "", 1)),
      "a t b(left: c d; right: m) e",
    ],
    [
      "adds at one place one after the other",
      insert(blocks, [block("m")], at(null, "", 1)),
      insert(blocks, [block("t")], at(null, "", 1)),
      "a t m b(left: c d; right:) e",
    ],
    ["moves what both moved", move(blocks, ["a"], at(null, "", 3)), move(blocks, ["c"], at("b", "right", 0)), "b(left: d; right: c) e a"],
    ["moves what they moved within a list", setProps(blocks, "a", {}), move(blocks, ["e"], at(null, "", 0)), "e a b(left: c d; right:)"],
    ["lets my move count", move(blocks, ["a"], at("b", "left", 0)), move(blocks, ["a"], at("b", "right", 0)), "b(left: a c d; right:) e"],
    ["removes what one side removed", remove(blocks, ["c"]), remove(blocks, ["e"]), "a b(left: d; right:)"],
    ["removes a block with what is inside", blocks, remove(blocks, ["b"]), "a e"],
  ])("%s", (_, mine, theirs, expected) => {
    const { draft, conflicts } = both(mine, theirs);
    expect(outline(draft.composition)).toBe(expected);
    expect(conflicts).toEqual([]);
  });

  test("makes no circle of two moves", () => {
    const was = [block("x", { main: [] }), block("y", { main: [] })];
    const merged = merge(page(was), page(move(was, ["x"], at("y", "main", 0))), page(move(was, ["y"], at("x", "main", 0))));
    expect(outline(merged.draft.composition)).toBe("y(main: x(main:))");
    expect(merged.conflicts).toEqual([]);
  });

  test("keeps a block that they edited and I removed, until I choose", () => {
    const merged = both(remove(blocks, ["b"]), setProps(blocks, "d", { text: "theirs" }));
    expect(outline(merged.draft.composition)).toBe("a b(left: c d; right:) e");
    expect(merged.conflicts).toMatchObject([{ block: "b", path: "", mine: undefined, theirs: { id: "b" } }]);
    expect(outline(chosen(merged.draft, merged.conflicts[0]!, "mine").composition)).toBe("a e");
    expect(chosen(merged.draft, merged.conflicts[0]!, "theirs")).toBe(merged.draft);
    expect(openConflicts(merged.conflicts, page(remove(blocks, ["b"])))).toEqual([]);
  });

  test("keeps a block that I edited and they removed, until I choose", () => {
    const merged = both(setProps(blocks, "d", { text: "mine" }), remove(blocks, ["b"]));
    expect(outline(merged.draft.composition)).toBe("a b(left: c d; right:) e");
    expect(merged.conflicts).toMatchObject([{ block: "b", path: "", mine: { id: "b" }, theirs: undefined }]);
    expect(outline(chosen(merged.draft, merged.conflicts[0]!, "theirs").composition)).toBe("a e");
  });

  test("keeps blocks that came into a removed one, wherever they go", () => {
    const theirs = insert(move(blocks, ["e"], at("b", "right", 0)), [block("t")], at("b", "left", 0));
    const merged = both(remove(blocks, ["b"]), theirs);
    expect(outline(merged.draft.composition)).toBe("a b(left: t c d; right: e)");
    expect(merged.conflicts).toMatchObject([{ block: "b", path: "", keeps: ["e"] }]);
    expect(outline(chosen(merged.draft, merged.conflicts[0]!, "mine").composition)).toBe("a e");
  });

  test("keeps what was moved out of a removed block", () => {
    const merged = both(move(blocks, ["c"], at(null, "", 0)), remove(blocks, ["b"]));
    expect(outline(merged.draft.composition)).toBe("c a e");
    expect(merged.conflicts).toMatchObject([{ block: "c", path: "" }]);
  });

  test("keeps the values of blocks that nobody changed", () => {
    const mine = setProps(blocks, "a", { text: "mine" });
    const merged = both(mine, structuredClone(setProps(blocks, "d", { text: "theirs" }))).draft.composition ?? [];
    expect(merged[0]).toBe(mine[0]);
    expect(merged[2]).toBe(blocks[2]);
    expect(merged[1]?.children?.left?.[0]).toBe(blocks[1]?.children?.left?.[0]);
  });
});
