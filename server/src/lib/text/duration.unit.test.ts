import { expect, test } from "vitest";
import { parseDuration } from "./duration.ts";

test.each([
  ["1m", 60_000],
  ["90m", 5_400_000],
  ["24h", 86_400_000],
  ["7d", 604_800_000],
  ["0m", 0],
])("%s is a duration", (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds);
});

test.each(["", "24", "h", "1.5h", "-1h", "24 h", "24H", "1h30m", "9999999m", "1w", "٣h", "24h\n"])("%j is not a duration", (text) => {
  expect(parseDuration(text)).toBeUndefined();
});
