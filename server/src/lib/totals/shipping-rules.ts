import { Type, type Static } from "typebox";
import type { ValidationError } from "../http/problem.ts";
import { canonicalCountry } from "../text/country.ts";
import type { SiteLocales } from "../text/locale.ts";
import type { SiteCurrencies } from "../text/currency.ts";
import { currencyStep } from "../text/money.ts";
import { byCurrency, currencyErrors } from "./by-currency.ts";
import { TextsByLocale, textErrors } from "./texts-by-locale.ts";

const object = <T extends Parameters<typeof Type.Object>[0]>(properties: T, description?: string) =>
  Type.Object(properties, { additionalProperties: false, ...(description === undefined ? {} : { description }) });

const Id = Type.String({
  pattern: "^[a-z0-9][a-z0-9-]{0,39}$",
  description: "Lower-case letters, digits and hyphens.",
  examples: ["parcel"],
});
const Price = Type.Integer({ minimum: 0, maximum: 99_999_999, description: "In minor units of the site's currency." });
const Days = Type.Integer({ minimum: 0, maximum: 365 });

/** What an option costs, in one currency. */
const optionAmounts = {
  price: Type.Optional(Price),
  tiers: Type.Optional(
    Type.Array(
      object({
        upToSubtotal: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 99_999_999,
            description: "The price applies up to this subtotal. Absent in the last tier: to any.",
          }),
        ),
        upToWeight: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 100_000_000,
            description: "The price applies up to this weight in grams, in the place of a subtotal.",
          }),
        ),
        price: Price,
      }),
      {
        minItems: 1,
        maxItems: 20,
        description:
          "Prices by the subtotal or the weight of the items, in the place of `price`. Above all tiers, the option is not offered.",
      },
    ),
  ),
  freeFrom: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 99_999_999, description: "From this subtotal of the items on, the option costs nothing." }),
  ),
};
const OptionAmounts = object(optionAmounts);
type OptionAmounts = Static<typeof OptionAmounts>;

const ShippingOption = object({
  id: Id,
  title: TextsByLocale,
  description: Type.Optional(TextsByLocale),
  ...optionAmounts,
  amounts: Type.Optional(
    byCurrency(
      OptionAmounts,
      "The price of the option in further currencies of the site, in their minor units. The server offers the option for no order in a currency without amounts: " +
        "nothing is converted.",
    ),
  ),
  maxWeight: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100_000_000, description: "In grams. Heavier orders are not offered the option." }),
  ),
  pickup: Type.Optional(Type.Boolean({ description: "The buyer fetches the items: the order needs no street." })),
  deliveryDays: Type.Optional(object({ min: Days, max: Days })),
});

const ShippingZone = object({
  id: Id,
  title: Type.Optional(TextsByLocale),
  countries: Type.Array(Type.String({ pattern: "^([A-Z]{2}|\\*)$" }), {
    minItems: 1,
    maxItems: 250,
    uniqueItems: true,
    description: "Countries of ISO 3166-1, or `*` alone for all others.",
    examples: [["DE"], ["*"]],
  }),
  regions: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description: "Only these regions of the zone's one country, as addresses name them.",
    }),
  ),
  options: Type.Array(ShippingOption, {
    minItems: 1,
    maxItems: 20,
    description: "In the order in which buyers see them. The first is chosen for those who choose none.",
  }),
});

/** Where a shop sends, and for what price. */
export const ShippingRules = Type.Object(
  { zones: Type.Array(ShippingZone, { maxItems: 100 }) },
  {
    $id: "ShippingRules",
    additionalProperties: false,
    description:
      "Where the shop sends, and for what price. The most specific zone applies: one with the region, else one with the country, else `*`.",
  },
);
export type ShippingRules = Static<typeof ShippingRules>;
export type ShippingOption = Static<typeof ShippingOption>;

/** Regions are compared without case and without spaces around them, because buyers write them. */
export const regionKey = (region: string): string => region.trim().toLocaleLowerCase("en");

/** The rules with the amounts of a currency alone: without the options that have none in it. Pure. */
export function shippingIn(rules: ShippingRules, currency: string, site: { currency: string }): ShippingRules {
  if (currency === site.currency) return rules;
  const optionIn = ({ price: _price, tiers: _tiers, freeFrom: _freeFrom, ...option }: ShippingOption): ShippingOption[] => {
    const amounts = option.amounts?.[currency];
    return amounts ? [{ ...option, ...amounts }] : [];
  };
  return { zones: rules.zones.map((zone) => ({ ...zone, options: zone.options.flatMap(optionIn) })) };
}

