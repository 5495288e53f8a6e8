import { expect, test } from "vitest";
import { formatMoney } from "../app/texts.ts";
import { amountOf, textOfAmount } from "./amount.ts";

test("amounts are written as the language and the currency do", () => {
  expect(textOfAmount(4_990, "eur", "en")).toBe("49.90");
  expect(textOfAmount(123_456, "eur", "de")).toBe("1234,56");
  expect(textOfAmount(1_200, "jpy", "en")).toBe("1200");
  expect(textOfAmount(0, "usd", "pt-BR")).toBe("0,00");
  expect([textOfAmount(null, "eur"), textOfAmount(undefined, "eur")]).toEqual(["", ""]);
});

test.each([
  ["49.90", 4_990],
  ["49,9", 4_990],
  ["49", 4_900],
  ["49.", 4_900],
  [".5", 50],
  ["1,234.56", 123_456],
  ["1.234,56", 123_456],
  ["1.234", 123_400],
  ["1 234,50", 123_450],
  ["12'000", 1_200_000],
  ["", null],
  ["  ", null],
])("%j is %j cents", (text, amount) => {
  expect(amountOf(text, "eur")).toBe(amount);
});

test.each(["abc", "-5", "4,2,", "1,23,4.50", "12.34,567.80", "4.9900", "1e3", ".", "€5", "99999999999999999999"])(
  "%j is no amount",
  (text) => {
    expect(amountOf(text, "eur")).toBeUndefined();
  },
);

test("a currency without small coins takes none", () => {
  expect([amountOf("1200", "jpy"), amountOf("1,200", "jpy"), amountOf("12.5", "jpy")]).toEqual([1_200, 1_200, undefined]);
});

test("a written amount of every currency is read again as it was", () => {
  for (const locale of ["en", "de", "pt-BR"]) {
    for (const code of Intl.supportedValuesOf("currency")) {
      for (const amount of [1, 4_990, 12_345, 99_999_999]) {
        expect(amountOf(textOfAmount(amount, code, locale), code), `${amount} ${code}`).toBe(amount);
      }
    }
  }
});

test.each(["huf", "cop", "idr", "pkr", "isk", "ugx", "all"])("2,500 %s are 250,000 hundredths, as at the payment processor", (code) => {
  expect([amountOf("2500", code), amountOf("2,500", code), amountOf("2500.00", code)]).toEqual([250_000, 250_000, 250_000]);
  expect(formatMoney(250_000, code)).toMatch(/2,500\.00$/);
});

test("what a field shows for an amount of any currency stands for the same amount, in each language", () => {
  for (const currency of Intl.supportedValuesOf("currency")) {
    for (const locale of ["en", "de", "pt-BR"]) {
      for (const amount of [0, 1, 999, 1_234_567]) {
        const text = textOfAmount(amount, currency, locale);
        expect(amountOf(text, currency), `${text} ${currency}`).toBe(amount);
      }
    }
  }
});
