import type { Stripe } from "stripe";
import { Type, type Static, type TSchema } from "typebox";
import { Compile } from "typebox/compile";
import {
  ProcessorFailure,
  referenceKey,
  refundKey,
  type PaymentPage,
  type PaymentRequest,
  type PaymentStatus,
  type Processor,
  type ProcessorIds,
  type ProcessorPayment,
} from "../ports/processor.ts";
import { plainUrl } from "../lib/http/plain-url.ts";
import { addressesOf, sessionAddresses } from "./stripe-addresses.ts";
import { asFailure } from "./stripe-failure.ts";
import { StripeHttp } from "./stripe-http.ts";
import { stripeEvents } from "./stripe-events.ts";
import { stripePageLocale } from "./stripe-locale.ts";

export interface StripeOptions {
  /** The address of Stripe's API, or of a sandbox for it: `https://api.stripe.com`. */
  apiUrl: string;
  timeoutMs?: number;
}

// The parts of Stripe's responses that we rely on, and so check: https://docs.stripe.com/api, version 2026-10-28.endive.
const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
// Ids become parts of addresses and are stored: they may contain nothing else.
const Id = Type.String({ pattern: "^\\w[\\w-]{0,254}$" });
const Intent = Type.Object({
  id: Id,
  object: Type.Literal("payment_intent"),
  status: Type.String(),
  amount: Type.Integer(),
  currency: Type.String(),
  client_secret: nullable(Type.String({ pattern: "^\\w[\\w-]{0,4999}$" })),
  last_payment_error: Type.Optional(nullable(Type.Object({}))),
  latest_charge: Type.Optional(nullable(Type.Union([Id, Type.Object({ amount_refunded: Type.Integer({ minimum: 0 }) })]))),
});
type Intent = Static<typeof Intent>;
const Session = Type.Object({
  id: Id,
  object: Type.Literal("checkout.session"),
  url: nullable(Type.String({ maxLength: 8_192 })),
  status: Type.Enum(["open", "complete", "expired"]),
  payment_status: Type.Enum(["paid", "unpaid", "no_payment_required"]),
  payment_intent: nullable(Type.Union([Id, Intent])),
  amount_total: Type.Integer(),
  currency: Type.String(),
  ...sessionAddresses,
});
type Session = Static<typeof Session>;
const Refund = Type.Object({
  id: Id,
  object: Type.Literal("refund"),
  status: nullable(Type.String()),
  metadata: Type.Optional(nullable(Type.Record(Type.String(), Type.String()))),
});
type Refund = Static<typeof Refund>;
const checks = { intent: Compile(Intent), session: Compile(Session), refund: Compile(Refund) };

