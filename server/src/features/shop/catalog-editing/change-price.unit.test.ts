import { expect, test } from "vitest";
import { changedPrice } from "./change-price.ts";

test.each([
  [1_000, "eur", { percent: "10" }, 1_100],
  [999, "eur", { percent: "-10" }, 899],
  [1_005, "eur", { percent: "-10" }, 905],
  [99_999_999, "eur", { percent: "0.01" }, 100_009_999],
  [1_000, "jpy", { percent: "12.55" }, 1_126],
  [1_000, "eur", { percent: "-100" }, 0],
  [1_000, "eur", { amount: -1_000 }, 0],
  [1_000, "eur", { amount: -1_001 }, -1],
])("%s in %s by %o is %s", (price, currency, change, expected) => {
  expect(changedPrice(price, currency, change)).toBe(expected);
});
