import { checkAmount, checkLargest } from "./currencies.ts";
import { badParameter, missing, refused, type Json } from "./errors.ts";
import type { Form } from "./form.ts";
import { newId } from "./ids.ts";
import { newIntent } from "./intents.ts";
import type { Intent, Session } from "./ledger.ts";
import {
  currency,
  email,
  fields,
  integer,
  list,
  metadata,
  oneOf,
  optional,
  readForm,
  required,
  text,
  webUrl,
  type Reader,
} from "./params.ts";
import { cancel } from "./payments.ts";
import { isShippable } from "./postal-address.ts";
import { sessionShape } from "./shapes.ts";
import { emit, type World } from "./world.ts";

const minutes = 60;
const hours = 60 * minutes;

const product = fields({
  name: required(text(250)),
  description: optional(text(5_000)),
  images: optional(list(webUrl, 8)),
  metadata,
});

/** https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-locale */
const pageLocales = [
  ...([
    "auto",
    "bg",
    "cs",
    "da",
    "de",
    "el",
    "en",
    "en-GB",
    "es",
    "es-419",
    "et",
    "fi",
    "fil",
    "fr",
    "fr-CA",
    "hi-IN",
    "hr",
    "hu",
  ] as const),
  ...(["id", "it", "ja", "ko", "lt", "lv", "ms", "mt", "nb", "nl", "pl", "pt", "pt-BR", "ro", "ru", "sk", "sl", "sv", "th", "tr"] as const),
  ...(["vi", "zh", "zh-HK", "zh-TW"] as const),
];

const lineItem = fields({
  price_data: required(fields({ currency: required(currency), unit_amount: required(integer(0)), product_data: required(product) })),
  quantity: required(integer(1, 999_999)),
});

const shippingCountry: Reader<string> = (value, path) => {
  const country = text(2)(value, path);
  if (!isShippable(country)) throw badParameter(`Invalid ${path}: ${country} is not a country that can be shipped to.`, path);
  return country;
};

const sessionParams = fields({
  mode: required(oneOf("payment")),
  ui_mode: optional(oneOf("hosted_page")),
  line_items: required(list(lineItem, 100)),
  success_url: required(webUrl),
  cancel_url: optional(webUrl),
  client_reference_id: optional(text(200)),
  customer_email: optional(email),
  expires_at: optional(integer(0)),
  payment_intent_data: optional(fields({ description: optional(text(1_000)), metadata, receipt_email: optional(email) })),
  metadata,
  shipping_address_collection: optional(fields({ allowed_countries: required(list(shippingCountry, 300)) })),
  billing_address_collection: optional(oneOf("auto", "required")),
  branding_settings: optional(fields({ display_name: optional(text(250)) })),
  // Accepted without effect.
  locale: optional(oneOf(...pageLocales)),
  submit_type: optional(oneOf("auto", "book", "donate", "pay")),
  payment_method_types: optional(list(text(40), 50)),
});

export function createSession(world: World, account: string, form: Form): Json {
  const params = readForm(sessionParams, form);
  const now = world.now();
  const { currency, amount } = totalOf(params.line_items);
  const session: Session = {
    id: newId("cs_test", 58),
    account,
    created: now,
    status: "open",
    paid: false,
    currency,
    amount,
    items: params.line_items.map(
      ({
        quantity,
        price_data: {
          unit_amount: unitAmount,
          product_data: { name, description },
        },
      }) => ({
        name,
        description,
        unitAmount,
        quantity,
      }),
    ),
    successUrl: params.success_url,
    cancelUrl: params.cancel_url,
    reference: params.client_reference_id,
    metadata: params.metadata,
    customerEmail: params.customer_email,
    shippingCountries: params.shipping_address_collection?.allowed_countries ?? null,
    needsBilling: params.billing_address_collection === "required",
    email: null,
    address: null,
    shop: params.branding_settings?.display_name ?? null,
    locale: params.locale,
    expiresAt: expiryOf(params.expires_at, now),
    intent: null,
    intentData: {
      description: params.payment_intent_data?.description ?? null,
      metadata: params.payment_intent_data?.metadata ?? {},
      receiptEmail: params.payment_intent_data?.receipt_email ?? null,
    },
  };
  world.ledger.keep("session", session);
  return sessionShape(session, world.url);
}

/** The current state: a session whose time is up expires first. */
export function findSession(world: World, id: string, account?: string): Session {
  const session = world.ledger.sessions.get(id);
  if (!session || (account !== undefined && session.account !== account)) throw missing("checkout.session", id, "session");
  if (session.status === "open" && session.expiresAt <= world.now()) expire(world, session);
  return session;
}

export function expireSession(world: World, account: string, id: string): Json {
  const session = findSession(world, id, account);
  if (session.status !== "open")
    throw refused(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    );
  expire(world, session);
  return sessionShape(session, world.url);
}

export function expireWhatIsDue(world: World): void {
  const now = world.now();
  for (const session of world.ledger.openSessions) if (session.expiresAt <= now) expire(world, session);
}

/** The intent of an open session: made at the first payment attempt. */
export function intentOf(world: World, session: Session): Intent {
  const existing = world.ledger.intents.get(session.intent ?? "");
  if (existing) return existing;
  const { account, amount, currency, intentData } = session;
  const intent = newIntent(world, { account, amount, currency, ...intentData, automaticMethods: false, session: session.id });
  session.intent = intent.id;
  world.ledger.keep("session", session);
  return intent;
}

function expire(world: World, session: Session): void {
  session.status = "expired";
  world.ledger.keep("session", session);
  // A payer must not be able to complete the payment an hour after the session expired.
  const intent = world.ledger.intents.get(session.intent ?? "");
  if (intent) cancel(world, intent, "automatic");
  emit(world, session.account, "checkout.session.expired", sessionShape(session, world.url));
}

function totalOf(items: ReturnType<typeof lineItem>[]): { currency: string; amount: number } {
  const currency = items[0]?.price_data.currency;
  if (currency === undefined) throw badParameter("Missing required param: line_items.", "line_items", "parameter_missing");
  let amount = 0;
  items.forEach(({ quantity, price_data }, index) => {
    const param = `line_items[${index}][price_data]`;
    if (price_data.currency !== currency)
      throw badParameter(`All line items must have the same currency, found ${currency} and ${price_data.currency}.`, `${param}[currency]`);
    checkLargest(price_data.unit_amount, currency, "Amount", `${param}[unit_amount]`);
    amount += price_data.unit_amount * quantity;
  });
  checkAmount(amount, currency, "The Checkout Session's total amount due");
  return { currency, amount };
}

function expiryOf(wanted: number | null, now: number): number {
  if (wanted === null) return now + 24 * hours;
  const bad = (rule: string) => badParameter(`The \`expires_at\` timestamp must be ${rule} from Checkout Session creation.`, "expires_at");
  if (wanted < now + 30 * minutes) throw bad("at least 30 minutes");
  if (wanted > now + 24 * hours) throw bad("less than 24 hours");
  return wanted;
}
