import fc from "fast-check";
import { expect, test } from "vitest";
import { currencyStep } from "./money.ts";
import { amountOfLines } from "./refund-amount.ts";

const order = {
  currency: "eur",
  subtotal: 10_000,
  tax: 1_900,
  taxIncluded: false,
  shipping: 490,
  lines: [
    { id: "a", quantity: 2, unitPrice: 3_000 },
    { id: "b", quantity: 1, unitPrice: 4_000 },
  ],
};

test("the amount of a line is its price and its share of the tax; the last one brings the shipping back", () => {
  expect(amountOfLines(order, [], [{ id: "a", quantity: 1 }])).toBe(3_570);
  const [first] = [[{ id: "a", quantity: 1 }]];
  expect(amountOfLines(order, first, [{ id: "a", quantity: 1 }])).toBe(3_570);
  expect(amountOfLines(order, [{ id: "a", quantity: 2 }], [{ id: "b", quantity: 1 }])).toBe(4_760 + 490);
  expect(amountOfLines({ ...order, taxIncluded: true }, [], [{ id: "a", quantity: 1 }])).toBe(3_000);
  expect(amountOfLines({ ...order, subtotal: 0, lines: [{ id: "a", quantity: 1, unitPrice: 0 }] }, [], [{ id: "a", quantity: 1 }])).toBe(
    2_390,
  );
});

const orders = fc
  .record({
    currency: fc.constantFrom("eur", "jpy", "kwd", "huf", "isk"),
    lines: fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 5 }), price: fc.integer({ min: 0, max: 1_000_000 }) }), {
      minLength: 1,
      maxLength: 6,
    }),
    tax: fc.integer({ min: 0, max: 1_000_000 }),
    taxIncluded: fc.boolean(),
    shipping: fc.integer({ min: 0, max: 10_000 }),
  })
  .map(({ currency, lines, tax, taxIncluded, shipping }) => {
    const step = currencyStep(currency);
    const priced = lines.map(({ quantity, price }, index) => ({ id: String(index), quantity, unitPrice: price * step }));
    const subtotal = priced.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);
    return { currency, lines: priced, subtotal, tax: tax * step, taxIncluded, shipping: shipping * step };
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
      expect(sum).toBe(random.subtotal + (random.taxIncluded ? 0 : random.tax) + random.shipping);
    }),
    { numRuns: 2_000 },
  );
});
