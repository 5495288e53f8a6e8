import { messages } from "../../../lib/messages/index.ts";
import { languageOf } from "../../../lib/text/language.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../../../deps.ts";
import { givenEmail } from "../../../lib/text/given-email.ts";
import { lockSiteForOrder } from "../../../lib/published/lock-site.ts";
import { apiKeyInvalid, siteSuspended } from "../../../lib/http/credential-problems.ts";
import { answerOnce } from "../../../lib/http/idempotency.ts";
import { tokenInvalid } from "../../../lib/http/own-identity.ts";
import { ProblemError } from "../../../lib/http/problem.ts";
import type { Site } from "../../../lib/site.ts";
import { requestedCurrency } from "../../../lib/text/currency.ts";
import { readLocale } from "../../../lib/text/locale.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import type { Sql } from "../../../ports/database.ts";
import type { PaymentRequest } from "../../../ports/processor.ts";
import {
  endReplaced,
  openPayment,
  paymentsNotConfigured,
  readPaymentRequest,
  settleFreePayment,
  storePayment,
  storeReplaced,
  type EndedPayment,
  type PaymentSetup,
} from "../payments/index.ts";
import { discountInvalid, readCandidates, type Candidate, type UnusableDiscount } from "../discounts/index.ts";
import { readCards, readGuessedCards, type CardAmount, type OwnedCard } from "../gift-cards/index.ts";
import { canonicalAddress, placeOrder, type Address, type NewOrder } from "../orders/index.ts";
import { mergeItems, paymentLines, readCart, unavailable, unsoldIn } from "./cart.ts";
import { readCheckoutRules } from "./checkout-rules.ts";
import { customerMismatch, customerUnknown, giftCardInvalid, outOfStock, totalsChanged, type CheckoutBody } from "./checkout.ts";
import { discountMessage } from "./discount-problems.ts";
import { orderOf, quoteCart } from "./quote.ts";
import { readWrittenCandidates } from "./read-written-candidates.ts";
import { refuseQuote } from "./refuse-quote.ts";

type CheckoutRequest = Pick<FastifyRequest, "headers" | "site" | "apiKeyId" | "customer" | "client" | "routeOptions"> & {
  body: CheckoutBody;
};

/** The processor's page stays open a little longer than the order, so that a payment in the last second succeeds. */
const pageOutlivesOrderMs = 2 * 60_000;
/** https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-expires_at: at most a day, counted there. */
const longestPageMs = 24 * 60 * 60_000 - 5 * 60_000;

/**
 * Makes a pending order and has the processor open its payment: on a page of its own, or none. First it stores the order, then it calls the
 * processor, with no transaction open, then it stores the response. Returns the order and the data that the payer needs; null for one that costs nothing,
 * which needs no processor and is paid at once.
 */
export async function checkOut(
  deps: Deps,
  setup: PaymentSetup,
  request: CheckoutRequest,
  reply: FastifyReply,
  urls: { successUrl: string; cancelUrl: string } | null,
): Promise<{ orderId: string; number: number; handover: string | null }> {
  const { site } = request;
  if (setup === "off" || setup === "incomplete") throw new ProblemError(paymentsNotConfigured);
  return deps.processorLimiter.run(site.id, () =>
    answerOnce(
      deps,
      request,
      reply,
      async (attempt) => {
        const begun = attempt.begunPaymentId && (await readBegun(deps, site.id, attempt.begunPaymentId));
        const { orderId, number, payment } = begun || (await replaceOrBegin(deps, setup.secretKey, request, urls, attempt.remember));
        const handover = payment.amount === 0 ? null : await openPayment(deps, site.id, setup.secretKey, payment);
        return { orderId, number, handover };
      },
      async (paymentId) => (await readPaymentRequest(deps.sql, site.id, paymentId)) === undefined,
    ),
  );
}

/** Ends the order that this one replaces at the processor first, with no transaction open. */
async function replaceOrBegin(
  deps: Deps,
  secretKey: string,
  request: CheckoutRequest,
  urls: { successUrl: string; cancelUrl: string } | null,
  remember: (tx: Sql, paymentId: string) => Promise<void>,
): Promise<Begun> {
  const { site, body } = request;
  const items = mergeItems(body.items);
  const { discountCodes: codes = [], giftCards = [] } = body;
  const guess = { client: request.client, now: deps.clock.now() };
  // Outside of the transaction, which a refusal undoes.
  if (codes.length > 0) await readWrittenCandidates(deps.sql, site.id, { ...guess, codes, replaces: null });
  const cards = await readGuessedCards(deps.sql, deps.secrets, site.id, { ...guess, codes: giftCards });
  const ended =
    body.replaces !== undefined && isUuid(body.replaces) ? await endReplaced(deps, site.id, secretKey, body.replaces) : undefined;
  return deps.siteLimiter.run(site.id, () =>
    beginOrder(deps, request, { items, cardIds: cards.flatMap((card) => card?.id ?? []), ended, urls }, remember),
  );
}

