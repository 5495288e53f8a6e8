import { partsOf, rounded, shared, whole } from "./round.ts";

/** A discount for the computation: its items by id. */
export interface ComputedDiscount {
  readonly id: string;
  readonly title: Readonly<Record<string, string>>;
  readonly kind: "PERCENT" | "AMOUNT" | "FREE_SHIPPING" | "BUY_GET";
  /** A percentage as text, an amount in minor units, or how many units to buy and how many of them cost less. */
  readonly value?: string | number | { readonly buy: number; readonly get: number; readonly percent?: string | undefined } | undefined;
  readonly minimumSubtotal?: number | undefined;
  readonly minimumQuantity?: number | undefined;
  readonly combinesWith?: "NONE" | "ALL" | undefined;
  /** The one that the buyer entered. Null: it applies by itself. */
  readonly code: string | null;
  /** Null: all items. */
  readonly items: {
    readonly categories: readonly string[];
    readonly products: readonly string[];
    readonly variants: readonly string[];
  } | null;
}

/** A line with what decides whether a discount is for it. */
export interface DiscountableLine {
  readonly variantId: string;
  readonly productId: string;
  /** The product's category and those above it. */
  readonly categories: readonly string[];
  readonly quantity: number;
  readonly unitPrice: number;
  /** No discount is for it: its code is worth the whole price. */
  readonly isGiftCard?: boolean;
}

/** Why a discount does not apply to a basket. */
export type Unqualified =
  | { readonly reason: "no_items" }
  | { readonly reason: "minimum_subtotal"; readonly minimum: number }
  | { readonly reason: "minimum_quantity"; readonly minimum: number };

const isFor = ({ items }: ComputedDiscount, { variantId, productId, categories, isGiftCard = false }: DiscountableLine): boolean =>
  !isGiftCard &&
  (items === null ||
    items.variants.includes(variantId) ||
    items.products.includes(productId) ||
    categories.some((category) => items.categories.includes(category)));

/** Undefined: the discount applies to the lines. */
export function whyNot(discount: ComputedDiscount, lines: readonly DiscountableLine[]): Unqualified | undefined {
  const own = lines.filter((line) => isFor(discount, line));
  const quantity = own.reduce((sum, line) => sum + line.quantity, 0);
  const subtotal = own.reduce((sum, line) => sum + line.quantity * line.unitPrice, 0);
  const { minimumQuantity = 0, minimumSubtotal = 0, kind, value } = discount;
  if (own.length === 0) return { reason: "no_items" };
  if (subtotal < minimumSubtotal) return { reason: "minimum_subtotal", minimum: minimumSubtotal };
  const needed = Math.max(minimumQuantity, kind === "BUY_GET" && typeof value === "object" ? value.buy + value.get : 0);
  return quantity < needed ? { reason: "minimum_quantity", minimum: needed } : undefined;
}

/** What discounts take off the lines together. */
export interface LineDiscounts {
  /** By line. */
  readonly lines: readonly number[];
  readonly amounts: readonly { readonly discount: ComputedDiscount; readonly amount: number }[];
}

const ranks = { BUY_GET: 0, PERCENT: 1, AMOUNT: 2, FREE_SHIPPING: 3 } as const;

/**
 * Takes discounts off lines: first those for some items, then those for the whole order; among them free items, then percentages, then amounts. Each is
 * taken off what the ones before have left. Pure: integers alone, so that each process computes the same.
 */
export function applyDiscounts(
  discounts: readonly ComputedDiscount[],
  lines: readonly DiscountableLine[],
  currency: string,
): LineDiscounts {
  const left = lines.map(({ quantity, unitPrice }) => quantity * unitPrice);
  const amounts = inOrder(discounts).map((discount) => {
    const own = lines.map((line, index) => (isFor(discount, line) ? (left[index] ?? 0) : 0));
    const shares = sharesOf(discount, lines, own, currency);
    shares.forEach((share, index) => (left[index] = (left[index] ?? 0) - share));
    return { discount, amount: shares.reduce((sum, share) => sum + share, 0) };
  });
  return { lines: lines.map(({ quantity, unitPrice }, index) => quantity * unitPrice - (left[index] ?? 0)), amounts };
}

const inOrder = (discounts: readonly ComputedDiscount[]): ComputedDiscount[] =>
  [...discounts].sort(
    (a, b) =>
      Number(a.items === null) - Number(b.items === null) || ranks[a.kind] - ranks[b.kind] || (a.id < b.id ? -1 : Number(a.id > b.id)),
  );

/** What a discount takes off each line. `own`: what is left of the lines that it is for, 0 for others. */
function sharesOf(
  { kind, value }: ComputedDiscount,
  lines: readonly DiscountableLine[],
  own: readonly number[],
  currency: string,
): number[] {
  const sum = own.reduce((total, amount) => total + amount, 0);
  if (kind === "PERCENT" && typeof value === "string") return capped(rounded(BigInt(sum) * partsOf(value), whole, currency), own, currency);
  if (kind === "AMOUNT" && typeof value === "number") return capped(value, own, currency);
  if (kind === "BUY_GET" && typeof value === "object") return freeUnits(value, lines, own, currency);
  return own.map(() => 0);
}

/** Distributes an amount over lines, of which none loses more than it has: a price between two steps of the currency would otherwise fall below 0. */
function capped(amount: number, own: readonly number[], currency: string): number[] {
  const sum = own.reduce((total, each) => total + each, 0);
  return shared(Math.min(amount, sum), own, currency).map((share, index) => Math.min(share, own[index] ?? 0));
}

/** Of each `buy` and `get` units, the cheapest `get` cost less. */
function freeUnits(
  { buy, get, percent = "100" }: { buy: number; get: number; percent?: string | undefined },
  lines: readonly DiscountableLine[],
  own: readonly number[],
  currency: string,
): number[] {
  const eligible = lines
    .map(({ quantity, unitPrice }, index) => ({ index, quantity, unitPrice }))
    .filter(({ index }) => (own[index] ?? 0) > 0)
    .sort((a, b) => a.unitPrice - b.unitPrice || a.index - b.index);
  const units = eligible.reduce((sum, { quantity }) => sum + quantity, 0);
  let free = Math.floor(units / (buy + get)) * get;
  const shares = lines.map(() => 0);
  for (const { index, quantity, unitPrice } of eligible) {
    const count = Math.min(free, quantity);
    shares[index] = Math.min(own[index] ?? 0, rounded(BigInt(count * unitPrice) * partsOf(percent), whole, currency));
    free -= count;
  }
  return shares;
}
