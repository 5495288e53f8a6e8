import { Type, type Static } from "typebox";
import type { Language } from "../../../lib/text/language.ts";
import { countryName } from "../../../lib/text/country.ts";
import { dayOf } from "../../../lib/text/days.ts";
import { messages } from "../../../lib/messages/index.ts";
import { computeTotals, priceAt, shippingOptionsFor, type OfferedOption, type Totals } from "../../../lib/totals/compute-totals.ts";
import { textFor } from "../../../lib/totals/texts-by-locale.ts";
import { Nullable, Uuid } from "../../../lib/http/envelope.ts";
import type { SiteLocales } from "../../../lib/text/locale.ts";
import { OrderTax, type Address, type NewOrder } from "../orders/index.ts";
import { largestAmount } from "../payments/index.ts";
import type { Cart } from "./cart.ts";
import type { CheckoutRules } from "./checkout-rules.ts";

const Amount = Type.Integer({ minimum: 0, description: "Minor units." });
const object = <T extends Parameters<typeof Type.Object>[0]>(properties: T) => Type.Object(properties, { additionalProperties: false });

export const quoteProblems = [
  "variant_unavailable",
  "out_of_stock",
  "address_incomplete",
  "not_deliverable",
  "shipping_option_unknown",
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
        tax: Amount,
        total: Amount,
      }),
      { description: "One for each variant, in the order of the request. Items that are not for sale are left out." },
    ),
    shippingOptions: Type.Array(QuotedOption, {
      description: "The ways in which the order can be sent to the address. Empty: nothing is sent.",
    }),
    subtotal: Amount,
    shipping: Amount,
    tax: Amount,
    taxIncluded: Type.Boolean({ description: "Whether the prices include the tax. `false`: the total has it in addition." }),
    taxes: Type.Array(OrderTax),
    total: Amount,
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
}

/** Computes what a cart costs by the site's rules at a time. `language`: of the messages. Pure. */
export function quoteCart(
  site: SiteLocales,
  rules: CheckoutRules,
  { lines, currency, missing }: Cart,
  items: readonly { variantId: string }[],
  wishes: Wishes,
  now: Date,
  language: Language,
): Quote {
  const words = messages[language].checkout;
  const byRules = rules.totals === "rules";
  const tax = byRules && rules.tax ? rules.tax : undefined;
  const zones = byRules && rules.shipping && rules.shipping.zones.length > 0 ? rules.shipping : undefined;
  const { shippingAddress, billingAddress, locale } = wishes;
  const destination = shippingAddress ?? billingAddress ?? undefined;
  const day = dayOf(rules.timeZone, now);
  const priceThere = priceAt(tax, destination, day, currency);
  const priced = lines.map((line) => ({ ...line, unitPrice: priceThere(line.unitPrice) }));
  const subtotal = priced.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);
  const offered = zones && shippingAddress ? shippingOptionsFor(zones, shippingAddress, subtotal) : undefined;
  const chosen = wishes.shippingOption === undefined ? offered?.[0] : offered?.find(({ option }) => option.id === wishes.shippingOption);
  const totals = byRules
    ? computeTotals(tax, destination, day, { currency, lines: priced, shipping: chosen?.price ?? 0 })
    : requested(priced, subtotal, wishes);

  const placeOf = (variantId: string) => `/items/${items.findIndex((item) => item.variantId === variantId)}`;
  const problems: QuoteProblem[] = [
    ...missing.map((id) => ({ code: "variant_unavailable" as const, path: `${placeOf(id)}/variantId`, message: words.unavailable })),
    ...lines.flatMap(({ variantId, title, quantity, stock }) =>
      stock === null || stock >= quantity
        ? []
        : [{ code: "out_of_stock" as const, path: `${placeOf(variantId)}/quantity`, message: words.outOfStock(title, Math.max(0, stock)) }],
    ),
    ...(zones ? deliveryProblems(wishes, offered, chosen, language) : []),
    ...(totals.total >= 1 && totals.total <= largestAmount
      ? []
      : [
          { code: "amount_out_of_range" as const, path: "/items", message: totals.total < 1 ? words.amountTooSmall : words.amountTooLarge },
        ]),
  ];
  return {
    currency,
    lines: priced.map(({ variantId, productId, title, sku, quantity, unitPrice }, index) => ({
      variantId,
      productId,
      title,
      sku,
      quantity,
      unitPrice,
      tax: totals.lines[index]?.tax ?? 0,
      total: quantity * unitPrice,
    })),
    shippingOptions: (offered ?? []).map(({ option, price }) => ({
      id: option.id,
      title: textFor(option.title, locale, site),
      description: option.description ? textFor(option.description, locale, site) : null,
      price: priceThere(price),
      freeFrom: option.freeFrom ?? null,
      pickup: option.pickup ?? false,
      deliveryDays: option.deliveryDays ?? null,
      selected: option === chosen?.option,
    })),
    subtotal: totals.subtotal,
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
    isEstimate: !byRules || (destination === undefined && (zones !== undefined || (tax !== undefined && tax.basis !== "ORIGIN"))),
    problems,
  };
}

/** The totals where the caller decides about tax and shipping. */
function requested(lines: readonly { unitPrice: number; quantity: number }[], subtotal: number, { tax, shipping }: Wishes): Totals {
  return {
    lines: lines.map(({ unitPrice, quantity }) => ({ unitPrice, subtotal: unitPrice * quantity, tax: 0 })),
    subtotal,
    shipping,
    tax,
    taxIncluded: false,
    taxes: [],
    total: subtotal + tax + shipping,
  };
}

function deliveryProblems(
  { shippingAddress: address, isOrder }: Wishes,
  offered: readonly OfferedOption[] | undefined,
  chosen: OfferedOption | undefined,
  language: Language,
): QuoteProblem[] {
  const words = messages[language].checkout;
  if (!address) return [{ code: "address_incomplete", path: "/shippingAddress", message: words.addressMissing }];
  if (!offered?.length) {
    const message = words.notDeliverable(countryName(address.country, language));
    return [{ code: "not_deliverable", path: "/shippingAddress/country", message }];
  }
  if (!chosen) return [{ code: "shipping_option_unknown", path: "/shippingOption", message: words.optionUnknown }];
  const { name, company, line1, city } = address;
  const isComplete =
    !isOrder || chosen.option.pickup === true || ((name ?? company) !== undefined && line1 !== undefined && city !== undefined);
  return isComplete ? [] : [{ code: "address_incomplete", path: "/shippingAddress", message: words.addressIncomplete }];
}

/** The order that a quote describes. */
export function orderOf({ lines, currency, subtotal, tax, taxIncluded, taxes, shipping, shippingOptions, total }: Quote): NewOrder {
  const option = shippingOptions.find(({ selected }) => selected);
  return {
    lines,
    currency,
    subtotal,
    tax,
    taxIncluded,
    taxes,
    shipping,
    shippingOption: option ? { id: option.id, title: option.title } : null,
    total,
  };
}
