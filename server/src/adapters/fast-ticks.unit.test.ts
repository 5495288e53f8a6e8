import { expect, test } from "vitest";
import { keepTicksFast } from "./fast-ticks.ts";

test("what stays is the object that Node makes for a tick", async () => {
  const tickObject = await keepTicksFast();
  expect(Object.keys(tickObject)).toEqual(expect.arrayContaining(["callback", "args"]));
  expect(await keepTicksFast()).toBe(tickObject);
});
