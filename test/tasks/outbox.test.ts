import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { systemIds } from "../../server/src/adapters/system.ts";
import { addToOutbox, Outbox, type TaskPayload } from "../../server/src/lib/tasks/outbox.ts";
import { laneNames, type Task, type TaskHandler, type TaskKind } from "../../server/src/lib/tasks/task.ts";
import { openTestDatabase, replaceSql, type TestDatabase } from "../kit/database.ts";
import { TestClock } from "../kit/harness.ts";

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

const note: TaskKind = { name: "note", lane: "notices" };
const worker = (handler?: (task: Task) => Promise<void>) =>
  new Outbox({
    sql: database.sql,
    clock,
    log: pino({ level: "trace" }, { write: (line: string) => void logged.push(line) }),
    kinds: [note],
    handlers: {
      note: handler ?? (async (task) => (failing ? Promise.reject(new Error("canary@example.com is not there")) : void done.push(task))),
    },
  });
const add = (payload: TaskPayload = {}, kind = note) => addToOutbox(database.sql, { now: clock.now(), ids: systemIds }, kind, payload);
const waiting = async () => (await database.sql<{ count: number }>`select count(*)::int as count from outbox`)[0]?.count;

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
  await database.sql.begin(async (tx) => addToOutbox(tx, { now: clock.now(), ids: systemIds }, note, { kept: true }));
  await database.sql
    .begin(async (tx) => {
      await addToOutbox(tx, { now: clock.now(), ids: systemIds }, note, { kept: false });
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
  // It stays, for the operator to see, and is never retried.
  failing = false;
  clock.advance(86_400_000);
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
  await database.sql`update outbox set leased_until = statement_timestamp() + interval '2 minutes', attempts = 1`;
  await worker().runDue();
  expect(done).toHaveLength(0);
  await database.sql`update outbox set leased_until = statement_timestamp() - interval '1 second'`;
  await worker().runDue();
  expect(done.map(({ attempt }) => attempt)).toEqual([2]);
});

