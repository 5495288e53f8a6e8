import { expect, test } from "vitest";
import { ProblemError } from "../http/problem.ts";
import { ConcurrencyLimiter } from "./concurrency-limiter.ts";

/** Work that ends on command. */
function work() {
  let end: () => void = () => undefined;
  let began = false;
  const done = new Promise<void>((resolve) => (end = resolve));
  return { run: () => ((began = true), done), end: () => end(), began: () => began };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a busy site waits, in the order of its requests; another does not", async () => {
  const turns = new ConcurrencyLimiter({ atOnce: 2, maxWaiting: 10 });
  const works = [work(), work(), work(), work()];
  const other = work();
  for (const one of works) void turns.run("a", one.run);
  void turns.run("b", other.run);
  await settled();
  expect([...works.map(({ began }) => began()), other.began()]).toEqual([true, true, false, false, true]);
  works[1]?.end();
  await settled();
  expect(works.map(({ began }) => began())).toEqual([true, true, true, false]);
});

test("a request that would wait too long is refused, and a failure frees its turn", async () => {
  const turns = new ConcurrencyLimiter({ atOnce: 1, maxWaiting: 1 });
  const first = work();
  const running = turns.run("a", first.run);
  const waiting = turns.run("a", () => Promise.reject(new Error("own failure")));
  await expect(turns.run("a", first.run)).rejects.toThrow(ProblemError);
  first.end();
  await running;
  await expect(waiting).rejects.toThrow("own failure");
  expect(await turns.run("a", () => Promise.resolve("again"))).toBe("again");
});

test("sites that are flooded together leave room for one more, and end with equal shares", async () => {
  const turns = new ConcurrencyLimiter({ atOnce: 5, inAll: 8, maxWaiting: 100 });
  const begun: { site: string; end(): void }[] = [];
  const flood = (site: string, count: number) => {
    for (let index = 0; index < count; index += 1)
      void turns.run(site, () => new Promise<void>((resolve) => void begun.push({ site, end: resolve })));
  };
  const running = () => {
    const counts: Record<string, number> = {};
    for (const { site } of begun) counts[site] = (counts[site] ?? 0) + 1;
    return counts;
  };
  const endFirst = async () => {
    begun.shift()?.end();
    await settled();
  };
  flood("a", 50);
  flood("b", 50);
  await settled();
  expect(running()).toEqual({ a: 5, b: 2 });
  for (let round = 0; round < 12; round += 1) await endFirst();
  expect(running()).toEqual({ a: 3, b: 3 });
  // A third runs at once, with two turns that nobody else may have.
  flood("c", 2);
  await settled();
  expect(running()).toEqual({ a: 3, b: 3, c: 2 });
  // All are taken: the owner with the fewest is next.
  flood("d", 1);
  await settled();
  expect(running()).toEqual({ a: 3, b: 3, c: 2 });
  await endFirst();
  expect(running()).toMatchObject({ c: 2, d: 1 });
});

test("more sites than turns get one each, in order of arrival", async () => {
  const turns = new ConcurrencyLimiter({ atOnce: 2, inAll: 2, maxWaiting: 10 });
  const order: string[] = [];
  const sites = ["a", "b", "c", "d", "e"];
  await Promise.all([...sites, ...sites].map((site) => turns.run(site, () => (order.push(site), settled()))));
  expect(order.slice(0, 5)).toEqual(sites);
  expect(order.slice(5).sort()).toEqual(sites);
  expect(turns.counts()).toEqual({ running: 0, waiting: 0, refused: 0 });
});

test("where the newest go first, they do so once the first has waited for a while, and not before", async () => {
  let nowMs = 0;
  const turns = new ConcurrencyLimiter({ atOnce: 1, maxWaiting: 10, newestFirst: { afterMs: 100, nowMs: () => nowMs } });
  const first = work();
  const order: number[] = [];
  const running = [turns.run("a", first.run)];
  for (const number of [1, 2, 3, 4, 5]) {
    running.push(turns.run("a", () => (order.push(number), Promise.resolve())));
    nowMs += 30;
  }
  nowMs = 99;
  first.end();
  await Promise.all(running);
  expect(order).toEqual([1, 2, 3, 4, 5]);
  order.length = 0;
  const second = work();
  const again = [turns.run("a", second.run)];
  for (const number of [1, 2, 3]) again.push(turns.run("a", () => (order.push(number), Promise.resolve())));
  nowMs += 100;
  second.end();
  await Promise.all(again);
  expect(order).toEqual([3, 2, 1]);
});
