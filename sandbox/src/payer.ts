import { findCard } from "./cards.ts";
import { refused, missing } from "./errors.ts";
import { findBySecret } from "./intents.ts";
import type { Intent, Session } from "./ledger.ts";
import { answerStep, attempt, canBeTried, mostBankSeconds } from "./payments.ts";
import { findSession, intentOf } from "./sessions.ts";
import type { PostalAddress } from "./postal-address.ts";
import type { World } from "./world.ts";

/** The object of a payment: a session, or an intent by its client secret. */
export interface Bill {
  session: Session | undefined;
  /** Absent before the first attempt to pay a session. */
  intent: Intent | undefined;
}

export function billOf(world: World, { session: id, clientSecret = "" }: { session?: string; clientSecret?: string }): Bill {
  if (id === undefined) {
    const intent = findBySecret(world, clientSecret);
    if (intent?.session !== null) throw missing("payment_intent", clientSecret.split("_secret_")[0] ?? "", "client_secret");
    return { session: undefined, intent };
  }
  const session = findSession(world, id);
  return { session, intent: world.ledger.intents.get(session.intent ?? "") };
}

/** The state of `bill`: whether it can be paid, waits for the second step of a card, or is over. */
export function stageOf({ session, intent }: Bill): "open" | "step" | "paid" | "processing" | "over" {
  if (session?.status === "expired" || intent?.status === "canceled") return "over";
  if (intent?.status === "succeeded") return "paid";
  if (intent?.status === "processing") return "processing";
  // A debit that failed after its session was complete is not tried again on the page.
  if (session && session.status !== "open") return "over";
  return intent?.status === "requires_action" ? "step" : "open";
}

/** Pays with a card of the list, like a payer on the page. Throws if the bill cannot be paid any more. */
export function pay(
  world: World,
  bill: Bill,
  cardName: string,
  { email, address = null, bankSeconds }: { email: string | null; address?: PostalAddress | null; bankSeconds?: number | undefined },
): void {
  const card = findCard(cardName);
  if (!card) throw refused(`There is no test card ${cardName}.`, { param: "card" });
  if (bankSeconds !== undefined && !(bankSeconds <= mostBankSeconds))
    throw refused(`A bank takes at most ${mostBankSeconds} seconds.`, { param: "bankSeconds" });
  const stage = stageOf(bill);
  if (stage !== "open" && stage !== "step") throw nothingToPay();
  const intent = bill.intent ?? (bill.session && intentOf(world, bill.session));
  if (!intent || !canBeTried(intent)) throw nothingToPay();
  bill.intent = intent;
  if (bill.session && address) bill.session.address = address;
  attempt(world, intent, card, email ?? bill.session?.email ?? bill.session?.customerEmail ?? intent.receiptEmail, bankSeconds);
}

/** The second step that a bank asked for. */
export function takeStep(world: World, bill: Bill, approved: boolean): void {
  if (stageOf(bill) !== "step" || !bill.intent) throw refused("No second step is asked for.", { code: "nothing_to_approve" });
  answerStep(world, bill.intent, approved);
}

function nothingToPay() {
  return refused("There is nothing to pay any more.", { code: "nothing_to_pay" });
}