/** Stripe through its official SDK, which is loaded on the first call. */
export function stripeProcessor({ apiUrl, timeoutMs = 10_000 }: StripeOptions): Processor {
  const { protocol, hostname, port } = new URL(apiUrl);
  const http = new StripeHttp(timeoutMs);
  let loading: ReturnType<typeof loadSdk> | undefined;
  let client: Stripe | undefined;

  const load = async (secretKey: string): Promise<Stripe> => {
    const { Stripe } = await (loading ??= loadSdk());
    // One client for all sites: each call has its key. We retry ourselves, with the same idempotency key.
    return (client ??= new Stripe(secretKey, {
      protocol: protocol === "http:" ? "http" : "https",
      host: hostname,
      ...(port === "" ? {} : { port }),
      httpClient: http.client(),
      maxNetworkRetries: 0,
      telemetry: false,
    }));
  };

  /** Enforces the timeout, whatever the SDK does in the meantime; throws a failure of the port. */
  const call = async <T>(secretKey: string, work: (stripe: Stripe) => Promise<T>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new ProcessorFailure("timeout")), timeoutMs + 100);
    });
    try {
      return await Promise.race([load(secretKey).then(work), late]);
    } catch (error) {
      throw asFailure(error);
    } finally {
      clearTimeout(timer);
    }
  };

  const readSession = async (stripe: Stripe, apiKey: string, id: string): Promise<ProcessorPayment> => {
    const expand = ["payment_intent.latest_charge"];
    const session = checked("session", await stripe.checkout.sessions.retrieve(id, { expand }, { apiKey }));
    if (session.id !== id) throw new ProcessorFailure("unreachable", "other_session");
    return paymentOfSession(session);
  };
  const readIntent = async (stripe: Stripe, apiKey: string, id: string): Promise<ProcessorPayment> => {
    const intent = checked("intent", await stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] }, { apiKey }));
    if (intent.id !== id) throw new ProcessorFailure("unreachable", "other_intent");
    return paymentOfIntent(intent);
  };
  const read = (stripe: Stripe, apiKey: string, { sessionId, intentId }: ProcessorIds): Promise<ProcessorPayment> => {
    if (sessionId !== null) return readSession(stripe, apiKey, sessionId);
    if (intentId !== null) return readIntent(stripe, apiKey, intentId);
    throw new Error("An unopened payment cannot be read.");
  };

  return {
    ...stripeEvents,
    open: (apiKey, request) =>
      call(apiKey, async (stripe) => {
        const options = { apiKey, idempotencyKey: request.reference };
        if (request.page) {
          const session = checked("session", await stripe.checkout.sessions.create(sessionParameters(request, request.page), options));
          if (session.url === null) throw new ProcessorFailure("unreachable", "session_not_open");
          if (!isPage(session.url, protocol)) throw new ProcessorFailure("unreachable", "unreadable_session");
          refuseOtherAmount(request, session.amount_total, session.currency);
          return { sessionId: session.id, intentId: intentIdOf(session), handover: session.url };
        }
        const intent = checked("intent", await stripe.paymentIntents.create(intentParameters(request), options));
        if (intent.client_secret === null) throw new ProcessorFailure("unreachable", "no_client_secret");
        refuseOtherAmount(request, intent.amount, intent.currency);
        return { sessionId: null, intentId: intent.id, handover: intent.client_secret };
      }),
    read: (apiKey, ids) => call(apiKey, (stripe) => read(stripe, apiKey, ids)),
    end: (apiKey, ids) =>
      call(apiKey, async (stripe) => {
        try {
          if (ids.sessionId !== null) await stripe.checkout.sessions.expire(ids.sessionId, {}, { apiKey });
          else if (ids.intentId !== null) await stripe.paymentIntents.cancel(ids.intentId, {}, { apiKey });
        } catch (error) {
          // It is already paid, ended or in progress: its status tells.
          if (asFailure(error).kind !== "refused") throw error;
        }
        return read(stripe, apiKey, ids);
      }),
    refund: (apiKey, intentId, amount, id) =>
      call(apiKey, async (stripe) => {
        const parameters = { payment_intent: intentId, amount, metadata: { [refundKey]: id } };
        const answer = await stripe.refunds.create(parameters, { apiKey, idempotencyKey: `refund-${id}` });
        if (refundStatus(checked("refund", answer)) === "FAILED") throw new ProcessorFailure("refused", "refund_failed");
      }),
    findRefund: (apiKey, intentId, id) =>
      call(apiKey, async (stripe) => {
        for await (const item of stripe.refunds.list({ payment_intent: intentId, limit: 100 }, { apiKey })) {
          const refund = checked("refund", item);
          if (refund.metadata?.[refundKey] === id) return refundStatus(refund);
        }
        return undefined;
      }),
    close: async () => http.close(),
  };
}

function loadSdk() {
  return import("stripe");
}

function sessionParameters(request: PaymentRequest, page: PaymentPage): Stripe.Checkout.SessionCreateParams {
  const { reference, currency, description, email } = request;
  return {
    mode: "payment",
    ui_mode: "hosted_page",
    client_reference_id: reference,
    success_url: page.successUrl,
    cancel_url: page.cancelUrl,
    line_items: page.lines.map((line) => ({
      quantity: line.quantity,
      price_data: {
        currency,
        unit_amount: line.unitAmount,
        product_data: { name: line.name, ...(line.description === null ? {} : { description: line.description }) },
      },
    })),
    ...(page.locale === undefined ? {} : { locale: stripePageLocale(page.locale) }),
    ...(email === null ? {} : { customer_email: email }),
    ...(page.shippingCountries && {
      shipping_address_collection: { allowed_countries: [...page.shippingCountries] },
      billing_address_collection: "required" as const,
    }),
    ...(page.expiresAt === null ? {} : { expires_at: page.expiresAt }),
    payment_intent_data: { metadata: metadataOf(request), ...(description === null ? {} : { description }) },
  };
}

