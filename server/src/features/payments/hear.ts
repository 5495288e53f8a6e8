import type { Deps } from "../../deps.ts";
import { canonicalEmail } from "../../lib/text/email-address.ts";
import { ProcessorFailure, type ProcessorPayment } from "../../ports/processor.ts";
import { lockPayment, settlePayment } from "./settle.ts";

/** What asking the processor takes. */
export type ProcessorDeps = Pick<Deps, "sql" | "clock" | "ids" | "secrets" | "processor">;

/** Asks how a payment stands at the processor, and writes it down. Rejects when it is of another amount there: nothing of it is believed. */
export async function hear(
  { sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">,
  siteId: string,
  paymentId: string,
  ask: () => Promise<ProcessorPayment>,
): Promise<void> {
  // Of before it was asked: what happens while the answer is on its way is later than the answer.
  const at = clock.now();
  const found = await ask();
  const saving = { now: clock.now(), ids };
  await sql.begin(async (tx) => {
    const payment = await lockPayment(tx, siteId, paymentId);
    if (!payment) return;
    if (found.amount !== payment.amount || found.currency !== payment.currency) throw new ProcessorFailure("unreachable", "other_amount");
    await settlePayment(tx, saving, siteId, payment, { ...found, at, email: canonicalEmail(found.email ?? "") ?? null });
  });
}
