import { expect, test } from "vitest";
import { ProcessorTime } from "./processor-time.ts";

/** A clock that stands still but for the work that is said to be done. */
function working() {
  let nowMs = 0;
  const time = new ProcessorTime({ perSecond: 100, burst: 500 }, { now: () => new Date(nowMs), monotonicMs: () => nowMs });
  const work = (client: string, milliseconds: number) => time.spend(client, () => (nowMs += milliseconds));
  return { time, work, rest: (milliseconds: number) => void (nowMs += milliseconds) };
}

test("a client that is not known has time", () => {
  expect(working().time.waitSeconds("new")).toBe(0);
});

test("a client waits once it has overdrawn, for as long as that takes to come back, and nobody else waits", () => {
  const { time, work, rest } = working();
  work("loud", 400);
  expect(time.waitSeconds("loud")).toBe(0);
  // 44 ms came back meanwhile: 100 + 44 - 440.
  work("loud", 440);
  expect(time.waitSeconds("loud")).toBe(3);
  expect(time.waitSeconds("quiet")).toBe(0);
  rest(2_000);
  expect(time.waitSeconds("loud")).toBe(1);
  rest(1_000);
  expect(time.waitSeconds("loud")).toBe(0);
});

test("debt is bounded: nobody is locked out for long by one request", () => {
  const { time, work } = working();
  work("loud", 3_600_000);
  expect(time.waitSeconds("loud")).toBe(5);
});

test("work that throws is booked, and what it gives is given", () => {
  const { time, work } = working();
  expect(time.spend("client", () => "given")).toBe("given");
  expect(() =>
    time.spend("client", () => {
      work("client", 2_000);
      throw new Error("in the middle");
    }),
  ).toThrow("in the middle");
  expect(time.waitSeconds("client")).toBeGreaterThan(0);
});
