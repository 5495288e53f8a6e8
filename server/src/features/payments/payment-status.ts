import type { PaymentStatus } from "../../ports/processor.ts";

// A payment only moves to a higher rank. In the first one, in which it is still open, what happened later counts, and of two
// things in one second the one that is named later here. So every order in which they are heard of ends alike.
const open = ["PENDING", "REQUIRES_ACTION", "PROCESSING", "FAILED"] as const;
const ranks: Readonly<Record<PaymentStatus, number>> = {
  PENDING: 0,
  REQUIRES_ACTION: 0,
  PROCESSING: 0,
  FAILED: 0,
  CANCELLED: 1,
  SUCCEEDED: 2,
  PARTIALLY_REFUNDED: 3,
  REFUNDED: 4,
};

/** Where a payment stands, and since when by the processor's clock: null when it was never heard of. */
export interface Standing {
  status: PaymentStatus;
  statusAt: Date | null;
  refunded: number;
}

/** Where a payment stands after something was heard of it: perhaps where it stood. Pure; the order of hearing does not matter. */
export function standingAfter(before: Standing, heard: { status: PaymentStatus; at: Date; refunded: number }): Standing {
  const refunded = Math.max(before.refunded, heard.refunded);
  const at = wholeSeconds(heard.at);
  const rise = ranks[heard.status] - ranks[before.status];
  const isLater =
    before.statusAt === null ||
    at > before.statusAt ||
    (at.getTime() === before.statusAt.getTime() && openIndex(heard.status) > openIndex(before.status));
  if (rise > 0 || (rise === 0 && ranks[heard.status] === 0 && isLater)) return { status: heard.status, statusAt: at, refunded };
  return { ...before, refunded };
}

/** Whether money came: it may have been given back since. */
export function isPaid(status: PaymentStatus): boolean {
  return ranks[status] >= ranks.SUCCEEDED;
}

function openIndex(status: PaymentStatus): number {
  return (open as readonly PaymentStatus[]).indexOf(status);
}

function wholeSeconds(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 1_000) * 1_000);
}
