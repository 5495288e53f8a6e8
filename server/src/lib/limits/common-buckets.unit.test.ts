import { expect, test } from "vitest";
import { CommonBuckets, TokenBuckets } from "./token-bucket.ts";

const rate = { perSecond: 1, burst: 10 };
const one = "client";

test("requests granted by one process cannot be granted again by the others", () => {
  const common = new CommonBuckets(100);
  const processes = [new TokenBuckets(100), new TokenBuckets(100)];
  const settle = (nowMs: number) => {
    for (const buckets of processes) {
      const debits = buckets.drainDebits();
      for (const [index, left] of common.settle(debits, nowMs).entries()) buckets.settle(debits[index]?.key ?? "", left, nowMs);
    }
  };
  const take = (nowMs: number) => processes.map((buckets) => buckets.take(one, rate, nowMs).allowed);
  for (let count = 0; count < 5; count += 1) expect(take(0)).toEqual([true, true]);
  settle(0);
  // The first one settled before the second one's five were known.
  expect(take(0)).toEqual([true, false]);
  settle(0);
  expect(take(0)).toEqual([false, false]);
  // One over: it takes two seconds until one more is there, for either of them.
  expect(take(2_000)).toEqual([true, true]);
});

test("debt is bounded by the burst, and is paid back", () => {
  const common = new CommonBuckets(100);
  expect(common.settle([{ key: one, taken: 1_000, rate }], 0)).toEqual([-10]);
  expect(common.settle([{ key: one, taken: 0, rate }], 20_000)).toEqual([10]);
  expect(common.settle([{ key: one, taken: 3, rate }], 100_000)).toEqual([7]);
});

test("totals of the other processes never grant more than this process does, and cause no debt that takes longer than a bucket to fill", () => {
  const buckets = new TokenBuckets(100);
  expect(buckets.take(one, rate, 0).remaining).toBe(9);
  buckets.settle(one, 1e300, 0);
  expect(buckets.take(one, rate, 0).remaining).toBe(8);
  buckets.settle(one, -1e300, 0);
  expect(buckets.take(one, rate, 10_000).allowed).toBe(false);
  expect(buckets.take(one, rate, 11_000).allowed).toBe(true);
});
