import type { OrderEnd } from "./end-order.ts";
import { ProcessorFailure } from "../../../ports/processor.ts";
import { CommandError } from "../../../lib/cli/command.ts";

/** Why an order was neither cancelled nor refunded, for the person at the command line. */
export function refuseOrderEnd(reason: NonNullable<OrderEnd["refused"]>, slug: string, number: number, status: string): CommandError {
  const reasons: Record<typeof reason, string> = {
    "no-such-order": `The site "${slug}" has no order ${number}.`,
    "not-pending": `Order ${number} is ${status}: only a pending one can be cancelled. What is paid can be refunded.`,
    "under-way": `The payment of order ${number} is under way and cannot be stopped: wait for it, and refund it if need be.`,
    "not-paid": `Order ${number} is ${status}: there is nothing to refund.`,
    "nothing-left": `Order ${number} is ${status}: there is nothing to refund.`,
    "too-much": `Order ${number} has not so much left to refund.`,
    "too-many-units": `Order ${number} has not so many units left to refund.`,
    "no-amount": `These units of order ${number} cost nothing: there is nothing to refund.`,
    "gift-card-used": `A gift card of order ${number} has been used: refund an amount instead.`,
    "refund-under-way": `Another refund of order ${number} has no answer yet: wait two minutes, and run the command again.`,
    "payments-off": `The site "${slug}" has no key of the payment processor, which cannot be asked without one.`,
  };
  return new CommandError(reasons[reason]);
}

/** Runs work that needs the processor, with its failures in readable words. */
export async function viaProcessor<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProcessorFailure)) throw error;
    const what = error.kind === "refused" || error.kind === "declined" ? "refused" : "cannot be reached, or did not answer";
    const reason = error.reason === undefined ? "" : ` (${error.reason})`;
    throw new CommandError(`The payment processor ${what}${reason}. Nothing is lost: run the command again.`);
  }
}
