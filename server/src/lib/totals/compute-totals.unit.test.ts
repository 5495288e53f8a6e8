import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { currencyStep } from "../text/money.ts";
import { applyDiscounts } from "../../../../client/src/apply-discounts.ts";
import { computeTotals, priceAt, rateFor, shippingOptionsFor } from "./compute-totals.ts";
import type { ShippingRules } from "./shipping-rules.ts";
import type { TaxRules } from "./tax-rules.ts";

const day = "2026-11-30";
const title = { en: "Tax" };
const rate = (country: string, percent: string, more: object = {}) => ({ country, percent, title, ...more });
const german: TaxRules = { pricesInclude: true, country: "DE", rates: [rate("DE", "19"), rate("AT", "20"), rate("CH", "8.1")] };

describe("the tax of an amount", () => {
  // Shares of VAT as tax offices publish them: 1/6 of a price with 20 %, 7/47 with 17.5 % (HMRC, VAT guide 700), 19/119 with 19 %.
  test.each([
    ["eur", true, "20", 12_000, 2_000],
    ["gbp", true, "17.5", 4_700, 700],
    ["eur", true, "19", 11_900, 1_900],
    ["chf", true, "8.1", 10_810, 810],
    ["eur", false, "19", 1_000, 190],
    // Half is rounded up: 0.5 cents, 12.5 cents.
    ["eur", false, "5", 10, 1],
    ["usd", false, "6.25", 200, 13],
    ["jpy", true, "10", 1_100, 100],
    // The processor takes dinars in steps of ten fils, and krónur without aurar.
    ["kwd", false, "5", 1_230, 60],
    ["isk", false, "24", 129_900, 31_200],
    ["eur", true, "0", 999, 0],
    ["eur", false, "100", 999, 999],
    ["eur", false, "7.7777", 10_000, 778],
  ] as const)("%s, included: %s, %s %% of %i is %i", (currency, pricesInclude, percent, amount, tax) => {
    const rules: TaxRules = { pricesInclude, country: "DE", rates: [rate("DE", percent)] };
    const totals = computeTotals(rules, undefined, day, {
      currency,
      lines: [{ quantity: 1, unitPrice: amount, discount: 0, taxClass: "standard" }],
      shipping: 0,
      shippingDiscount: 0,
    });
    expect(totals).toMatchObject({ tax, total: pricesInclude ? amount : amount + tax });
    expect(totals.taxes[0]?.base).toBe(pricesInclude ? amount - tax : amount);
  });
});

describe("the rate", () => {
  const rules: TaxRules = {
    pricesInclude: false,
    country: "US",
    rates: [
      rate("US", "1"),
      rate("US", "2", { region: "Ohio" }),
      rate("DE", "19"),
      rate("DE", "16", { validFrom: "2020-07-01" }),
      rate("DE", "21", { validFrom: "2027-01-01" }),
    ],
  };
  test.each([
    [{ country: "US" }, "1"],
    [{ country: "US", region: " ohio " }, "2"],
    [{ country: "US", region: "Texas" }, "1"],
    [{ country: "DE" }, "16"],
    [{ country: "FR" }, undefined],
  ])("of %j is %s", (destination, percent) => {
    expect(rateFor(rules, destination, day)?.percent).toBe(percent);
  });
  test.each([
    ["reduced", { country: "DE" }, "7"],
    ["reduced", { country: "AT" }, "20"],
    ["standard", { country: "DE" }, "19"],
    ["reduced", { country: "FR" }, undefined],
  ])("of the class %s in %j is %s", (taxClass, destination, percent) => {
    const classes = { ...german, rates: [...german.rates, rate("DE", "7", { class: "reduced" })] };
    expect(rateFor(classes, destination, day, taxClass)?.percent).toBe(percent);
  });
  test("begins on its day", () => expect(rateFor(rules, { country: "DE" }, "2027-01-01")?.percent).toBe("21"));
});

test("lines of several classes have a tax each, and shipping has its own", () => {
  const rates = [rate("DE", "19"), rate("DE", "7", { class: "reduced" }), rate("DE", "0", { class: "none" })];
  const rules: TaxRules = { pricesInclude: true, country: "DE", shippingClass: "reduced", rounding: "ORDER", rates };
  const line = (unitPrice: number, taxClass: string) => ({ quantity: 1, unitPrice, discount: 0, taxClass });
  const lines = [line(11_900, "standard"), line(1_070, "reduced"), line(500, "none"), line(1_190, "unheard-of")];
  const totals = computeTotals(rules, undefined, day, { currency: "eur", lines, shipping: 535, shippingDiscount: 0 });
  expect(totals.taxes.map(({ rate: { percent }, base, amount }) => [percent, base, amount])).toEqual([
    ["19", 11_000, 2_090],
    ["7", 1_500, 105],
    ["0", 500, 0],
  ]);
  expect(totals.lines.map(({ tax }) => tax)).toEqual([1_900, 70, 0, 190]);
  expect(totals.tax).toBe(2_195);
});

