import { expect, test } from "vitest";
import type { Site } from "../site.ts";
import { ValueCache } from "./value-cache.ts";

const at = (contentVersion: number, id = "a") => ({ id, contentVersion }) as Site;

test("a value is found at its version of its site, under its name, and nowhere else", () => {
  const kept = new ValueCache(1_000);
  const value = { contentVersion: 3 };
  kept.keep(at(2), "types", value, 10);
  expect(kept.find(at(3), "types")).toBe(value);
  expect([at(2), at(4), at(3, "b")].map((site) => kept.find(site, "types"))).toEqual([undefined, undefined, undefined]);
  expect(kept.find(at(3), "others")).toBeUndefined();
});

test("an older value does not replace a newer one", () => {
  const kept = new ValueCache(1_000);
  kept.keep(at(3), "types", { contentVersion: 3 }, 10);
  kept.keep(at(2), "types", { contentVersion: 2 }, 10);
  expect(kept.find(at(3), "types")).toBeDefined();
});

test("what is used longest ago goes first, and one that is too large is not kept", () => {
  const kept = new ValueCache(300);
  for (const name of ["one", "two", "three"]) {
    kept.keep(at(1), name, { contentVersion: 1 }, 100);
    kept.find(at(1), "one");
  }
  kept.keep(at(1), "large", { contentVersion: 1 }, 400);
  expect(["one", "two", "three", "large"].filter((name) => kept.find(at(1), name))).toEqual(["one", "three"]);
});
