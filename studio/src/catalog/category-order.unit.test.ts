import { expect, it } from "vitest";
import { inTreeOrder } from "./category-order.ts";

const category = (id: string, parentId: string | null) => ({ id, title: id, parentId });

it("puts each category below its parent, and keeps the order of those of one parent", () => {
  const tree = inTreeOrder([category("b", null), category("b2", "b"), category("a", null), category("b1", "b"), category("b21", "b2")]);
  expect(tree.map(({ id, depth }) => `${depth} ${id}`)).toEqual(["0 b", "1 b2", "2 b21", "1 b1", "0 a"]);
});