interface Begun {
  orderId: string;
  number: number;
  payment: PaymentRequest;
}

interface NewCheckout {
  items: ReturnType<typeof mergeItems>;
  /** The gift cards that are to pay. */
  cardIds: readonly string[];
  /** The payment of the order that this one replaces. */
  ended: EndedPayment | undefined;
  urls: { successUrl: string; cancelUrl: string } | null;
}

async function beginOrder(
  { sql, clock, ids, secrets }: Deps,
  { site, customer, body }: CheckoutRequest,
  { items, cardIds, ended, urls }: NewCheckout,
  remember: (tx: Sql, paymentId: string) => Promise<void>,
): Promise<Begun> {
  const customerEmail = body.customerEmail === undefined ? null : givenEmail(body.customerEmail, "customerEmail");
  const locale = readLocale(site, body.locale);
  const words = messages[languageOf(locale)].order;
  const shippingAddress = body.shippingAddress ? canonicalAddress(body.shippingAddress, "shippingAddress") : null;
  const billingAddress = body.billingAddress ? canonicalAddress(body.billingAddress, "billingAddress") : null;
  const ctx = { now: clock.now(), ids };
  const [orderId, reference] = [ids.secret(), ids.secret()];
  return sql.begin(async (tx) => {
    const { email, expiryMinutes, countries, claimedCustomerId } = await readBuyer(tx, site, customer?.id ?? null, body.customerId ?? null);
    if (ended)
      await storeReplaced(tx, ctx, site.id, ended, {
        variantIds: items.map(({ variantId }) => variantId),
        discountCodes: body.discountCodes ?? [],
        cardIds,
      });
    const giftCards = await readCards(tx, secrets, site.id, body.giftCards ?? [], ctx.now);
    const buyerEmail = customerEmail ?? email;
    const isKnown = customer !== undefined || buyerEmail !== null;
    const wishes = { shippingAddress, billingAddress, locale, giftCards, isKnown };
    const { order, used, redeemed } = await priceOrder(tx, { site, body, items, ...wishes, now: ctx.now });
    const expiresAt = new Date(ctx.now.getTime() + expiryMinutes * 60_000);
    const about = {
      customerId: customer?.id ?? null,
      claimedCustomerId,
      email: buyerEmail,
      notes: body.notes?.trim() ? body.notes : null,
      shippingAddress,
      billingAddress,
      metadata: body.metadata ?? {},
      locale,
      expiresAt,
    };
    const placedOrder = await placeOrder(tx, ctx, site.id, orderId, order, about, { discounts: used, cards: redeemed });
    if ("unusable" in placedOrder) throw unusableDiscount(placedOrder.unusable, used, order.currency);
    if ("cardSpent" in placedOrder) throw new ProblemError(giftCardInvalid, { detail: messages.en.checkout.giftCards.spent });
    if ("short" in placedOrder) throw new ProblemError(outOfStock, { members: { items: placedOrder.short } });
    const { number } = placedOrder;
    const pageMs = Math.min(expiryMinutes * 60_000 + pageOutlivesOrderMs, longestPageMs);
    const payment: PaymentRequest = {
      reference,
      amount: order.toPay,
      currency: order.currency,
      description: words.order(number),
      metadata: { order: String(number) },
      email: about.email,
      page: urls && {
        lines: paymentLines(order, number, words),
        locale,
        successUrl: urls.successUrl,
        cancelUrl: urls.cancelUrl,
        expiresAt: Math.floor((ctx.now.getTime() + pageMs) / 1_000),
        ...(countries && !shippingAddress && { shippingCountries: countries }),
      },
    };
    await storePayment(tx, ctx, site.id, payment, orderId);
    if (order.toPay === 0) await settleFreePayment(tx, ctx, site.id, reference);
    await remember(tx, reference);
    return { orderId, number, payment };
  });
}

