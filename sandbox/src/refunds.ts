import { formatAmount } from "./currencies.ts";
import { isChargedBack } from "./disputes.ts";
import { badParameter, missing, refused, type Json } from "./errors.ts";
import type { Form } from "./form.ts";
import { newId } from "./ids.ts";
import type { Charge, Refund } from "./ledger.ts";
import { fields, integer, metadata, oneOf, optional, readForm, text } from "./params.ts";
import { listOf, pageParams } from "./lists.ts";
import { usualBankSeconds } from "./payments.ts";
import { chargeShape, refundShape } from "./shapes.ts";
import { emit, type World } from "./world.ts";

const refundParams = fields({
  payment_intent: optional(text(200)),
  charge: optional(text(200)),
  amount: optional(integer(1)),
  reason: optional(oneOf("duplicate", "fraudulent", "requested_by_customer")),
  metadata,
});

const refundsParams = fields({ ...pageParams, payment_intent: optional(text(200)), charge: optional(text(200)) });

export function createRefund(world: World, account: string, form: Form): Json {
  const params = readForm(refundParams, form);
  const charge = chargeFor(world, account, params);
  if (isChargedBack(world, charge)) throw refused(`Charge ${charge.id} has been charged back.`, { code: "charge_disputed" });
  const left = charge.amount - charge.refunded;
  if (left === 0) throw refused(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  const amount = params.amount ?? left;
  if (amount > left) {
    const [wanted, rest] = [amount, left].map((value) => formatAmount(value, charge.currency));
    throw refused(`Refund amount (${wanted}) is greater than unrefunded amount on charge (${rest})`, { param: "amount" });
  }
  const { intent, currency } = charge;
  const { reason, metadata } = params;
  const refund: Refund = { id: newId("re"), account, created: world.now(), intent, charge: charge.id, amount, currency, reason, metadata };
  charge.refunded += amount;
  world.ledger.keep("refund", refund);
  world.ledger.keep("charge", charge);
  emit(world, account, "refund.created", refundShape(refund));
  emit(world, account, "charge.refunded", chargeShape(charge));
  awaitFailure(world, refund);
  return refundShape(refund);
}

/** The bank sends a refund back, after it succeeded. */
export function failRefund(world: World, id: string): Refund {
  const refund = world.ledger.refunds.get(id);
  if (!refund || refund.failure !== undefined) throw missing("refund that succeeded", id, "refund");
  const failedRefund: Refund = { ...refund, failure: "expired_or_canceled_card" };
  world.ledger.keep("refund", failedRefund);
  for (const type of ["refund.updated", "refund.failed"]) emit(world, refund.account, type, refundShape(failedRefund));
  return failedRefund;
}

/** Schedules the bank's decision about a refund to a card that takes none, also after a restart. */
export function awaitFailure(world: World, { id, charge, created, failure }: Refund): void {
  if (failure !== undefined || world.ledger.charges.get(charge)?.method.card !== "refund-fails") return;
  world.later(Math.max(0, created + usualBankSeconds - world.now()) * 1_000, () => {
    if (world.ledger.refunds.get(id)?.failure === undefined) failRefund(world, id);
  });
}

export function listRefunds(world: World, account: string, form: Form): Json {
  const { payment_intent: intent, charge, ...page } = readForm(refundsParams, form);
  const matchingRefunds = [...world.ledger.refunds.values()].filter(
    (refund) =>
      refund.account === account && (intent === null || refund.intent === intent) && (charge === null || refund.charge === charge),
  );
  return listOf("/v1/refunds", matchingRefunds, page, refundShape);
}

export function findRefund(world: World, account: string, id: string): Json {
  const refund = world.ledger.refunds.get(id);
  if (refund?.account !== account) throw missing("refund", id, "refund");
  return refundShape(refund);
}

export function findCharge(world: World, account: string, id: string): Json {
  const charge = world.ledger.charges.get(id);
  if (charge?.account !== account) throw missing("charge", id, "charge");
  return chargeShape(charge);
}

function chargeFor(world: World, account: string, params: ReturnType<typeof refundParams>): Charge {
  const { ledger } = world;
  if (params.payment_intent === null && params.charge === null)
    throw badParameter("One of the following params should be provided for this request: payment_intent or charge.");
  const intent = ledger.intents.get(params.payment_intent ?? "");
  if (params.payment_intent !== null && intent?.account !== account)
    throw missing("payment_intent", params.payment_intent, "payment_intent", 400);
  const charge = ledger.charges.get(params.charge ?? intent?.charge ?? "");
  if (params.charge !== null && charge?.account !== account) throw missing("charge", params.charge, "charge", 400);
  if (charge && intent && charge.intent !== intent.id)
    throw badParameter("The charge and the payment_intent are not of one payment.", "charge");
  if (charge?.status !== "succeeded")
    throw refused(`This ${intent ? `PaymentIntent (${intent.id})` : "charge"} does not have a successful charge to refund.`);
  return charge;
}
