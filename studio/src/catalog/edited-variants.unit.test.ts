import { expect, it } from "vitest";
import { countedStocks, errorsOf, fieldsOf, pricedVariants } from "./edited-variants.ts";

const variant = (id: string, price: number, stock: number | null) => ({
  id,
  sku: id.toUpperCase(),
  title: id,
  price,
  compareAtPrice: null,
  options: {},
  weightGrams: null,
  prices: {},
  compareAtPrices: {},
  requiresShipping: true,
  stock,
});
const product = { currency: "eur", variants: [variant("a", 4_200, 5), variant("b", 990, null)] };
const fields = () => Object.fromEntries(product.variants.map((one) => [one.id, fieldsOf(one, "eur")]));

it("changes nothing if nobody types", () => {
  expect(pricedVariants(product, fields())).toBeUndefined();
  expect(countedStocks(product, fields())).toEqual([]);
});

it("sends all variants if one price is another, and no stock with them", () => {
  const priced = pricedVariants(product, { ...fields(), b: { price: "12.50", stock: "" } });
  expect(priced?.map(({ id, price }) => [id, price])).toEqual([
    ["a", 4_200],
    ["b", 1_250],
  ]);
  expect(priced?.some((one) => "stock" in one)).toBe(false);
});

it("sets a count with the one that was seen, and ends or begins counting", () => {
  expect(countedStocks(product, { a: { price: "42", stock: "" }, b: { price: "9.90", stock: "7" } })).toEqual([
    { variantId: "a", set: null, expected: 5 },
    { variantId: "b", set: 7, expected: null },
  ]);
});

it.each([
  [{ price: "", stock: "1" }, { price: "amount" }],
  [
    { price: "4,2,", stock: "-1" },
    { price: "amount", stock: "count" },
  ],
  [{ price: "42.00", stock: "1.5" }, { stock: "count" }],
  [{ price: "42.00", stock: "" }, {}],
])("finds what is wrong with %j", (typed, errors) => {
  expect(errorsOf(typed, { price: 4_200 }, "eur")).toEqual(errors);
});

it("refuses a new price that the payment processor does not take, and leaves an old one", () => {
  const typed = { price: "1.005", stock: "" };
  expect(errorsOf(typed, { price: 1_000 }, "kwd")).toEqual({ price: "step" });
  expect(errorsOf(typed, { price: 1_005 }, "kwd")).toEqual({});
});
