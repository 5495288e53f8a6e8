import { cardOf, type Card } from "./cards.ts";
import { openDispute } from "./disputes.ts";
import { newId } from "./ids.ts";
import type { Charge, Intent, Session } from "./ledger.ts";
import { chargeShape, intentShape, sessionShape } from "./shapes.ts";
import { emit, type World } from "./world.ts";

/** How long a bank takes to answer a debit, unless the payer says otherwise. */
export const usualBankSeconds = 5;
/** Fourteen days. */
export const mostBankSeconds = 1_209_600;

/** Whether the state of an intent permits an attempt. Callers refuse any other. */
export function canBeTried(intent: Intent): boolean {
  return intent.status === "requires_payment_method" || intent.status === "requires_action";
}

/**
 * Charges an intent that `canBeTried`. A decline is a state of the intent, not an exception. It is synchronous, so that of a hundred
 * concurrent calls the first decides.
 */
export function attempt(world: World, intent: Intent, card: Card, email: string | null, bankSeconds = usualBankSeconds): void {
  intent.method = { id: newId("pm"), card: card.outcome, answersAt: world.now() + bankSeconds };
  intent.error = null;
  const session = sessionOf(world, intent);
  if (session && email !== null) session.email = email;
  switch (card.outcome) {
    case "needs-step":
      intent.status = "requires_action";
      keep(world, intent, session);
      return tell(world, "payment_intent.requires_action", intent);
    case "declined":
      return fail(world, intent, charge(world, intent, "failed", email), declined);
    case "succeeds":
    case "refund-fails":
      return succeed(world, intent, charge(world, intent, "succeeded", email), "checkout.session.completed");
    case "is-disputed": {
      const disputed = charge(world, intent, "succeeded", email);
      succeed(world, intent, disputed, "checkout.session.completed");
      openDispute(world, disputed);
      return;
    }
    case "pays-later":
    case "fails-later": {
      const pending = charge(world, intent, "pending", email);
      intent.status = "processing";
      if (session) session.status = "complete";
      keep(world, intent, session);
      emit(world, intent.account, "charge.pending", chargeShape(pending));
      tell(world, "payment_intent.processing", intent);
      if (session) tellSession(world, "checkout.session.completed", session);
      awaitBank(world, intent);
    }
  }
}

/** The second step of a card that asks for one: the intent must be `requires_action`. */
export function answerStep(world: World, intent: Intent, approved: boolean): void {
  const email = sessionOf(world, intent)?.email ?? null;
  if (approved) return succeed(world, intent, charge(world, intent, "succeeded", email), "checkout.session.completed");
  fail(world, intent, undefined, {
    code: "payment_intent_authentication_failure",
    message: "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
  });
}

/** The end of a payment that is `processing`. */
export function settle(world: World, intent: Intent, succeeds: boolean): void {
  const pending = world.ledger.charges.get(intent.charge ?? "");
  if (intent.status !== "processing" || !pending) return;
  pending.status = succeeds ? "succeeded" : "failed";
  world.ledger.keep("charge", pending);
  if (succeeds) return succeed(world, intent, pending, "checkout.session.async_payment_succeeded");
  fail(world, intent, pending, { code: "payment_method_provider_decline", message: "The bank refused the debit." });
  const session = sessionOf(world, intent);
  if (session) tellSession(world, "checkout.session.async_payment_failed", session);
}

/** Schedules the bank's result, also after a restart. */
export function awaitBank(world: World, intent: Intent): void {
  const leftSeconds = Math.max(0, (intent.method?.answersAt ?? 0) - world.now());
  world.later(leftSeconds * 1_000, () => settle(world, intent, intent.method?.card !== "fails-later"));
}

/** Ends an intent for good; it must not be processing, succeeded or cancelled. */
export function cancel(world: World, intent: Intent, reason: string | null): void {
  intent.status = "canceled";
  intent.canceledAt = world.now();
  intent.cancellationReason = reason;
  world.ledger.keep("intent", intent);
  tell(world, "payment_intent.canceled", intent);
}

const declined = { code: "card_declined", message: "Your card was declined.", declineCode: "generic_decline" };

function succeed(world: World, intent: Intent, paidCharge: Charge, sessionEvent: string): void {
  const session = sessionOf(world, intent);
  intent.status = "succeeded";
  if (session) {
    session.status = "complete";
    session.paid = true;
  }
  keep(world, intent, session);
  emit(world, intent.account, "charge.succeeded", chargeShape(paidCharge));
  tell(world, "payment_intent.succeeded", intent);
  if (session) tellSession(world, sessionEvent, session);
}

function fail(world: World, intent: Intent, failedCharge: Charge | undefined, error: NonNullable<Intent["error"]>): void {
  intent.status = "requires_payment_method";
  intent.error = error;
  keep(world, intent, sessionOf(world, intent));
  if (failedCharge) emit(world, intent.account, "charge.failed", chargeShape(failedCharge));
  tell(world, "payment_intent.payment_failed", intent);
}

function charge(world: World, intent: Intent, status: Charge["status"], email: string | null): Charge {
  const { account, amount, currency, description, metadata, receiptEmail } = intent;
  const method = intent.method ?? { id: newId("pm"), card: "succeeds", answersAt: world.now() };
  const id = newId(cardOf(method.card).bank ? "py" : "ch");
  const newCharge: Charge = {
    id,
    account,
    created: world.now(),
    intent: intent.id,
    status,
    amount,
    refunded: 0,
    currency,
    description,
    metadata: { ...metadata },
    receiptEmail,
    email,
    method,
  };
  world.ledger.keep("charge", newCharge);
  intent.charge = id;
  return newCharge;
}

function sessionOf(world: World, intent: Intent): Session | undefined {
  return intent.session === null ? undefined : world.ledger.sessions.get(intent.session);
}

function keep(world: World, intent: Intent, session: Session | undefined): void {
  world.ledger.keep("intent", intent);
  if (session) world.ledger.keep("session", session);
}

function tell(world: World, type: string, intent: Intent): void {
  emit(world, intent.account, type, intentShape(intent, world.url));
}

function tellSession(world: World, type: string, session: Session): void {
  emit(world, session.account, type, sessionShape(session, world.url));
}
