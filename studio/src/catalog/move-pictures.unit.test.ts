import { expect, it } from "vitest";
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
