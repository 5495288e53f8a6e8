import { cardOf } from "./cards.ts";
import { refused, type Json } from "./errors.ts";
import type { Charge, Dispute, Endpoint, Intent, Ledger, Method, Refund, Session } from "./ledger.ts";

const unusedOfSession = nulls(
  "after_expiration allow_promotion_codes client_secret consent " +
    "consent_collection currency_conversion customer customer_account invoice origin_context payment_link " +
    "payment_method_configuration_details permissions recovered_from saved_payment_method_options setup_intent " +
    "shipping_cost submit_type subscription wallet_options",
);

const unusedOfIntent = nulls(
  "application application_fee_amount customer customer_account excluded_payment_method_types on_behalf_of " +
    "payment_method_configuration_details processing review setup_future_usage shipping source statement_descriptor " +
    "statement_descriptor_suffix transfer_data transfer_group",
);

const unusedOfCharge = nulls(
  "application application_fee application_fee_amount balance_transaction customer failure_balance_transaction " +
    "on_behalf_of outcome receipt_number receipt_url review shipping source source_transfer statement_descriptor " +
    "statement_descriptor_suffix transfer_data transfer_group",
);

export function sessionShape(session: Session, url: string): Json {
  const email = session.email ?? session.customerEmail;
  const { name = null, ...address } = session.address ?? {};
  return {
    id: session.id,
    object: "checkout.session",
    ...unusedOfSession,
    adaptive_pricing: { enabled: false },
    amount_subtotal: session.amount,
    amount_total: session.amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    cancel_url: session.cancelUrl,
    billing_address_collection: session.needsBilling ? "required" : null,
    client_reference_id: session.reference,
    collected_information: session.address && { business_name: null, individual_name: null, shipping_details: { address, name } },
    created: session.created,
    currency: session.currency,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer_creation: "if_required",
    customer_details:
      email === null
        ? null
        : {
            address: session.address && session.needsBilling ? address : null,
            email,
            name,
            phone: null,
            tax_exempt: "none",
            tax_ids: null,
          },
    customer_email: session.customerEmail,
    discounts: [],
    expires_at: session.expiresAt,
    invoice_creation: { enabled: false, invoice_data: null },
    livemode: false,
    locale: session.locale,
    metadata: session.metadata,
    mode: "payment",
    payment_intent: session.intent,
    payment_method_collection: "if_required",
    payment_method_options: {},
    payment_method_types: ["card", "sepa_debit"],
    payment_status: session.paid ? "paid" : "unpaid",
    phone_number_collection: { enabled: false },
    shipping_address_collection: session.shippingCountries && { allowed_countries: session.shippingCountries },
    shipping_options: [],
    status: session.status,
    success_url: session.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: session.status === "open" ? `${url}/c/pay/${session.id}` : null,
  };
}

export function intentShape(intent: Intent, url: string): Json {
  const step = `${url}/confirm/step?client_secret=${intent.secret}`;
  return {
    id: intent.id,
    object: "payment_intent",
    ...unusedOfIntent,
    amount: intent.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: intent.status === "succeeded" ? intent.amount : 0,
    automatic_payment_methods: intent.automaticMethods ? { allow_redirects: "always", enabled: true } : null,
    canceled_at: intent.canceledAt,
    cancellation_reason: intent.cancellationReason,
    capture_method: "automatic_async",
    client_secret: intent.secret,
    confirmation_method: "automatic",
    created: intent.created,
    currency: intent.currency,
    description: intent.description,
    last_payment_error: intent.error === null ? null : errorShape(intent),
    latest_charge: intent.charge,
    livemode: false,
    metadata: intent.metadata,
    next_action:
      intent.status === "requires_action"
        ? { redirect_to_url: { return_url: intent.returnUrl, url: step }, type: "redirect_to_url" }
        : null,
    payment_method: intent.status === "requires_payment_method" ? null : (intent.method?.id ?? null),
    payment_method_options: {},
    payment_method_types: ["card", "sepa_debit"],
    receipt_email: intent.receiptEmail,
    status: intent.status,
  };
}

/** Why the last attempt of an intent failed, as it appears in the intent and in the error of a call. */
export function errorShape(intent: Intent): Json {
  return {
    ...(intent.charge && { charge: intent.charge }),
    code: intent.error?.code,
    ...(intent.error?.declineCode && { decline_code: intent.error.declineCode }),
    doc_url: `https://docs.stripe.com/error-codes/${intent.error?.code.replaceAll("_", "-")}`,
    message: intent.error?.message,
    ...(intent.method && { payment_method: methodShape(intent.method, intent.created) }),
    type: intent.error?.code === "payment_intent_authentication_failure" ? "invalid_request_error" : "card_error",
  };
}

