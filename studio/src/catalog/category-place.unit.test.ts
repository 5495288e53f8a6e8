import { expect, it } from "vitest";
import { placeOfDrop, placeOfStep } from "./category-place.ts";

const category = (id: string, parentId: string | null = null) => ({ id, title: id, parentId });
/** In the order of the tree. */
const tree = [category("a"), category("a1", "a"), category("a2", "a"), category("b"), category("b1", "b"), category("c")];
const drop = (id: string, key: string, dropPosition: "on" | "before" | "after") =>
  placeOfDrop(tree, id, { type: "item", key, dropPosition });

it.each([
  ["c", "a", "before", { parentId: null, position: 0 }],
  ["a", "c", "after", { parentId: null, position: 2 }],
  ["c", "a2", "before", { parentId: "a", position: 1 }],
  ["a1", "a2", "after", { parentId: "a", position: 1 }],
  ["b1", "a", "on", { parentId: "a", position: 2 }],
  ["b1", "c", "after", { parentId: null, position: 3 }],
] as const)("%s dropped at %s (%s) gets a place", (id, key, position, place) => {
  expect(drop(id, key, position)).toEqual(place);
});

it("cannot be dropped onto itself, below itself, or where it is", () => {
  expect([drop("a", "a", "on"), drop("a", "a1", "before"), drop("a", "a2", "on"), drop("a", "b", "before"), drop("a2", "a", "on")]).toEqual(
    [undefined, undefined, undefined, undefined, undefined],
  );
  expect(placeOfDrop(tree, "a", { type: "root" })).toBeUndefined();
});

it.each([
  ["a", "down", { parentId: null, position: 1 }],
  ["b", "up", { parentId: null, position: 0 }],
  ["a", "up", undefined],
  ["c", "down", undefined],
  ["b", "in", { parentId: "a", position: 2 }],
  ["a", "in", undefined],
  ["a1", "out", { parentId: null, position: 1 }],
  ["a", "out", undefined],
] as const)("%s goes %s", (id, step, place) => {
  expect(placeOfStep(tree, id, step)).toEqual(place);
});
