import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { systemIds } from "../server/src/adapters/system.ts";
import { addToOutbox, Outbox, type Task } from "../server/src/lib/outbox.ts";
import { openTestDatabase, replaceSql, type TestDatabase } from "./database.ts";
import { TestClock } from "./harness.ts";

let database: TestDatabase;
let clock: TestClock;
let done: Task[];
let failing: boolean;
let logged: string[];

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.sql`delete from outbox`;
  clock = new TestClock();
  done = [];
  failing = false;
  logged = [];
});

const worker = (handler?: (task: Task) => Promise<void>) =>
  new Outbox({
    sql: database.sql,
    clock,
    log: pino({ level: "trace" }, { write: (line: string) => void logged.push(line) }),
    handlers: {
      note: handler ?? (async (task) => (failing ? Promise.reject(new Error("canary@example.com is not there")) : void done.push(task))),
    },
  });
const add = (payload: object = {}, kind = "note") => addToOutbox(database.sql, { now: clock.now(), ids: systemIds }, kind, payload);
const waiting = async () => (await database.sql<{ count: number }>`select count(*)::int as count from outbox`)[0]?.count;

test("what is added is done once, and gone then", async () => {
  for (let index = 0; index < 25; index += 1) await add({ index });
  await worker().runDue();
  expect(done.map(({ payload }) => (payload as { index: number }).index).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 25 }, (_, index) => index),
  );
  expect(await waiting()).toBe(0);
  await worker().runDue();
  expect(done).toHaveLength(25);
});

test("what a transaction added is done if it was committed, and never if not", async () => {
  await database.sql.begin(async (tx) => addToOutbox(tx, { now: clock.now(), ids: systemIds }, "note", { kept: true }));
  await database.sql
    .begin(async (tx) => {
      await addToOutbox(tx, { now: clock.now(), ids: systemIds }, "note", { kept: false });
      throw new Error("undone");
    })
    .catch(() => undefined);
  await worker().runDue();
  expect(done.map(({ payload }) => payload)).toEqual([{ kept: true }]);
});

test("two workers do each thing once", async () => {
  for (let index = 0; index < 40; index += 1) await add({ index });
  await Promise.all([worker().runDue(), worker().runDue(), worker().runDue()]);
  expect(new Set(done.map(({ payload }) => (payload as { index: number }).index)).size).toBe(40);
  expect(done).toHaveLength(40);
});

test("what fails is tried again, each time after twice as long, up to an hour, for three days", async () => {
  failing = true;
  await add();
  const began = clock.now().getTime();
  const delays: number[] = [];
  let last = began;
  for (;;) {
    await worker().runDue();
    const [row] = await database.sql<{
      dueAt: Date;
      failedAt: Date | null;
      attempts: number;
    }>`select due_at as "dueAt", failed_at as "failedAt", attempts from outbox`;
    if (!row || row.failedAt) break;
    delays.push((row.dueAt.getTime() - last) / 1_000);
    // A moment too early nothing happens.
    clock.advance(row.dueAt.getTime() - clock.now().getTime() - 1);
    await worker().runDue();
    expect((await database.sql<{ attempts: number }>`select attempts from outbox`)[0]?.attempts).toBe(row.attempts);
    clock.advance(1);
    last = clock.now().getTime();
  }
  expect(delays.slice(0, 10)).toEqual([10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600]);
  expect(delays.slice(10).every((delay) => delay === 3_600)).toBe(true);
  const days = (clock.now().getTime() - began) / 86_400_000;
  expect(days).toBeGreaterThan(3);
  expect(days).toBeLessThan(3.1);
  expect(logged.join("")).toContain("given up");
  expect(logged.join("")).not.toContain("canary");
  // It stays, for whoever runs the server to see, and is never tried again.
  failing = false;
  clock.advance(86_400_000);
  await worker().runDue();
  expect([done.length, await waiting()]).toEqual([0, 1]);
});

test("what fails does not hold up what comes after it", async () => {
  await add({ bad: true });
  for (let index = 0; index < 10; index += 1) await add({ index });
  await worker(async (task) => {
    if ((task.payload as { bad?: boolean }).bad) throw new Error("no");
    done.push(task);
  }).runDue();
  expect(done).toHaveLength(10);
});

test("what a worker that died had taken is another's once the lease is over", async () => {
  await add({ id: randomUUID() });
  await database.sql`update outbox set leased_until = statement_timestamp() + interval '2 minutes', attempts = 1`;
  await worker().runDue();
  expect(done).toHaveLength(0);
  await database.sql`update outbox set leased_until = statement_timestamp() - interval '1 second'`;
  await worker().runDue();
  expect(done.map(({ attempt }) => attempt)).toEqual([2]);
});

test("a worker whose lease was over neither deletes nor delays what is another's by now", async () => {
  await add();
  await worker(async (task) => {
    // Meanwhile the lease ran out, and another worker took the task.
    if (task.attempt === 1) await database.sql`update outbox set attempts = 2, leased_until = statement_timestamp() + interval '1 minute'`;
  }).runDue();
  expect(await waiting()).toBe(1);
  await database.sql`update outbox set attempts = 0, leased_until = null`;
  await worker(async (task) => {
    if (task.attempt === 1) await database.sql`update outbox set attempts = 2, leased_until = statement_timestamp() + interval '1 minute'`;
    throw new Error("too late");
  }).runDue();
  expect(
    (await database.sql<{ attempts: number; leased: boolean }>`select attempts, leased_until is not null as leased from outbox`)[0],
  ).toEqual({ attempts: 2, leased: true });
});

test("a kind that nobody knows waits for a process that does", async () => {
  await add({}, "of-a-newer-version");
  await worker().runDue();
  expect(await waiting()).toBe(1);
});

test("one that takes long holds up none of the others, and a stop waits for it", async () => {
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

test("no more is done at once when the database fails in between", async () => {
  let underway = 0;
  let most = 0;
  const releases: (() => void)[] = [];
  let broken = false;
  const sql = replaceSql(database.sql, (strings, ...values) =>
    broken && strings.join("").includes("for update skip locked") ? Promise.reject(new Error("gone")) : database.sql(strings, ...values),
  );
  const outbox = new Outbox({
    sql,
    clock,
    log: pino({ level: "silent" }),
    handlers: {
      note: async () => {
        most = Math.max(most, (underway += 1));
        await new Promise<void>((resolve) => releases.push(resolve));
        underway -= 1;
      },
    },
  });
  for (let index = 0; index < 3; index += 1) await add({ index });
  const running = outbox.runDue();
  await expect.poll(() => underway).toBe(3);
  broken = true;
  const closing = outbox.close();
  for (const release of releases) release();
  await Promise.all([running, closing]);
  expect([most, underway]).toEqual([3, 0]);
});
