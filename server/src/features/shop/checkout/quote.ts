import { Type, type Static } from "typebox";
import type { Language } from "../../../lib/text/language.ts";
import { countryName } from "../../../lib/text/country.ts";
import { dayOf } from "../../../lib/text/days.ts";
import { currencyStep } from "../../../lib/text/money.ts";
import { messages } from "../../../lib/messages/index.ts";
import { applyDiscounts, type LineDiscounts } from "../../../../../client/src/apply-discounts.ts";
import {
  computeTotals,
  priceAt,
  shippingClassOf,
  shippingOptionsFor,
  type OfferedOption,
  type Totals,
} from "../../../lib/totals/compute-totals.ts";
import { shippingIn } from "../../../lib/totals/shipping-rules.ts";
import { textFor } from "../../../lib/totals/texts-by-locale.ts";
import { Nullable, Uuid } from "../../../lib/http/envelope.ts";
import type { SiteLocales } from "../../../lib/text/locale.ts";
import type { Candidate } from "../discounts/index.ts";
import type { CardAmount, OwnedCard } from "../gift-cards/index.ts";
import { OrderDiscount, OrderGiftCard, OrderTax, type Address, type NewOrder } from "../orders/index.ts";
import { largestAmount } from "../payments/index.ts";
import type { Cart } from "./cart.ts";
import type { CheckoutRules } from "./checkout-rules.ts";
import { candidatesFor, discountMessage, type BuyerHistory, type DiscountRefusal } from "./discount-problems.ts";

const Amount = Type.Integer({ minimum: 0, description: "Minor units." });
const object = <T extends Parameters<typeof Type.Object>[0]>(properties: T) => Type.Object(properties, { additionalProperties: false });

export const quoteProblems = [
  "variant_unavailable",
  "not_sold_in_currency",
  "out_of_stock",
  "address_incomplete",
  "not_deliverable",
  "shipping_option_unknown",
  "discount_invalid",
  "gift_card_invalid",
  "too_many_gift_cards",
  "amount_out_of_range",
] as const;

const QuoteProblem = object({
  code: Type.Enum([...quoteProblems], { description: "An order of the same answers a problem with this code." }),
  path: Type.String({ description: "JSON Pointer into the request." }),
  message: Type.String({ description: "For the buyer, in the locale of the request: the cause, then the remedy." }),
});
type QuoteProblem = Static<typeof QuoteProblem>;

const QuotedOption = object({
  id: Type.String(),
  title: Type.String(),
  description: Nullable(Type.String()),
  price: Amount,
  freeFrom: Nullable(Type.Integer({ description: "From this subtotal on it costs nothing." })),
  pickup: Type.Boolean({ description: "The buyer fetches the items." }),
  deliveryDays: Nullable(object({ min: Type.Integer(), max: Type.Integer() })),
  selected: Type.Boolean(),
});

/** What an order costs, and what stands in its way. */
export const Quote = Type.Object(
  {
    currency: Type.String({ examples: ["eur"] }),
    lines: Type.Array(
      object({
        variantId: Uuid,
        productId: Uuid,
        title: Type.String(),
        sku: Type.String(),
        quantity: Type.Integer({ minimum: 1 }),
        unitPrice: Amount,
        subtotal: Type.Integer({ minimum: 0, description: "Quantity times price, in minor units." }),
        discount: Type.Integer({ minimum: 0, description: "The line's share of the discounts." }),
        tax: Amount,
        total: Type.Integer({ minimum: 0, description: "`subtotal` less `discount`." }),
      }),
      { description: "One for each variant, in the order of the request. Items that are not for sale are left out." },
    ),
    shippingOptions: Type.Array(QuotedOption, {
      description: "The ways in which the order can be sent to the address. Empty: nothing is sent.",
    }),
    discounts: Type.Array(OrderDiscount, { description: "Those that apply, by themselves or by a code." }),
    subtotal: Amount,
    discount: Type.Integer({
      minimum: 0,
      description: "What all discounts take off items and shipping together. `subtotal` and `shipping` are without them.",
    }),
    shipping: Amount,
    tax: Amount,
    taxIncluded: Type.Boolean({ description: "Whether the prices include the tax. `false`: the total has it in addition." }),
    taxes: Type.Array(OrderTax),
    total: Amount,
    giftCards: Type.Array(
      Type.Object(
        {
          ...OrderGiftCard.properties,
          balance: Type.Integer({ minimum: 0, description: "The balance of the card before the order, in minor units." }),
        },
        { additionalProperties: false },
      ),
      { description: "The cards that the request names, in its order. They pay for everything but gift cards." },
    ),
    toPay: Type.Integer({ minimum: 0, description: "The part of the total that gift cards do not pay, in minor units." }),
    isEstimate: Type.Boolean({
      description:
        "The total may become another one: without an address, or because the caller of the checkout decides about shipping and tax.",
    }),
    problems: Type.Array(QuoteProblem, { description: "What has to be changed before the order. An order with any of them is refused." }),
  },
  { $id: "Quote", additionalProperties: false },
);
export type Quote = Static<typeof Quote>;

