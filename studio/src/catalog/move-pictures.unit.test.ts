import { expect, it } from "vitest";
import { pathsOfCategories } from "./category-paths.ts";
import { movedBeside, movedBy } from "./move-pictures.ts";

const pictures = ["a", "b", "c", "d"].map((key) => ({ key }));
const keys = (items: readonly { key: string }[]) => items.map(({ key }) => key).join("");

it("moves a picture by one place, and not beyond the ends", () => {
  expect(keys(movedBy(pictures, "b", 1))).toBe("acbd");
  expect(keys(movedBy(pictures, "b", -1))).toBe("bacd");
  expect(movedBy(pictures, "a", -1)).toBe(pictures);
  expect(movedBy(pictures, "d", 1)).toBe(pictures);
});

it("moves a picture before or after another one", () => {
  expect(keys(movedBeside(pictures, "a", "c", true))).toBe("bcad");
  expect(keys(movedBeside(pictures, "d", "b", false))).toBe("adbc");
  expect(movedBeside(pictures, "a", "a", true)).toBe(pictures);
});

it("names a category with those above it, in the order of the tree", () => {
  const category = (id: string, parentId: string | null, position: number) => ({ id, title: id.toUpperCase(), parentId, position });
  const categories = [category("b", null, 1), category("a", null, 0), category("c", "a", 0)];
  expect(pathsOfCategories(categories).map(({ label }) => label)).toEqual(["A", "A › C", "B"]);
});
