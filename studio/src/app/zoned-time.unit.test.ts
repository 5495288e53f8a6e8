import { expect, test } from "vitest";
import { instantIn, timeInZone } from "./zoned-time.ts";

test.each([
  ["2026-12-04T00:00", "Europe/Berlin", "2026-12-03T23:00:00.000Z"],
  ["2026-07-01T09:30", "Europe/Berlin", "2026-07-01T07:30:00.000Z"],
  ["2026-07-01T09:30", "America/New_York", "2026-07-01T13:30:00.000Z"],
  ["2026-01-01T00:00", "Asia/Kolkata", "2025-12-31T18:30:00.000Z"],
  ["2026-01-01T00:00", "UTC", "2026-01-01T00:00:00.000Z"],
  // Around the nights in which the clock changes.
  ["2026-03-29T01:59", "Europe/Berlin", "2026-03-29T00:59:00.000Z"],
  ["2026-03-29T03:00", "Europe/Berlin", "2026-03-29T01:00:00.000Z"],
  ["2026-10-25T01:59", "Europe/Berlin", "2026-10-24T23:59:00.000Z"],
  ["2026-10-25T03:00", "Europe/Berlin", "2026-10-25T02:00:00.000Z"],
])("%s in %s is %s, and back", (local, zone, instant) => {
  expect(instantIn(local, zone)).toBe(instant);
  expect(timeInZone(instant, zone)).toBe(local);
});

test("an hour that the clock skips is the one after it, and text is no time", () => {
  expect(timeInZone(instantIn("2026-03-29T02:30", "Europe/Berlin") ?? "", "Europe/Berlin")).toBe("2026-03-29T03:30");
  expect(instantIn("soon", "UTC")).toBeUndefined();
});
