import { describe, expect, test } from "vitest";
import { newBlockId, readDraft, sentDraft, withNewIds } from "./block.ts";
import { block, outline, page } from "./kit/pages.ts";
import { duplicate, find, insert, move, outermost, remove, replaceType, setBindings, setProps, update, walk } from "./tree.ts";

const blocks = [block("a"), block("b", { left: [block("c"), block("d")], right: [block("e", { main: [block("f")] })] }), block("g")];

describe("a draft of the server", () => {
  test("is complete when it is read, and equal when it is sent", () => {
    const read = readDraft({
      slug: "s",
      title: "t",
      composition: [
        { id: "x", type: "text" },
        { type: "text", children: {}, bindings: {} },
      ],
    });
    expect(read.composition).toEqual([
      { id: "x", type: "text", props: {} },
      { id: "at-1", type: "text", props: {} },
    ]);
    expect(read.seo).toEqual({ title: null, description: null, canonicalUrl: null, image: null, noIndex: false, noFollow: false });
    expect(readDraft(sentDraft(read))).toEqual(read);
    const entry = readDraft({ slug: "s", title: "t", data: { body: "x" } });
    expect(entry).toEqual({ slug: "s", title: "t", data: { body: "x" } });
    expect(sentDraft(entry)).toEqual(entry);
  });

  test("has each id once, the same for everybody", () => {
    const nested = { id: "x", type: "box", children: { main: [{ type: "text" }, { id: "x", type: "text" }] } };
    const draft = { slug: "s", title: "t", composition: [nested, { id: "x", type: "text" }, { id: "at-1", type: "text" }] };
    const ids = [...walk(readDraft(draft).composition ?? [])].map((entry) => entry.block.id);
    expect(ids).toEqual(["x", "at-0-main-0", "at-0-main-1", "at-1-1", "at-1"]);
    expect(readDraft(draft)).toEqual(readDraft(draft));
  });

  test("gets new ids in the form that the server takes", () => {
    expect(newBlockId()).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(
      outline(
        withNewIds(
          [block("x", { main: [block("y")] })],
          (() => {
            let n = 0;
            return () => `n${n++}`;
          })(),
        ),
      ),
    ).toBe("n0(main: n1)");
  });
});

describe("an edit of a tree", () => {
  test("finds a block with its place and ancestors", () => {
    expect(find(blocks, "f")).toMatchObject({ place: { parent: "e", slot: "main", index: 0 }, ancestors: [{ id: "b" }, { id: "e" }] });
    expect(find(blocks, "g")?.place).toEqual({ parent: null, slot: "", index: 2 });
    expect(find(blocks, "none")).toBeUndefined();
    expect([...walk(blocks)].map((entry) => entry.block.id).join("")).toBe("abcdefg");
  });

  test("leaves everything beside its ancestors the same values", () => {
    const next = setProps(blocks, "f", { text: "changed" });
    expect(find(next, "f")?.block.props).toEqual({ text: "changed" });
    expect(find(next, "f")?.block).not.toBe(find(blocks, "f")?.block);
    for (const id of ["a", "c", "d", "g"]) expect(find(next, id)?.block).toBe(find(blocks, id)?.block);
    for (const id of ["b", "e"]) expect(find(next, id)?.block).not.toBe(find(blocks, id)?.block);
    expect(next[1]?.children?.left).toBe(blocks[1]?.children?.left);
  });

  test("is the same page when it changes nothing", () => {
    expect(setProps(blocks, "f", { text: "f" })).toBe(blocks);
    expect(update(blocks, "none", () => block("x"))).toBe(blocks);
    expect(remove(blocks, ["none"])).toBe(blocks);
    expect(move(blocks, ["c"], { parent: "b", slot: "left", index: 0 })).toBe(blocks);
    expect(move(blocks, ["c"], { parent: "b", slot: "left", index: 1 })).toBe(blocks);
  });

  test("puts blocks in and takes them away", () => {
    expect(outline(insert(blocks, [block("x"), block("y")], { parent: "e", slot: "main", index: 1 }))).toBe(
      "a b(left: c d; right: e(main: f x y)) g",
    );
    expect(outline(insert(blocks, [block("x")], { parent: "a", slot: "main", index: 0 }))).toBe(
      "a(main: x) b(left: c d; right: e(main: f)) g",
    );
    expect(outline(insert(blocks, [block("x")], { parent: null, slot: "", index: 0 })).startsWith("x a")).toBe(true);
    expect(insert(blocks, [block("x")], { parent: "none", slot: "main", index: 0 })).toBe(blocks);
    expect(outline(remove(blocks, ["c", "e", "g"]))).toBe("a b(left: d; right:)");
  });

  test("moves several blocks to one place, in the order of the page", () => {
    expect(outline(move(blocks, ["g", "c"], { parent: "e", slot: "main", index: 0 }))).toBe("a b(left: d; right: e(main: c g f))");
    expect(outline(move(blocks, ["a"], { parent: null, slot: "", index: 2 }))).toBe("b(left: c d; right: e(main: f)) a g");
    expect(outline(move(blocks, ["a"], { parent: null, slot: "", index: 3 }))).toBe("b(left: c d; right: e(main: f)) g a");
    expect(outline(move(blocks, ["b", "c"], { parent: null, slot: "", index: 0 }))).toBe("b(left: c d; right: e(main: f)) a g");
  });

  test("never moves a block into itself", () => {
    expect(move(blocks, ["b"], { parent: "b", slot: "left", index: 0 })).toBe(blocks);
    expect(move(blocks, ["a", "b"], { parent: "e", slot: "main", index: 0 })).toBe(blocks);
    expect(move(blocks, ["a"], { parent: "none", slot: "main", index: 0 })).toBe(blocks);
  });

  test("duplicates blocks with everything inside, under new ids", () => {
    let count = 0;
    const { blocks: next, ids } = duplicate(blocks, ["a", "e", "f"], () => `n${++count}`);
    expect(outline(next)).toBe("a n1 b(left: c d; right: e(main: f) n2(main: n3)) g");
    expect(ids).toEqual(["n1", "n2"]);
    expect(outermost(blocks, ["f", "e"]).map((entry) => entry.block.id)).toEqual(["e"]);
  });

  test("sets bindings and types", () => {
    const bound = setBindings(blocks, "c", { "/text": { source: "site", path: "/name" } });
    expect(find(bound, "c")?.block.bindings).toEqual({ "/text": { source: "site", path: "/name" } });
    expect(find(setBindings(bound, "c", {}), "c")?.block).toEqual(block("c"));
    expect(find(replaceType(bound, "c", "quote", { by: "A" }), "c")?.block).toEqual({ id: "c", type: "quote", props: { by: "A" } });
    expect(find(replaceType(blocks, "b", "box", {}), "b")?.block.children).toBe(blocks[1]?.children);
    expect(page(blocks).composition).toBe(blocks);
  });
});
