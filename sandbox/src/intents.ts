import { findCard, type Card } from "./cards.ts";
import { checkAmount } from "./currencies.ts";
import { ApiError, badParameter, missing, refused, type Json } from "./errors.ts";
import type { Form } from "./form.ts";
import { newId } from "./ids.ts";
import type { Intent } from "./ledger.ts";
import { currency, email, fields, flag, integer, list, metadata, oneOf, optional, readForm, required, text, webUrl } from "./params.ts";
import { attempt, canBeTried, cancel } from "./payments.ts";
import { errorShape, intentShape } from "./shapes.ts";
import { emit, type World } from "./world.ts";

const intentParams = fields({
  amount: required(integer(1)),
  currency: required(currency),
  description: optional(text(1_000)),
  metadata,
  automatic_payment_methods: optional(fields({ enabled: required(flag), allow_redirects: optional(oneOf("always", "never")) })),
  payment_method_types: optional(list(text(40), 50)),
  receipt_email: optional(email),
});

const reasons = oneOf("duplicate", "fraudulent", "requested_by_customer", "abandoned");
const cancelParams = fields({ cancellation_reason: optional(reasons) });

const billing = fields({ email: optional(email), name: optional(text(500)) });
const cardParams = fields({
  number: required(text(40)),
  exp_month: required(integer(1, 12)),
  exp_year: required(integer(1)),
  cvc: optional(text(4)),
});
const confirmParams = fields({
  client_secret: optional(text(300)),
  payment_method: optional(text(200)),
  payment_method_data: optional(fields({ type: required(oneOf("card")), card: required(cardParams), billing_details: optional(billing) })),
  receipt_email: optional(email),
  return_url: optional(webUrl),
});

type NewIntent = Pick<
  Intent,
  "account" | "amount" | "currency" | "description" | "metadata" | "receiptEmail" | "automaticMethods" | "session"
>;

export function newIntent(world: World, input: NewIntent): Intent {
  const id = newId("pi");
  const intent: Intent = {
    id,
    ...input,
    created: world.now(),
    secret: newId(`${id}_secret`, 25),
    status: "requires_payment_method",
    charge: null,
    method: null,
    error: null,
    returnUrl: null,
    canceledAt: null,
    cancellationReason: null,
  };
  world.ledger.keep("intent", intent);
  emit(world, intent.account, "payment_intent.created", intentShape(intent, world.url));
  return intent;
}

export function createIntent(world: World, account: string, form: Form): Json {
  const params = readForm(intentParams, form);
  checkAmount(params.amount, params.currency, "Amount", "amount");
  const { amount, currency, description, metadata, receipt_email: receiptEmail } = params;
  if (params.automatic_payment_methods && params.payment_method_types)
    throw badParameter("You may only specify one of these parameters: automatic_payment_methods, payment_method_types.");
  const automaticMethods = params.automatic_payment_methods?.enabled ?? params.payment_method_types === null;
  const intent = newIntent(world, { account, amount, currency, description, metadata, receiptEmail, automaticMethods, session: null });
  return intentShape(intent, world.url);
}

export function findIntent(world: World, id: string, account?: string): Intent {
  const intent = world.ledger.intents.get(id);
  if (!intent || (account !== undefined && intent.account !== account)) throw missing("payment_intent", id, "intent");
  return intent;
}

/** The intent that a client secret is for. */
export function findBySecret(world: World, secret: string): Intent | undefined {
  const intent = world.ledger.intents.get(secret.split("_secret_")[0] ?? "");
  return intent?.secret === secret ? intent : undefined;
}

export function cancelIntent(world: World, account: string, id: string, form: Form): Json {
  const { cancellation_reason: reason } = readForm(cancelParams, form);
  const intent = findIntent(world, id, account);
  if (intent.session !== null)
    throw unexpectedState(world, intent, "You cannot cancel a PaymentIntent of a Checkout Session. Expire the Checkout Session instead.");
  if (!canBeTried(intent))
    throw unexpectedState(
      world,
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action.`,
    );
  cancel(world, intent, reason);
  return intentShape(intent, world.url);
}

/** `account` is absent for a publishable key, whose caller must give the client secret. */
export function confirmIntent(world: World, account: string | undefined, id: string, form: Form): Json {
  const params = readForm(confirmParams, form);
  const intent = findIntent(world, id, account);
  if (account === undefined && params.client_secret === null)
    throw badParameter("Missing required param: client_secret.", "client_secret", "parameter_missing");
  if (params.client_secret !== null && params.client_secret !== intent.secret)
    throw badParameter(
      "The client_secret provided does not match any associated PaymentIntent on this account.",
      "client_secret",
      "payment_intent_invalid_parameter",
    );
  const card = cardFrom(params);
  if (intent.session !== null)
    throw unexpectedState(world, intent, "You cannot confirm a PaymentIntent of a Checkout Session; it is confirmed on its page.");
  if (!canBeTried(intent))
    throw unexpectedState(world, intent, `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`);
  if (!card) throw unexpectedState(world, intent, "You cannot confirm this PaymentIntent because it's missing a payment method.");
  intent.returnUrl = params.return_url;
  if (params.receipt_email !== null) intent.receiptEmail = params.receipt_email;
  attempt(world, intent, card, params.payment_method_data?.billing_details?.email ?? intent.receiptEmail);
  if (intent.error) throw new ApiError(402, { ...errorShape(intent), payment_intent: intentShape(intent, world.url) });
  return intentShape(intent, world.url);
}

function cardFrom({ payment_method: method, payment_method_data: data }: ReturnType<typeof confirmParams>): Card | undefined {
  if (method !== null) {
    const card = method.startsWith("pm_") ? findCard(method) : undefined;
    if (!card) throw missing("PaymentMethod", method, "payment_method", 400);
    return card;
  }
  if (data === null) return undefined;
  const card = /^[\d ]+$/.test(data.card.number) ? findCard(data.card.number) : undefined;
  if (!card)
    throw new ApiError(
      402,
      { type: "card_error", code: "incorrect_number", message: "Your card number is incorrect.", param: "number" },
      true,
    );
  return card;
}

function unexpectedState(world: World, intent: Intent, message: string): ApiError {
  return refused(message, { code: "payment_intent_unexpected_state", payment_intent: intentShape(intent, world.url) });
}