/** What a buyer asks for, besides the items. */
interface Wishes {
  shippingAddress: Address | null;
  billingAddress: Address | null;
  shippingOption: string | undefined;
  locale: string;
  /** For an order, the address has to be complete; for a quote, its country will do. */
  isOrder: boolean;
  /** Amounts that the caller decides about, where no rules do. */
  tax: number;
  shipping: number;
  /** As the buyer wrote them. */
  discountCodes: readonly string[];
  /** The card of each code that the buyer wrote; undefined where the shop has none. */
  giftCards: readonly (OwnedCard | undefined)[];
  buyer: BuyerHistory;
}

/** A cart with a choice of discounts. */
interface Priced {
  discounts: readonly Candidate[];
  taken: LineDiscounts;
  offered: OfferedOption[] | undefined;
  chosen: OfferedOption | undefined;
  totals: Totals;
}

/**
 * Computes what a cart costs by the site's rules at a time, and which discounts it uses. `candidates`: those that it may get. `language`: of the messages.
 * Pure.
 */
export function quoteCart(
  site: SiteLocales & { currency: string },
  rules: CheckoutRules,
  { lines, currency, missing, unsold }: Cart,
  items: readonly { variantId: string }[],
  wishes: Wishes,
  candidates: readonly Candidate[],
  now: Date,
  language: Language,
): { quote: Quote; used: readonly Candidate[]; redeemed: readonly CardAmount[] } {
  const words = messages[language].checkout;
  const byRules = rules.totals === "rules";
  const tax = byRules && rules.tax ? rules.tax : undefined;
  // Without an item that is sent, nothing is asked about delivery.
  const isSent = lines.length === 0 || lines.some(({ requiresShipping }) => requiresShipping);
  const zones =
    byRules && isSent && rules.shipping && rules.shipping.zones.length > 0 ? shippingIn(rules.shipping, currency, site) : undefined;
  const weight = lines.reduce((sum, line) => sum + (line.requiresShipping ? line.quantity * line.weight : 0), 0);
  const { shippingAddress, billingAddress, locale, discountCodes, buyer } = wishes;
  const destination = shippingAddress ?? billingAddress ?? undefined;
  const day = dayOf(rules.timeZone, now);
  const priceThere = priceAt(tax, destination, day, currency);
  const priced = lines.map((line) => ({ ...line, unitPrice: priceThere(line.unitPrice, line.taxClass) }));

  const priceWith = (discounts: readonly Candidate[]): Priced => {
    const taken = applyDiscounts(discounts, priced, currency);
    const charged = priced.map((line, index) => ({ ...line, discount: taken.lines[index] ?? 0 }));
    const net = charged.reduce((sum, { quantity, unitPrice, discount }) => sum + quantity * unitPrice - discount, 0);
    const offered = zones && shippingAddress ? shippingOptionsFor(zones, shippingAddress, { subtotal: net, weight }) : undefined;
    const chosen = wishes.shippingOption === undefined ? offered?.[0] : offered?.find(({ option }) => option.id === wishes.shippingOption);
    const shipping = byRules ? priceThere(chosen?.price ?? 0, shippingClassOf(tax)) : wishes.shipping;
    const shippingDiscount = discounts.some(({ kind }) => kind === "FREE_SHIPPING") ? shipping : 0;
    const charges = { currency, lines: charged, shipping, shippingDiscount };
    const totals = computeTotals(tax, destination, day, charges);
    return { discounts, taken, offered, chosen, totals: byRules ? totals : withTax(totals, wishes.tax) };
  };
  const basket = { lines: priced, currency, site };
  const { usable, refusals } = candidatesFor(candidates, discountCodes, basket, buyer, now);
  const best = cheapest(usable, priceWith);
  const { taken, offered, chosen, totals } = best;
  const unused = usable.filter(({ code }) => code !== null && !best.discounts.some((each) => each.code === code));
  const refused: DiscountRefusal[] = [...refusals, ...unused.map(({ code }) => ({ code: code ?? "", reason: "not_combined" as const }))];
  const freeShipping = best.discounts.find(({ kind }) => kind === "FREE_SHIPPING");
  const amountOf = (id: string, amount: number) => (id === freeShipping?.id ? totals.shippingDiscount : amount);
  const discounts = taken.amounts.map(({ discount: { id, code, title }, amount }) => ({
    code,
    title: textFor(title, locale, site),
    amount: amountOf(id, amount),
  }));
  const used = best.discounts.filter(({ id }) =>
    taken.amounts.some(({ discount, amount }) => discount.id === id && amountOf(id, amount) > 0),
  );

  const payable = totals.total - sumOf(priced.map((line, index) => (line.isGiftCard ? (totals.lines[index]?.subtotal ?? 0) : 0)));
  const cards = payWithCards(wishes.giftCards, payable, currency);
  const toPay = totals.total - sumOf(cards.map(({ amount }) => amount));

  const placeOf = (variantId: string) => `/items/${items.findIndex((item) => item.variantId === variantId)}`;
  const isFree = totals.total === 0 && lines.length > 0 && (byRules || discounts.length > 0);
  const problems: QuoteProblem[] = [
    ...missing.map((id) => ({ code: "variant_unavailable" as const, path: `${placeOf(id)}/variantId`, message: words.unavailable })),
    ...unsold.map((id) => ({
      code: "not_sold_in_currency" as const,
      path: `${placeOf(id)}/variantId`,
      message: words.notSoldInCurrency(currency.toUpperCase()),
    })),
    ...lines.flatMap(({ variantId, title, quantity, stock }) =>
      stock === null || stock >= quantity
        ? []
        : [{ code: "out_of_stock" as const, path: `${placeOf(variantId)}/quantity`, message: words.outOfStock(title, Math.max(0, stock)) }],
    ),
    ...(zones
      ? deliveryProblems(wishes, offered, chosen, { language, otherCurrency: currency === site.currency ? undefined : currency })
      : []),
    ...refused.map((refusal) => ({
      code: "discount_invalid" as const,
      path: `/discountCodes/${discountCodes.findIndex((code) => code.trim() === refusal.code)}`,
      message: discountMessage(refusal, currency, language),
    })),
    ...giftCardProblems(wishes.giftCards, priced, currency, language),
    ...(isFree || (totals.total >= 1 && totals.total <= largestAmount)
      ? []
      : [
          { code: "amount_out_of_range" as const, path: "/items", message: totals.total < 1 ? words.amountTooSmall : words.amountTooLarge },
        ]),
  ];
  const quote = {
    currency,
    lines: priced.map(({ variantId, productId, title, sku, quantity, unitPrice }, index) => {
      const { subtotal = 0, discount = 0, tax: share = 0 } = totals.lines[index] ?? {};
      return { variantId, productId, title, sku, quantity, unitPrice, subtotal, discount, tax: share, total: subtotal - discount };
    }),
    shippingOptions: (offered ?? []).map(({ option, price }) => ({
      id: option.id,
      title: textFor(option.title, locale, site),
      description: option.description ? textFor(option.description, locale, site) : null,
      price: priceThere(price, shippingClassOf(tax)),
      freeFrom: option.freeFrom ?? null,
      pickup: option.pickup ?? false,
      deliveryDays: option.deliveryDays ?? null,
      selected: option === chosen?.option,
    })),
    discounts,
    subtotal: totals.subtotal,
    discount: discounts.reduce((sum, { amount }) => sum + amount, 0),
    shipping: totals.shipping,
    tax: totals.tax,
    taxIncluded: totals.taxIncluded,
    taxes: totals.taxes.map(({ rate, base, amount }) => ({
      title: textFor(rate.title, locale, site),
      percent: rate.percent,
      base,
      amount,
    })),
    total: totals.total,
    giftCards: cards.map(({ card: { last4, balance }, amount }) => ({ last4, amount, balance })),
    toPay,
    isEstimate: !byRules || (destination === undefined && (zones !== undefined || (tax !== undefined && tax.basis !== "ORIGIN"))),
    problems,
  };
  const redeemed = cards.flatMap(({ card: { id }, amount }) => (amount > 0 ? [{ id, amount }] : []));
  return { quote, used, redeemed };
}

