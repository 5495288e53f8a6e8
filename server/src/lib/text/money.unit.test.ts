import { expect, test } from "vitest";
import { checkAmount, formatAmount, isCurrency } from "../../../../sandbox/src/currencies.ts";
import * as inStorefront from "../../../../examples/storefront/lib/money.ts";
import { canonicalCurrency, currencyDigits, currencyStep, decimalAmount, formatMoney, minorUnits } from "./money.ts";

test("currencies are those of ISO 4217", () => {
  expect(["EUR", "usd", "Jpy", "xyz", "", "euro", "__proto__"].map(canonicalCurrency)).toEqual([
    "eur",
    "usd",
    "jpy",
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

// The sandbox has lists of its own, as the processor that it stands for: a mistake in one of the two shows.
const codes = Intl.supportedValuesOf("currency").map((code) => code.toLowerCase());
const taken = codes.filter(isCurrency);

test("every currency that the processor takes has its digits and its step", () => {
  expect(taken.length).toBeGreaterThan(130);
  for (const code of taken) {
    const step = currencyStep(code);
    const amount = 9_000_000 + step;
    expect(formatMoney(amount, code, "en"), code).toBe(formatAmount(amount, code));
    expect(() => checkAmount(amount, code, "Amount"), code).not.toThrow();
    if (step > 1) expect(() => checkAmount(amount + step / 10, code, "Amount"), code).toThrow(`divisible by ${step}`);
  }
});

test("a decimal number of any currency stands for the amount that it was written for, and for no other", () => {
  for (const code of codes) {
    for (const amount of [0, 1, 999, 99_999_999]) {
      const text = decimalAmount(amount, code);
      expect(minorUnits(text, code), `${text} ${code}`).toBe(amount);
      expect(minorUnits(inStorefront.decimal(amount, code), code), code).toBe(amount);
      expect(inStorefront.minorUnits(text, code), code).toBe(amount);
    }
    const tooPrecise = currencyDigits(code) === 0 ? "1.0" : `1.${"0".repeat(currencyDigits(code) + 1)}`;
    for (const text of [tooPrecise, "1,5", "-1", "1e3", "", " 1", "0x10"])
      expect(minorUnits(text, code), `${text} ${code}`).toBeUndefined();
  }
});

test.each(["huf", "cop", "idr", "pkr", "isk", "ugx", "twd", "all", "xyz"])("%s has two digits, whatever Intl says", (code) => {
  expect([currencyDigits(code), currencyDigits(code.toUpperCase())]).toEqual([2, 2]);
  expect(formatMoney(250_000, code, "en")).toMatch(/2,500\.00$/);
});

test.each<[number, string, string]>([
  [38_000, "eur", "380.00"],
  [5, "EUR", "0.05"],
  [-120, "eur", "-1.20"],
  [1_500, "jpy", "1500"],
  [0, "kwd", "0.000"],
  [99_999_990, "kwd", "99999.990"],
])("%i of %s is %s as a decimal number", (amount, currency, text) => {
  expect(decimalAmount(amount, currency)).toBe(text);
});
