import { expect, test } from "vitest";
import { problem } from "./problem.ts";

test("a problem's code can be declared only once", () => {
  problem("only_in_this_test", 400, "x");
  expect(() => problem("only_in_this_test", 400, "x")).toThrow("declared twice");
});