test("ways of shipping may depend on the weight", () => {
  const tiers = [{ upToWeight: 1_000, price: 490 }, { upToWeight: 5_000, price: 790 }, { price: 1_990 }];
  const options = [
    { id: "parcel", title, tiers, freeFrom: 10_000 },
    { id: "letter", title, price: 200, maxWeight: 500 },
  ];
  const offered = (subtotal: number, weight: number) =>
    shippingOptionsFor({ zones: [{ id: "de", countries: ["DE"], options }] }, { country: "DE" }, { subtotal, weight })?.map(
      ({ option: { id }, price }) => [id, price],
    );
  expect(offered(1, 0)).toEqual([
    ["parcel", 490],
    ["letter", 200],
  ]);
  expect(offered(1, 1_001)).toEqual([["parcel", 790]]);
  expect(offered(1, 100_000)).toEqual([["parcel", 1_990]]);
  expect(offered(10_000, 100_000)).toEqual([["parcel", 0]]);
});

describe("a buyer abroad", () => {
  const buy = (rules: TaxRules, country: string) => {
    const price = priceAt(rules, { country }, day, "eur");
    const lines = [{ quantity: 2, unitPrice: price(11_900, "standard"), discount: 0, taxClass: "standard" }];
    return computeTotals(rules, { country }, day, { currency: "eur", lines, shipping: price(595, "standard"), shippingDiscount: 0 });
  };
  test("pays the same price, with another share of tax", () => {
    expect(buy(german, "DE")).toMatchObject({ total: 24_395, tax: 3_800 + 95 });
    expect(buy(german, "AT")).toMatchObject({ total: 24_395, tax: 3_967 + 99 });
    expect(buy(german, "US")).toMatchObject({ total: 24_395, tax: 0, taxes: [] });
  });
  test("pays the price without tax and the tax of the country, where the shop says so", () => {
    const rules = { ...german, keepGross: false };
    expect(buy(rules, "DE")).toMatchObject({ total: 24_395 });
    expect(buy(rules, "AT")).toMatchObject({ lines: [{ unitPrice: 12_000 }], shipping: 600, total: 24_600, tax: 4_100 });
    expect(buy(rules, "US")).toMatchObject({ lines: [{ unitPrice: 10_000 }], shipping: 500, total: 20_500, tax: 0 });
  });
  test("pays the tax of the shop's country, where the shop says so", () => {
    expect(buy({ ...german, basis: "ORIGIN" }, "AT")).toMatchObject({ taxes: [{ rate: { percent: "19" } }] });
  });
});

describe("the ways of shipping", () => {
  const option = (id: string, more: object) => ({ id, title, ...more });
  const rules: ShippingRules = {
    zones: [
      { id: "rest", countries: ["*"], options: [option("air", { price: 2_000 })] },
      {
        id: "de",
        countries: ["DE"],
        options: [option("parcel", { price: 490, freeFrom: 5_000 }), option("pickup", { price: 0, pickup: true })],
      },
      {
        id: "islands",
        countries: ["DE"],
        regions: ["Helgoland"],
        options: [
          option("ship", {
            tiers: [
              { upToSubtotal: 1_000, price: 900 },
              { upToSubtotal: 9_000, price: 500 },
            ],
          }),
        ],
      },
    ],
  };
  test.each([
    [
      { country: "DE" },
      4_999,
      [
        ["parcel", 490],
        ["pickup", 0],
      ],
    ],
    [
      { country: "DE" },
      5_000,
      [
        ["parcel", 0],
        ["pickup", 0],
      ],
    ],
    [{ country: "DE", region: "HELGOLAND" }, 1_000, [["ship", 900]]],
    [{ country: "DE", region: "Helgoland" }, 1_001, [["ship", 500]]],
    [{ country: "DE", region: "Helgoland" }, 9_001, []],
    [{ country: "FR" }, 1, [["air", 2_000]]],
  ])("to %j with %i are %j", (destination, subtotal, options) => {
    expect(shippingOptionsFor(rules, destination, { subtotal, weight: 0 })?.map(({ option: { id }, price }) => [id, price])).toEqual(
      options,
    );
  });
  test("to a place that no zone has are none", () => {
    expect(shippingOptionsFor({ zones: [] }, { country: "FR" }, { subtotal: 1, weight: 0 })).toBeUndefined();
  });
});

