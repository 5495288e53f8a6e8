import { expect, test } from "vitest";
import { chance } from "../../../../test/kit/chance.ts";
import { FrequencySketch } from "./frequency-sketch.ts";

const hashes = (seed: number, count: number) => {
  const next = chance(seed);
  return Array.from({ length: count }, () => Math.floor(next() * 2 ** 32) | 0);
};
const addTimes = (sketch: FrequencySketch, hash: number, times: number) => {
  for (let count = 0; count < times; count += 1) sketch.add(hash);
};

test("a key's uses are estimated, those of an unknown key as none, and no more than 255", () => {
  const sketch = new FrequencySketch(16_384);
  const [one, two, never] = hashes(1, 3) as [number, number, number];
  addTimes(sketch, one, 3);
  addTimes(sketch, two, 300);
  expect([one, two, never].map((hash) => sketch.estimate(hash))).toEqual([3, 255, 0]);
});

test("no estimate is too low, and few are too high, with as many keys as fit into a sample", () => {
  const sketch = new FrequencySketch(64 * 1024);
  const keys = hashes(2, 10_000);
  keys.forEach((hash, index) => addTimes(sketch, hash, 1 + (index % 5)));
  const excess = keys.map((hash, index) => sketch.estimate(hash) - 1 - (index % 5));
  expect(Math.min(...excess)).toBe(0);
  expect(excess.filter((uses) => uses > 0).length).toBeLessThan(500);
});

test("every bit of the hash tells keys apart", () => {
  for (let bit = 0; bit < 32; bit += 1) {
    const sketch = new FrequencySketch(4 * 1024 * 1024);
    sketch.add(0);
    // Three of four rows may still agree.
    addTimes(sketch, 1 << bit, 2);
    expect([bit, sketch.estimate(0)]).toEqual([bit, 1]);
  }
});

test("after a sample of uses all counts are halved, and again after half a sample", () => {
  // One block, whose sample is 32 uses.
  const sketch = new FrequencySketch(64);
  const [one, two] = [0, -1];
  addTimes(sketch, one, 20);
  addTimes(sketch, two, 11);
  expect([sketch.estimate(one), sketch.estimate(two)]).toEqual([20, 11]);
  addTimes(sketch, two, 1);
  expect([sketch.estimate(one), sketch.estimate(two)]).toEqual([10, 6]);
  addTimes(sketch, two, 16);
  expect([sketch.estimate(one), sketch.estimate(two)]).toEqual([5, 11]);
});

test("its size is bounded, whatever the size of the cache", () => {
  const before = process.memoryUsage().arrayBuffers;
  const sketch = new FrequencySketch(2 ** 50);
  addTimes(sketch, -1, 2);
  expect(sketch.estimate(-1)).toBe(2);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5 * 1024 * 1024);
});