function intentParameters(request: PaymentRequest): Stripe.PaymentIntentCreateParams {
  const { amount, currency, description } = request;
  // Not the address: Stripe would mail a receipt to it, even if the shop does not want that.
  return {
    amount,
    currency,
    automatic_payment_methods: { enabled: true },
    metadata: metadataOf(request),
    ...(description === null ? {} : { description }),
  };
}

/** As much as fits beside the reference: Stripe keeps fifty, with no brackets in their names. */
function metadataOf({ metadata, reference }: PaymentRequest): Record<string, string> {
  const others = Object.entries(metadata).filter(([name]) => name !== referenceKey && !/[[\]]/.test(name));
  return { ...Object.fromEntries(others.slice(0, 49)), [referenceKey]: reference };
}

function intentIdOf({ payment_intent: intent }: Session): string | null {
  return typeof intent === "string" ? intent : (intent?.id ?? null);
}

function paymentOfSession(session: Session): ProcessorPayment {
  const { id, status, payment_status: paid, payment_intent: intent, amount_total: amount, currency } = session;
  const through = intent !== null && typeof intent === "object" ? paymentOfIntent(intent) : undefined;
  const common = {
    sessionId: id,
    intentId: intentIdOf(session),
    amount,
    currency,
    refunded: through?.refunded ?? 0,
    email: session.customer_details?.email ?? null,
    addresses: addressesOf(session),
  };
  if (paid === "paid") return { ...common, status: refundedStatus(amount, common.refunded), isOver: true };
  if (status === "expired") return { ...common, status: "CANCELLED", isOver: true };
  if (status === "open") return { ...common, status: through?.status ?? "PENDING", isOver: false };
  // The payer is done: the money is on its way, or waits for a voucher. Or the payment failed, and the page
  // offers no retry.
  if (through === undefined || through.status === "PROCESSING") return { ...common, status: "PROCESSING", isOver: false };
  if (through.status === "REQUIRES_ACTION") return { ...common, status: "REQUIRES_ACTION", isOver: false };
  return { ...common, status: "FAILED", isOver: true };
}

function paymentOfIntent(intent: Intent): ProcessorPayment {
  const { id, amount, currency, latest_charge: charge } = intent;
  const refunded = charge !== null && typeof charge === "object" ? charge.amount_refunded : 0;
  const status = intent.status === "succeeded" ? refundedStatus(amount, refunded) : unpaidStatus(intent);
  return {
    sessionId: null,
    intentId: id,
    amount,
    currency,
    refunded,
    status,
    isOver: status === "CANCELLED" || intent.status === "succeeded",
    email: null,
  };
}

function refundedStatus(amount: number, refunded: number): PaymentStatus {
  return refunded === 0 ? "SUCCEEDED" : refunded < amount ? "PARTIALLY_REFUNDED" : "REFUNDED";
}

/** https://docs.stripe.com/payments/paymentintents/lifecycle */
function unpaidStatus({ status, last_payment_error: error }: Intent): PaymentStatus {
  switch (status) {
    case "requires_action":
      return "REQUIRES_ACTION";
    case "processing":
      return "PROCESSING";
    case "canceled":
      return "CANCELLED";
    default:
      return error ? "FAILED" : "PENDING";
  }
}

/** A refund that is pending at the bank counts: the processor has taken it from the shop's balance. */
function refundStatus({ status }: Refund): "SUCCEEDED" | "FAILED" {
  return status === "failed" || status === "canceled" ? "FAILED" : "SUCCEEDED";
}

function checked(what: "session", answer: unknown): Session;
function checked(what: "intent", answer: unknown): Intent;
function checked(what: "refund", answer: unknown): Refund;
function checked(what: keyof typeof checks, answer: unknown): Session | Intent | Refund {
  const check = checks[what];
  if (!check.Check(answer)) throw new ProcessorFailure("unreachable", `unreadable_${what}`);
  return answer;
}

/** Whether a payer may be sent there: every parser reads the URL the same way, it has no login, and is as protected as the processor. */
function isPage(text: string, processorProtocol: string): boolean {
  const url = plainUrl(text);
  return url !== undefined && url.username === "" && url.password === "" && (url.protocol === "https:" || processorProtocol === "http:");
}

function refuseOtherAmount(request: PaymentRequest, amount: number, currency: string): void {
  if (amount !== request.amount || currency !== request.currency) throw new ProcessorFailure("unreachable", "other_amount");
}
