import { expect, it } from "vitest";
import { changedPrice as changedByServer } from "../../../server/src/features/shop/catalog-editing/change-price.ts";
import { changedPrice, priceChangeOf } from "./price-change.ts";

const fields = (text: string, more: object = {}) => ({ way: "percent" as const, isLower: false, text, ...more });

it.each([
  ["5", { percent: "5" }],
  ["5,5 %", { percent: "5.5" }],
  ["0", undefined],
  ["", undefined],
  ["1e3", undefined],
  ["1.005", undefined],
  ["1001", undefined],
])("reads %s percent", (text, change) => {
  expect(priceChangeOf(fields(text), "eur")).toEqual(change);
});

it("takes no more than all of a price, and reads an amount in the digits of the currency", () => {
  expect(priceChangeOf(fields("101", { isLower: true }), "eur")).toBeUndefined();
  expect(priceChangeOf(fields("100", { isLower: true }), "eur")).toEqual({ percent: "-100" });
  expect(priceChangeOf(fields("1,50", { way: "amount", isLower: true }), "eur")).toEqual({ amount: -150 });
  expect(priceChangeOf(fields("150", { way: "amount" }), "jpy")).toEqual({ amount: 150 });
});

it("makes of every price what the server makes of it", () => {
  for (const currency of ["eur", "jpy", "isk", "kwd"]) {
    for (const change of [
      { percent: "5" },
      { percent: "-33.33" },
      { percent: "0.01" },
      { percent: "999.99" },
      { amount: 5 },
      { amount: -150 },
    ]) {
      for (const price of [0, 1, 5, 99, 100, 149, 150, 151, 995, 1_005, 12_345, 99_999_999]) {
        expect([price, changedPrice(price, currency, change)]).toEqual([price, changedByServer(price, currency, change)]);
      }
    }
  }
});