/** All discounts that combine, or one that does not: what costs the buyer least, and at the same price has more of the buyer's codes. */
function cheapest(usable: readonly Candidate[], priceWith: (discounts: readonly Candidate[]) => Priced): Priced {
  const isCombinable = ({ combinesWith }: Candidate) => combinesWith === "ALL";
  const codes = ({ discounts }: Priced) => discounts.filter(({ code }) => code !== null).length;
  const alone = usable.filter((discount) => !isCombinable(discount)).map((discount) => priceWith([discount]));
  return alone.reduce(
    (best, other) => {
      const saved = best.totals.total - other.totals.total;
      return saved > 0 || (saved === 0 && codes(other) > codes(best)) ? other : best;
    },
    priceWith(usable.filter(isCombinable)),
  );
}

/** What each card pays of an amount, the first one first. What is left to pay is an amount that the processor takes in the currency. */
function payWithCards(cards: readonly (OwnedCard | undefined)[], payable: number, currency: string): { card: OwnedCard; amount: number }[] {
  let left = Math.max(0, payable);
  const usable = new Map(cards.flatMap((card) => (card && whyUnusable(card, currency) === undefined ? [[card.id, card] as const] : [])));
  return [...usable.values()].map((card) => {
    const amount = card.balance >= left ? left : card.balance - (card.balance % currencyStep(currency));
    left -= amount;
    return { card, amount };
  });
}

