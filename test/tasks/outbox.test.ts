import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { expect, test } from "vitest";
import { systemIds } from "../../server/src/adapters/system.ts";
import { addToOutbox, Outbox } from "../../server/src/lib/tasks/outbox.ts";
import { replaceSql } from "../kit/database.ts";
import { note, testedOutbox } from "./tested-outbox.ts";

const tested = testedOutbox();
const { add, worker, waiting, done, logged } = tested;

test("a task runs once, and is deleted", async () => {
  for (let index = 0; index < 25; index += 1) await add({ index });
  await worker().runDue();
  expect(done.map(({ payload }) => (payload as { index: number }).index).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 25 }, (_, index) => index),
  );
  expect(await waiting()).toBe(0);
  await worker().runDue();
  expect(done).toHaveLength(25);
});

test("a task that a transaction added runs if it was committed, and never if not", async () => {
  await tested.sql.begin(async (tx) => addToOutbox(tx, { now: tested.clock.now(), ids: systemIds }, note, { kept: true }));
  await tested.sql
    .begin(async (tx) => {
      await addToOutbox(tx, { now: tested.clock.now(), ids: systemIds }, note, { kept: false });
      throw new Error("undone");
    })
    .catch(() => undefined);
  await worker().runDue();
  expect(done.map(({ payload }) => payload)).toEqual([{ kept: true }]);
});

test("two workers run each task once", async () => {
  for (let index = 0; index < 40; index += 1) await add({ index });
  await Promise.all([worker().runDue(), worker().runDue(), worker().runDue()]);
  expect(new Set(done.map(({ payload }) => (payload as { index: number }).index)).size).toBe(40);
  expect(done).toHaveLength(40);
});

test("a failed task is retried, each time after twice as long, up to an hour, for three days", async () => {
  tested.failing = true;
  await add();
  const began = tested.clock.now().getTime();
  const delays: number[] = [];
  let last = began;
  for (;;) {
    await worker().runDue();
    const [row] = await tested.sql<{
      dueAt: Date;
      failedAt: Date | null;
      attempts: number;
    }>`select due_at as "dueAt", failed_at as "failedAt", attempts from outbox`;
    if (!row || row.failedAt) break;
    delays.push((row.dueAt.getTime() - last) / 1_000);
    // A moment too early nothing happens.
    tested.clock.advance(row.dueAt.getTime() - tested.clock.now().getTime() - 1);
    await worker().runDue();
    expect((await tested.sql<{ attempts: number }>`select attempts from outbox`)[0]?.attempts).toBe(row.attempts);
    tested.clock.advance(1);
    last = tested.clock.now().getTime();
  }
  expect(delays.slice(0, 10)).toEqual([10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600]);
  expect(delays.slice(10).every((delay) => delay === 3_600)).toBe(true);
  const days = (tested.clock.now().getTime() - began) / 86_400_000;
  expect(days).toBeGreaterThan(3);
  expect(days).toBeLessThan(3.1);
  expect(logged.join("")).toContain("given up");
  expect(logged.join("")).not.toContain("canary");
  // It stays, for the operator to see, and is never retried.
  tested.failing = false;
  tested.clock.advance(86_400_000);
  await worker().runDue();
  expect([done.length, await waiting()]).toEqual([0, 1]);
});

test("a failed task does not delay the ones after it", async () => {
  await add({ bad: true });
  for (let index = 0; index < 10; index += 1) await add({ index });
  await worker(async (task) => {
    if ((task.payload as { bad?: boolean }).bad) throw new Error("no");
    done.push(task);
  }).runDue();
  expect(done).toHaveLength(10);
});

test("a dead worker's task goes to another worker once the lease has expired", async () => {
  await add({ id: randomUUID() });
  await tested.sql`update outbox set leased_until = statement_timestamp() + interval '2 minutes', attempts = 1`;
  await worker().runDue();
  expect(done).toHaveLength(0);
  await tested.sql`update outbox set leased_until = statement_timestamp() - interval '1 second'`;
  await worker().runDue();
  expect(done.map(({ attempt }) => attempt)).toEqual([2]);
});

test("a worker whose lease expired neither deletes nor delays a task that is another's by now", async () => {
  await add();
  await worker(async (task) => {
    // In the meantime the lease expired, and another worker took the task.
    if (task.attempt === 1) await tested.sql`update outbox set attempts = 2, leased_until = statement_timestamp() + interval '1 minute'`;
  }).runDue();
  expect(await waiting()).toBe(1);
  await tested.sql`update outbox set attempts = 0, leased_until = null`;
  await worker(async (task) => {
    if (task.attempt === 1) await tested.sql`update outbox set attempts = 2, leased_until = statement_timestamp() + interval '1 minute'`;
    throw new Error("too late");
  }).runDue();
  expect(
    (await tested.sql<{ attempts: number; leased: boolean }>`select attempts, leased_until is not null as leased from outbox`)[0],
  ).toEqual({ attempts: 2, leased: true });
});

test("a task of an unknown kind waits for a process that knows it", async () => {
  await add({}, { ...note, name: "of-a-newer-version" });
  await worker().runDue();
  expect(await waiting()).toBe(1);
});

test("a slow task does not delay the others, and a stop waits for it", async () => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const outbox = worker(async (task) => {
    if ((task.payload as { slow?: boolean }).slow) await released;
    done.push(task);
  });
  outbox.start();
  await add({ slow: true });
  await expect.poll(waiting).toBe(1);
  for (let index = 0; index < 5; index += 1) await add({ index });
  await expect.poll(() => done.length, { timeout: 10_000 }).toBe(5);
  let closed = false;
  const closing = outbox.close().then(() => (closed = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(closed).toBe(false);
  release();
  await closing;
  expect([done.length, await waiting()]).toEqual([6, 0]);
});

test("the limit of parallel tasks holds when the database fails in between", async () => {
  let underway = 0;
  let most = 0;
  const releases: (() => void)[] = [];
  let broken = false;
  const sql = replaceSql(tested.sql, (strings, ...values) =>
    broken && strings.join("").includes("for update skip locked") ? Promise.reject(new Error("gone")) : tested.sql(strings, ...values),
  );
  const outbox = new Outbox({
    sql,
    clock: tested.clock,
    log: pino({ level: "silent" }),
    kinds: [note],
    handlers: {
      note: async () => {
        most = Math.max(most, (underway += 1));
        await new Promise<void>((resolve) => releases.push(resolve));
        underway -= 1;
      },
    },
  });
  for (let index = 0; index < 3; index += 1) await add({ siteId: randomUUID() });
  const running = outbox.runDue();
  await expect.poll(() => underway).toBe(3);
  broken = true;
  const closing = outbox.close();
  for (const release of releases) release();
  await Promise.all([running, closing]);
  expect([most, underway]).toEqual([3, 0]);
});
