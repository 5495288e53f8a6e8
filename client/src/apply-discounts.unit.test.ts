import { describe, expect, test } from "vitest";
import { applyDiscounts, whyNot, type ComputedDiscount as Discount } from "./apply-discounts.ts";

const chair = { variantId: "chair", productId: "chair", categories: ["furniture", "seats"], quantity: 2, unitPrice: 10_000 };
const lamp = { variantId: "lamp", productId: "lamp", categories: ["lights"], quantity: 1, unitPrice: 999 };
const mug = { variantId: "mug-red", productId: "mug", categories: [], quantity: 3, unitPrice: 500 };
const basket = [chair, lamp, mug];

const discount = (id: string, kind: Discount["kind"], value?: Discount["value"], more: Partial<Discount> = {}): Discount => ({
  id,
  kind,
  ...(value !== undefined && { value }),
  title: { en: id },
  code: null,
  items: null,
  ...more,
});
const forItems = (list: Partial<NonNullable<Discount["items"]>>) => ({ items: { categories: [], products: [], variants: [], ...list } });
const linesOf = (discounts: Discount[], currency = "eur", lines = basket) => applyDiscounts(discounts, lines, currency).lines;

describe("a discount takes off", () => {
  test.each([
    ["a share, rounded once and distributed by largest remainder", [discount("a", "PERCENT", "10")], [2_000, 100, 150]],
    ["all of it at 100 %", [discount("a", "PERCENT", "100")], [20_000, 999, 1_500]],
    ["an amount, distributed over all lines", [discount("a", "AMOUNT", 1_000)], [889, 44, 67]],
    ["no more than there is", [discount("a", "AMOUNT", 99_999_999)], [20_000, 999, 1_500]],
    ["only its category, with those below it", [discount("a", "PERCENT", "50", forItems({ categories: ["furniture"] }))], [10_000, 0, 0]],
    [
      "only its products and variants",
      [discount("a", "PERCENT", "50", forItems({ products: ["lamp"], variants: ["mug-red"] }))],
      [0, 500, 750],
    ],
    ["nothing of items that are not in the basket", [discount("a", "AMOUNT", 100, forItems({ products: ["sofa"] }))], [0, 0, 0]],
    ["the cheapest of each three", [discount("a", "BUY_GET", { buy: 2, get: 1 })], [0, 0, 1_000]],
    [
      "half of the cheapest of each two of its items",
      [discount("a", "BUY_GET", { buy: 1, get: 1, percent: "50" }, forItems({ products: ["mug"] }))],
      [0, 0, 250],
    ],
    ["nothing of the lines for free shipping", [discount("a", "FREE_SHIPPING")], [0, 0, 0]],
  ] as const)("%s", (_, discounts, lines) => {
    expect(linesOf([...discounts])).toEqual(lines);
  });

  test("items first, then the whole order; and percentages before amounts", () => {
    const seats = discount("z", "PERCENT", "50", forItems({ categories: ["seats"] }));
    const tenPercent = discount("y", "PERCENT", "10");
    const five = discount("x", "AMOUNT", 500);
    const { amounts } = applyDiscounts([five, tenPercent, seats], [chair], "eur");
    expect(amounts.map(({ discount: { id }, amount }) => [id, amount])).toEqual([
      ["z", 10_000],
      ["y", 1_000],
      ["x", 500],
    ]);
  });

  test("amounts that the processor takes, and never more than a line has", () => {
    const lines = [
      { ...lamp, unitPrice: 50 },
      { ...mug, quantity: 1, unitPrice: 50 },
    ];
    expect(linesOf([discount("a", "AMOUNT", 100)], "isk", lines).every((amount) => amount >= 0 && amount <= 50)).toBe(true);
    expect(linesOf([discount("a", "PERCENT", "33.3")], "isk", [{ ...lamp, unitPrice: 100_000 }])).toEqual([33_300]);
    expect(linesOf([discount("a", "PERCENT", "33.3")], "kwd", [{ ...lamp, unitPrice: 1_000 }])).toEqual([330]);
  });
});

test.each([
  [{}, undefined],
  [forItems({ products: ["sofa"] }), { reason: "no_items" }],
  [{ minimumSubtotal: 22_499 }, undefined],
  [{ minimumSubtotal: 22_500 }, { reason: "minimum_subtotal", minimum: 22_500 }],
  [
    { minimumSubtotal: 1_501, ...forItems({ products: ["mug"] }) },
    { reason: "minimum_subtotal", minimum: 1_501 },
  ],
  [{ minimumQuantity: 6 }, undefined],
  [{ minimumQuantity: 7 }, { reason: "minimum_quantity", minimum: 7 }],
])("a discount with %j is refused with %j", (more, reason) => {
  expect(whyNot(discount("a", "PERCENT", "10", more), basket)).toEqual(reason);
});

test("to get one for two, there must be three", () => {
  expect(whyNot(discount("a", "BUY_GET", { buy: 6, get: 1 }), basket)).toEqual({ reason: "minimum_quantity", minimum: 7 });
});
