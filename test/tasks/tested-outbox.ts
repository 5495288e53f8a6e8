import { pino } from "pino";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { systemIds } from "../../server/src/adapters/system.ts";
import { addToOutbox, Outbox, type TaskPayload } from "../../server/src/lib/tasks/outbox.ts";
import type { Task, TaskKind } from "../../server/src/lib/tasks/task.ts";
import type { Database } from "../../server/src/ports/database.ts";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { TestClock } from "../kit/harness.ts";

export const note: TaskKind = { name: "note", lane: "notices" };

export const [siteA, siteB, siteC] = [
  "11111111-1111-4111-8111-111111111111",
  "22222222-2222-4222-8222-222222222222",
  "33333333-3333-4333-8333-333333333333",
] as const;

/** An outbox on a database of its own, empty before each test of a file. */
export function testedOutbox() {
  let database: TestDatabase;
  let clock: TestClock;
  const done: Task[] = [];
  const logged: string[] = [];
  const tested = {
    get sql(): Database {
      return database.sql;
    },
    get clock(): TestClock {
      return clock;
    },
    /** Tasks that ran, the first one first. */
    done,
    logged,
    /** Whether the tasks of a worker without a handler of its own fail. */
    failing: false,
    worker: (handler?: (task: Task) => Promise<void>) =>
      new Outbox({
        sql: database.sql,
        clock,
        log: pino({ level: "trace" }, { write: (line: string) => void logged.push(line) }),
        kinds: [note],
        handlers: {
          note:
            handler ??
            (async (task) => (tested.failing ? Promise.reject(new Error("canary@example.com is not there")) : void done.push(task))),
        },
      }),
    add: (payload: TaskPayload = {}, kind = note) => addToOutbox(database.sql, { now: clock.now(), ids: systemIds }, kind, payload),
    waiting: async () => (await database.sql<{ count: number }>`select count(*)::int as count from outbox`)[0]?.count,
  };
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    await database.sql`delete from outbox`;
    clock = new TestClock();
    done.length = 0;
    logged.length = 0;
    tested.failing = false;
  });
  return tested;
}
