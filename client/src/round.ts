import { currencyStep } from "./money.ts";

/** 100 %, in ten-thousandths of a percent. */
export const whole = 1_000_000n;

/** A decimal percentage such as `8.1`, in ten-thousandths of a percent. */
export function partsOf(percent: string | undefined): bigint {
  const [integer = "0", fraction = ""] = (percent ?? "0").split(".");
  return BigInt(integer + fraction.padEnd(4, "0"));
}

/** A fraction, rounded half up to an amount that the processor takes in the currency. */
export function rounded(numerator: bigint, denominator: bigint, currency: string): number {
  const step = BigInt(currencyStep(currency));
  const divisor = denominator * step;
  return Number(((2n * numerator + divisor) / (2n * divisor)) * step);
}

/** Distributes an amount over parts in proportion, by largest remainder: what comes out adds up to it. */
export function shared(amount: number, parts: readonly number[], currency: string): number[] {
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
