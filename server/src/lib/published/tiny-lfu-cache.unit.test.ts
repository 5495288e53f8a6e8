import { expect, test } from "vitest";
import { TinyLfuCache, type CacheEntry } from "./tiny-lfu-cache.ts";

interface Entry extends CacheEntry {
  answer: object | undefined;
}

/** A main area of 750,000 bytes, and a window of 65,536. */
const maxBytes = 815_536;

function cacheOf() {
  const dropped = new Set<string>();
  const cache = new TinyLfuCache<Entry>(maxBytes, [1, 2], ({ key }) => dropped.add(key));
  /** Whether it was there. */
  const read = (key: string, bytes = 7_500, times = 1): boolean => {
    let isFound = false;
    for (let count = 0; count < times; count += 1) {
      const entry = cache.find(key);
      isFound = entry !== undefined;
      if (entry) {
        cache.countUse(entry);
      } else {
        cache.countMiss(key);
        dropped.delete(key);
        cache.put({ key, hash: cache.hashOf(key), bytes, answer: {}, referenced: false });
      }
      expect(cache.bytes).toBeLessThanOrEqual(maxBytes);
    }
    return isFound;
  };
  const readAll = (name: string, count: number, times = 1, bytes = 7_500) =>
    Array.from({ length: count }, (_, index) => read(`${name} ${index}`, bytes, times)).filter(Boolean).length;
  const count = (name: string, most: number) =>
    Array.from({ length: most }, (_, index) => cache.find(`${name} ${index}`)).filter(Boolean).length;
  return { cache, dropped, read, readAll, count };
}

test("while there is room, everything is cached", () => {
  const { readAll, count, dropped } = cacheOf();
  readAll("once", 100);
  expect([count("once", 100), dropped.size]).toEqual([100, 0]);
});

test("every entry is either cached or dropped", () => {
  const { cache, dropped, readAll, count } = cacheOf();
  readAll("small", 300, 3);
  readAll("large", 20, 30, 100_000);
  readAll("small", 300, 3);
  readAll("small", 100, 1, 9_000);
  expect(cache.entries).toBe(count("small", 300) + count("large", 20));
  expect(dropped.size).toBe(320 - cache.entries);
});

test("an entry that is used between one look and the next stays, even if others are used more", () => {
  const { readAll, count } = cacheOf();
  readAll("regular", 50, 3);
  readAll("other", 60, 3);
  for (let round = 0; round < 20; round += 1) {
    expect(readAll("regular", 50)).toBe(50);
    readAll(`burst ${round}`, 40, 10);
  }
  expect(count("regular", 50)).toBe(50);
});

test("an entry that was used often, and is not any more, does not keep others from replacing the rest", () => {
  const { readAll, count } = cacheOf();
  readAll("often", 1, 200);
  readAll("once", 110);
  for (let round = 0; round < 3; round += 1) readAll("twice", 60);
  readAll("pushed out", 10);
  expect(count("twice", 60)).toBe(60);
  expect(count("often", 1)).toBe(1);
});

test("a large entry replaces small ones if it is used more than all of them together, and not otherwise", () => {
  const { read, readAll, count, dropped } = cacheOf();
  readAll("small", 100, 2);
  readAll("pushes the small ones into the main area", 8);
  // 40 of them, once the marks of their uses are gone.
  for (const _ of Array(3)) read("large 0", 300_000, 10);
  expect([count("small", 100), count("large", 1), dropped.has("large 0")]).toEqual([100, 0, true]);
  read("large 0", 300_000, 60);
  expect([count("small", 100), count("large", 1)]).toEqual([60, 1]);
});

test("no entry evicts thousands of others at once", () => {
  const { cache, read, count } = cacheOf();
  for (let index = 0; index < 3_000; index += 1) {
    const key = `unused ${index}`;
    cache.put({ key, hash: cache.hashOf(key), bytes: 271, answer: {}, referenced: false });
  }
  expect(count("unused", 3_000)).toBeGreaterThan(2_990);
  expect([read("too large", 600_000, 2), read("large", 500_000, 2)]).toEqual([false, true]);
});

test("an entry larger than the window, or than the cache", () => {
  const { cache, dropped, read } = cacheOf();
  read("a", 70_000);
  read("b", 750_001);
  read("c", 815_537);
  expect([cache.entries, cache.bytes, [...dropped]]).toEqual([1, 70_000, ["b", "c"]]);
  // In place of the small one, which has its key.
  read("d", 100);
  cache.put({ key: "d", hash: cache.hashOf("d"), bytes: 750_001, answer: {}, referenced: false });
  expect([cache.entries, cache.find("d")]).toEqual([1, undefined]);
});

test("a worthless entry gives way to any, and takes the place of none", () => {
  const { cache, readAll, count } = cacheOf();
  readAll("often", 100, 5);
  readAll("window", 8);
  for (let index = 0; index < 20; index += 1) (cache.find(`often ${index}`) as Entry).answer = undefined;
  for (let index = 0; index < 8; index += 1) (cache.find(`window ${index}`) as Entry).answer = undefined;
  readAll("once", 28);
  expect([count("often", 20), count("often", 100), count("window", 8), count("once", 28)]).toEqual([0, 80, 0, 28]);
});

test("an entry is removed from either area, and only itself", () => {
  const { cache, dropped, read, readAll } = cacheOf();
  readAll("main", 20);
  read("window");
  for (const key of ["main 0", "window"]) {
    const entry = cache.find(key) as Entry;
    cache.remove(entry);
    expect([cache.find(key), dropped.has(key)]).toEqual([undefined, true]);
    read(key);
    cache.remove(entry);
    expect(cache.find(key)).toBeDefined();
  }
});
