import { describe, expect, test } from "vitest";
import type { Block } from "./block.ts";
import { copyBlocks, pasteBlocks } from "./clipboard.ts";
import { block, outline } from "./kit/pages.ts";
import { canPlace, countBlocks, placeAfterStep, placeBeside, placeError, placeInside, slotsOf, type BlockTypes } from "./places.ts";
import { find, move } from "./tree.ts";

const types: BlockTypes = new Map([
  ["columns", { slots: { left: { title: "Left" }, right: { title: "Right", allow: ["text"], max: 1 } } }],
  ["text", { slots: {} }],
  ["free", { slots: null }],
]);
const free = (id: string, children?: Record<string, Block[]>): Block => ({ ...block(id, children), type: "free" });

describe("a place", () => {
  const blocks = [block("a"), block("b", { left: [block("c")] }), free("f", { any: [] }), free("g")];
  const at = (parent: string | null, slot: string, index = 0) => ({ parent, slot, index });

  test("must be a slot of the parent's type", () => {
    expect(placeError(types, blocks, block("x"), at("b", "left"))).toBeUndefined();
    expect(placeError(types, blocks, block("x"), at("b", "other"))).toBe("no_slot");
    expect(placeError(types, blocks, block("x"), at("a", "left"))).toBe("no_slot");
    expect(placeError(types, blocks, block("x"), at("none", "left"))).toBe("no_slot");
    expect(canPlace(types, blocks, block("x"), at(null, ""))).toBe(true);
  });

  test("is a used slot where a type names none", () => {
    expect(canPlace(types, blocks, block("x"), at("f", "any"))).toBe(true);
    expect(canPlace(types, blocks, block("x"), at("g", "any"))).toBe(false);
    expect(slotsOf(types, free("f", { any: [] }))).toEqual(["any"]);
    expect(slotsOf(types, { ...block("u", { main: [] }), type: "unknown" })).toEqual(["main"]);
  });

  test("takes the allowed types, as many as there may be", () => {
    expect(placeError(types, blocks, free("x"), at("b", "right"))).toBe("type_not_allowed");
    const full = [block("b", { left: [], right: [block("c")] }), block("x")];
    expect(placeError(types, full, block("x"), at("b", "right"))).toBe("slot_full");
    expect(placeError(types, full, block("c"), at("b", "right", 1))).toBeUndefined();
  });

  test("is never inside the block itself, nor too deep", () => {
    expect(placeError(types, blocks, blocks[1]!, at("b", "left"))).toBe("inside_itself");
    expect(placeError(types, blocks, free("x", { main: [blocks[1]!] }), at("c", "left"))).toBe("no_slot");
    let deep = free("deep0", { main: [] });
    for (let n = 1; n < 10; n++) deep = free(`deep${n}`, { main: [deep] });
    expect(placeError(types, [deep], block("x"), at("deep0", "main"))).toBe("too_deep");
    expect(placeError(types, [deep], block("x"), at("deep1", "main"))).toBeUndefined();
  });

  test("is found beside and inside of blocks", () => {
    expect(placeBeside(blocks, "c", "after")).toEqual(at("b", "left", 1));
    expect(placeBeside(blocks, "b", "before")).toEqual(at(null, "", 1));
    expect(placeBeside(blocks, "none", "before")).toBeUndefined();
    expect(placeInside(blocks, "b", "left")).toEqual(at("b", "left", 1));
    expect(placeInside(blocks, "b", "right")).toEqual(at("b", "right", 0));
    expect(placeInside(blocks, null, "")).toEqual(at(null, "", 4));
    expect(placeInside(blocks, "none", "left")).toBeUndefined();
    expect(countBlocks(blocks)).toBe(5);
  });
});

test("steps of the keyboard lead through every place and back", () => {
  const start = [block("x"), block("b", { left: [block("c")], right: [] }), block("d")];
  const seen: string[] = [];
  const go = (blocks: readonly Block[], step: "next" | "previous"): readonly Block[] => {
    for (let at = blocks; ;) {
      const place = placeAfterStep(types, at, "x", step);
      if (!place) return at;
      at = move(at, ["x"], place);
      seen.push(outline(at));
    }
  };
  const end = go(start, "next");
  expect(seen).toEqual([
    "b(left: x c; right:) d",
    "b(left: c x; right:) d",
    "b(left: c; right: x) d",
    "b(left: c; right:) x d",
    "b(left: c; right:) d x",
  ]);
  const forward = seen.splice(0);
  expect(outline(go(end, "previous"))).toBe(outline(start));
  expect(seen.reverse().slice(1)).toEqual(forward.slice(0, -1));
  expect(placeAfterStep(types, start, "none", "next")).toBeUndefined();
});

describe("the clipboard", () => {
  const blocks = [block("a"), block("b", { left: [block("c")] })];

  test("brings blocks back under new ids", () => {
    let count = 0;
    const pasted = pasteBlocks(copyBlocks(blocks, ["c", "b", "a"]), () => `n${++count}`);
    expect(outline(pasted)).toBe("n1 n2(left: n3)");
    expect(find(pasted ?? [], "n3")?.block.props).toEqual({ text: "c" });
  });

  test.each<[string, string]>([
    ["a text", "Hello"],
    ["other JSON", '{"blocks":[]}'],
    ["a text with the mark", '"vitrine/blocks"'],
    ["another version", '{"vitrine/blocks":2,"blocks":[{"id":"a","type":"text","props":{}}]}'],
    ["no blocks", '{"vitrine/blocks":1,"blocks":[]}'],
    ["a further member", '{"vitrine/blocks":1,"blocks":[{"id":"a","type":"text","props":{}}],"more":1}'],
    ["a block with a further member", '{"vitrine/blocks":1,"blocks":[{"id":"a","type":"text","props":{},"on":1}]}'],
    ["a block without props", '{"vitrine/blocks":1,"blocks":[{"id":"a","type":"text"}]}'],
    ["a type that no type can have", '{"vitrine/blocks":1,"blocks":[{"id":"a","type":"<b>","props":{}}]}'],
    ["a slot that no slot can be", '{"vitrine/blocks":1,"blocks":[{"id":"a","type":"text","props":{},"children":{"a b":[]}}]}'],
    ["props that are a list", '{"vitrine/blocks":1,"blocks":[{"id":"a","type":"text","props":[]}]}'],
    [
      "a wrong binding",
      '{"vitrine/blocks":1,"blocks":[{"id":"a","type":"text","props":{},"bindings":{"/a":{"source":"else","path":""}}}]}',
    ],
    ["half a text", copyBlocks(blocks, ["a"]).slice(0, -2)],
  ])("does not take %s", (_, text) => expect(pasteBlocks(text)).toBeUndefined());

  test("is bounded in blocks, depth and length", () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => block(`b${n}`));
    const copied = (all: readonly Block[]) =>
      pasteBlocks(
        copyBlocks(
          all,
          all.map(({ id }) => id),
        ),
      );
    expect(copied(many(1_000))).toHaveLength(1_000);
    expect(copied(many(1_001))).toBeUndefined();
    let deep = block("end");
    for (let n = 2; n <= 10; n++) deep = block(`d${n}`, { main: [deep] });
    expect(copied([deep])).toBeDefined();
    expect(copied([block("more", { main: [deep] })])).toBeUndefined();
    expect(copied([block("long", undefined, { text: "x".repeat(2_000_000) })])).toBeUndefined();
    expect(pasteBlocks(`{"vitrine/blocks":1,"blocks":${"[".repeat(500_000)}`)).toBeUndefined();
  });
});
