import { currencyStep } from "../text/money.ts";
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
  readonly tax: number;
}

/** What an order costs, in minor units. `total` is subtotal and shipping, and the tax where the prices do not include it. */
export interface Totals {
  readonly lines: readonly LineTotals[];
  readonly subtotal: number;
  readonly shipping: number;
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
  const home = partsOf(rateFor(rules, { country: rules.country }, day));
  const there = partsOf(rateOf(rules, destination, day));
  if (home === there) return (price) => price;
  return (price) => rounded(BigInt(price) * (whole + there), whole + home, currency);
}

/**
 * What lines and shipping cost together. `lines` have the prices of `priceAt`; `shipping` is that of the catalogue's country, before it. Pure: integers
 * alone, so that each process computes the same.
 */
export function computeTotals(
  rules: TaxRules | undefined,
  destination: Destination | undefined,
  day: string,
  { currency, lines, shipping: listed }: { currency: string; lines: readonly { quantity: number; unitPrice: number }[]; shipping: number },
): Totals {
  const shipping = priceAt(rules, destination, day, currency)(listed);
  const amounts = lines.map(({ quantity, unitPrice }) => quantity * unitPrice);
  const subtotal = amounts.reduce((sum, amount) => sum + amount, 0);
  const taxIncluded = rules?.pricesInclude ?? false;
  const rate = rules && rateOf(rules, destination, day);
  const taxOf = (amount: number) => {
    const part = partsOf(rate);
    return rounded(BigInt(amount) * part, taxIncluded ? whole + part : whole, currency);
  };
  const taxed = rules?.taxShipping === false ? 0 : shipping;
  const parts = [...amounts, taxed];
  const taxes = rules?.rounding === "ORDER" ? shared(taxOf(subtotal + taxed), parts, currency) : parts.map(taxOf);
  const tax = taxes.reduce((sum, amount) => sum + amount, 0);
  const total = subtotal + shipping + (taxIncluded ? 0 : tax);
  return {
    lines: lines.map(({ unitPrice }, index) => ({ unitPrice, subtotal: amounts[index] ?? 0, tax: taxes[index] ?? 0 })),
    subtotal,
    shipping,
    tax,
    taxIncluded,
    taxes: rate ? [{ rate, base: subtotal + taxed - (taxIncluded ? tax : 0), amount: tax }] : [],
    total,
  };
}

function rateOf(rules: TaxRules, destination: Destination | undefined, day: string): TaxRate | undefined {
  const home = { country: rules.country };
  return rateFor(rules, rules.basis === "ORIGIN" ? home : (destination ?? home), day);
}

/** 100 %, in ten-thousandths of a percent. */
const whole = 1_000_000n;

function partsOf(rate: TaxRate | undefined): bigint {
  const [integer = "0", fraction = ""] = (rate?.percent ?? "0").split(".");
  return BigInt(integer + fraction.padEnd(4, "0"));
}

/** A fraction, rounded half up to an amount that the processor takes in the currency. */
function rounded(numerator: bigint, denominator: bigint, currency: string): number {
  const step = BigInt(currencyStep(currency));
  const divisor = denominator * step;
  return Number(((2n * numerator + divisor) / (2n * divisor)) * step);
}

/** Distributes an amount over parts in proportion, by largest remainder: what comes out adds up to it. */
function shared(amount: number, parts: readonly number[], currency: string): number[] {
  const step = BigInt(currencyStep(currency));
  const sum = BigInt(parts.reduce((total, part) => total + part, 0));
  if (sum === 0n) return parts.map(() => 0);
  const units = BigInt(amount) / step;
  const exact = parts.map((part) => ({ whole: (units * BigInt(part)) / sum, rest: (units * BigInt(part)) % sum }));
  const left = Number(units - exact.reduce((total, each) => total + each.whole, 0n));
  const byRest = exact
    .map(({ rest }, index) => ({ rest, index }))
    .sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest < b.rest ? 1 : -1));
  const more = new Set(byRest.slice(0, left).map(({ index }) => index));
  return exact.map((each, index) => Number((each.whole + (more.has(index) ? 1n : 0n)) * step));
}
