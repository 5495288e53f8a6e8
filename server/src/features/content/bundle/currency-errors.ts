import type { ValidationError } from "../../../lib/http/problem.ts";
import { canonicalCurrency } from "../../../lib/text/money.ts";
import { currenciesOf, type SiteCurrencies } from "../../../lib/text/currency.ts";
import type { Sql } from "../../../ports/database.ts";
import { findStrayCurrencies } from "../../shop/catalog/index.ts";
import type { BundleProduct } from "./schema.ts";

/** The currencies that the site has by now. */
export async function readCurrencies(tx: Sql, siteId: string): Promise<SiteCurrencies> {
  const [row] = await tx<{ currency: string; listed: string[] | null }>`
    select currency, settings -> 'currencies' as listed from sites where id = ${siteId}`;
  const currency = row?.currency ?? "";
  return { currency, currencies: currenciesOf(currency, row?.listed) };
}

/** A currency cannot be removed from a site that has prices in it. Faults by JSON Pointer into the site. */
export async function currenciesInUse(tx: Sql, siteId: string): Promise<ValidationError[]> {
  const { currencies } = await readCurrencies(tx, siteId);
  const stray = await findStrayCurrencies(tx, siteId, currencies);
  return stray.map(({ currency, count }) => ({
    path: "/settings/currencies",
    code: "currency_in_use",
    message: `lacks ${currency}, in which ${count === 1 ? "1 variant has a price: remove it" : `${count} variants have a price: remove these prices`} first`,
  }));
}

/** The errors of a product's prices in further currencies. */
export function currencyPriceErrors({ currency, variants }: BundleProduct, path: string, site: SiteCurrencies): ValidationError[] {
  const own = canonicalCurrency(currency ?? site.currency) ?? "";
  return variants.flatMap(({ price, compareAtPrice, prices = {}, compareAtPrices = {} }, place) => {
    const at = `${path}/variants/${place}`;
    const errors = Object.entries({ prices, compareAtPrices }).flatMap(([member, amounts]) =>
      Object.keys(amounts).flatMap((each) => {
        const fault = (code: string, message: string) => [{ path: `${at}/${member}/${each}`, code, message }];
        const single = member === "prices" ? { name: "price", amount: price } : { name: "compareAtPrice", amount: compareAtPrice };
        if (each === own && amounts[each] !== single.amount)
          return fault("contradiction", `differs from ${single.name}, which is in the product's own currency: leave it out`);
        if (each === own || site.currencies.includes(each)) return [];
        return fault("unknown", `is not one of the site's currencies: ${site.currencies.join(", ")}. Add it to settings.currencies`);
      }),
    );
    const unsold = Object.keys(compareAtPrices).filter((each) => each !== own && prices[each] === undefined);
    return [
      ...errors,
      ...unsold.map((each) => ({
        path: `${at}/compareAtPrices/${each}`,
        code: "required",
        message: `needs a price in ${each} beside it: add one, or remove it`,
      })),
    ];
  });
}
