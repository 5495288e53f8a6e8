import { missing, refused, type Json } from "./errors.ts";
import { newId } from "./ids.ts";
import type { Charge, Dispute } from "./ledger.ts";
import { disputeShape } from "./shapes.ts";
import { emit, type World } from "./world.ts";

/** How long a shop may take to respond. */
const daysToRespond = 14;

/** The payer's bank asks for the money of a charge that succeeded. A charge has one dispute at most. */
export function openDispute(world: World, charge: Charge, amount = charge.amount): Dispute {
  if (charge.status !== "succeeded") throw refused(`Charge ${charge.id} did not succeed.`);
  if (disputeOf(world, charge)) throw refused(`Charge ${charge.id} has a dispute.`);
  if (!(amount >= 1 && amount <= charge.amount)) throw refused(`The amount must be between 1 and ${charge.amount}.`, { param: "amount" });
  const { account, currency, intent } = charge;
  const created = world.now();
  const dueBy = created + daysToRespond * 86_400;
  const dispute: Dispute = {
    id: newId("dp"),
    account,
    created,
    intent,
    charge: charge.id,
    amount,
    currency,
    status: "needs_response",
    dueBy,
  };
  world.ledger.keep("dispute", dispute);
  world.ledger.keep("charge", { ...charge, isDisputed: true });
  emit(world, account, "charge.dispute.created", disputeShape(dispute));
  return dispute;
}

/** The bank decides. */
export function closeDispute(world: World, charge: Charge, outcome: "won" | "lost"): Dispute {
  const open = disputeOf(world, charge);
  if (open?.status !== "needs_response") throw missing("open dispute", charge.id, "intent");
  const dispute: Dispute = { ...open, status: outcome };
  world.ledger.keep("dispute", dispute);
  emit(world, dispute.account, "charge.dispute.closed", disputeShape(dispute));
  return dispute;
}

export function findDispute(world: World, account: string, id: string): Json {
  const dispute = world.ledger.disputes.get(id);
  if (dispute?.account !== account) throw missing("dispute", id, "dispute");
  return disputeShape(dispute);
}

/** Whether the payer's bank has the money of a charge: it gives it back if the shop wins. */
export function isChargedBack(world: World, charge: Charge): boolean {
  const dispute = disputeOf(world, charge);
  return dispute !== undefined && dispute.status !== "won";
}

function disputeOf({ ledger }: World, { id }: Charge): Dispute | undefined {
  return [...ledger.disputes.values()].find(({ charge }) => charge === id);
}
