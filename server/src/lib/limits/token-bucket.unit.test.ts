import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TokenBuckets } from "./token-bucket.ts";

describe("token buckets", () => {
  test("never grant more than the burst and the rate allow, at any times of the requests", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 100 }),
        fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 200 }),
        (perSecond, burst, waits) => {
          const buckets = new TokenBuckets(10);
          let now = 0;
          let taken = 0;
          for (const wait of waits) {
            now += wait;
            const { allowed, remaining, retryAfterSeconds } = buckets.take("k", { perSecond, burst }, now);
            if (allowed) taken += 1;
            expect(remaining).toBeGreaterThanOrEqual(0);
            expect(retryAfterSeconds > 0).toBe(!allowed);
          }
          expect(taken).toBeLessThanOrEqual(burst + (now * perSecond) / 1_000 + 1e-6);
        },
      ),
    );
  });

  test("keep clients apart", () => {
    const buckets = new TokenBuckets(10);
    const rate = { perSecond: 1, burst: 1 };
    expect(["a", "a", "b", "b"].map((key) => buckets.take(key, rate, 0).allowed)).toEqual([true, false, true, false]);
  });

  test("grant a request after the wait that they announce", () => {
    const buckets = new TokenBuckets(10);
    const rate = { perSecond: 3, burst: 2 };
    let now = 0;
    for (let round = 0; round < 50; round += 1) {
      const { allowed, retryAfterSeconds } = buckets.take("k", rate, now);
      if (!allowed) {
        now += retryAfterSeconds * 1_000;
        expect(buckets.take("k", rate, now).allowed).toBe(true);
      }
    }
  });

  test("adopt what all processes together have left", () => {
    const buckets = new TokenBuckets(10);
    const rate = { perSecond: 1, burst: 10 };
    for (let count = 0; count < 4; count += 1) buckets.take("k", rate, 0);
    expect(buckets.drainDebits()).toEqual([{ key: "k", taken: 4, rate }]);
    buckets.take("k", rate, 0);
    buckets.settle("k", 3, 0);
    expect(buckets.take("k", rate, 0)).toMatchObject({ allowed: true, remaining: 1 });
    expect(buckets.drainDebits()).toEqual([{ key: "k", taken: 2, rate }]);
    expect(buckets.drainDebits()).toEqual([]);
  });
});
