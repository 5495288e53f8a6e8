import { formatMoney } from "@vitrine/client";
import type { CreateDiscountInput } from "@vitrine/client/admin";
import { timeInZone } from "../app/zoned-time.ts";
import type { ShopTexts } from "../texts/shop-en.ts";

/** What the words of a sentence depend on. */
export interface SentenceContext {
  words: ShopTexts["discounts"]["sentence"];
  language: string;
  currency: string;
  timeZone: string;
  /** How people call the items that the discount is for. */
  names: readonly string[];
}

type Rule = Pick<
  CreateDiscountInput,
  | "kind"
  | "value"
  | "appliesTo"
  | "minimumSubtotal"
  | "minimumQuantity"
  | "startsAt"
  | "endsAt"
  | "usageLimit"
  | "perCustomerLimit"
  | "firstOrderOnly"
  | "combinesWith"
>;

const mostNames = 2;

/** What a discount does, for whom and when, in a sentence. Pure. */
export function sentenceOf(rule: Rule, context: SentenceContext): string {
  const { words, language, currency } = context;
  const count = (number: number) => new Intl.NumberFormat(language).format(number);
  const money = (amount: number) => formatMoney(amount, currency, language);
  const { minimumSubtotal, minimumQuantity, usageLimit, perCustomerLimit } = rule;
  return [
    ...effectOf(rule, context),
    minimumSubtotal !== undefined && (rule.appliesTo ? words.minimumOfItems : words.minimum)(money(minimumSubtotal)),
    minimumQuantity !== undefined && words.quantity(count(minimumQuantity)),
    ...periodOf(rule, context),
    usageLimit !== undefined && (usageLimit === 1 ? words.once : words.times(count(usageLimit))),
    perCustomerLimit !== undefined && (perCustomerLimit === 1 ? words.oncePerCustomer : words.timesPerCustomer(count(perCustomerLimit))),
    rule.firstOrderOnly === true && words.firstOrder,
    rule.combinesWith === "ALL" && words.combines,
  ]
    .filter((part) => typeof part === "string")
    .join(", ");
}

function effectOf({ kind, value, appliesTo }: Rule, { words, language, currency, names }: SentenceContext): string[] {
  const items = appliesTo ? itemsOf(names, words, language) : undefined;
  const percent = (text: string) =>
    new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 4 }).format(Number(text) / 100);
  if (kind === "AMOUNT") return [words.amount(formatMoney(Number(value), currency, language), items ?? words.order)];
  if (kind === "FREE_SHIPPING") return [items === undefined ? words.freeShipping : words.freeShippingWith(items)];
  if (kind === "BUY_GET" && typeof value === "object") {
    const [buy, get] = [value.buy, value.get].map((number) => new Intl.NumberFormat(language).format(number)) as [string, string];
    const share = value.percent ?? "100";
    const effect = Number(share) === 100 ? words.buyGet(buy, get) : words.buyGetPercent(buy, get, percent(share));
    return items === undefined ? [effect] : [effect, words.of(items)];
  }
  return [words.percent(percent(typeof value === "string" ? value : "0"), items ?? words.everything)];
}

function itemsOf(names: readonly string[], words: SentenceContext["words"], language: string): string {
  if (names.length === 0) return words.nothing;
  const rest = names.length - mostNames;
  const listed = rest > 0 ? [...names.slice(0, mostNames), words.more(new Intl.NumberFormat(language).format(rest))] : names;
  return new Intl.ListFormat(language, { type: "conjunction" }).format(listed);
}

function periodOf({ startsAt, endsAt }: Rule, { words, language, timeZone }: SentenceContext): string[] {
  const format = (iso: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone, ...options }).format(new Date(iso));
  const day = { weekday: "short", day: "numeric", month: "short", year: "numeric" } as const;
  const time = { ...day, hour: "numeric", minute: "2-digit" } as const;
  const isMidnight = (iso: string) => timeInZone(iso, timeZone).endsWith("T00:00");
  const parts: string[] = [];
  if (startsAt !== undefined) parts.push(words.from(format(startsAt, isMidnight(startsAt) ? day : time)));
  if (endsAt !== undefined) {
    const lastMoment = new Date(Date.parse(endsAt) - 1).toISOString();
    parts.push(isMidnight(endsAt) ? words.through(format(lastMoment, day)) : words.until(format(endsAt, time)));
  }
  return parts;
}