test("a worker whose lease expired neither deletes nor delays a task that is another's by now", async () => {
  await add();
  await worker(async (task) => {
    // In the meantime the lease expired, and another worker took the task.
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
  const sql = replaceSql(database.sql, (strings, ...values) =>
    broken && strings.join("").includes("for update skip locked") ? Promise.reject(new Error("gone")) : database.sql(strings, ...values),
  );
  const outbox = new Outbox({
    sql,
    clock,
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

const sites = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222", "33333333-3333-4333-8333-333333333333"];
const [siteA = "", siteB = "", siteC = ""] = sites;
const orderDone = () => done.map(({ payload }) => (payload as { siteId: string }).siteId[0]).join("");

test("sites take turns, each with its oldest task, and tasks without a site take turns too", async () => {
  for (let index = 0; index < 6; index += 1) await add({ siteId: siteB, index });
  for (let index = 0; index < 2; index += 1) await add({ siteId: siteC, index });
  for (let index = 0; index < 2; index += 1) await add({ siteId: siteA, index });
  for (let index = 0; index < 2; index += 1) await add({ index });
  const order: string[] = [];
  await worker(async ({ payload }) => {
    const { siteId = "none", index } = payload as { siteId?: string; index: number };
    order.push(`${siteId.slice(0, 1)}${index}`);
  }).runDue();
  expect(order).toEqual(["10", "20", "30", "n0", "11", "21", "31", "n1", "22", "23", "24", "25"]);
});

test.each(sites)("a task of %s that comes during another's flood is next, whichever site floods", async (late) => {
  const loud = sites.find((site) => site !== late) ?? "";
  for (let index = 0; index < 30; index += 1) await add({ siteId: loud });
  await worker(async (task) => {
    done.push(task);
    if (done.length === 5) await add({ siteId: late });
  }).runDue();
  expect(done).toHaveLength(31);
  const place = orderDone().indexOf(late.slice(0, 1));
  // One more of the other's may have been leased in the meantime.
  expect([5, 6]).toContain(place);
});

test("a postponed task delays nobody, and comes in the order in which it is due", async () => {
  let refused = 3;
  const handler: TaskHandler = async (task) => {
    if ((task.payload as { siteId: string }).siteId === siteA && (refused -= 1) >= 0) throw new Error("not now");
    done.push(task);
  };
  for (let index = 0; index < 3; index += 1) await add({ siteId: siteA, index });
  await add({ siteId: siteB });
  await worker(handler).runDue();
  expect(orderDone()).toBe("2");
  clock.advance(10_000);
  for (let index = 0; index < 20; index += 1) await add({ siteId: siteC });
  await worker(handler).runDue();
  expect(orderDone()).toBe(`2${"13".repeat(3)}${"3".repeat(17)}`);
});

test("a site whose tasks hang holds half of a lane's workers, and the others' tasks run", async () => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let hanging = 0;
  const outbox = worker(async (task) => {
    if ((task.payload as { siteId: string }).siteId === siteA) {
      hanging += 1;
      await released;
    }
    done.push(task);
  });
  for (let index = 0; index < 10; index += 1) await add({ siteId: siteA });
  for (let index = 0; index < 10; index += 1) await add({ siteId: index % 2 === 0 ? siteB : siteC });
  const running = outbox.runDue();
  await expect.poll(() => done.length).toBe(10);
  // A task has run a moment before its row is deleted.
  await expect.poll(waiting).toBe(10);
  expect(hanging).toBe(2);
  release();
  await running;
  await outbox.runDue();
  expect([done.length, await waiting()]).toEqual([20, 0]);
});

test.each(laneNames)("a task that hangs in the lane %s delays no other lane", async (lane) => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const kinds = laneNames.map((name): TaskKind => ({ name, lane: name }));
  const reached: string[] = [];
  const handlers = Object.fromEntries(
    laneNames.map((name): [string, TaskHandler] => [
      name,
      async () => {
        if (name === lane) await released;
        reached.push(name);
      },
    ]),
  );
  const outbox = new Outbox({ sql: database.sql, clock, log: pino({ level: "silent" }), kinds, handlers });
  for (const kind of kinds) for (let index = 0; index < 10; index += 1) await add({ siteId: randomUUID() }, kind);
  const running = outbox.runDue();
  await expect.poll(() => reached.length).toBe(20);
  expect(reached).not.toContain(lane);
  release();
  await running;
  expect(reached).toHaveLength(30);
});

describe("a kind with a limit of waiting tasks per site", () => {
  const limited: TaskKind = { ...note, waitingPerSite: 3 };
  const skipped = async () =>
    (await database.sql<{ site: string; skipped: number }>`
      select site_id as site, sum(skipped)::int as skipped from outbox group by site_id order by site_id`) as object[];

  test("is skipped beyond the limit, which is counted and logged once the others have run; tasks that failed for good do not count", async () => {
    for (let index = 0; index < 8; index += 1) await add({ siteId: siteA, index }, limited);
    await add({ siteId: siteB, index: 0 }, limited);
    expect(await skipped()).toEqual([
      { site: siteA, skipped: 5 },
      { site: siteB, skipped: 0 },
    ]);
    await database.sql`update outbox set failed_at = due_at where site_id = ${siteA} and payload ->> 'index' = '0'`;
    await add({ siteId: siteA, index: 9 }, limited);
    await add({ siteId: siteA, index: 10 }, limited);
    await worker().runDue();
    expect(done.map(({ payload }) => (payload as { index: number }).index)).toEqual([1, 0, 2, 9]);
    const lines = logged.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => String(msg).includes("skipped"));
    expect(lines.map(({ site, kind, skipped: count }) => [site, kind, count]).sort()).toEqual([
      [siteA, "note", 1],
      [siteA, "note", 5],
    ]);
    await add({ siteId: siteA, index: 11 }, limited);
    expect(await waiting()).toBe(2);
  });

  test("is not skipped because of tasks of another kind or another site", async () => {
    for (const siteId of [siteA, siteB]) for (let index = 0; index < 3; index += 1) await add({ siteId }, { ...limited, name: "other" });
    await add({ siteId: siteA }, limited);
    expect(await waiting()).toBe(7);
  });

  // needs: server-postgres. Two transactions at once.
  test.skipIf(inject("database") === "embedded")("is skipped without waiting for another writer to the same queue", async () => {
    for (let index = 0; index < 3; index += 1) await add({ siteId: siteA }, limited);
    const saving = { now: clock.now(), ids: systemIds };
    let commit: () => void = () => undefined;
    const committed = new Promise<void>((resolve) => (commit = resolve));
    let added = 0;
    const adding = [1, 2].map(() =>
      database.sql.begin(async (tx) => {
        await addToOutbox(tx, saving, limited, { siteId: siteA });
        added += 1;
        await committed;
      }),
    );
    await expect.poll(() => added).toBe(2);
    commit();
    await Promise.all(adding);
    expect(await skipped()).toEqual([{ site: siteA, skipped: 2 }]);
  });
});
