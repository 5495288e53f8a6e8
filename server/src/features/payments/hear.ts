import type { Deps } from "../../deps.ts";
import { canonicalEmail } from "../../lib/text/email-address.ts";
import { ProcessorFailure, type ProcessorPayment } from "../../ports/processor.ts";
import { lockPayment, settlePayment, type ChangedBy } from "./settle.ts";

/** The dependencies of a call to the processor. */
export type ProcessorDeps = Pick<Deps, "sql" | "clock" | "ids" | "secrets" | "processor">;

/** Reads a payment's status at the processor, and stores it; `by`: the one who asks for it, for the log. Rejects when the amount differs there: then nothing of it is trusted. */
export async function hear(
  { sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">,
  siteId: string,
  paymentId: string,
  ask: () => Promise<ProcessorPayment>,
  by?: ChangedBy,
): Promise<void> {
  // The time before the call: a change while the response is on its way is later than the response.
  const at = clock.now();
  const found = await ask();
  const saving = { now: clock.now(), ids };
  await sql.begin(async (tx) => {
    const payment = await lockPayment(tx, siteId, paymentId);
    if (!payment) return;
    if (found.amount !== payment.amount || found.currency !== payment.currency) throw new ProcessorFailure("unreachable", "other_amount");
    await settlePayment(tx, saving, siteId, payment, { ...found, at, email: canonicalEmail(found.email ?? "") ?? null }, by);
  });
}