/** The errors of rules of the right form, by JSON Pointer into the rules. Pure. */
export function shippingErrors({ zones }: ShippingRules, site: SiteLocales & SiteCurrencies): ValidationError[] {
  const errors: ValidationError[] = [];
  const add = (path: string, message: string) => errors.push({ path, code: "value", message });
  const zoneIds = new Set<string>();
  const places = new Map<string, string>();
  zones.forEach((zone, index) => {
    const path = `/zones/${index}`;
    if (zoneIds.has(zone.id)) add(`${path}/id`, "names a second zone: choose another one");
    zoneIds.add(zone.id);
    if (zone.title) errors.push(...textErrors(zone.title, `${path}/title`, site));
    if (zone.countries.includes("*") && zone.countries.length > 1)
      add(`${path}/countries`, "has * beside countries: leave only one of both");
    if (zone.regions && (zone.countries.length > 1 || zone.countries[0] === "*")) add(`${path}/regions`, "needs a zone with one country");
    zone.countries.forEach((country, at) => {
      const isKnown = country === "*" || canonicalCountry(country) === country;
      if (!isKnown) add(`${path}/countries/${at}`, "must be a country of ISO 3166-1, such as DE");
      for (const region of zone.regions?.map(regionKey) ?? [""]) {
        const other = places.get(`${country}/${region}`);
        if (other !== undefined) add(`${path}/countries/${at}`, `is in the zone ${other}, too: a place belongs to one zone`);
        places.set(`${country}/${region}`, zone.id);
      }
    });
    errors.push(...zone.options.flatMap((option, at) => optionErrors(option, `${path}/options/${at}`, site)));
    const ids = zone.options.map(({ id }) => id);
    ids.forEach((id, at) => {
      if (ids.indexOf(id) < at) add(`${path}/options/${at}/id`, "names a second option of the zone: choose another one");
    });
  });
  return errors;
}

function optionErrors(option: ShippingOption, path: string, site: SiteLocales & SiteCurrencies): ValidationError[] {
  const { title, description, amounts = {}, deliveryDays } = option;
  return [
    ...textErrors(title, `${path}/title`, site),
    ...(description ? textErrors(description, `${path}/description`, site) : []),
    ...amountErrors(option, path, site.currency),
    ...currencyErrors(amounts, `${path}/amounts`, site),
    ...Object.entries(amounts).flatMap(([currency, each]) => amountErrors(each, `${path}/amounts/${currency}`, currency)),
    ...(deliveryDays && deliveryDays.min > deliveryDays.max
      ? [{ path: `${path}/deliveryDays`, code: "value", message: "has more days at least than at most" }]
      : []),
  ];
}

function amountErrors({ price, tiers, freeFrom }: OptionAmounts, path: string, currency: string): ValidationError[] {
  const errors: ValidationError[] = [];
  const add = (at: string, message: string) => errors.push({ path: path + at, code: "value", message });
  if ((price === undefined) === (tiers === undefined)) add("", "needs either a price or tiers");
  const step = currencyStep(currency);
  const checkStep = (amount: number | undefined, at: string) => {
    if (amount !== undefined && amount % step !== 0) add(at, `must be a multiple of ${step}: the payment processor takes no other amount`);
  };
  checkStep(price, "/price");
  const byWeight = tiers?.some(({ upToWeight }) => upToWeight !== undefined) ?? false;
  const limit = byWeight ? "upToWeight" : "upToSubtotal";
  tiers?.forEach((tier, index) => {
    checkStep(tier.price, `/tiers/${index}/price`);
    if (byWeight && tier.upToSubtotal !== undefined)
      add(`/tiers/${index}/upToSubtotal`, "is beside tiers by weight: use only one of both in an option");
    const before = index === 0 ? 0 : tiers[index - 1]?.[limit];
    if (before === undefined) add(`/tiers/${index}`, "never applies, because the tier before has no limit: remove it");
    else if ((tier[limit] ?? Infinity) <= before) add(`/tiers/${index}/${limit}`, "must be more than that of the tier before");
  });
  const last = byWeight ? undefined : tiers?.at(-1)?.upToSubtotal;
  if (freeFrom !== undefined && last !== undefined && freeFrom > last + 1)
    add("/freeFrom", "leaves a gap above the last tier: give the last tier no limit");
  return errors;
}
