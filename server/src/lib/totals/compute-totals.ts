import { partsOf, rounded, shared, whole } from "./round.ts";
import { regionKey, type ShippingOption, type ShippingRules } from "./shipping-rules.ts";
import type { TaxRate, TaxRules } from "./tax-rules.ts";

/** Where an order goes, so far as rules ask. */
export interface Destination {
  readonly country: string;
  readonly region?: string | undefined;
}

interface LineTotals {
  /** What the buyer pays for one: another price than the catalogue's where the price without tax stays and the tax differs. */
  readonly unitPrice: number;
  /** Quantity times price. */
  readonly subtotal: number;
  readonly discount: number;
  readonly tax: number;
}

/** What an order costs, in minor units. `total` is subtotal and shipping without the discounts, and the tax where the prices do not include it. */
export interface Totals {
  readonly lines: readonly LineTotals[];
  readonly subtotal: number;
  /** Before its discount. */
  readonly shipping: number;
  readonly shippingDiscount: number;
  readonly tax: number;
  readonly taxIncluded: boolean;
  readonly taxes: readonly { readonly rate: TaxRate; readonly base: number; readonly amount: number }[];
  readonly total: number;
}

/** An option as an order of this subtotal gets it. */
export interface OfferedOption {
  readonly option: ShippingOption;
  readonly price: number;
}

/** The options for a place, in the order of the rules. Undefined: the shop sends nowhere, or not there. */
export function shippingOptionsFor(rules: ShippingRules, { country, region }: Destination, subtotal: number): OfferedOption[] | undefined {
  const key = regionKey(region ?? "");
  const zone =
    rules.zones.find(({ countries, regions }) => countries.includes(country) && regions?.some((each) => regionKey(each) === key)) ??
    rules.zones.find(({ countries, regions }) => countries.includes(country) && !regions) ??
    rules.zones.find(({ countries }) => countries.includes("*"));
  return zone?.options.flatMap((option) => {
    const price = priceOf(option, subtotal);
    return price === undefined ? [] : [{ option, price }];
  });
}

function priceOf({ price, tiers, freeFrom }: ShippingOption, subtotal: number): number | undefined {
  if (freeFrom !== undefined && subtotal >= freeFrom) return 0;
  return price ?? tiers?.find(({ upToSubtotal }) => upToSubtotal === undefined || subtotal <= upToSubtotal)?.price;
}

/** The rate for a place on a day, as `2026-11-30`. */
export function rateFor(rules: TaxRules, { country, region }: Destination, day: string): TaxRate | undefined {
  const key = regionKey(region ?? "");
  const rates = rules.rates.filter(
    (rate) =>
      rate.country === country &&
      (rate.region === undefined || regionKey(rate.region) === key) &&
      (rate.validFrom === undefined || rate.validFrom <= day),
  );
  // That of the region first; among those the latest.
  return rates.sort((a, b) => Number(b.region !== undefined) - Number(a.region !== undefined) || compare(b.validFrom, a.validFrom))[0];
}

const compare = (a = "", b = ""): number => (a < b ? -1 : Number(a > b));

/** The price of one piece at a destination, in which its tax is included if the catalogue's prices include theirs. */
export function priceAt(
  rules: TaxRules | undefined,
  destination: Destination | undefined,
  day: string,
  currency: string,
): (price: number) => number {
  const isNetKept = rules?.pricesInclude === true && rules.keepGross === false;
  if (!isNetKept) return (price) => price;
  const home = partsOf(rateFor(rules, { country: rules.country }, day)?.percent);
  const there = partsOf(rateOf(rules, destination, day)?.percent);
  if (home === there) return (price) => price;
  return (price) => rounded(BigInt(price) * (whole + there), whole + home, currency);
}

/** What is charged for, at the prices of `priceAt`. */
export interface Charges {
  currency: string;
  lines: readonly { quantity: number; unitPrice: number; discount: number }[];
  shipping: number;
  shippingDiscount: number;
}

/** What lines and shipping cost together. Pure: integers alone, so that each process computes the same. */
export function computeTotals(
  rules: TaxRules | undefined,
  destination: Destination | undefined,
  day: string,
  { currency, lines, shipping, shippingDiscount }: Charges,
): Totals {
  const amounts = lines.map(({ quantity, unitPrice }) => quantity * unitPrice);
  const subtotal = sumOf(amounts);
  const net = lines.map(({ discount }, index) => (amounts[index] ?? 0) - discount);
  const taxIncluded = rules?.pricesInclude ?? false;
  const rate = rules && rateOf(rules, destination, day);
  const taxOf = (amount: number) => {
    const part = partsOf(rate?.percent);
    return rounded(BigInt(amount) * part, taxIncluded ? whole + part : whole, currency);
  };
  const parts = [...net, rules?.taxShipping === false ? 0 : shipping - shippingDiscount];
  const taxed = sumOf(parts);
  const taxes = rules?.rounding === "ORDER" ? shared(taxOf(taxed), parts, currency) : parts.map(taxOf);
  const tax = sumOf(taxes);
  return {
    lines: lines.map(({ unitPrice, discount }, index) => ({
      unitPrice,
      subtotal: amounts[index] ?? 0,
      discount,
      tax: taxes[index] ?? 0,
    })),
    subtotal,
    shipping,
    shippingDiscount,
    tax,
    taxIncluded,
    taxes: rate ? [{ rate, base: taxed - (taxIncluded ? tax : 0), amount: tax }] : [],
    total: sumOf(net) + shipping - shippingDiscount + (taxIncluded ? 0 : tax),
  };
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

function rateOf(rules: TaxRules, destination: Destination | undefined, day: string): TaxRate | undefined {
  const home = { country: rules.country };
  return rateFor(rules, rules.basis === "ORIGIN" ? home : (destination ?? home), day);
}
