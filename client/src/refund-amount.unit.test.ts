import fc from "fast-check";
import { expect, test } from "vitest";
import { currencyStep } from "./money.ts";
import { amountOfLines } from "./refund-amount.ts";

const line = (id: string, quantity: number, unitPrice: number, more: object = {}) => ({
  id,
  quantity,
  unitPrice,
  discount: 0,
  tax: 0,
  ...more,
});
const order = {
  currency: "eur",
  tax: 1_900,
  taxIncluded: false,
  shipping: 490,
  discount: 0,
  lines: [line("a", 2, 3_000), line("b", 1, 4_000)],
};

test("the amount of a line is its price and its share of the tax; the last one brings the shipping back", () => {
  expect(amountOfLines(order, [], [{ id: "a", quantity: 1 }])).toBe(3_570);
  const [first] = [[{ id: "a", quantity: 1 }]];
  expect(amountOfLines(order, first, [{ id: "a", quantity: 1 }])).toBe(3_570);
  expect(amountOfLines(order, [{ id: "a", quantity: 2 }], [{ id: "b", quantity: 1 }])).toBe(4_760 + 490);
  expect(amountOfLines({ ...order, taxIncluded: true }, [], [{ id: "a", quantity: 1 }])).toBe(3_000);
  expect(amountOfLines({ ...order, lines: [line("a", 1, 0)] }, [], [{ id: "a", quantity: 1 }])).toBe(2_390);
});

test("a discounted line brings back what was paid for it, and its own tax", () => {
  const lines = [line("a", 3, 1_000, { discount: 500, tax: 475 }), line("book", 1, 2_000, { tax: 140 })];
  const discounted = { ...order, lines, discount: 990, tax: 708 };
  expect(amountOfLines(discounted, [], [{ id: "a", quantity: 1 }])).toBe(1_000 - 167 + 158);
  expect(amountOfLines(discounted, [], [{ id: "book", quantity: 1 }])).toBe(2_140);
  // The shipping, which cost nothing, was taxed with 93.
  expect(amountOfLines(discounted, [{ id: "a", quantity: 3 }], [{ id: "book", quantity: 1 }])).toBe(2_140 + 93);
});

const orders = fc
  .record({
    currency: fc.constantFrom("eur", "jpy", "kwd", "huf", "isk"),
    lines: fc.array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 5 }),
        price: fc.integer({ min: 0, max: 1_000_000 }),
        /** In thousandths of the line. */
        discount: fc.integer({ min: 0, max: 1_000 }),
        tax: fc.integer({ min: 0, max: 1_000_000 }),
      }),
      {
        minLength: 1,
        maxLength: 6,
      },
    ),
    tax: fc.integer({ min: 0, max: 1_000_000 }),
    taxIncluded: fc.boolean(),
    shipping: fc.integer({ min: 0, max: 10_000 }),
    isShippedFree: fc.boolean(),
    isTaxedByLine: fc.boolean(),
  })
  .map(({ currency, lines, tax, taxIncluded, shipping, isShippedFree, isTaxedByLine }) => {
    const step = currencyStep(currency);
    const priced = lines.map(({ quantity, price, discount, tax: share }, index) => ({
      id: String(index),
      quantity,
      unitPrice: price * step,
      discount: Math.floor((quantity * price * discount) / 1_000) * step,
      tax: isTaxedByLine ? share * step : 0,
    }));
    const sumOf = (member: "discount" | "tax") => priced.reduce((sum, each) => sum + each[member], 0);
    const discount = sumOf("discount") + (isShippedFree ? shipping * step : 0);
    return { currency, lines: priced, tax: sumOf("tax") + tax * step, taxIncluded, shipping: shipping * step, discount };
  });

test("refunds unit by unit, in any order, return exactly what was paid, in amounts that the processor takes, and never a negative one", () => {
  fc.assert(
    fc.property(orders, fc.infiniteStream(fc.nat()), (random, chances) => {
      const units = random.lines.flatMap(({ id, quantity }) => Array.from({ length: quantity }, () => ({ id, quantity: 1 })));
      const refunded: { id: string; quantity: number }[] = [];
      let sum = 0;
      while (units.length > 0) {
        const next = units.splice((chances.next().value ?? 0) % units.length, 1);
        const amount = amountOfLines(random, refunded, next);
        expect(amount).toBeGreaterThanOrEqual(0);
        expect(amount % currencyStep(random.currency)).toBe(0);
        sum += amount;
        refunded.push(...next);
      }
      const subtotal = random.lines.reduce((all, { quantity, unitPrice }) => all + quantity * unitPrice, 0);
      expect(sum).toBe(subtotal - random.discount + (random.taxIncluded ? 0 : random.tax) + random.shipping);
    }),
    { numRuns: 2_000 },
  );
});
