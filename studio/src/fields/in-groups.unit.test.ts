import { expect, test } from "vitest";
import { inGroups } from "./in-groups.ts";

test("fields of one group stand together, where the first of them stands, and the others in their order", () => {
  const groups: Readonly<Record<string, string>> = { b: "SEO", d: "SEO", e: "Shop" };
  expect(inGroups(["a", "b", "c", "d", "e", "f"], (name) => groups[name])).toEqual([
    { group: undefined, names: ["a"] },
    { group: "SEO", names: ["b", "d"] },
    { group: undefined, names: ["c"] },
    { group: "Shop", names: ["e"] },
    { group: undefined, names: ["f"] },
  ]);
});
