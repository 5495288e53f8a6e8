import { pino } from "pino";
import { expect, test } from "vitest";
import { RateLimitedLog } from "./rate-limited-log.ts";

function rateLimitedLog() {
  const lines: string[] = [];
  let nowMs = 5_000;
  const log = new RateLimitedLog(pino({ base: null }, { write: (line: string) => void lines.push(line) }), {
    now: () => new Date(nowMs),
    monotonicMs: () => nowMs,
  });
  return { log, lines, advance: (milliseconds: number) => void (nowMs += milliseconds) };
}

test("each distinct line is logged once a minute", () => {
  const { log, lines, advance } = rateLimitedLog();
  for (const page of ["a", "b", "a", "b"]) log.warn({ page }, "too large");
  expect(lines.map((line) => (JSON.parse(line) as { page: string }).page)).toEqual(["a", "b"]);
  advance(59_999);
  log.warn({ page: "a" }, "too large");
  expect(lines).toHaveLength(2);
  advance(1);
  log.warn({ page: "a" }, "too large");
  expect(lines).toHaveLength(3);
});

test("the number of distinct lines a minute is bounded", () => {
  const { log, lines, advance } = rateLimitedLog();
  for (let page = 0; page < 10_000; page += 1) log.warn({ page: String(page) }, "too large");
  expect(lines).toHaveLength(100);
  advance(60_000);
  log.warn({ page: "one more" }, "too large");
  expect(lines).toHaveLength(101);
});
