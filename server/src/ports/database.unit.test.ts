import { expect, it } from "vitest";
import { isUnavailability } from "./database.ts";

it.each([
  ["08006", true],
  ["25P03", true],
  ["53300", true],
  ["57P01", true],
  ["58030", true],
  // A transaction that has failed already, and one that waits for a lock of another: the statement's own fault.
  ["25P02", false],
  ["40P01", false],
  ["57014", false],
])("%s says something about the server alone: %s", (code, expected) => {
  expect(isUnavailability(Object.assign(new Error("failed"), { code }))).toBe(expected);
});
