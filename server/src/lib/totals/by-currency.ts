import { Type, type TSchema } from "typebox";
import type { ValidationError } from "../http/problem.ts";
import type { SiteCurrencies } from "../text/currency.ts";

/** Values by currency in lower case: those of the site beside its own one, whose values stand outside. */
export function byCurrency<Value extends TSchema>(value: Value, description: string) {
  return Type.Record(Type.String({ pattern: "^[a-z]{3}$" }), value, { additionalProperties: false, maxProperties: 20, description });
}

/** The errors of the names of such values. Pure. */
export function currencyErrors(values: Readonly<Record<string, unknown>>, path: string, site: SiteCurrencies): ValidationError[] {
  return Object.keys(values).flatMap((currency) => {
    const fault = (message: string) => [{ path: `${path}/${currency}`, code: "value", message }];
    if (currency === site.currency) return fault("is the site's own currency, whose amounts stand beside: remove it");
    if (site.currencies.includes(currency)) return [];
    return fault(`is not one of the site's currencies: ${site.currencies.join(", ")}. Add it to settings.currencies`);
  });
}
