import { Type, type Static } from "typebox";
import { Instant, Uuid } from "../../../lib/http/envelope.ts";
import { NullablePerson } from "../../../lib/admin/person.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";

/** The mails about an order that a buyer gets. */
const orderMailKinds = ["PAID", "FULFILLED", "REFUNDED", "CANCELLED", "GIFT_CARDS"] as const;
export type OrderMailKind = (typeof orderMailKinds)[number];

export const Tracking = Type.Object(
  {
    carrier: Type.Optional(Type.String({ minLength: 1, maxLength: 100, examples: ["DHL"] })),
    number: Type.Optional(Type.String({ minLength: 1, maxLength: 200, examples: ["00340434161094042557"] })),
    url: Type.Optional(
      Type.String({ format: "uri", pattern: "^https?://", maxLength: 2_000, description: "Where the buyer follows the parcel." }),
    ),
  },
  { additionalProperties: false },
);
export type Tracking = Static<typeof Tracking>;

/** Units of a line of an order. */
export const LineQuantity = Type.Object(
  { id: Uuid, quantity: Type.Integer({ minimum: 1, maximum: 999 }) },
  { additionalProperties: false },
);
export type LineQuantity = Static<typeof LineQuantity>;

/** The details of an event of an order, by its kind. Amounts in minor units. */
interface DetailsByKind {
  PAID: Record<string, never>;
  CANCELLED: { byShop?: true };
  /** `lines`: absent of what was sent before the shop recorded lines. */
  FULFILLED: { lines?: readonly LineQuantity[]; tracking?: Tracking; fulfilment?: "PARTIAL" | "FULFILLED" };
  REFUNDED: { amount: number; reason?: string };
  /** `code` is the processor's. */
  REFUND_FAILED: { amount?: number; code?: string };
  /** Without an amount: it is of another currency. `respondBy` is ISO 8601. */
  DISPUTED: { amount?: number; code?: string; respondBy?: string };
  DISPUTE_CLOSED: { amount?: number; code?: string; outcome?: "WON" | "LOST" };
  NOTE: { text: string };
  MAIL: { mail: OrderMailKind };
}
export type OrderEventKind = keyof DetailsByKind;

const kinds = [
  "PLACED",
  "PAID",
  "CANCELLED",
  "FULFILLED",
  "REFUNDED",
  "REFUND_FAILED",
  "DISPUTED",
  "DISPUTE_CLOSED",
  "NOTE",
  "MAIL",
] as const;

export const TimelineEntry = Type.Object(
  {
    id: Uuid,
    at: Instant,
    kind: Type.Enum([...kinds]),
    by: NullablePerson,
    lines: Type.Optional(Type.Array(LineQuantity)),
    tracking: Type.Optional(Tracking),
    byShop: Type.Optional(
      Type.Boolean({ description: "The shop cancelled the order: in the studio, through the API or on the command line." }),
    ),
    fulfilment: Type.Optional(Type.Enum(["PARTIAL", "FULFILLED"], { description: "How much was sent after this shipment." })),
    amount: Type.Optional(Type.Integer({ minimum: 0, description: "Minor units." })),
    reason: Type.Optional(Type.String()),
    code: Type.Optional(Type.String({ description: "The reason of the payment processor." })),
    respondBy: Type.Optional({ ...Instant, description: "The last moment to answer the dispute at the payment processor." }),
    outcome: Type.Optional(Type.Enum(["WON", "LOST"], { description: "`LOST`: the buyer gets the disputed amount back." })),
    text: Type.Optional(Type.String()),
    mail: Type.Optional(Type.Enum([...orderMailKinds], { description: "The mail that the buyer got." })),
  },
  {
    $id: "OrderTimelineEntry",
    additionalProperties: false,
    description: "Something that happened to an order. `by` is null if the buyer, the payment processor, a job or the command line did it.",
  },
);
export type TimelineEntry = Static<typeof TimelineEntry>;

/** Adds an event to an order's timeline, in the transaction of the change. The same `id` is the same event. */
export async function recordOrderEvent<Kind extends OrderEventKind>(
  tx: Sql,
  { now, ids }: WriteContext,
  siteId: string,
  event: { id?: string; orderId: string; kind: Kind; adminId: string | null; details: DetailsByKind[Kind] },
): Promise<void> {
  const { id = ids.next(), orderId, kind, adminId, details } = event;
  await tx`
    insert into order_events (site_id, id, order_id, at, kind, admin_id, details)
    values (${siteId}, ${id}, ${orderId}, ${now}, ${kind}, ${adminId}, ${JSON.stringify(details)}::json)
    on conflict (site_id, id) do nothing`;
}
