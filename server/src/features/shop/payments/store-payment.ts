import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql, Transaction } from "../../../ports/database.ts";
import type { PaymentRequest } from "../../../ports/processor.ts";
import { lockPayment, settlePayment } from "./settle.ts";
import { unopenedCheckAfterMs, type KeptRequest } from "./payment.ts";

/** Stores the request to the processor before it is sent. */
export async function storePayment(
  tx: Sql,
  { now }: WriteContext,
  siteId: string,
  { reference, amount, currency, description, metadata, email, page }: PaymentRequest,
  orderId: string | null,
): Promise<void> {
  const keptRequest: KeptRequest = { email, page };
  await tx`
    insert into payments (
      site_id, id, order_id, amount, currency, description, metadata, status, request, check_at, created_at, updated_at
    )
    values (
      ${siteId}, ${reference}, ${orderId}, ${amount}, ${currency}, ${description}, ${JSON.stringify(metadata)}::json, 'PENDING',
      ${JSON.stringify(keptRequest)}::json, ${new Date(now.getTime() + unopenedCheckAfterMs)}, ${now}, ${now}
    )`;
}

/** A payment of nothing has succeeded, without a processor; everything that follows a payment follows. */
export async function settleFreePayment(tx: Transaction, ctx: WriteContext, siteId: string, paymentId: string): Promise<void> {
  const payment = await lockPayment(tx, siteId, paymentId);
  if (!payment) throw new Error("A payment that was just stored is not there.");
  const nothing = { sessionId: null, intentId: null, refunded: 0, email: null };
  await settlePayment(tx, ctx, siteId, payment, { ...nothing, status: "SUCCEEDED", at: ctx.now, isOver: true });
}
