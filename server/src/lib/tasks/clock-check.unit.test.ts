import { pino } from "pino";
import { expect, test } from "vitest";
import type { Sql } from "../../ports/database.ts";
import { ClockCheck, ClockNotBelieved } from "./clock-check.ts";
import { RateLimitedLog } from "../observing/rate-limited-log.ts";

const [minute, hour] = [60_000, 60 * 60_000];

/** A machine whose date the test moves, and a database with another date, or the same. */
function machine({ ofDatabase = (ownMs: number) => ownMs } = {}) {
  const time = { dateMs: Date.parse("2026-11-20T09:30:00.000Z"), monotonicMs: 5_000 };
  const clock = { now: () => new Date(time.dateMs), monotonicMs: () => time.monotonicMs };
  const lines: string[] = [];
  const rateLimitedLog = new RateLimitedLog(pino({ base: null }, { write: (line: string) => void lines.push(line) }), clock);
  const sql = (async () => [{ now: new Date(ofDatabase(time.dateMs)) }]) as unknown as Sql;
  const check = new ClockCheck({ sql, clock, rateLimitedLog: rateLimitedLog });
  return {
    lines,
    isBelieved: () =>
      check
        .demandBelievable()
        .then(() => true)
        .catch((error: unknown) => {
          if (error instanceof ClockNotBelieved) return false;
          throw error;
        }),
    pass: (milliseconds: number) => {
      time.dateMs += milliseconds;
      time.monotonicMs += milliseconds;
    },
    jump: (milliseconds: number) => void (time.dateMs += milliseconds),
  };
}

test.each([-6, 6])("a date that differs by %d minutes from the database's is not trusted, and the log says so", async (minutes) => {
  const { isBelieved, lines } = machine({ ofDatabase: (ownMs) => ownMs - minutes * minute });
  expect(await isBelieved()).toBe(false);
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ level: 40, seconds: String(minutes * 60) }]);
});

test.each([-5, 0, 5])("a date that differs by %d minutes from the database's is trusted", async (minutes) => {
  expect(await machine({ ofDatabase: (ownMs) => ownMs + minutes * minute }).isBelieved()).toBe(true);
});

test.each([400 * 24 * hour, 6 * minute, -2 * hour])("a date that jumped by %d ms is trusted once it jumps back", async (by) => {
  const { isBelieved, pass, jump } = machine();
  pass(hour);
  expect(await isBelieved()).toBe(true);
  jump(by);
  expect(await isBelieved()).toBe(false);
  pass(23 * hour);
  expect(await isBelieved()).toBe(false);
  jump(-by);
  expect(await isBelieved()).toBe(true);
});

test("a date that jumped is trusted after a day without another jump", async () => {
  const { isBelieved, pass, jump } = machine();
  jump(hour);
  expect(await isBelieved()).toBe(false);
  pass(23 * hour);
  jump(hour);
  expect(await isBelieved()).toBe(false);
  pass(24 * hour - 1);
  expect(await isBelieved()).toBe(false);
  pass(1);
  expect(await isBelieved()).toBe(true);
});