/** Prices the items by the site's rules of this moment. Throws a problem for an order that cannot be, or that costs what nobody agreed to. */
async function priceOrder(
  tx: Sql,
  about: Pick<NewCheckout, "items"> & {
    site: Site;
    body: CheckoutBody;
    shippingAddress: Address | null;
    billingAddress: Address | null;
    locale: string;
    giftCards: readonly (OwnedCard | undefined)[];
    /** Whether the buyer is signed in or has an e-mail address. */
    isKnown: boolean;
    now: Date;
  },
): Promise<{ order: NewOrder; used: readonly Candidate[]; redeemed: readonly CardAmount[] }> {
  const { site, body, items, shippingAddress, billingAddress, locale, giftCards, isKnown, now } = about;
  const rules = await readCheckoutRules(tx, site.id);
  const currency = requestedCurrency(site, body).currency;
  const cart = await readCart(tx, site, items, locale, { currency });
  if (cart.missing.length > 0) throw unavailable(cart.missing);
  if (cart.unsold.length > 0) throw unsoldIn(cart.currency, cart.unsold);
  const { tax = 0, shipping = 0, shippingOption, discountCodes = [] } = body;
  const candidates = await readCandidates(tx, site.id, discountCodes);
  const wishes = {
    shippingAddress,
    billingAddress,
    shippingOption,
    locale,
    isOrder: true,
    tax,
    shipping,
    discountCodes,
    giftCards,
    buyer: { isKnown },
  };
  const { quote, used, redeemed } = quoteCart(site, rules, cart, body.items, wishes, candidates, now, "en");
  refuseQuote(quote, body, rules);
  return { order: orderOf(quote, cart), used, redeemed };
}

/** The refusal of an order whose discount somebody else took just now, or that the buyer has used before. */
function unusableDiscount({ id, reason }: UnusableDiscount, used: readonly Candidate[], currency: string): ProblemError {
  const code = used.find((discount) => discount.id === id)?.code ?? null;
  if (code === null)
    return new ProblemError(totalsChanged, { detail: "A discount has ended. Ask for a quote, and show the buyer the new total." });
  const message = discountMessage({ code, reason }, currency, "en");
  return new ProblemError(discountInvalid, { detail: message, errors: [{ path: "/discountCodes", code: "discount_invalid", message }] });
}

/** The order and payment that an earlier request with the same idempotency key stored, unless it was given up since. */
async function readBegun({ sql }: Deps, siteId: string, paymentId: string): Promise<Begun | undefined> {
  const payment = await readPaymentRequest(sql, siteId, paymentId);
  const [storedPayment] = await sql<{ orderId: string | null }>`
    select order_id as "orderId" from payments where site_id = ${siteId} and id = ${paymentId}`;
  return payment && storedPayment?.orderId
    ? { orderId: storedPayment.orderId, number: Number(payment.metadata.order), payment }
    : undefined;
}

/** The known data of the buyer. Nothing of a customer that is only claimed: the processor's page would show their address to a stranger. */
async function readBuyer(
  tx: Sql,
  site: Site,
  customerId: string | null,
  claimedId: string | null,
): Promise<{ email: string | null; expiryMinutes: number; countries: readonly string[] | null; claimedCustomerId: string | null }> {
  if (customerId !== null && claimedId !== null && claimedId !== customerId) throw new ProblemError(customerMismatch);
  if (claimedId !== null && !isUuid(claimedId)) throw new ProblemError(customerUnknown);
  const email = customerId === null ? null : await lockCustomer(tx, site.id, customerId);
  if (claimedId !== null && !(await isCustomer(tx, site.id, claimedId))) throw new ProblemError(customerUnknown);
  // A deletion of the site waits for this order, or this order sees it.
  await lockSiteForOrder(tx, site.id);
  const [row] = await tx<{ expiryMinutes: number; countries: readonly string[] | null; isSuspended: boolean }>`
    select coalesce((settings #>> '{checkout,expiryMinutes}')::int, 60) as "expiryMinutes",
      settings #> '{checkout,collectAddress,countries}' as countries, suspended_at is not null as "isSuspended"
    from sites where id = ${site.id} and deleted_at is null`;
  if (!row) throw new ProblemError(apiKeyInvalid);
  if (row.isSuspended) throw new ProblemError(siteSuspended);
  return { email, expiryMinutes: row.expiryMinutes, countries: row.countries, claimedCustomerId: customerId === null ? claimedId : null };
}

async function isCustomer(tx: Sql, siteId: string, id: string): Promise<boolean> {
  return (await tx<{ id: string }>`select id from customers where site_id = ${siteId} and id = ${id}`).length > 0;
}

/** The customer's address. Until the transaction ends nobody can remove the account that the order goes to. */
async function lockCustomer(tx: Sql, siteId: string, customerId: string): Promise<string> {
  const [customer] = await tx<{ email: string }>`
    select email from customers where site_id = ${siteId} and id = ${customerId} for key share`;
  // Removed after the token was checked.
  if (!customer) throw new ProblemError(tokenInvalid);
  return customer.email;
}
