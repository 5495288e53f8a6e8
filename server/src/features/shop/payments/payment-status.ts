import type { PaymentStatus } from "../../../ports/processor.ts";

// A payment only moves to a higher rank. In the lowest, in which it is still open, the later change counts, and of two in one second the
// one that is later in this list. So every order of events has the same result.
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

/** A payment's status, and its time by the processor's clock: null before the first report. */
export interface Standing {
  status: PaymentStatus;
  statusAt: Date | null;
  refunded: number;
}

/** A payment's status after a report: it may be unchanged. Pure; the order of reports does not matter. */
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

/** Whether the payment was paid: it may have been refunded since. */
export function isPaid(status: PaymentStatus): boolean {
  return ranks[status] >= ranks.SUCCEEDED;
}

function openIndex(status: PaymentStatus): number {
  return (open as readonly PaymentStatus[]).indexOf(status);
}

function wholeSeconds(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 1_000) * 1_000);
}
