import { Type, type Static, type TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { isUuid } from "../lib/text/uuid.ts";
import { referenceKey, refundKey, type EventReader, type Headers, type PaymentIncident, type PaymentUpdate } from "../ports/processor.ts";
import { addressesOf, sessionAddresses } from "./stripe-addresses.ts";
import { isSigned, isTimely } from "./stripe-signature.ts";

/**
 * The members that all events of Stripe share. `created` in seconds since 1970; a text in thin events, which name an
 * object without telling of it, and have no meaning here.
 */
const StripeEvent = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 255 }),
  type: Type.String({ minLength: 1, maxLength: 255 }),
  created: Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 99_999_999_999 }), Type.String()])),
  data: Type.Optional(Type.Union([Type.Object({ object: Type.Optional(Type.Object({})) }), Type.Null()])),
});
type StripeEvent = Static<typeof StripeEvent>;

const maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));
const Id = Type.String({ minLength: 1, maxLength: 255 });
const IdOrObject = Type.Union([Id, Type.Object({ id: Id })]);
const Amount = Type.Integer({ minimum: 0 });
const Metadata = maybe(Type.Record(Type.String(), Type.Unknown()));

const Session = Type.Object({
  id: Id,
  client_reference_id: maybe(Type.String()),
  payment_intent: maybe(IdOrObject),
  payment_status: maybe(Type.String()),
  amount_total: maybe(Amount),
  currency: maybe(Type.String()),
  ...sessionAddresses,
});
const Intent = Type.Object({
  id: Id,
  amount: maybe(Amount),
  amount_received: maybe(Amount),
  currency: maybe(Type.String()),
  metadata: Metadata,
});
const Charge = Type.Object({
  payment_intent: maybe(IdOrObject),
  amount: Amount,
  amount_refunded: Amount,
  currency: Type.String(),
  metadata: Metadata,
});

const Dispute = Type.Object({
  id: Id,
  payment_intent: maybe(IdOrObject),
  amount: Amount,
  currency: Type.String(),
  reason: maybe(Type.String()),
  status: Type.String(),
  evidence_details: maybe(Type.Object({ due_by: maybe(Type.Integer({ minimum: 0, maximum: 99_999_999_999 })) })),
});
const Refund = Type.Object({
  id: Id,
  payment_intent: maybe(IdOrObject),
  amount: Amount,
  currency: Type.String(),
  status: maybe(Type.String()),
  failure_reason: maybe(Type.String()),
  metadata: Metadata,
});

const checks = {
  event: Compile(StripeEvent),
  session: Compile(Session),
  intent: Compile(Intent),
  charge: Compile(Charge),
  dispute: Compile(Dispute),
  refund: Compile(Refund),
};

/** Reads Stripe's events, and the sandbox's. */
export const stripeEvents: EventReader = {
  mayBeEvent: (headers, now) => isTimely(signatureOf(headers), now),
  readEvent: (headers, body, { secrets, now, parseJson }) => {
    if (!isSigned(signatureOf(headers), body, secrets, now)) return "unsigned";
    const event = parseJson(body);
    return checks.event.Check(event)
      ? { id: event.id, type: event.type, update: parseUpdate(event), incident: parseIncident(event) }
      : "unreadable";
  },
};

/** The sandbox's name of the header comes first. */
function signatureOf(headers: Headers): string | undefined {
  const value = headers["processor-signature"] ?? headers["stripe-signature"];
  return Array.isArray(value) ? undefined : value;
}

// https://docs.stripe.com/api/events/types. Other types have no effect here.
const sessionEvents: Readonly<Record<string, (paid: string | null | undefined) => Pick<PaymentUpdate, "status" | "isOver">>> = {
  // Complete and not paid: a bank's confirmation, for example, takes days.
  "checkout.session.completed": (paid) =>
    paid === "paid" ? { status: "SUCCEEDED", isOver: true } : { status: "PROCESSING", isOver: false },
  "checkout.session.async_payment_succeeded": () => ({ status: "SUCCEEDED", isOver: true }),
  // Final: the page of the attempt is complete.
  "checkout.session.async_payment_failed": () => ({ status: "FAILED", isOver: true }),
  "checkout.session.expired": () => ({ status: "CANCELLED", isOver: true }),
};
const intentEvents: Readonly<Record<string, Pick<PaymentUpdate, "status" | "isOver">>> = {
  "payment_intent.processing": { status: "PROCESSING", isOver: false },
  "payment_intent.requires_action": { status: "REQUIRES_ACTION", isOver: false },
  "payment_intent.succeeded": { status: "SUCCEEDED", isOver: true },
  "payment_intent.payment_failed": { status: "FAILED", isOver: false },
  "payment_intent.canceled": { status: "CANCELLED", isOver: true },
};

