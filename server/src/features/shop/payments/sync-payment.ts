import type { Deps } from "../../../deps.ts";
import { canonicalEmail } from "../../../lib/text/email-address.ts";
import type { Transaction } from "../../../ports/database.ts";
import { ProcessorFailure, type ProcessorPayment } from "../../../ports/processor.ts";
import { lockPayment, settlePayment, type ChangedBy } from "./settle.ts";

/** The dependencies of a call to the processor. */
export type ProcessorDeps = Pick<Deps, "sql" | "clock" | "ids" | "secrets" | "processor">;

/**
 * Reads a payment's status at the processor, and stores it; `by`: the one who asks for it, for the log. `then` continues the transaction, and
 * its result is the result. Rejects when the amount differs there: then nothing of it is trusted.
 */
export async function syncPayment<T = void>(
  { sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">,
  siteId: string,
  paymentId: string,
  ask: () => Promise<ProcessorPayment>,
  { by, then }: { by?: ChangedBy; then?: (tx: Transaction) => Promise<T> } = {},
): Promise<T | undefined> {
  // The time before the call: a change while the response is on its way is later than the response.
  const at = clock.now();
  const processorPayment = await ask();
  const ctx = { now: clock.now(), ids };
  return sql.begin(async (tx) => {
    const payment = await lockPayment(tx, siteId, paymentId);
    if (!payment) return undefined;
    if (processorPayment.amount !== payment.amount || processorPayment.currency !== payment.currency)
      throw new ProcessorFailure("unreachable", "other_amount");
    await settlePayment(
      tx,
      ctx,
      siteId,
      payment,
      { ...processorPayment, at, email: canonicalEmail(processorPayment.email ?? "") ?? null },
      by,
    );
    return then?.(tx);
  });
}
