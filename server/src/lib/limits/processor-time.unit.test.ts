import { expect, test } from "vitest";
import { ProcessorTime } from "./processor-time.ts";

/** A clock that moves only by the work that a test declares. */
function working() {
  let nowMs = 0;
  const time = new ProcessorTime({ perSecond: 100, burst: 500 }, { now: () => new Date(nowMs), monotonicMs: () => nowMs });
  const work = (client: string, milliseconds: number) => time.spend(client, () => (nowMs += milliseconds));
  return { time, work, rest: (milliseconds: number) => void (nowMs += milliseconds) };
}

test("an unknown client has time", () => {
  expect(working().time.waitSeconds("new")).toBe(0);
});

test("a client that has overdrawn waits until its time is back, and no other client waits", () => {
  const { time, work, rest } = working();
  work("loud", 400);
  expect(time.waitSeconds("loud")).toBe(0);
  // 44 ms came back in the meantime: 100 + 44 - 440.
  work("loud", 440);
  expect(time.waitSeconds("loud")).toBe(3);
  expect(time.waitSeconds("quiet")).toBe(0);
  rest(2_000);
  expect(time.waitSeconds("loud")).toBe(1);
  rest(1_000);
  expect(time.waitSeconds("loud")).toBe(0);
});

test("a client pays for all of the time that it took", () => {
  const { time, work, rest } = working();
  work("loud", 60_000);
  expect(time.waitSeconds("loud")).toBe(595);
  rest(596_000);
  expect(time.waitSeconds("loud")).toBe(0);
});

test("work that throws is counted, and its result is passed on", () => {
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
