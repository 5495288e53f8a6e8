import type { Deps } from "../../../../deps.ts";
import { job } from "../../../../lib/tasks/job.ts";
import { ProcessorFailure, type OpenedPayment, type ProcessorIds } from "../../../../ports/processor.ts";
import { abandonPayment, cancelHere } from "../open-payment.ts";
import { putOff, takeDue, type DuePayment } from "../due-payments.ts";
import { openedCheckAfterMs, readPaymentRequest } from "../payment.ts";
import { readSecretKey } from "../payment-settings.ts";
import { syncPayment, type ProcessorDeps } from "../sync-payment.ts";

type CheckDeps = ProcessorDeps & Pick<Deps, "draining" | "log">;

const name = "check payments";
const by = { actor: { kind: "JOB" }, action: name } as const;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const atOnce = 4;
/** Older payments are not checked any more. */
const givenUpAfterMs = 60 * dayMs;

/**
 * Checks payments without recent events: ends those whose order was not paid in time, reads those whose event may be lost, cancels those
 * whose process stopped before it opened them, and ends payments at the processor that were cancelled here. Any number of processes may run
 * it at once: each takes others, and checking one twice changes nothing.
 */
export const checkPayments = job({ name, everyMs: 15_000 }, async (deps: CheckDeps) => {
  const work = async () => {
    for (;;) {
      const due = deps.draining.aborted ? [] : await takeDue(deps);
      if (due.length === 0) return;
      for (const payment of due) if (!deps.draining.aborted) await checkPayment(deps, payment);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
});

/** Never rejects: a failed check is retried, at growing intervals. */
async function checkPayment(deps: CheckDeps, due: DuePayment): Promise<void> {
  const { siteId, id } = due;
  const ageMs = deps.clock.now().getTime() - due.createdAt.getTime();
  try {
    if (ageMs > givenUpAfterMs) {
      deps.log.error({ siteId, paymentId: id, status: due.status }, "a payment is not asked after any longer");
      await cancelHere(deps, siteId, id, { mayExist: false, by });
      return;
    }
    // The end at the processor follows right after: the payment is due again at once.
    if (isUnopened(due) && due.status !== "CANCELLED") return await abandonPayment(deps, siteId, id, { mayExist: true, by });
    await askAfter(deps, due);
    await putOff(deps, due, Math.min(Math.max(openedCheckAfterMs, ageMs / 2), dayMs));
  } catch (error) {
    const { kind, reason } = error as Partial<ProcessorFailure>;
    deps.log.warn({ siteId, paymentId: id, error: (error as Error).name, kind, reason }, "a payment cannot be checked");
    await putOff(deps, due, Math.min(Math.max(2 * minuteMs, ageMs / 30), dayMs / 4)).catch(() => undefined);
  }
}

/** Reads the payment's status at the processor, or ends it there, and stores the result. */
async function askAfter(deps: CheckDeps, due: DuePayment): Promise<void> {
  const { siteId, id, status, expiresAt } = due;
  const hasExpired = expiresAt !== null && expiresAt <= deps.clock.now();
  const isCancelled = status === "CANCELLED";
  try {
    const secretKey = await readSecretKey(deps, siteId);
    if (secretKey === undefined) throw new ProcessorFailure("refused", "no_secret_key");
    const ids = isUnopened(due) ? await openAgain(deps, due, secretKey) : due;
    if (!ids) return await cancelHere(deps, siteId, id, { mayExist: false, by });
    await syncPayment(deps, siteId, id, () => deps.processor[isCancelled || hasExpired ? "end" : "read"](secretKey, ids), { by });
  } catch (error) {
    // With an invalid key the status may never be known. The stock is for buyers who can pay; the checks continue all the same.
    const isRefused = error instanceof ProcessorFailure && error.kind === "refused";
    if (isRefused && hasExpired && !isCancelled) await cancelHere(deps, siteId, id, { mayExist: true, by });
    throw error;
  }
}

/** Repeats the same request: the processor returns the payment of the first, or makes it now, to be ended at once. */
async function openAgain(deps: CheckDeps, { siteId, id }: DuePayment, secretKey: string): Promise<OpenedPayment | undefined> {
  const request = await readPaymentRequest(deps.sql, siteId, id, { cancelled: true });
  const closesAt = request?.page?.expiresAt ?? null;
  // A page that nobody knows expires by itself.
  if (!request || (closesAt !== null && closesAt * 1_000 < deps.clock.now().getTime())) return undefined;
  try {
    return await deps.processor.open(secretKey, request);
  } catch (error) {
    // The processor refused the request itself: then there is no payment.
    if (error instanceof ProcessorFailure && error.kind === "refused" && !isAboutTheKey(error)) return undefined;
    throw error;
  }
}

function isAboutTheKey({ reason }: ProcessorFailure): boolean {
  return reason === "authentication" || reason === "permission";
}

function isUnopened({ sessionId, intentId }: ProcessorIds): boolean {
  return sessionId === null && intentId === null;
}
