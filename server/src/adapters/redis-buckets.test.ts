import { createServer, type Socket } from "node:net";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, inject, test } from "vitest";
import { RequestLimits } from "../lib/http/request-limits.ts";
import type { SharedBuckets } from "../ports/shared-buckets.ts";
import { TestClock } from "../../../test/kit/harness.ts";
import { connectRedisBuckets } from "./redis-buckets.ts";

const redisUrl = inject("redisUrl");
const rate = { perSecond: 1, burst: 20 };
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

/** The limits of one process, which shares with the others through `shared`. */
function processOf(shared: SharedBuckets, onSharingChange?: (works: boolean) => void): RequestLimits {
  const limits = new RequestLimits({
    rates: { reads: rate, writes: rate, credentials: rate, processorTime: rate },
    clock: new TestClock(),
    shared,
    ...(onSharingChange ? { onSharingChange } : {}),
  });
  open.push(limits);
  return limits;
}
const take = (limits: RequestLimits, client: string, count: number) =>
  Array.from({ length: count }, () => limits.take("reads", client, rate)).filter(({ allowed }) => allowed).length;

async function connected(url: string): Promise<SharedBuckets> {
  const shared = connectRedisBuckets(url);
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const works = await shared.settle([{ key: `probe:${randomUUID()}`, taken: 0, rate }]).then(
      () => true,
      () => false,
    );
    if (works) return shared;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return shared;
}

describe.runIf(redisUrl !== "")("limits shared through Redis", () => {
  test("are one limit over all processes, once they have settled", async () => {
    const client = randomUUID();
    const one = processOf(await connected(redisUrl));
    const two = processOf(await connected(redisUrl));
    expect(take(one, client, 12)).toBe(12);
    await one.settle();
    expect(take(two, client, 2)).toBe(2);
    await two.settle();
    // 20 - 12 - 2, or a little more, since Redis's clock goes on.
    expect(take(two, client, 20)).toBeGreaterThanOrEqual(6);
    await two.settle();
    await one.settle();
    expect(take(one, client, 1) + take(one, client, 1)).toBeLessThanOrEqual(2);
  });

  test("keep clients apart, and settle many at once", async () => {
    const one = processOf(await connected(redisUrl));
    const clients = Array.from({ length: 200 }, () => randomUUID());
    for (const client of clients) take(one, client, 20);
    await one.settle();
    expect(clients.filter((client) => take(one, client, 1) === 1).length).toBe(0);
    expect(take(one, randomUUID(), 20)).toBe(20);
  });
});

test("become limits per process, without an error, when Redis is down", async () => {
  const changes: boolean[] = [];
  const limits = processOf(connectRedisBuckets("redis://127.0.0.1:1"), (works) => changes.push(works));
  expect(take(limits, "client", 25)).toBe(20);
  await limits.settle();
  take(limits, "other", 1);
  await limits.settle();
  expect(changes).toEqual([false]);
  expect(take(limits, "client", 5)).toBe(0);
});

test("become limits per process when Redis accepts connections and never responds", async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const changes: boolean[] = [];
  const limits = processOf(connectRedisBuckets(`redis://127.0.0.1:${(silent.address() as AddressInfo).port}`), (works) =>
    changes.push(works),
  );
  expect(take(limits, "client", 25)).toBe(20);
  await limits.settle();
  expect(changes).toEqual([false]);
  for (const socket of sockets) socket.destroy();
  silent.close();
});

test.each([
  ["too few numbers", []],
  ["a value that is not a number", [Number.NaN]],
  ["an infinite number", [Infinity]],
])("ignore %s, and become limits per process", async (_name, left) => {
  const changes: boolean[] = [];
  const limits = processOf({ settle: () => Promise.resolve(left), close: () => Promise.resolve() }, (works) => changes.push(works));
  expect(take(limits, "client", 15)).toBe(15);
  await limits.settle();
  expect([changes, take(limits, "client", 10)]).toEqual([[false], 5]);
});
