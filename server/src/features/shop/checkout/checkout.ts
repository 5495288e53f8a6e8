import { Type, type Static } from "typebox";
import { problem } from "../../../lib/http/problem.ts";
import { LocaleParameter, localeUnsupported } from "../../../lib/text/locale.ts";
import { idempotencyProblems } from "../../../lib/http/idempotency.ts";
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
export const outOfStock = problem("out_of_stock", 409, "Not enough in stock", {
  items: quantities("What is short, and how many there are."),
});
export const customerMismatch = problem("customer_mismatch", 403, "The token belongs to another customer");
export const customerUnknown = problem("customer_unknown", 400, "Customer not found");

/** The problems that both ways to check out can return. */
export const checkoutProblems = [
  ...[
    variantUnavailable,
    currencyMixed,
    outOfStock,
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
  Type.Optional(Type.Integer({ minimum: 0, maximum: 99_999_999, description: `${what}, in minor units, as the shop reckons it.` }));

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
  items: Type.Array(
    Type.Object({
      variantId: Type.String({ maxLength: 100 }),
      quantity: Type.Integer({ minimum: 1, maximum: 999 }),
    }),
    { minItems: 1, maxItems: 100, description: "Lines of one variant are added up. Prices are the server's." },
  ),
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
  notes: Type.Optional(Type.String({ maxLength: 1_000 })),
  shippingAddress: Type.Optional(Address),
  billingAddress: Type.Optional(Address),
  metadata: Type.Optional(metadataOf("At most 50 texts, with names of at most 40 characters. Stored with the order, and shown with it.")),
  locale: Type.Optional(
    Type.Unsafe<string>({
      ...LocaleParameter,
      description:
        "The locale in which the buyer sees the shop. The order keeps its texts, and mails use its language. The site's default locale applies " +
        "if it is absent or not one of the site's locales.",
    }),
  ),
});
export type CheckoutBody = Static<typeof CheckoutBody>;
