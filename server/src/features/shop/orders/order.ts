import { Type, type Static } from "typebox";
import { Instant, Nullable, Uuid } from "../../../lib/http/envelope.ts";
import { problem } from "../../../lib/http/problem.ts";
import { Address } from "./address.ts";
import { paymentStatuses } from "../../../ports/processor.ts";

export const orderNotFound = problem("order_not_found", 404, "Order not found");

export const orderStatuses = ["PENDING", "PAID", "FULFILLED", "CANCELLED", "PARTIALLY_REFUNDED", "REFUNDED"] as const;
export const OrderStatus = Type.Enum([...orderStatuses], {
  description:
    "`PENDING` until it is paid; `CANCELLED` when it was not in time, or cannot be; `PAID`, then `FULFILLED` once it is on its " +
    "way; `PARTIALLY_REFUNDED` and `REFUNDED` when money went back. A payment that comes late makes a cancelled order `PAID`.",
});
export type OrderStatus = (typeof orderStatuses)[number];

export const PaymentStatusSchema = Type.Enum([...paymentStatuses], {
  description:
    "`FAILED` may be tried again while the order is pending. `REQUIRES_ACTION` waits for the payer, `PROCESSING` for a bank; `CANCELLED` is over.",
});

const Amount = Type.Integer({ minimum: 0, description: "Minor units." });

/** A tax of an order. */
export const OrderTax = Type.Object(
  {
    title: Type.String({ description: "In the buyer's language.", examples: ["VAT 19 %"] }),
    percent: Type.String({ examples: ["19"] }),
    base: Amount,
    amount: Amount,
  },
  { $id: "OrderTax", additionalProperties: false },
);
export type OrderTax = Static<typeof OrderTax>;

/** A discount of an order. */
export const OrderDiscount = Type.Object(
  {
    code: Nullable(Type.String({ description: "As the buyer entered it. Null: the discount applied by itself.", examples: ["AUTUMN10"] })),
    title: Type.String({ description: "In the buyer's language." }),
    amount: Amount,
  },
  { $id: "OrderDiscount", additionalProperties: false },
);
export type OrderDiscount = Static<typeof OrderDiscount>;

/** A gift card that has paid a part of an order. */
export const OrderGiftCard = Type.Object(
  { last4: Type.String({ description: "The end of its code.", examples: ["7KQ2"] }), amount: Amount },
  { $id: "OrderGiftCard", additionalProperties: false },
);
export type OrderGiftCard = Static<typeof OrderGiftCard>;

/** The way in which an order is sent. */
export const ChosenShipping = Type.Object(
  { id: Type.String(), title: Type.String({ description: "In the buyer's language." }) },
  { additionalProperties: false },
);
export type ChosenShipping = Static<typeof ChosenShipping>;

/** What the site's rules computed for an order. */
export const orderTotals = {
  discount: Type.Integer({
    minimum: 0,
    description: "What all discounts take off items and shipping together. `subtotal` and `shipping` are without them.",
  }),
  discounts: Type.Array(OrderDiscount),
  taxIncluded: Type.Boolean({ description: "Whether the prices include the tax. `false`: the total has it in addition." }),
  taxes: Type.Array(OrderTax, { description: "The tax by rate, where the site's rules decide about it." }),
  shippingOption: Nullable(ChosenShipping),
  giftCards: Type.Array(OrderGiftCard, { description: "The gift cards that pay for it." }),
  toPay: Type.Integer({
    minimum: 0,
    description: "The part of the total that gift cards do not pay: the amount of the payment, in minor units.",
  }),
};

const OrderLine = Type.Object(
  {
    variantId: Uuid,
    productId: Uuid,
    title: Type.String(),
    sku: Type.String(),
    quantity: Type.Integer({ minimum: 1 }),
    unitPrice: Amount,
    total: Type.Integer({ minimum: 0, description: "Quantity times price, less the discount, in minor units." }),
    discount: Type.Integer({ minimum: 0, description: "The line's share of the discounts." }),
    tax: Type.Integer({ minimum: 0, description: "The line's share of the tax, where the site's rules decide about it; else 0." }),
  },
  { additionalProperties: false },
);

/** An order as its customer sees it. */
export const Order = Type.Object(
  {
    id: Uuid,
    number: Type.Integer({ description: "What people call it: counted by the site.", examples: [1001] }),
    status: OrderStatus,
    paymentStatus: PaymentStatusSchema,
    currency: Type.String({ examples: ["eur"] }),
    subtotal: Amount,
    tax: Amount,
    shipping: Amount,
    ...orderTotals,
    total: Amount,
    notes: Nullable(Type.String()),
    shippingAddress: Nullable(Address),
    billingAddress: Nullable(Address),
    metadata: Type.Record(Type.String(), Type.String()),
    lines: Type.Array(OrderLine),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { $id: "Order", additionalProperties: false },
);
export type Order = Static<typeof Order>;
