import { Type, type Static } from "typebox";
import { Instant, Nullable, Uuid } from "../../../lib/http/envelope.ts";
import { canonicalCurrency } from "../../../lib/text/money.ts";
import { problem, ProblemError, validationFailed } from "../../../lib/http/problem.ts";
import type { Sql } from "../../../ports/database.ts";
import { paymentStatuses, type PaymentRequest } from "../../../ports/processor.ts";

export const paymentNotFound = problem("payment_not_found", 404, "Payment not found");
export const paymentsNotConfigured = problem("payments_not_configured", 400, "The site does not accept payments");

/** After this time an attempt to open a payment is given up, and its order is cancelled. */
export const unopenedCheckAfterMs = 2 * 60_000;
/** After this time the background job checks a payment at the processor, in case its event was lost. */
export const openedCheckAfterMs = 15 * 60_000;

export const Payment = Type.Object(
  {
    id: Uuid,
    amount: Type.Integer({ description: "Minor units." }),
    currency: Type.String({ examples: ["eur"] }),
    description: Nullable(Type.String()),
    status: Type.Enum([...paymentStatuses]),
    metadata: Type.Record(Type.String(), Type.String()),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { $id: "Payment", additionalProperties: false },
);
export type Payment = Static<typeof Payment>;

/** Texts of the caller's, by name, that are stored with something. */
export function metadataOf(description: string) {
  return Type.Record(Type.String({ pattern: "^[\\s\\S]{1,40}$" }), Type.String({ maxLength: 500 }), {
    additionalProperties: false,
    maxProperties: 50,
    description,
  });
}

/** The body of a request for a payment of the plugin. */
export const paymentBody = {
  amount: Type.Integer({ minimum: 1, maximum: 99_999_999, description: "Minor units." }),
  currency: Type.Optional(Type.String({ minLength: 3, maxLength: 3, description: "ISO 4217; the plugin's own when absent." })),
  description: Type.Optional(Type.String({ maxLength: 1_000 })),
  metadata: Type.Optional(
    metadataOf(
      "At most 50 texts, with names of at most 40 characters. Stored with the payment, and passed to the processor up to its limits.",
    ),
  ),
};

/** The canonical currency, or `validation_failed`. */
export function currencyOf(text: string): string {
  const currency = canonicalCurrency(text);
  if (currency !== undefined) return currency;
  const errors = [{ path: "/currency", code: "currency", message: "must be a currency of ISO 4217" }];
  throw new ProblemError(validationFailed, { detail: "currency must be a currency of ISO 4217", errors });
}

/** The stored parts of a request besides those with columns of their own: together, all of it. */
export type KeptRequest = Pick<PaymentRequest, "email" | "page">;

/** The request to the processor for a payment, already sent or not; of a cancelled payment only if the caller wants that. */
export async function readPaymentRequest(
  sql: Sql,
  siteId: string,
  paymentId: string,
  { cancelled = false }: { cancelled?: boolean } = {},
): Promise<PaymentRequest | undefined> {
  const [row] = await sql<{
    amount: number;
    currency: string;
    description: string | null;
    metadata: Record<string, string>;
    request: KeptRequest;
  }>`
    select amount, currency, description, metadata, request from payments
    where site_id = ${siteId} and id = ${paymentId} and (status <> 'CANCELLED' or ${cancelled}::boolean)`;
  if (!row) return undefined;
  const { request, ...columns } = row;
  return { reference: paymentId, ...columns, ...request };
}
