import { Type } from "typebox";
import { problem, ProblemError } from "../http/problem.ts";

export const currencyUnsupported = problem("currency_unsupported", 400, "The site does not sell in this currency", {
  supportedCurrencies: { type: "array", items: { type: "string" }, description: "The currencies of the site, its own first." },
});

/** The currencies in which a site sells. */
export interface SiteCurrencies {
  /** Its own one, in lower case. */
  readonly currency: string;
  /** Its own one first. */
  readonly currencies: readonly string[];
}

/** The currencies of a stored site: those of its settings, with its own one first. */
export function currenciesOf(currency: string, listed: readonly string[] | null | undefined): readonly string[] {
  return [currency, ...(listed ?? []).filter((each) => each !== currency)];
}

/** The currency that a request names, in lower case. Throws `currency_unsupported`. */
function siteCurrency({ currencies }: SiteCurrencies, requested: string): string {
  const currency = requested.toLowerCase();
  if (currencies.includes(currency)) return currency;
  const detail = `The currency must be one of ${currencies.join(", ")}.`;
  throw new ProblemError(currencyUnsupported, { detail, members: { supportedCurrencies: currencies } });
}

/** The parameter of reads of the catalogue. */
export const CurrencyQuery = Type.Object({
  currency: Type.Optional(
    Type.String({
      description:
        "One of the site's currencies, in any case. Prices, filters and the order by price are of this currency. What has no price in it is not `available`.",
      examples: ["usd"],
    }),
  ),
});

/** The currency of a read, if the request names one. Throws `currency_unsupported`. */
export function requestedCurrency(site: SiteCurrencies, { currency }: { currency?: string }): { currency?: string } {
  return currency === undefined ? {} : { currency: siteCurrency(site, currency) };
}
