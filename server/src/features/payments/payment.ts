import { Type, type Static } from "typebox";
import { Instant, Nullable, Uuid } from "../../lib/http/envelope.ts";
import { canonicalCurrency } from "../../lib/text/money.ts";
import { problem, ProblemError, validationFailed } from "../../lib/http/problem.ts";
import type { Sql } from "../../ports/database.ts";
import { paymentStatuses, type PaymentRequest } from "../../ports/processor.ts";

export const paymentNotFound = problem("payment_not_found", 404, "There is no such payment");
export const paymentsNotConfigured = problem("payments_not_configured", 400, "The site takes no payments");

/** Who was to open a payment is given up after this time, and what it was for is cancelled. */
export const unopenedCheckAfterMs = 2 * 60_000;
/** From then on the processor is asked how a payment stands, should its event be lost. */
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

/** What a payment of the plugin is asked with. */
export const paymentBody = {
  amount: Type.Integer({ minimum: 1, maximum: 99_999_999, description: "Minor units." }),
  currency: Type.Optional(Type.String({ minLength: 3, maxLength: 3, description: "ISO 4217; the plugin's own when absent." })),
  description: Type.Optional(Type.String({ maxLength: 1_000 })),
  metadata: Type.Optional(
    Type.Record(Type.String({ pattern: "^[\\s\\S]{1,40}$" }), Type.String({ maxLength: 500 }), {
      additionalProperties: false,
      maxProperties: 50,
      description:
        "At most 50 texts, with names of at most 40 characters. Stored with the payment, and passed to the processor as far as there is room.",
    }),
  ),
};

/** The canonical currency, or `validation_failed`. */
export function currencyOf(text: string): string {
  const currency = canonicalCurrency(text);
  if (currency !== undefined) return currency;
  const errors = [{ path: "/currency", code: "currency", message: "must be a currency of ISO 4217" }];
  throw new ProblemError(validationFailed, { detail: "currency must be a currency of ISO 4217", errors });
}

/** What is kept of a request besides what has columns: with them, all of it. */
export type KeptRequest = Pick<PaymentRequest, "email" | "page">;

/** What the processor was, or is to be, asked for a payment; of a cancelled one only when that is wanted. */
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