function whyUnusable(
  { unusable, balance, currency: cardCurrency }: OwnedCard,
  currency: string,
): "blocked" | "expired" | "empty" | "otherCurrency" | undefined {
  if (unusable) return unusable;
  if (cardCurrency !== currency) return "otherCurrency";
  return balance === 0 ? "empty" : undefined;
}

/** Cards of one order. They are made and mailed together. */
const mostGiftCards = 100;

function giftCardProblems(
  cards: readonly (OwnedCard | undefined)[],
  lines: readonly { isGiftCard: boolean; quantity: number }[],
  currency: string,
  language: Language,
): QuoteProblem[] {
  const words = messages[language].checkout.giftCards;
  const ordered = sumOf(lines.map(({ isGiftCard, quantity }) => (isGiftCard ? quantity : 0)));
  const tooMany =
    ordered > mostGiftCards ? [{ code: "too_many_gift_cards" as const, path: "/items", message: words.tooMany(mostGiftCards) }] : [];
  return [
    ...tooMany,
    ...cards.flatMap((card, index) => {
      const path = `/giftCards/${index}`;
      if (!card) return [{ code: "gift_card_invalid" as const, path, message: words.unknown }];
      const reason = whyUnusable(card, currency);
      return reason === undefined ? [] : [{ code: "gift_card_invalid" as const, path, message: words[reason](card.last4) }];
    }),
  ];
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/** The totals where the caller decides about the tax, for which the lines have no shares. */
function withTax(totals: Totals, tax: number): Totals {
  return { ...totals, tax, total: totals.total + tax };
}

function deliveryProblems(
  { shippingAddress: address, isOrder }: Wishes,
  offered: readonly OfferedOption[] | undefined,
  chosen: OfferedOption | undefined,
  { language, otherCurrency }: { language: Language; otherCurrency: string | undefined },
): QuoteProblem[] {
  const words = messages[language].checkout;
  if (!address) return [{ code: "address_incomplete", path: "/shippingAddress", message: words.addressMissing }];
  if (!offered?.length) {
    const country = countryName(address.country, language);
    const message =
      otherCurrency === undefined ? words.notDeliverable(country) : words.notDeliverableIn(otherCurrency.toUpperCase(), country);
    return [{ code: "not_deliverable", path: "/shippingAddress/country", message }];
  }
  if (!chosen) return [{ code: "shipping_option_unknown", path: "/shippingOption", message: words.optionUnknown }];
  const { name, company, line1, city } = address;
  const isComplete =
    !isOrder || chosen.option.pickup === true || ((name ?? company) !== undefined && line1 !== undefined && city !== undefined);
  return isComplete ? [] : [{ code: "address_incomplete", path: "/shippingAddress", message: words.addressIncomplete }];
}

/** The order that a quote of a cart describes. */
export function orderOf(quote: Quote, cart: Cart): NewOrder {
  const { lines, currency, subtotal, discount, discounts, tax, taxIncluded, taxes, shipping, shippingOptions, total, giftCards, toPay } =
    quote;
  const option = shippingOptions.find(({ selected }) => selected);
  const giftCardIds = new Set(cart.lines.flatMap(({ variantId, isGiftCard }) => (isGiftCard ? [variantId] : [])));
  return {
    lines: lines.map((line) => ({ ...line, isGiftCard: giftCardIds.has(line.variantId) })),
    currency,
    subtotal,
    discount,
    discounts: discounts.filter(({ amount }) => amount > 0),
    tax,
    taxIncluded,
    taxes,
    shipping,
    shippingOption: option ? { id: option.id, title: option.title } : null,
    total,
    giftCards: giftCards.flatMap(({ last4, amount }) => (amount > 0 ? [{ last4, amount }] : [])),
    toPay,
  };
}
