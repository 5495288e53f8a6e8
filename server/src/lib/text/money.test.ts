import { expect, test } from "vitest";
import { canonicalCurrency } from "./money.ts";

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
