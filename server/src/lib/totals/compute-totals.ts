import { partsOf, rounded, shared, whole } from "../../../../client/src/round.ts";
import { regionKey, type ShippingOption, type ShippingRules } from "./shipping-rules.ts";
import { standardClass, type TaxRate, type TaxRules } from "./tax-rules.ts";

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

/** What is sent: what it costs in minor units, and its weight in grams. */
export interface Parcel {
  subtotal: number;
  weight: number;
}

/** The options for a place, in the order of the rules. Undefined: the shop sends nowhere, or not there. */
export function shippingOptionsFor(rules: ShippingRules, { country, region }: Destination, parcel: Parcel): OfferedOption[] | undefined {
  const key = regionKey(region ?? "");
  const zone =
    rules.zones.find(({ countries, regions }) => countries.includes(country) && regions?.some((each) => regionKey(each) === key)) ??
    rules.zones.find(({ countries, regions }) => countries.includes(country) && !regions) ??
    rules.zones.find(({ countries }) => countries.includes("*"));
  return zone?.options.flatMap((option) => {
    const price = priceOf(option, parcel);
    return price === undefined ? [] : [{ option, price }];
  });
}

function priceOf({ price, tiers, freeFrom, maxWeight }: ShippingOption, { subtotal, weight }: Parcel): number | undefined {
  if (maxWeight !== undefined && weight > maxWeight) return undefined;
  if (freeFrom !== undefined && subtotal >= freeFrom) return 0;
  const fits = ({ upToSubtotal = subtotal, upToWeight = weight }) => subtotal <= upToSubtotal && weight <= upToWeight;
  return price ?? tiers?.find(fits)?.price;
}

/** The rate of a class for a place on a day, as `2026-11-30`. A class without a rate there has the standard one. */
export function rateFor(rules: TaxRules, { country, region }: Destination, day: string, taxClass = standardClass): TaxRate | undefined {
  const key = regionKey(region ?? "");
  const rates = rules.rates.filter(
    (rate) =>
      rate.country === country &&
      (rate.region === undefined || regionKey(rate.region) === key) &&
      (rate.validFrom === undefined || rate.validFrom <= day),
  );
  const ofClass = (name: string) => rates.filter((rate) => (rate.class ?? standardClass) === name);
  // That of the region first; among those the latest.
  const best = (list: readonly TaxRate[]) =>
    [...list].sort((a, b) => Number(b.region !== undefined) - Number(a.region !== undefined) || compare(b.validFrom, a.validFrom))[0];
  return best(ofClass(taxClass)) ?? best(ofClass(standardClass));
}

const compare = (a = "", b = ""): number => (a < b ? -1 : Number(a > b));

/** The price of one piece at a destination, in which its tax is included if the catalogue's prices include theirs. */
export function priceAt(
  rules: TaxRules | undefined,
  destination: Destination | undefined,
  day: string,
  currency: string,
): (price: number, taxClass: string | null) => number {
  const isNetKept = rules?.pricesInclude === true && rules.keepGross === false;
  if (!isNetKept) return (price) => price;
  return (price, taxClass) => {
    if (taxClass === null) return price;
    const home = partsOf(rateFor(rules, { country: rules.country }, day, taxClass)?.percent);
    const there = partsOf(rateOf(rules, destination, day, taxClass)?.percent);
    return home === there ? price : rounded(BigInt(price) * (whole + there), whole + home, currency);
  };
}

/** What is charged for, at the prices of `priceAt`. */
export interface Charges {
  currency: string;
  /** A line without a tax class has no tax. */
  lines: readonly { quantity: number; unitPrice: number; discount: number; taxClass: string | null }[];
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
  const gross = lines.map(({ quantity, unitPrice }) => quantity * unitPrice);
  const subtotal = sumOf(gross);
  const net = lines.map(({ discount }, index) => (gross[index] ?? 0) - discount);
  const taxIncluded = rules?.pricesInclude ?? false;
  const parts = [...net, rules?.taxShipping === false ? 0 : shipping - shippingDiscount];
  const classes = [...lines.map(({ taxClass }) => taxClass), shippingClassOf(rules)];
  const rates = classes.map((taxClass) => (rules && taxClass !== null ? rateOf(rules, destination, day, taxClass) : undefined));
  const taxes = parts.map(() => 0);
  const groups = [...new Set(rates)].flatMap((rate) => {
    const places = rates.flatMap((each, place) => (each === rate ? [place] : []));
    if (!rate) return [];
    const part = partsOf(rate.percent);
    const taxOf = (amount: number) => rounded(BigInt(amount) * part, taxIncluded ? whole + part : whole, currency);
    const amounts = places.map((place) => parts[place] ?? 0);
    const shares = rules?.rounding === "ORDER" ? shared(taxOf(sumOf(amounts)), amounts, currency) : amounts.map(taxOf);
    places.forEach((place, index) => (taxes[place] = shares[index] ?? 0));
    const amount = sumOf(shares);
    return [{ rate, base: sumOf(amounts) - (taxIncluded ? amount : 0), amount }];
  });
  const tax = sumOf(taxes);
  return {
    lines: lines.map(({ unitPrice, discount }, index) => ({
      unitPrice,
      subtotal: gross[index] ?? 0,
      discount,
      tax: taxes[index] ?? 0,
    })),
    subtotal,
    shipping,
    shippingDiscount,
    tax,
    taxIncluded,
    // A rate that only the shipping has is not shown for an order that is sent for nothing.
    taxes: groups.filter(({ base, amount }, index) => base + amount > 0 || index === 0),
    total: sumOf(net) + shipping - shippingDiscount + (taxIncluded ? 0 : tax),
  };
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

function rateOf(rules: TaxRules, destination: Destination | undefined, day: string, taxClass: string): TaxRate | undefined {
  const home = { country: rules.country };
  return rateFor(rules, rules.basis === "ORIGIN" ? home : (destination ?? home), day, taxClass);
}

/** The class by which shipping is taxed. */
export const shippingClassOf = (rules: TaxRules | undefined): string => rules?.shippingClass ?? standardClass;
