import { Type, type Static } from "typebox";
import type { ValidationError } from "../http/problem.ts";
import { canonicalCountry } from "../text/country.ts";
import type { SiteLocales } from "../text/locale.ts";
import { regionKey } from "./shipping-rules.ts";
import { TextsByLocale, textErrors } from "./texts-by-locale.ts";

const Country = Type.String({ pattern: "^[A-Z]{2}$", description: "A country of ISO 3166-1.", examples: ["DE"] });

/** Which rate products have, such as a reduced one. */
export const TaxClass = Type.String({
  pattern: "^[a-z0-9][a-z0-9-]{0,39}$",
  description: "Lower-case letters, digits and hyphens. Absent: `standard`.",
  examples: ["reduced"],
});
/** The class of products that name none. */
export const standardClass = "standard";

const TaxRate = Type.Object(
  {
    country: Country,
    region: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: "Only this region, as addresses name it." })),
    class: Type.Optional(TaxClass),
    percent: Type.String({
      pattern: "^(100(\\.0{1,4})?|[0-9]{1,2}(\\.[0-9]{1,4})?)$",
      description: "A decimal number up to 100, as text.",
      examples: ["19", "8.1"],
    }),
    title: TextsByLocale,
    validFrom: Type.Optional(
      Type.String({
        format: "date",
        description: "The first day on which the rate applies, in the site's time zone. Absent: since always.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type TaxRate = Static<typeof TaxRate>;

/** Which tax an order has. */
export const TaxRules = Type.Object(
  {
    pricesInclude: Type.Boolean({ description: "Whether the prices of products and of shipping include the tax of `country`." }),
    country: Country,
    basis: Type.Optional(
      Type.Enum(["DESTINATION", "ORIGIN"], {
        description: "Whose rate applies: that of the country to which the order goes (if absent), or that of `country` for all orders.",
      }),
    ),
    keepGross: Type.Optional(
      Type.Boolean({
        description:
          "With included tax: whether buyers pay the same price in each country (if absent). `false`: the price without tax is the same, and the tax of the " +
          "destination is added to it.",
      }),
    ),
    taxShipping: Type.Optional(Type.Boolean({ description: "Whether shipping is taxed as the items are. Absent: it is." })),
    shippingClass: Type.Optional(TaxClass),
    rounding: Type.Optional(
      Type.Enum(["LINE", "ORDER"], {
        description: "Whether the tax is rounded for each line (if absent) or once for the order. Half is rounded up.",
      }),
    ),
    rates: Type.Array(TaxRate, {
      maxItems: 500,
      description:
        "A country without a rate has no tax. A rate for the region comes before that for the country. Where a class has no rate, that of the class `standard` applies.",
    }),
  },
  { $id: "TaxRules", additionalProperties: false, description: "Which tax an order has." },
);
export type TaxRules = Static<typeof TaxRules>;

/** The errors of rules of the right form, by JSON Pointer into the rules. Pure. */
export function taxErrors(rules: TaxRules, site: SiteLocales): ValidationError[] {
  const errors: ValidationError[] = [];
  const add = (path: string, message: string) => errors.push({ path, code: "value", message });
  const checkCountry = (country: string, path: string) => {
    if (canonicalCountry(country) !== country) add(path, "must be a country of ISO 3166-1, such as DE");
  };
  checkCountry(rules.country, "/country");
  const keys = new Set<string>();
  rules.rates.forEach((rate, index) => {
    const path = `/rates/${index}`;
    checkCountry(rate.country, `${path}/country`);
    errors.push(...textErrors(rate.title, `${path}/title`, site));
    const key = [rate.country, regionKey(rate.region ?? ""), rate.class ?? standardClass, rate.validFrom ?? ""].join("/");
    if (keys.has(key)) add(path, "is a second rate for one place, class and day: remove one of both");
    keys.add(key);
  });
  const isAtHome = (rate: TaxRate) =>
    rate.country === rules.country && rate.region === undefined && (rate.class ?? standardClass) === standardClass;
  if (rules.pricesInclude && !rules.rates.some(isAtHome))
    add("/rates", `has no rate for ${rules.country}, whose tax the prices include: add it`);
  const classes = new Set(rules.rates.map((rate) => rate.class ?? standardClass));
  if (rules.shippingClass !== undefined && !classes.has(rules.shippingClass)) add("/shippingClass", "has no rate: add one, or remove it");
  if (rules.taxShipping === false && rules.shippingClass !== undefined)
    add("/shippingClass", "has no meaning, because shipping is not taxed: remove it");
  if (rules.keepGross === false && !rules.pricesInclude) add("/keepGross", "applies only to prices that include tax: remove it");
  return errors;
}
