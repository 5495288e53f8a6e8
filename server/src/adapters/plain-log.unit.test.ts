import { expect, test } from "vitest";
import { plainLine } from "./plain-log.ts";

const time = "2026-11-20T12:03:04.123Z";

test.each([
  [{ level: 30, time, msg: "listening", port: 3000, database: "embedded" }, "12:03:04 listening (port 3000, database embedded)"],
  [{ level: 40, time, msg: "Redis does not respond" }, "12:03:04 warning Redis does not respond"],
  [
    { level: 30, time, msg: "request", method: "GET", route: "/docs", status: 200, milliseconds: 1.5, requestId: "x-1" },
    "12:03:04 GET /docs 200 in 1.5 ms",
  ],
  [{ level: 50, time, msg: "failed", error: { name: "E" } }, '12:03:04 error failed (error {"name":"E"})'],
])("%o is one line for a person", (record, line) => {
  expect(plainLine(JSON.stringify(record))).toBe(line);
});

test("no value can control the terminal, and no line is lost", () => {
  expect(plainLine(JSON.stringify({ level: 30, time, msg: "a\u001b[2Jb\nc" }))).toBe("12:03:04 a [2Jb c");
  expect(plainLine("not JSON")).toBe("not JSON");
});
