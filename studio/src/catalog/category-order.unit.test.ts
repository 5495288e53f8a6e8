import { expect, it } from "vitest";
import { pathsOf } from "./category-order.ts";

const category = (id: string, parentId: string | null) => ({ id, title: id.toUpperCase(), parentId });

it("puts each category below its parent, and keeps the order of those of one parent", () => {
  const paths = pathsOf([category("b", null), category("b2", "b"), category("a", null), category("b1", "b"), category("b21", "b2")]);
  expect(paths.map(({ label }) => label)).toEqual(["B", "B › B2", "B › B2 › B21", "B › B1", "A"]);
});
