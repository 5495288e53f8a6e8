import { Type, type Static } from "typebox";
import { problem } from "../../../lib/http/problem.ts";
import { currencyUnsupported } from "../../../lib/text/currency.ts";
import { LocaleParameter, localeUnsupported } from "../../../lib/text/locale.ts";
import { idempotencyProblems } from "../../../lib/http/idempotency.ts";
import { discountInvalid } from "../discounts/index.ts";
import { Address } from "../orders/index.ts";
import { metadataOf, openingProblems, orderPaid, paymentsNotConfigured } from "../payments/index.ts";

const quantities = (description: string) => ({
  type: "array",
  description,
  items: {
    type: "object",
    properties: { variantId: { type: "string" }, available: { type: "integer", minimum: 0 } },
    required: ["variantId", "available"],
  },
});

export const variantUnavailable = problem("variant_unavailable", 400, "A variant is not for sale", {
  items: quantities("All that are not for sale, with 0 available. An id that is not a UUID is left out."),
});
export const currencyMixed = problem("currency_mixed", 400, "The items have prices in different currencies");
export const notSoldInCurrency = problem("not_sold_in_currency", 400, "A variant has no price in the currency", {
  items: quantities("All that have no price in the currency, with 0 available."),
});
export const outOfStock = problem("out_of_stock", 409, "Not enough in stock", {
  items: quantities("What is short, and how many there are."),
});
export const notDeliverable = problem("not_deliverable", 400, "The shop does not deliver to the address");
export const shippingOptionUnknown = problem("shipping_option_unknown", 400, "The order cannot be sent in this way");
export const addressIncomplete = problem("address_incomplete", 400, "The shipping address is missing or incomplete");
export const giftCardInvalid = problem("gift_card_invalid", 400, "A gift card cannot pay for the order");
export const tooManyGiftCards = problem("too_many_gift_cards", 400, "The order has too many gift cards");
export const totalsChanged = problem("totals_changed", 409, "The order does not cost what the request says", {
  quote: { type: "object", description: "What the order costs, as `POST /api/v1/shop/checkout/quote` answers it." },
});
export const customerMismatch = problem("customer_mismatch", 403, "The token belongs to another customer");
export const customerUnknown = problem("customer_unknown", 400, "Customer not found");

/** The problems that both ways to check out can return. */
export const checkoutProblems = [
  ...[
    variantUnavailable,
    currencyMixed,
    currencyUnsupported,
    notSoldInCurrency,
    outOfStock,
    notDeliverable,
    shippingOptionUnknown,
    addressIncomplete,
    totalsChanged,
    discountInvalid,
    giftCardInvalid,
    tooManyGiftCards,
    customerMismatch,
    customerUnknown,
    orderPaid,
    paymentsNotConfigured,
    localeUnsupported,
  ],
  ...openingProblems,
  ...idempotencyProblems,
];

/** The number by which people name an order. */
export const OrderNumber = Type.Integer({
  description: "The number by which people name the order; each site counts its own.",
  examples: [1001],
});

const Extra = (what: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 99_999_999,
      description:
        `${what}, in minor units, as the shop reckons it. If the site's rules decide (\`settings.checkout.totals\`), an assertion: another amount is 409 ` +
        "`totals_changed`.",
    }),
  );

export const CheckoutItems = Type.Array(
  Type.Object({
    variantId: Type.String({ maxLength: 100 }),
    quantity: Type.Integer({ minimum: 1, maximum: 999 }),
  }),
  { minItems: 1, maxItems: 100, description: "Lines of one variant are added up. Prices are the server's." },
);

export const CheckoutLocale = Type.Unsafe<string>({
  ...LocaleParameter,
  description:
    "The locale in which the buyer sees the shop. The order keeps its texts, and mails use its language. The site's default locale applies " +
    "if it is absent or not one of the site's locales.",
});

export const CheckoutCurrency = Type.String({
  maxLength: 10,
  description:
    "One of the site's currencies, in any case. Items, shipping and discounts have their prices in it: nothing is converted. Absent: the currency of the products.",
  examples: ["usd"],
});

export const ShippingOptionId = Type.String({
  maxLength: 40,
  description: "The id of one of the quote's `shippingOptions`. Absent: the first one.",
});

export const DiscountCodes = Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
  maxItems: 5,
  description: "Codes as the buyer wrote them. They are compared without case, and without spaces around them.",
  examples: [["AUTUMN10"]],
});

export const GiftCardCodes = Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
  maxItems: 5,
  description:
    "The codes of gift cards, as the buyer wrote them. They are compared without case, spaces and hyphens. The first one pays first.",
  examples: [["ABCD-EFGH-JKLM-NPQR"]],
});

export const CheckoutBody = Type.Object({
  customerId: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        "With a token: that customer's. Without one it is a hint for the shop's staff, and puts the order into nobody's account.",
    }),
  ),
  customerEmail: Type.Optional(
    Type.String({ format: "idn-email", maxLength: 320, description: "Where a confirmation goes; the customer's own when absent." }),
  ),
  items: CheckoutItems,
  replaces: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        "The `orderId` of an earlier order of the buyer. If it is still pending, it is cancelled, its payment page is closed and its items " +
        "are in stock for this order. If it was paid meanwhile, or a bank is processing its payment, the answer is 409 `order_paid`. " +
        "An order that is over, or unknown, has no effect.",
    }),
  ),
  tax: Extra("Tax"),
  shipping: Extra("Shipping"),
  shippingOption: Type.Optional(ShippingOptionId),
  discountCodes: Type.Optional(DiscountCodes),
  giftCards: Type.Optional(GiftCardCodes),
  expectedTotal: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 99_999_999,
      description:
        "The total that the buyer saw, in minor units. If the order costs another amount, the answer is 409 `totals_changed`, and nothing is ordered.",
    }),
  ),
  notes: Type.Optional(Type.String({ maxLength: 1_000 })),
  shippingAddress: Type.Optional(Address),
  billingAddress: Type.Optional(Address),
  metadata: Type.Optional(metadataOf("At most 50 texts, with names of at most 40 characters. Stored with the order, and shown with it.")),
  locale: Type.Optional(CheckoutLocale),
  currency: Type.Optional(CheckoutCurrency),
});
export type CheckoutBody = Static<typeof CheckoutBody>;
