import { expect, it } from "vitest";
import { idsOf, withItem, withMoved, withoutItem } from "./item-ids.ts";

it("keeps the ids of items that are moved, and gives new ones to those that are added", () => {
  const items = [{ a: 1 }, { a: 2 }, { a: 3 }];
  const [first, second, third] = idsOf(items);
  expect(idsOf(withMoved(items, 0, 2))).toEqual([second, third, first]);
  expect(idsOf(withoutItem(items, 1))).toEqual([first, third]);
  const added = idsOf(withItem(items, 1, { a: 1 }));
  expect(added).toEqual([first, added[1], second, third]);
  expect(new Set(added).size).toBe(4);
});

it("keeps the ids in a list that somebody else made of the same items, or of as many", () => {
  const items = [{ a: 1 }, { a: 2 }];
  const [first, second] = idsOf(items);
  expect(idsOf([{ a: 0 }, items[1]], items)).toEqual([first, second]);
  expect(idsOf([items[1], items[0]], items)).toEqual([second, first]);
  expect(idsOf([items[1]], items)).toEqual([second]);
  const grown = idsOf([{ a: 9 }, ...items], items);
  expect(grown.slice(1)).toEqual([first, second]);
});

it("tells equal texts apart", () => {
  const items = ["a", "a", "a"];
  expect(new Set(idsOf(items)).size).toBe(3);
  expect(idsOf(["a", "a"], items)).toEqual(idsOf(items).slice(0, 2));
});
