import { Type, type Static } from "typebox";
import { problem } from "../../lib/http/problem.ts";
import { LocaleParameter, localeUnsupported } from "../../lib/text/locale.ts";
import { idempotencyProblems } from "../../lib/http/idempotency.ts";
import { openingProblems, paymentsNotConfigured } from "../payments/index.ts";

export const variantUnavailable = problem("variant_unavailable", 400, "A variant is not for sale");
export const currencyMixed = problem("currency_mixed", 400, "The items are priced in more than one currency");
export const outOfStock = problem("out_of_stock", 409, "There is not enough in stock", {
  items: {
    type: "array",
    description: "What is short, and how many there are.",
    items: {
      type: "object",
      properties: { variantId: { type: "string" }, available: { type: "integer", minimum: 0 } },
      required: ["variantId", "available"],
    },
  },
});
export const customerMismatch = problem("customer_mismatch", 403, "The token is another customer's");
export const customerUnknown = problem("customer_unknown", 400, "The site has no such customer");

/** The problems that both ways to check out can return. */
export const checkoutProblems = [
  ...[variantUnavailable, currencyMixed, outOfStock, customerMismatch, customerUnknown, paymentsNotConfigured, localeUnsupported],
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
  tax: Extra("Tax"),
  shipping: Extra("Shipping"),
  notes: Type.Optional(Type.String({ maxLength: 1_000 })),
  locale: Type.Optional(
    Type.Unsafe<string>({
      ...LocaleParameter,
      description:
        "In which the buyer sees the shop: the order keeps these words, and mails use its language. The site's default locale without it, " +
        "and for one that the site does not have.",
    }),
  ),
});
export type CheckoutBody = Static<typeof CheckoutBody>;
