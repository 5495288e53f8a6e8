import { messages } from "../../../lib/messages/index.ts";
import type { Language } from "../../../lib/text/language.ts";
import { formatMoney } from "../../../lib/text/money.ts";
import { whyNot, type DiscountableLine, type Unqualified } from "../../../../../client/src/apply-discounts.ts";
import { codeKey, discountIn } from "../../../lib/totals/discount-rules.ts";
import type { Candidate, UnusableDiscount } from "../discounts/index.ts";

/** What is known of a buyer, so far as discounts ask. */
export interface BuyerHistory {
  /** Signed in, or with an e-mail address. */
  isKnown: boolean;
  /** By the discount's id. Absent: it is not known yet, and decided when the order is placed. */
  ofDiscounts?: ReadonlyMap<string, { uses: number; hasOrdered: boolean }>;
}

/** What a discount may be for. */
interface Basket {
  lines: readonly DiscountableLine[];
  currency: string;
  site: { currency: string };
}

/** A code that an order cannot use. */
export type DiscountRefusal = { code: string } & (
  | Unqualified
  | { reason: "unknown" | "not_in_currency" | "not_valid_now" | "not_combined" | "buyer_unknown" }
  | { reason: UnusableDiscount["reason"] }
);

/** Which discounts a cart can get, each once, those of codes first; and the codes that it cannot use. Pure. */
export function candidatesFor(
  candidates: readonly Candidate[],
  codes: readonly string[],
  basket: Basket,
  buyer: BuyerHistory,
  now: Date,
): { usable: Candidate[]; refusals: DiscountRefusal[] } {
  const usable = new Map<string, Candidate>();
  const refusals: DiscountRefusal[] = [];
  const keys = new Set<string>();
  for (const written of codes) {
    const code = written.trim();
    const key = codeKey(code);
    if (keys.has(key)) continue;
    keys.add(key);
    const anyCandidate = candidates.find((each) => each.code !== null && codeKey(each.code) === key);
    const candidate = anyCandidate && discountIn(anyCandidate, basket.currency, basket.site);
    const reason = anyCandidate ? "not_in_currency" : "unknown";
    const refusal = candidate ? refusalOf(candidate, basket, buyer, now) : ({ reason } as const);
    if (refusal) refusals.push({ code, ...refusal });
    else if (candidate && usable.has(candidate.id)) refusals.push({ code, reason: "not_combined" });
    else if (candidate) usable.set(candidate.id, candidate);
  }
  for (const anyCandidate of candidates) {
    const candidate = discountIn(anyCandidate, basket.currency, basket.site);
    if (candidate?.code === null && !refusalOf(candidate, basket, buyer, now)) usable.set(candidate.id, candidate);
  }
  return { usable: [...usable.values()], refusals };
}

type Refusal = DiscountRefusal extends infer R ? (R extends { code: string } ? Omit<R, "code"> : never) : never;

function refusalOf(candidate: Candidate, { lines }: Basket, buyer: BuyerHistory, now: Date): Refusal | undefined {
  const { id, isActive, isLeft, startsAt, endsAt, perCustomerLimit, firstOrderOnly } = candidate;
  const isNow =
    (startsAt === undefined || Date.parse(startsAt) <= now.getTime()) && (endsAt === undefined || Date.parse(endsAt) > now.getTime());
  if (!isActive || !isNow) return { reason: "not_valid_now" };
  if (!isLeft) return { reason: "used_up" };
  const unqualified = whyNot(candidate, lines);
  if (unqualified) return unqualified;
  if (perCustomerLimit === null && !firstOrderOnly) return undefined;
  if (!buyer.isKnown) return { reason: "buyer_unknown" };
  const history = buyer.ofDiscounts?.get(id);
  if (firstOrderOnly && history?.hasOrdered) return { reason: "not_first_order" };
  return perCustomerLimit !== null && (history?.uses ?? 0) >= perCustomerLimit ? { reason: "used_by_buyer" } : undefined;
}

/** Said to the buyer: the cause, then the remedy. */
export function discountMessage(refusal: DiscountRefusal, currency: string, language: Language): string {
  const words = messages[language].checkout.discounts;
  const { code } = refusal;
  switch (refusal.reason) {
    case "unknown":
      return words.unknown(code);
    case "not_in_currency":
      return words.notInCurrency(code, currency.toUpperCase());
    case "not_valid_now":
      return words.notValidNow(code);
    case "used_up":
      return words.usedUp(code);
    case "no_items":
      return words.noItems(code);
    case "minimum_subtotal":
      return words.minimumSubtotal(code, formatMoney(refusal.minimum, currency, language));
    case "minimum_quantity":
      return words.minimumQuantity(code, refusal.minimum);
    case "not_combined":
      return words.notCombined(code);
    case "buyer_unknown":
      return words.buyerUnknown(code);
    case "used_by_buyer":
      return words.usedByBuyer(code);
    case "not_first_order":
      return words.notFirstOrder(code);
  }
}
