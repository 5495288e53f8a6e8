import { currencyStep } from "./money.ts";

/** Units of a line of an order. */
export interface LineQuantity {
  id: string;
  quantity: number;
}

/** An order's amounts, in minor units, and its lines. */
export interface RefundableOrder {
  currency: string;
  subtotal: number;
  tax: number;
  /** Whether the prices include the tax. */
  taxIncluded: boolean;
  shipping: number;
  lines: readonly { id: string; quantity: number; unitPrice: number }[];
}

/**
 * The amount of units of lines: their prices, and a tax that the prices do not include in the proportion of their prices to the subtotal. The last units of an order bring its shipping
 * back, too. `before` has the units that were refunded earlier: so the amounts of any sequence of refunds add up to the order's total.
 */
export function amountOfLines(order: RefundableOrder, before: readonly LineQuantity[], units: readonly LineQuantity[]): number {
  const earlier = sumsOf(order, before);
  const later = sumsOf(order, [...before, ...units]);
  const isLast = later.count === order.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const taxAfter = isLast && !order.taxIncluded ? order.tax : shareOfTax(order, later.value);
  return later.value - earlier.value + taxAfter - shareOfTax(order, earlier.value) + (isLast ? order.shipping : 0);
}

function sumsOf({ lines }: RefundableOrder, units: readonly LineQuantity[]): { count: number; value: number } {
  const prices = new Map(lines.map(({ id, unitPrice }) => [id, unitPrice]));
  return units.reduce(
    (sums, { id, quantity }) => ({ count: sums.count + quantity, value: sums.value + quantity * (prices.get(id) ?? 0) }),
    { count: 0, value: 0 },
  );
}

/** Rounded half up, to an amount that the processor takes in the currency. */
function shareOfTax({ currency, subtotal, tax, taxIncluded }: RefundableOrder, value: number): number {
  if (subtotal === 0 || taxIncluded) return 0;
  const step = BigInt(currencyStep(currency));
  const [numerator, denominator] = [BigInt(tax) * BigInt(value), BigInt(subtotal) * step];
  return Number(((2n * numerator + denominator) / (2n * denominator)) * step);
}
