import { expect, test } from "vitest";
import { isSameView, viewQuery } from "./view-query.ts";

test("a view has the address and the columns, in one order, and nothing of the moment", () => {
  const asked = { view: "unpaid", q: "a b&c", saved: "1", sort: undefined };
  expect(viewQuery(asked, "state,total")).toBe("columns=state%2Ctotal&q=a+b%26c&view=unpaid");
});

test("a list shows a view if nothing differs; a view without columns leaves them to the person", () => {
  const asked = { view: "unpaid", saved: "1" };
  expect(isSameView("view=unpaid", asked, "state")).toBe(true);
  expect(isSameView("columns=state&view=unpaid", asked, "state")).toBe(true);
  expect(isSameView("columns=total&view=unpaid", asked, "state")).toBe(false);
  expect(isSameView("view=unpaid", { ...asked, q: "x" }, "state")).toBe(false);
});