/** The change that an event reports for a payment; undefined when it has no effect here. */
function parseUpdate({ type, data, created }: StripeEvent): PaymentUpdate | undefined {
  const object = data?.object;
  if (!object || typeof created === "string") return undefined;
  const createdMs = created === undefined ? null : created * 1_000;
  if (Object.hasOwn(sessionEvents, type) && checks.session.Check(object)) {
    return {
      of: { sessionId: object.id, intentId: idOf(object.payment_intent), reference: referenceOf(object.client_reference_id) },
      ...(sessionEvents[type] as (paid: unknown) => Pick<PaymentUpdate, "status" | "isOver">)(object.payment_status),
      amount: object.amount_total ?? null,
      currency: object.currency ?? null,
      refunded: 0,
      email: object.customer_details?.email ?? null,
      addresses: addressesOf(object),
      createdMs,
    };
  }
  if (Object.hasOwn(intentEvents, type) && checks.intent.Check(object)) {
    const said = intentEvents[type] as Pick<PaymentUpdate, "status" | "isOver">;
    return {
      of: { sessionId: null, intentId: object.id, reference: referenceOf(object.metadata?.[referenceKey]) },
      ...said,
      // The received amount counts, in case it ever differs from the requested one.
      amount: (said.status === "SUCCEEDED" ? object.amount_received : null) ?? object.amount ?? null,
      currency: object.currency ?? null,
      refunded: 0,
      email: null,
      createdMs,
    };
  }
  if (type === "charge.refunded" && checks.charge.Check(object) && object.amount_refunded > 0) {
    const { amount, currency, amount_refunded: refunded } = object;
    return {
      of: { sessionId: null, intentId: idOf(object.payment_intent), reference: referenceOf(object.metadata?.[referenceKey]) },
      status: refunded >= amount ? "REFUNDED" : "PARTIALLY_REFUNDED",
      isOver: true,
      amount,
      currency,
      refunded: Math.min(refunded, amount),
      email: null,
      createdMs,
    };
  }
  return undefined;
}

/** The dispute or the failed refund that an event reports; undefined when it reports none. */
function parseIncident({ type, data }: StripeEvent): PaymentIncident | undefined {
  const object = data?.object;
  if (!object) return undefined;
  if ((type === "charge.dispute.created" || type === "charge.dispute.closed") && checks.dispute.Check(object)) {
    const isClosed = type === "charge.dispute.closed";
    const dueBy = object.evidence_details?.due_by;
    return {
      kind: isClosed ? "DISPUTE_CLOSED" : "DISPUTED",
      id: object.id,
      of: { sessionId: null, intentId: idOf(object.payment_intent), reference: null },
      amount: object.amount,
      currency: object.currency.toLowerCase(),
      reason: codeOf(object.reason),
      refund: null,
      respondByMs: isClosed || dueBy === undefined || dueBy === null ? null : dueBy * 1_000,
      outcome: isClosed ? (object.status === "lost" ? "LOST" : "WON") : null,
    };
  }
  const mayBeFailed = type === "refund.failed" || type === "refund.updated" || type === "charge.refund.updated";
  if (mayBeFailed && checks.refund.Check(object) && (object.status === "failed" || object.status === "canceled")) {
    return {
      kind: "REFUND_FAILED",
      id: object.id,
      of: { sessionId: null, intentId: idOf(object.payment_intent), reference: null },
      amount: object.amount,
      currency: object.currency.toLowerCase(),
      reason: codeOf(object.failure_reason),
      refund: referenceOf(object.metadata?.[refundKey]),
      respondByMs: null,
      outcome: null,
    };
  }
  return undefined;
}

/** A code of the processor, which people read. */
function codeOf(value: string | null | undefined): string | null {
  return value !== null && value !== undefined && /^\w{1,100}$/.test(value) ? value : null;
}

function idOf(value: string | { id: string } | null | undefined): string | null {
  return typeof value === "string" ? value : (value?.id ?? null);
}

function referenceOf(value: unknown): string | null {
  return typeof value === "string" && isUuid(value) ? value : null;
}