const items = fc.option(
  fc.record({
    categories: fc.subarray(["0", "1"]),
    products: fc.subarray(["0", "1", "2"]),
    variants: fc.subarray(["0", "1", "2", "3"]),
  }),
);
const percent = fc.integer({ min: 1, max: 1_000_000 }).map((parts) => (parts / 10_000).toFixed(4));
const discounts = fc.array(
  fc
    .oneof(
      fc.record({ kind: fc.constant("PERCENT" as const), value: percent }),
      fc.record({ kind: fc.constant("AMOUNT" as const), value: fc.integer({ min: 1, max: 20_000 }) }),
      fc.record({ kind: fc.constant("FREE_SHIPPING" as const), value: fc.constant(undefined) }),
      fc.record({
        kind: fc.constant("BUY_GET" as const),
        value: fc.record({ buy: fc.integer({ min: 1, max: 5 }), get: fc.integer({ min: 1, max: 5 }), percent }),
      }),
    )
    .chain((discount) => items.map((forItems) => ({ ...discount, items: forItems, title, code: null }))),
  { maxLength: 5 },
);

const baskets = fc.record({
  currency: fc.constantFrom("eur", "jpy", "kwd", "isk", "huf"),
  lines: fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 99 }),
      price: fc.integer({ min: 0, max: 10_000 }),
      taxClass: fc.constantFrom("standard", "reduced", "none"),
    }),
    {
      minLength: 1,
      maxLength: 12,
    },
  ),
  shipping: fc.integer({ min: 0, max: 500 }),
  rules: fc.record({
    pricesInclude: fc.boolean(),
    country: fc.constant("DE"),
    keepGross: fc.boolean(),
    taxShipping: fc.boolean(),
    rounding: fc.constantFrom("LINE" as const, "ORDER" as const),
    rates: fc.tuple(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 1_000_000 })).map((parts) =>
      parts.flatMap((part, index) => {
        const percent = (part / 10_000).toFixed(4);
        return ["standard", "reduced"].map((name, place) => rate(["DE", "FR"][(index + place) % 2] ?? "", percent, { class: name }));
      }),
    ),
  }),
  destination: fc.constantFrom(undefined, { country: "DE" }, { country: "FR" }, { country: "US" }),
});

const sum = (amounts: readonly number[]) => amounts.reduce((all, each) => all + each, 0);

test("whatever is bought with whatever discounts, the parts add up to the total, none is negative, and the processor takes each", () => {
  fc.assert(
    fc.property(baskets, discounts, ({ currency, lines, shipping, rules, destination }, given) => {
      const step = currencyStep(currency);
      const price = priceAt(rules, destination, day, currency);
      const priced = lines.map(({ quantity, price: listed, taxClass }, index) => ({
        variantId: String(index),
        productId: String(index % 3),
        categories: [String(index % 2)],
        quantity,
        unitPrice: price(listed * step, taxClass),
        taxClass,
      }));
      const chosen = given.map(({ value, ...discount }, index) => ({
        ...discount,
        id: String(index),
        ...(value !== undefined && { value: typeof value === "number" ? value * step : value }),
      }));
      const taken = applyDiscounts(chosen, priced, currency);
      const discounted = priced.map((line, index) => ({ ...line, discount: taken.lines[index] ?? 0 }));
      expect(sum(taken.amounts.map(({ amount }) => amount))).toBe(sum(taken.lines));
      const shippingDiscount = chosen.some(({ kind }) => kind === "FREE_SHIPPING") ? price(shipping * step, "standard") : 0;
      const charges = { currency, lines: discounted, shipping: price(shipping * step, "standard"), shippingDiscount };
      const totals = computeTotals(rules, destination, day, charges);
      const net = totals.subtotal - sum(taken.lines) + totals.shipping - shippingDiscount;
      expect(totals.subtotal).toBe(sum(totals.lines.map(({ subtotal }) => subtotal)));
      expect(totals.total).toBe(net + (totals.taxIncluded ? 0 : totals.tax));
      expect(sum(totals.taxes.map(({ amount }) => amount))).toBe(totals.tax);
      const taxOfShipping = totals.tax - sum(totals.lines.map(({ tax }) => tax));
      const amounts = [
        totals.total,
        totals.tax,
        taxOfShipping,
        totals.shipping - shippingDiscount,
        ...totals.lines.flatMap((line) => [line.tax, line.unitPrice, line.discount, line.subtotal - line.discount]),
      ];
      for (const amount of amounts) expect([amount >= 0, amount % step]).toEqual([true, 0]);
      // A shop never owes more tax than it takes.
      if (totals.taxIncluded) expect(totals.tax).toBeLessThanOrEqual(net);
      if (!rules.taxShipping) expect(taxOfShipping).toBe(0);
    }),
    { numRuns: 2_000 },
  );
});