export function chargeShape(charge: Charge): Json {
  const failed = charge.status === "failed";
  return {
    id: charge.id,
    object: "charge",
    ...unusedOfCharge,
    amount: charge.amount,
    amount_captured: charge.status === "succeeded" ? charge.amount : 0,
    amount_refunded: charge.refunded,
    billing_details: { address: null, email: charge.email, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: "SANDBOX",
    captured: charge.status === "succeeded",
    created: charge.created,
    currency: charge.currency,
    description: charge.description,
    disputed: charge.isDisputed ?? false,
    failure_code: failed ? "card_declined" : null,
    failure_message: failed ? "Your card was declined." : null,
    fraud_details: {},
    livemode: false,
    metadata: charge.metadata,
    paid: charge.status === "succeeded",
    payment_intent: charge.intent,
    payment_method: charge.method.id,
    payment_method_details: detailsOf(charge.method),
    receipt_email: charge.receiptEmail,
    refunded: charge.refunded === charge.amount,
    status: charge.status,
  };
}

export function refundShape(refund: Refund): Json {
  return {
    id: refund.id,
    object: "refund",
    amount: refund.amount,
    balance_transaction: null,
    charge: refund.charge,
    created: refund.created,
    currency: refund.currency,
    destination_details: {
      card: { reference_status: "pending", reference_type: "acquirer_reference_number", type: "refund" },
      type: "card",
    },
    metadata: refund.metadata,
    payment_intent: refund.intent,
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.failure === undefined ? "succeeded" : "failed",
    transfer_reversal: null,
    ...(refund.failure !== undefined && { failure_reason: refund.failure }),
  };
}

export function disputeShape(dispute: Dispute): Json {
  return {
    id: dispute.id,
    object: "dispute",
    amount: dispute.amount,
    balance_transactions: [],
    charge: dispute.charge,
    created: dispute.created,
    currency: dispute.currency,
    evidence_details: { due_by: dispute.dueBy, has_evidence: false, past_due: false, submission_count: 0 },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: dispute.intent,
    reason: "fraudulent",
    status: dispute.status,
  };
}

/** The secret is shown once, to the client that made the endpoint. */
export function endpointShape(endpoint: Endpoint, withSecret: boolean): Json {
  return {
    id: endpoint.id,
    object: "webhook_endpoint",
    api_version: null,
    application: null,
    created: endpoint.created,
    description: endpoint.description,
    enabled_events: endpoint.enabledEvents,
    livemode: false,
    metadata: endpoint.metadata,
    ...(withSecret && { secret: endpoint.secret }),
    status: "enabled",
    url: endpoint.url,
  };
}

/** Replaces the ids that `paths` name by their objects. */
export function expand(object: Json, paths: readonly string[], ledger: Ledger, url: string): Json {
  const shapes: Record<string, (id: string) => Json | undefined> = {
    payment_intent: (id) => shapeOf(ledger.intents.get(id), (intent) => intentShape(intent, url)),
    latest_charge: (id) => shapeOf(ledger.charges.get(id), chargeShape),
    charge: (id) => shapeOf(ledger.charges.get(id), chargeShape),
  };
  paths.forEach((path, index) => {
    let place = object;
    for (const name of path.split(".")) {
      const shape = shapes[name];
      if (!shape || !Object.hasOwn(place, name))
        throw refused(`This property cannot be expanded (${path}).`, { param: `expand[${index}]` });
      const value = place[name];
      if (value === null) return;
      if (typeof value === "string") place[name] = shape(value);
      place = place[name] as Json;
    }
  });
  return object;
}

function shapeOf<T>(value: T | undefined, shape: (value: T) => Json): Json | undefined {
  return value && shape(value);
}

function methodShape(method: Method, created: number): Json {
  return { id: method.id, object: "payment_method", created, livemode: false, ...detailsOf(method) };
}

function detailsOf({ card: outcome }: Method): Json {
  const card = cardOf(outcome);
  const last4 = card.number.slice(-4);
  if (card.bank)
    return { sepa_debit: { bank_code: "37040044", country: "DE", last4: card.number.replaceAll(" ", "").slice(-4) }, type: "sepa_debit" };
  return { card: { brand: "visa", country: "US", exp_month: 12, exp_year: 2034, funding: "credit", last4 }, type: "card" };
}

/** Members that Stripe has and this processor never fills: null, as there. */
function nulls(names: string): Record<string, null> {
  return Object.fromEntries(names.split(" ").map((name) => [name, null]));
}
