import { currencyStep } from "./money.ts";

/** Units of a line of an order. */
export interface LineQuantity {
  id: string;
  quantity: number;
}

/** An order's amounts, in minor units, and its lines. */
export interface RefundableOrder {
  currency: string;
  tax: number;
  /** Whether the prices include the tax. */
  taxIncluded: boolean;
  shipping: number;
  /** All discounts, shipping's included. */
  discount: number;
  /** Each with its share of the discounts, and of the tax where the shop's rules decide about it: else 0. */
  lines: readonly { id: string; quantity: number; unitPrice: number; discount: number; tax: number }[];
}

/**
 * The amount of units of lines: their prices less their discounts, and a tax that the prices do not include. The last units of an order bring the rest of
 * it, such as its shipping. `before` has the units that were refunded earlier: so the amounts of any sequence of refunds add up to the order's total.
 */
export function amountOfLines(order: RefundableOrder, before: readonly LineQuantity[], units: readonly LineQuantity[]): number {
  return paidFor(order, [...before, ...units]) - paidFor(order, before);
}

function paidFor(order: RefundableOrder, units: readonly LineQuantity[]): number {
  const { currency, lines, tax, taxIncluded, shipping, discount } = order;
  const counts = new Map<string, number>();
  for (const { id, quantity } of units) counts.set(id, (counts.get(id) ?? 0) + quantity);
  const share = (amount: number, part: number, whole: number) => shareOf(amount, part, whole, currency);
  const sumOf = (valueOf: (line: RefundableOrder["lines"][number], count: number) => number) =>
    lines.reduce((sum, line) => sum + valueOf(line, counts.get(line.id) ?? 0), 0);

  const value = sumOf((line, count) => count * line.unitPrice - share(line.discount, count, line.quantity));
  const net = sumOf((line) => line.quantity * line.unitPrice - line.discount);
  if (lines.every(({ id, quantity }) => counts.get(id) === quantity)) {
    const sent = shipping - (discount - sumOf((line) => line.discount));
    return net + sent + (taxIncluded ? 0 : tax);
  }
  if (taxIncluded) return value;
  const isTaxedByLine = lines.some((line) => line.tax > 0);
  return value + (isTaxedByLine ? sumOf((line, count) => share(line.tax, count, line.quantity)) : share(tax, value, net));
}

/** Rounded half up, to an amount that the processor takes in the currency. */
function shareOf(amount: number, part: number, whole: number, currency: string): number {
  if (whole === 0) return 0;
  const step = BigInt(currencyStep(currency));
  const [numerator, denominator] = [BigInt(amount) * BigInt(part), BigInt(whole) * step];
  return Number(((2n * numerator + denominator) / (2n * denominator)) * step);
}
