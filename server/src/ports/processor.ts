/** The status of a payment. features/payments/payment-status.ts has the transitions. */
export const paymentStatuses = [
  ...(["PENDING", "REQUIRES_ACTION", "PROCESSING", "FAILED"] as const),
  ...(["CANCELLED", "SUCCEEDED", "PARTIALLY_REFUNDED", "REFUNDED"] as const),
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** The name of our reference in the metadata of the processor's objects. */
export const referenceKey = "vitrine_payment";

/** One line of the order on the processor's page. `unitAmount` in minor units. */
export interface PaymentLine {
  name: string;
  description: string | null;
  quantity: number;
  unitAmount: number;
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
  /** Paid on the processor's own page; null: with its form on the shop's page. `expiresAt` in seconds since 1970. */
  page: { lines: readonly PaymentLine[]; successUrl: string; cancelUrl: string; expiresAt: number | null } | null;
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
}

/**
 * A payment processor, called for one site at a time: `secretKey` is the site's. Every call ends within ten seconds and
 * rejects with ProcessorFailure when the processor did not do the requested work.
 */
export interface Processor {
  open(secretKey: string, request: PaymentRequest): Promise<OpenedPayment>;
  read(secretKey: string, ids: ProcessorIds): Promise<ProcessorPayment>;
  /** Ends a payment that is not in progress, and returns its status then: it may have been paid just before. */
  end(secretKey: string, ids: ProcessorIds): Promise<ProcessorPayment>;
  /** Refunds an amount, or null: the whole rest. The same `key` refunds once. */
  refund(secretKey: string, intentId: string, amount: number | null, key: string): Promise<void>;
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
