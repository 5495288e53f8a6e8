import type { Deps } from "../../deps.ts";
import type { ProcessorFailure, ProcessorIds } from "../../ports/processor.ts";
import { abandonPayment, cancelPayment } from "./open-payment.ts";
import { openedCheckAfterMs } from "./payment.ts";
import { readPaymentSetup } from "./payment-settings.ts";
import { hear, type TaskDeps } from "./payment-tasks.ts";

const atOnce = 4;
/** Until a payment that could not be checked is looked at again, by this process or another. */
const againAfterMs = 2 * 60_000;
const longestPauseMs = 24 * 60 * 60_000;
/** A payment that nobody came to pay is not asked after any longer. */
const givenUpAfterMs = 60 * 24 * 60 * 60_000;

interface DuePayment extends ProcessorIds {
  siteId: string;
  id: string;
  createdAt: Date;
  /** When its order is given up; null: it has none. */
  expiresAt: Date | null;
}

/**
 * Looks after payments that nothing was heard of: ends those whose order is not paid in time, asks the processor for those
 * whose event may be lost, and cancels those that whoever opened them did not live to finish. Any number of processes may do
 * it at once: each takes others, and doing one twice changes nothing.
 */
export async function checkPayments(deps: TaskDeps & Pick<Deps, "draining" | "log">): Promise<void> {
  const work = async () => {
    for (;;) {
      const due = deps.draining.aborted ? undefined : await takeDue(deps);
      if (!due) return;
      await checkPayment(deps, due).catch((error: unknown) => {
        const { kind, reason } = error as Partial<ProcessorFailure>;
        deps.log.warn({ siteId: due.siteId, paymentId: due.id, error: (error as Error).name, kind, reason }, "a payment cannot be checked");
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** The next one that is due, put off at the same time: no other process takes it meanwhile. */
async function takeDue({ sql, clock }: TaskDeps): Promise<DuePayment | undefined> {
  const now = clock.now();
  const [due] = await sql<DuePayment>`
    update payments set check_at = ${new Date(now.getTime() + againAfterMs)}
    from (
      select found.site_id, found.id, orders.expires_at
      from sites
      join payments as found on found.site_id = sites.id and found.check_at <= ${now}
      left join orders on orders.site_id = found.site_id and orders.id = found.order_id
      order by found.check_at
      limit 1
      for update of found skip locked
    ) as chosen
    where payments.site_id = chosen.site_id and payments.id = chosen.id
    returning
      payments.site_id as "siteId",
      payments.id,
      payments.processor_session_id as "sessionId",
      payments.processor_intent_id as "intentId",
      payments.created_at as "createdAt",
      chosen.expires_at as "expiresAt"`;
  return due;
}

async function checkPayment(deps: TaskDeps, due: DuePayment): Promise<void> {
  const { siteId, id, sessionId, intentId, createdAt, expiresAt } = due;
  if (sessionId === null && intentId === null) return abandonPayment(deps, siteId, id, { mayExist: true });
  const setup = await readPaymentSetup(deps, siteId, "");
  const now = deps.clock.now();
  const hasExpired = expiresAt !== null && expiresAt <= now;
  if (setup !== "off" && setup !== "incomplete") {
    const { read, end } = deps.processor;
    await hear(deps, siteId, id, await (hasExpired ? end : read)(setup.secretKey, due));
  } else if (hasExpired) {
    // Nobody can be asked any more, and the stock is for who can pay. The processor's page is over soon by itself.
    return cancelPayment(deps, siteId, id);
  }
  const age = now.getTime() - createdAt.getTime();
  const pauseMs = Math.min(Math.max(openedCheckAfterMs, age / 2), longestPauseMs);
  const nextAt = new Date(now.getTime() + pauseMs);
  const checkAt = age > givenUpAfterMs ? null : expiresAt !== null && !hasExpired && expiresAt < nextAt ? expiresAt : nextAt;
  // Unless it is over by now.
  await deps.sql`
    update payments set check_at = ${checkAt}
    where site_id = ${siteId} and id = ${id} and check_at is not null`;
}
