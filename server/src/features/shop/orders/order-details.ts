import { Type, type Static } from "typebox";
import { Instant, Nullable, Uuid } from "../../../lib/http/envelope.ts";
import { NullablePerson } from "../../../lib/admin/person.ts";
import { Address } from "./address.ts";
import { LineQuantity, TimelineEntry } from "./order-event.ts";
import { OrderStatus, orderTotals, PaymentStatusSchema } from "./order.ts";

const Amount = Type.Integer({ minimum: 0, description: "Minor units." });

export const fulfilments = ["UNFULFILLED", "PARTIAL", "FULFILLED"] as const;
const Fulfilment = Type.Enum([...fulfilments], {
  description: "How much was sent: nothing, a part, or everything that was not refunded before it was sent.",
});

const common = {
  id: Uuid,
  number: Type.Integer({ description: "The number by which people name the order; each site counts its own.", examples: [1001] }),
  status: OrderStatus,
  paymentStatus: PaymentStatusSchema,
  fulfilment: Fulfilment,
  currency: Type.String({ examples: ["eur"] }),
  total: Amount,
  refundedAmount: Amount,
  email: Nullable(Type.String({ description: "The address for mails about the order." })),
  customerId: Nullable(Type.String({ format: "uuid", description: "The customer whose token came with the order." })),
  createdAt: Instant,
  paidAt: Nullable(Instant),
  revision: Type.Integer({ description: "Grows with each change of the order." }),
};

/** An order in a list of the admin API. */
export const ListedOrder = Type.Object(
  { ...common, units: Type.Integer({ minimum: 0, description: "The number of units in all lines." }) },
  { $id: "ListedOrder", additionalProperties: false },
);
export type ListedOrder = Static<typeof ListedOrder>;

const OrderLineDetails = Type.Object(
  {
    id: Uuid,
    variantId: Uuid,
    productId: Uuid,
    title: Type.String(),
    sku: Type.String(),
    quantity: Type.Integer({ minimum: 1 }),
    unitPrice: Amount,
    total: Type.Integer({ minimum: 0, description: "Quantity times price, less the discount, in minor units." }),
    discount: Type.Integer({ minimum: 0, description: "The line's share of the discounts." }),
    tax: Amount,
    isGiftCard: Type.Boolean({ description: "Each unit is a gift card." }),
    fulfilled: Type.Integer({ minimum: 0, description: "Units that were sent." }),
    refunded: Type.Integer({ minimum: 0, description: "Units that a refund by line returned." }),
    removed: Type.Integer({
      minimum: 0,
      description: "Refunded units that had not been sent. The shop no longer sends them.",
    }),
  },
  { additionalProperties: false },
);

const OrderRefund = Type.Object(
  {
    id: Uuid,
    amount: Amount,
    toGiftCards: Type.Integer({ minimum: 0, description: "The part of the amount that goes back to gift cards, in minor units." }),
    status: Type.Enum(["PENDING", "SUCCEEDED", "FAILED"], {
      description: "`PENDING`: the payment processor has not answered yet. The server asks it again until it knows the result.",
    }),
    reason: Nullable(Type.String()),
    lines: Nullable(Type.Array(LineQuantity)),
    restock: Type.Boolean(),
    by: NullablePerson,
    createdAt: Instant,
  },
  { additionalProperties: false },
);

/** An order with everything that the shop's people need to work on it. */
export const OrderDetails = Type.Object(
  {
    ...common,
    subtotal: Amount,
    tax: Amount,
    shipping: Amount,
    ...orderTotals,
    claimedCustomerId: Nullable(Type.String({ format: "uuid", description: "The customer whom a guest claimed to be. Nobody proved it." })),
    locale: Nullable(Type.String({ description: "The locale in which the buyer saw the shop." })),
    notes: Nullable(Type.String({ description: "The buyer's." })),
    shippingAddress: Nullable(Address),
    billingAddress: Nullable(Address),
    metadata: Type.Record(Type.String(), Type.String()),
    lines: Type.Array(OrderLineDetails),
    payment: Type.Object(
      {
        id: Uuid,
        status: PaymentStatusSchema,
        amount: Amount,
        processorPayment: Nullable(Type.String({ description: "The processor's ID." })),
      },
      { additionalProperties: false },
    ),
    refunds: Type.Array(OrderRefund, { description: "The refunds that were requested here, the latest first." }),
    timeline: Type.Array(TimelineEntry, { description: "The latest first, at most 500 entries." }),
    expiresAt: Type.String({ format: "date-time", description: "When a pending order is given up." }),
    fulfilledAt: Nullable(Instant),
    cancelledAt: Nullable(Instant),
    updatedAt: Instant,
  },
  { $id: "OrderDetails", additionalProperties: false },
);
export type OrderDetails = Static<typeof OrderDetails>;

const PackedLine = Type.Object(
  {
    id: Uuid,
    title: Type.String(),
    sku: Type.String(),
    quantity: Type.Integer({ minimum: 1, description: "Units that were ordered." }),
    left: Type.Integer({ minimum: 0, description: "Units that are still to be sent." }),
  },
  { additionalProperties: false },
);

/** What somebody needs to know of an order to pack it. */
export const PackingSlip = Type.Object(
  {
    id: Uuid,
    number: common.number,
    revision: common.revision,
    status: OrderStatus,
    isToFulfil: Type.Boolean({ description: "Whether the order can be fulfilled: it is paid, and something is left to send." }),
    email: common.email,
    notes: Nullable(Type.String({ description: "The buyer's." })),
    shippingAddress: Nullable(Address),
    lines: Type.Array(PackedLine),
    createdAt: Instant,
  },
  { $id: "PackingSlip", additionalProperties: false },
);
export type PackingSlip = Static<typeof PackingSlip>;
