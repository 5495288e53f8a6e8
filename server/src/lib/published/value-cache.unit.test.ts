import { expect, test } from "vitest";
import type { Site } from "../site.ts";
import { ValueCache } from "./value-cache.ts";

const at = (contentVersion: number, id = "a") => ({ id, contentVersion }) as Site;

test("a value is found at its version of its site, under its name, and nowhere else", () => {
  const cache = new ValueCache(1_000);
  const value = { contentVersion: 3 };
  cache.keep(at(2), "types", value, 10);
  expect(cache.find(at(3), "types")).toBe(value);
  expect([at(2), at(4), at(3, "b")].map((site) => cache.find(site, "types"))).toEqual([undefined, undefined, undefined]);
  expect(cache.find(at(3), "others")).toBeUndefined();
});

test("an older value does not replace a newer one", () => {
  const cache = new ValueCache(1_000);
  cache.keep(at(3), "types", { contentVersion: 3 }, 10);
  cache.keep(at(2), "types", { contentVersion: 2 }, 10);
  expect(cache.find(at(3), "types")).toBeDefined();
});

test("what is used longest ago goes first, and one that is too large is not kept", () => {
  const cache = new ValueCache(300);
  for (const name of ["one", "two", "three"]) {
    cache.keep(at(1), name, { contentVersion: 1 }, 100);
    cache.find(at(1), "one");
  }
  cache.keep(at(1), "large", { contentVersion: 1 }, 400);
  expect(["one", "two", "three", "large"].filter((name) => cache.find(at(1), name))).toEqual(["one", "three"]);
});
