import { expect, test } from "vitest";
import { isOneSlipAway } from "./one-slip-away.ts";

test.each([
  ["MAIL_CATCHR", "a letter too few"],
  ["MAIL_CATCHEER", "a letter too many"],
  ["MAIL_CATCHAR", "another letter"],
  ["MAIL_CATHCER", "two letters swapped"],
  ["AIL_CATCHER", "the first letter missing"],
  ["MAIL_CATCHE", "the last letter missing"],
])("%s is one slip away: %s", (name) => {
  expect(isOneSlipAway(name, "MAIL_CATCHER")).toBe(true);
  expect(isOneSlipAway("MAIL_CATCHER", name)).toBe(true);
});

test.each(["MAIL_CATCHER", "MAIL_CATCH", "MAIL_FROM", "", "MALI_CATHCER"])("%j is not", (name) => {
  expect(isOneSlipAway(name, "MAIL_CATCHER")).toBe(false);
});
