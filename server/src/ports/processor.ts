/** The status of a payment. features/shop/payments/payment-status.ts has the transitions. */
export const paymentStatuses = [
  ...(["PENDING", "REQUIRES_ACTION", "PROCESSING", "FAILED"] as const),
  ...(["CANCELLED", "SUCCEEDED", "PARTIALLY_REFUNDED", "REFUNDED"] as const),
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** The names of our references in the metadata of the processor's objects. */
export const referenceKey = "vitrine_payment";
export const refundKey = "vitrine_refund";

/** One line of the order on the processor's page. `unitAmount` in minor units. */
export interface PaymentLine {
  name: string;
  description: string | null;
  quantity: number;
  unitAmount: number;
}

/** The processor's own page. `expiresAt` in seconds since 1970. */
export interface PaymentPage {
  lines: readonly PaymentLine[];
  /** BCP 47; absent: the browser's. */
  locale?: string;
  successUrl: string;
  cancelUrl: string;
  expiresAt: number | null;
  /** The page asks for addresses, and ships to these countries (ISO 3166-1); absent: it asks for none. */
  shippingCountries?: readonly string[];
}

/** A postal address as the payer entered it: nothing about it is checked. */
export interface PayerAddress {
  name: string | null;
  line1: string | null;
  line2: string | null;
  postalCode: string | null;
  city: string | null;
  region: string | null;
  country: string | null;
}

/** The addresses that the processor's page asked for. */
export interface PayerAddresses {
  shipping: PayerAddress | null;
  billing: PayerAddress | null;
}

/** A payment to open at the processor. The same reference is the same payment, however often it is opened. */
export interface PaymentRequest {
  /** Ours: comes back with every event of the payment. */
  reference: string;
  /** Minor units. */
  amount: number;
  /** Lower-case ISO 4217. */
  currency: string;
  description: string | null;
  metadata: Readonly<Record<string, string>>;
  /** Filled in on the processor's page. */
  email: string | null;
  /** Paid on the processor's own page; null: with its form on the shop's page. */
  page: PaymentPage | null;
}

/** The processor's ids of a payment: a page has one id, its payment another, which may come later. */
export interface ProcessorIds {
  sessionId: string | null;
  intentId: string | null;
}

/** The payer's way to pay: the address of the page, or the secret for the form. */
export interface OpenedPayment extends ProcessorIds {
  handover: string;
}

/** The status of a payment at the processor. Amounts in minor units. */
export interface ProcessorPayment extends ProcessorIds {
  status: PaymentStatus;
  /** It cannot be paid any more, or already was. */
  isOver: boolean;
  amount: number;
  currency: string;
  refunded: number;
  /** The address that the payer entered. */
  email: string | null;
  /** Absent: the processor does not say. */
  addresses?: PayerAddresses | undefined;
}

/** The change of a payment that an event reports. Amounts in minor units. */
export interface PaymentUpdate {
  of: ProcessorIds & { reference: string | null };
  status: PaymentStatus;
  isOver: boolean;
  /** The amount of the payment; null if the event does not say. */
  amount: number | null;
  /** Lower-case ISO 4217; null if the event does not say. */
  currency: string | null;
  refunded: number;
  email: string | null;
  /** Absent: the event does not say. */
  addresses?: PayerAddresses | undefined;
  /** In milliseconds since 1970; null if the event does not say. */
  createdMs: number | null;
}

export const incidentKinds = ["DISPUTED", "DISPUTE_CLOSED", "REFUND_FAILED"] as const;

/** A dispute or a failed refund that an event reports. */
export interface PaymentIncident {
  kind: (typeof incidentKinds)[number];
  /** The processor's ID of the dispute or the refund. */
  id: string;
  of: ProcessorIds & { reference: string | null };
  /** Minor units. */
  amount: number;
  /** Lower-case ISO 4217; null if the event does not say. */
  currency: string | null;
  /** The processor's code for the reason. */
  reason: string | null;
  /** Our reference of a refund; null if it was not made through us. */
  refund: string | null;
  /** The last moment to answer a dispute, in milliseconds since 1970. */
  respondByMs: number | null;
  /** The end of a dispute. */
  outcome: "WON" | "LOST" | null;
}

/** A signed event of the processor. */
export interface ProcessorEvent {
  id: string;
  /** The processor's own name of the kind. */
  type: string;
  /** Undefined: the event has no effect here. */
  update: PaymentUpdate | undefined;
  /** Undefined: it reports none. */
  incident?: PaymentIncident | undefined;
}

/** The headers of a request, with names in lower case. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Reads the events that a processor sends, without a call to it. */
export interface EventReader {
  /** Whether the headers may be those of an event that was sent about now. It needs no body, so a request can be refused before its body is read. */
  mayBeEvent(headers: Headers, now: Date): boolean;
  /**
   * The event in a body as it was sent. `unsigned`: it has no valid signature under one of the secrets. `unreadable`: it has one, and is not
   * an event. `parseJson` is called for a signed body alone; what it throws is thrown.
   */
  readEvent(
    headers: Headers,
    body: Uint8Array,
    options: { secrets: readonly string[]; now: Date; parseJson: (body: Uint8Array) => unknown },
  ): ProcessorEvent | "unsigned" | "unreadable";
}

/**
 * A payment processor, called for one site at a time: `secretKey` is the site's. Every call ends within ten seconds and
 * rejects with ProcessorFailure when the processor did not do the requested work.
 */
export interface Processor extends EventReader {
  open(secretKey: string, request: PaymentRequest): Promise<OpenedPayment>;
  read(secretKey: string, ids: ProcessorIds): Promise<ProcessorPayment>;
  /** Ends a payment that is not in progress, and returns its status then: it may have been paid just before. */
  end(secretKey: string, ids: ProcessorIds): Promise<ProcessorPayment>;
  /** Refunds an amount. The same `id`, a reference of ours, refunds once within a day; `findRefund` finds it at any time. */
  refund(secretKey: string, intentId: string, amount: number, id: string): Promise<void>;
  /** The result of `refund` with this `id`, whose response was lost; undefined when the processor has no such refund. */
  findRefund(secretKey: string, intentId: string, id: string): Promise<"SUCCEEDED" | "FAILED" | undefined>;
  close(): Promise<void>;
}

/**
 * The reason of the failure: the payer's bank declined; the processor refused the request, and nothing happened; or the processor
 * was unreachable, unintelligible or timed out, and the outcome is unknown.
 */
export type ProcessorFailureKind = "declined" | "refused" | "unreachable" | "timeout";

/** Contains nothing of a request or a response but a machine-readable code: safe for a log. */
export class ProcessorFailure extends Error {
  override readonly name = "ProcessorFailure";
  readonly kind: ProcessorFailureKind;
  /** The processor's own code, such as `amount_too_small`. */
  readonly reason: string | undefined;

  constructor(kind: ProcessorFailureKind, reason?: string) {
    super(`The payment processor: ${kind}${reason === undefined ? "" : ` (${reason})`}.`);
    this.kind = kind;
    this.reason = reason;
  }
}
