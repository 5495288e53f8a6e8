import type { CreateDiscountInput } from "@vitrine/client/admin";
import { expect, test } from "vitest";
import { exampleOf } from "./compute-example.ts";

const categories = [
  { id: "c1", slug: "seats", parentId: null },
  { id: "c2", slug: "stools", parentId: "c1" },
];
const items = [
  { product: { id: "p1", slug: "stool", title: "Stool", categoryId: "c2" }, variant: { id: "v1", sku: "STOOL", price: 1_000 } },
  { product: { id: "p2", slug: "lamp", title: "Lamp", categoryId: null }, variant: { id: "v2", sku: "LAMP", price: 500 } },
];
const rule = (more: Partial<CreateDiscountInput>): CreateDiscountInput => ({
  title: { en: "Sale" },
  kind: "PERCENT",
  value: "10",
  ...more,
});

test.each<[string, Partial<CreateDiscountInput>, number, number | undefined, number]>([
  ["everything", {}, 1, 150, 1_350],
  ["a category above that of the product", { appliesTo: { categories: ["seats"] } }, 1, 100, 1_400],
  ["a product", { appliesTo: { products: ["lamp"] } }, 1, 50, 1_450],
  ["a variant", { appliesTo: { skus: ["STOOL"] } }, 1, 100, 1_400],
  ["a minimum of units", { minimumQuantity: 5, appliesTo: { products: ["stool"] } }, 5, 500, 5_000],
  ["a minimum order", { minimumSubtotal: 2_500, appliesTo: { products: ["stool"] } }, 3, 300, 3_200],
  ["buy and get", { kind: "BUY_GET", value: { buy: 2, get: 1 }, appliesTo: { products: ["stool"] } }, 3, 1_000, 2_500],
  ["an amount above what the items cost", { kind: "AMOUNT", value: 9_999, appliesTo: { products: ["lamp"] } }, 1, 500, 1_000],
  ["free shipping", { kind: "FREE_SHIPPING", value: undefined }, 1, 0, 1_500],
  ["items that are not in the basket", { appliesTo: { products: ["table"] } }, 1, undefined, 1_500],
  ["a minimum out of reach", { minimumSubtotal: 1_000_000 }, 100, undefined, 100_500],
])("%s", (_, more, units, discount, total) => {
  const example = exampleOf(rule(more), items, categories, "eur");
  expect([example.lines[0]?.quantity, example.discount, example.total]).toEqual([units, discount, total]);
});
