/** How a payment stands. features/payments/payment-status.ts says how one becomes another. */
export const paymentStatuses = [
  ...(["PENDING", "REQUIRES_ACTION", "PROCESSING", "FAILED"] as const),
  ...(["CANCELLED", "SUCCEEDED", "PARTIALLY_REFUNDED", "REFUNDED"] as const),
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** Under this name the metadata of what is the processor's holds our reference. */
export const referenceKey = "vitrine_payment";

/** One line of what is paid for on the processor's page. `unitAmount` in minor units. */
export interface PaymentLine {
  name: string;
  description: string | null;
  quantity: number;
  unitAmount: number;
}

/** What a processor is asked to take. The same reference is the same payment, however often it is asked for. */
export interface PaymentRequest {
  /** Ours: comes back with everything that is said of the payment. */
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

/** What the processor calls a payment: a page has one id, what is paid through it another, which may come later. */
export interface ProcessorIds {
  sessionId: string | null;
  intentId: string | null;
}

/** What the payer needs: the address of the page, or the secret for the form. */
export interface OpenedPayment extends ProcessorIds {
  handover: string;
}

/** How a payment stands at the processor. Amounts in minor units. */
export interface ProcessorPayment extends ProcessorIds {
  status: PaymentStatus;
  /** It cannot be paid any more, or was. */
  isOver: boolean;
  amount: number;
  currency: string;
  refunded: number;
  /** The address that the payer gave. */
  email: string | null;
}

/**
 * A payment processor, asked for one site at a time: `secretKey` is the site's. Every call ends within ten seconds and
 * rejects with ProcessorFailure when the processor did not do what it was asked.
 */
export interface Processor {
  open(secretKey: string, request: PaymentRequest): Promise<OpenedPayment>;
  read(secretKey: string, ids: ProcessorIds): Promise<ProcessorPayment>;
  /** Ends a payment that is not under way, and answers how it stands then: it may have been paid just before. */
  end(secretKey: string, ids: ProcessorIds): Promise<ProcessorPayment>;
  /** Gives back an amount, or null: all that is left. The same `key` gives back once. */
  refund(secretKey: string, intentId: string, amount: number | null, key: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Why the processor did not do it: the payer's bank said no; the request was refused, and nothing happened; it could not be
 * reached or understood, or did not answer in time, and nobody knows what happened.
 */
export type ProcessorFailureKind = "declined" | "refused" | "unreachable" | "timeout";

/** Holds nothing of a request or an answer but a machine-readable code: fit for a log. */
export class ProcessorFailure extends Error {
  override readonly name = "ProcessorFailure";
  readonly kind: ProcessorFailureKind;
  /** The processor's own word, such as `amount_too_small`. */
  readonly reason: string | undefined;

  constructor(kind: ProcessorFailureKind, reason?: string) {
    super(`The payment processor: ${kind}${reason === undefined ? "" : ` (${reason})`}.`);
    this.kind = kind;
    this.reason = reason;
  }
}
