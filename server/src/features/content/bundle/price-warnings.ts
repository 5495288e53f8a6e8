import { findUnheardPrices } from "../../shop/catalog/index.ts";
import { canonicalCurrency, currencyDigits, currencyStep } from "../../../lib/text/money.ts";
import type { ValidationError } from "../../../lib/http/problem.ts";
import type { Sql } from "../../../ports/database.ts";
import type { Bundle } from "./schema.ts";

/** The variants of a saved bundle that are advertised with a price that they never had. Call it in the transaction of the save. */
export async function priceWarnings(tx: Sql, siteId: string, { products = [] }: Bundle): Promise<ValidationError[]> {
  const paths = new Map(
    products.flatMap(({ variants }, index) =>
      variants.flatMap(({ sku, compareAtPrice }, place): [string, string][] =>
        typeof compareAtPrice === "number" ? [[sku, `/products/${index}/variants/${place}/compareAtPrice`]] : [],
      ),
    ),
  );
  if (paths.size === 0) return [];
  const unheard = new Map((await findUnheardPrices(tx, siteId, [...paths.keys()])).map(({ sku, highest }) => [sku, highest]));
  return [...paths].flatMap(([sku, path]) => {
    const highest = unheard.get(sku);
    const message = `is higher than any price of this variant so far: lower it to ${highest}, or remove it`;
    return highest === undefined ? [] : [{ path, code: "never_charged", message }];
  });
}

/** The prices of a bundle that the payment processor never takes, since its amounts in the currency have larger steps. Pure. */
export function stepWarnings({ site, products = [], plans = [] }: Pick<Bundle, "site" | "products" | "plans">): ValidationError[] {
  const warningsOf = (price: number, priceCurrency: string | undefined, path: string): ValidationError[] => {
    const currency = canonicalCurrency(priceCurrency ?? site.currency) ?? "";
    const step = currencyStep(currency);
    if (price % step === 0) return [];
    const lower = price - (price % step);
    // A price of nothing is another mistake.
    const remedy = lower === 0 ? `write ${step}` : `write ${lower} or ${lower + step}`;
    const least = (step / 10 ** currencyDigits(currency)).toFixed(currencyDigits(currency));
    const message = `is never paid: the payment processor takes only multiples of ${step} (${least} ${currency.toUpperCase()}): ${remedy}`;
    return [{ path, code: "not_payable", message }];
  };
  return [
    ...products.flatMap(({ currency, variants }, index) =>
      variants.flatMap(({ price, prices = {} }, place) => [
        ...warningsOf(price, currency, `/products/${index}/variants/${place}/price`),
        ...Object.entries(prices).flatMap(([priceCurrency, amount]) =>
          warningsOf(amount, priceCurrency, `/products/${index}/variants/${place}/prices/${priceCurrency}`),
        ),
      ]),
    ),
    ...plans.flatMap(({ currency, price }, index) => warningsOf(price, currency, `/plans/${index}/price`)),
  ];
}
