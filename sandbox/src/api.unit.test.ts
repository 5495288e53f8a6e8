import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusal, sessionOf, startTestSandbox, type TestSandbox } from "./testing.ts";

let sandbox: TestSandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.sandbox.close());

let accounts = 0;
/** The official SDK, with an account of its own. */
const newStripe = () => new Stripe(`sk_test_account${++accounts}`, sandbox.sdk);
const params = { amount: 4_200, currency: "eur", automatic_payment_methods: { enabled: true }, metadata: { a: "ä&=[]" } };

describe("an intent", () => {
  test("is confirmed by its client secret and a publishable key, which may do nothing else", async () => {
    const stripe = newStripe();
    const visitor = new Stripe("pk_test_visitor", sandbox.sdk);
    const { id, client_secret, metadata } = await stripe.paymentIntents.create(params);
    expect(metadata).toEqual({ a: "ä&=[]" });
    expect(await refusal(visitor.paymentIntents.retrieve(id))).toMatchObject({ statusCode: 403 });
    expect(await refusal(visitor.paymentIntents.confirm(id, { payment_method: "pm_card_visa" }))).toMatchObject({ statusCode: 400 });
    const wrong = { payment_method: "pm_card_visa", client_secret: `${id}_secret_guessed` } as never;
    expect(await refusal(visitor.paymentIntents.confirm(id, wrong))).toMatchObject({ statusCode: 400, param: "client_secret" });
    const right = { payment_method: "pm_card_visa", client_secret } as never;
    expect(await visitor.paymentIntents.confirm(id, right)).toMatchObject({ status: "succeeded" });
    expect(await refusal(stripe.paymentIntents.cancel(id))).toMatchObject({ statusCode: 400, code: "payment_intent_unexpected_state" });
    expect(await refusal(visitor.paymentIntents.confirm(id, right))).toMatchObject({ code: "payment_intent_unexpected_state" });
  });

  test("that was declined can be tried again, with another card", async () => {
    const stripe = newStripe();
    const { id } = await stripe.paymentIntents.create(params);
    const declined = stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa_chargeDeclined" });
    expect(await refusal(declined)).toMatchObject({ statusCode: 402, type: "StripeCardError", code: "card_declined" });
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: "requires_payment_method",
      last_payment_error: { code: "card_declined", decline_code: "generic_decline", type: "card_error" },
    });
    const card = { number: "4242424242424242", exp_month: 12, exp_year: 2034, cvc: "123" };
    const again = await stripe.paymentIntents.confirm(id, { payment_method_data: { type: "card", card } } as never);
    expect(again).toMatchObject({ status: "succeeded", last_payment_error: null });
  });

  test("that needs a step waits for it", async () => {
    const stripe = newStripe();
    const { id, client_secret: clientSecret } = await stripe.paymentIntents.create(params);
    const waiting = await stripe.paymentIntents.confirm(id, { payment_method: "pm_card_threeDSecure2Required" });
    expect(waiting).toMatchObject({ status: "requires_action", next_action: { type: "redirect_to_url" } });
    expect(await sandbox.control("pay", { clientSecret, step: "refuse" })).toMatchObject({
      intentStatus: "requires_payment_method",
      error: "payment_intent_authentication_failure",
    });
  });

  test("that is processing cannot be cancelled, an open one once", async () => {
    const stripe = newStripe();
    const { id } = await stripe.paymentIntents.create(params);
    expect(await stripe.paymentIntents.confirm(id, { payment_method: "pm_bank_failsLater" })).toMatchObject({ status: "processing" });
    expect(await refusal(stripe.paymentIntents.cancel(id))).toMatchObject({ code: "payment_intent_unexpected_state" });
    await sandbox.control("later", { intent: id, outcome: "fails" });
    const cancelled = await stripe.paymentIntents.cancel(id, { cancellation_reason: "abandoned" });
    expect(cancelled).toMatchObject({ status: "canceled", cancellation_reason: "abandoned", canceled_at: sandbox.seconds() });
    expect(await refusal(stripe.paymentIntents.cancel(id))).toMatchObject({ code: "payment_intent_unexpected_state" });
  });

  test.each([
    ["eur", 49, "amount_too_small"],
    ["eur", 50, undefined],
    ["jpy", 49, "amount_too_small"],
    ["jpy", 50, undefined],
    ["gbp", 30, undefined],
    ["krw", 1, undefined],
    ["eur", 99_999_999, undefined],
    ["eur", 100_000_000, "amount_too_large"],
    ["kwd", 1_005, "parameter_invalid_integer"],
  ])("of %s %d is %s", async (currency, amount, code) => {
    const call = newStripe().paymentIntents.create({ amount, currency });
    if (code === undefined) expect(await call).toMatchObject({ amount, currency });
    else expect(await refusal(call)).toMatchObject({ statusCode: 400, code });
  });
});

describe("a dispute", () => {
  test("is opened by a card, keeps the money while it is open or lost, and gives it back if it is won", async () => {
    const stripe = newStripe();
    const { id, client_secret: clientSecret } = await stripe.paymentIntents.create(params);
    await stripe.paymentIntents.confirm(id, { payment_method: "pm_card_createDispute" });
    const [opened] = (await stripe.events.list({ type: "charge.dispute.created" })).data;
    const dispute = opened?.data.object as Stripe.Dispute;
    expect(dispute).toMatchObject({ amount: 4_200, currency: "eur", payment_intent: id, status: "needs_response" });
    expect(dispute.evidence_details.due_by).toBe(sandbox.seconds() + 14 * 86_400);
    expect(await stripe.charges.retrieve(dispute.charge as string)).toMatchObject({ disputed: true, status: "succeeded" });
    expect(await refusal(stripe.refunds.create({ payment_intent: id }))).toMatchObject({ statusCode: 400, code: "charge_disputed" });
    expect(await sandbox.control("dispute", { clientSecret })).toHaveProperty("error");
    await sandbox.control("dispute", { clientSecret, outcome: "won" });
    expect(await stripe.disputes.retrieve(dispute.id)).toMatchObject({ status: "won" });
    expect((await stripe.events.list({ type: "charge.dispute.closed" })).data).toHaveLength(1);
    expect(await stripe.refunds.create({ payment_intent: id })).toMatchObject({ status: "succeeded" });
    expect(await refusal(newStripe().disputes.retrieve(dispute.id))).toMatchObject({ statusCode: 404 });
  });
});

describe("a refund", () => {
  const paid = async (stripe: Stripe) => {
    const { id } = await stripe.paymentIntents.create({ amount: 4_200, currency: "eur", metadata: { order: "7" } });
    return stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" });
  };

  test("gives back in parts what was paid, and no more", async () => {
    const stripe = newStripe();
    const { id: payment_intent, latest_charge } = await paid(stripe);
    const part = await stripe.refunds.create({ payment_intent, amount: 1_200, metadata: { a: "b" } });
    expect(await stripe.refunds.retrieve(part.id)).toMatchObject({
      amount: 1_200,
      status: "succeeded",
      metadata: { a: "b" },
      charge: latest_charge,
    });
    expect(await refusal(stripe.refunds.create({ payment_intent, amount: 3_001 }))).toMatchObject({ statusCode: 400, param: "amount" });
    expect(await stripe.refunds.create({ charge: latest_charge as string })).toMatchObject({ amount: 3_000 });
    expect(await refusal(stripe.refunds.create({ payment_intent }))).toMatchObject({ code: "charge_already_refunded" });
    expect(await stripe.charges.retrieve(latest_charge as string)).toMatchObject({ amount_refunded: 4_200, refunded: true });
    const [last, first] = (await stripe.events.list({ type: "charge.refunded" })).data;
    expect(first?.data.object).toMatchObject({ amount_refunded: 1_200, refunded: false, metadata: { order: "7" }, payment_intent });
    expect(last?.data.object).toMatchObject({ amount: 4_200, amount_refunded: 4_200, refunded: true, currency: "eur" });
  });

  test("that the bank sends back has failed, and is told of once", async () => {
    const stripe = newStripe();
    const { id, latest_charge } = await paid(stripe);
    const refund = await stripe.refunds.create({ payment_intent: id, amount: 700 });
    await sandbox.control("fail-refund", { refund: refund.id });
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: "failed", failure_reason: "expired_or_canceled_card" });
    for (const type of ["refund.failed", "refund.updated"]) expect((await stripe.events.list({ type })).data).toHaveLength(1);
    expect(await sandbox.control("fail-refund", { refund: refund.id })).toHaveProperty("error");
    expect((await sandbox.get("ledger")).refunds).toContainEqual(expect.objectContaining({ charge: latest_charge, status: "failed" }));
  });

  test("of what was not paid is refused", async () => {
    const stripe = newStripe();
    const { id } = await stripe.paymentIntents.create({ amount: 4_200, currency: "eur" });
    expect(await refusal(stripe.refunds.create({ payment_intent: id }))).toMatchObject({ statusCode: 400 });
    expect(await refusal(stripe.refunds.create({}))).toMatchObject({ statusCode: 400 });
  });
});

describe("an account", () => {
  test("is nothing to another", async () => {
    const [stripe, other] = [newStripe(), newStripe()];
    const session = await stripe.checkout.sessions.create(sessionOf());
    const { id: intent } = await stripe.paymentIntents.create({ amount: 4_200, currency: "eur" });
    const { latest_charge } = await stripe.paymentIntents.confirm(intent, { payment_method: "pm_card_visa" });
    const refund = await stripe.refunds.create({ payment_intent: intent });
    const event = (await stripe.events.list()).data[0]!;
    for (const call of [
      other.checkout.sessions.retrieve(session.id),
      other.checkout.sessions.expire(session.id),
      other.paymentIntents.retrieve(intent),
      other.paymentIntents.cancel(intent),
      other.charges.retrieve(latest_charge as string),
      other.refunds.retrieve(refund.id),
      other.events.retrieve(event.id),
    ])
      expect(await refusal(call)).toMatchObject({ statusCode: 404, code: "resource_missing" });
    expect(await refusal(other.refunds.create({ payment_intent: intent }))).toMatchObject({ statusCode: 400, code: "resource_missing" });
    expect((await other.events.list()).data).toEqual([]);
  });

  test.each(["sk_live_secret", "rk_test_a", "garbage", "sk_test_", "sk_test_ä"])(
    "needs a key of the right form: %s is refused",
    async (key) => {
      const answer = await sandbox.api("GET", "events", "", { authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}` });
      expect([answer.status, await answer.json()]).toMatchObject([401, { error: { type: "invalid_request_error" } }]);
    },
  );

  test("may come by Basic authentication", async () => {
    const answer = await sandbox.api("GET", "events", "", { authorization: `Basic ${Buffer.from("sk_test_basic:").toString("base64")}` });
    expect([answer.status, answer.headers.get("request-id")]).toEqual([200, expect.stringMatching(/^req_/)]);
  });
});

test.each([
  ["POST", "payment_intents", "amount=1&amount=2&currency=eur", 400],
  ["POST", "payment_intents", "amount=100&currency=eur&metadata[__proto__]=x", 200],
  ["POST", "payment_intents", "amount=100&currency=eur&__proto__[x]=y", 400],
  ["POST", "payment_intents", "amount=%ff&currency=eur", 400],
  ["POST", "payment_intents", "amount[a]=1&amount=1&currency=eur", 400],
  ["POST", "payment_intents", "currency=eur", 400],
  ["GET", "payment_intents/pi_1?expand[]=customer", "", 404],
  ["GET", "nothing", "", 404],
  ["GET", "payment_intents/%E0%A4%A", "", 404],
])("%s %s %s is answered with %d", async (method, path, body, status) => {
  const answer = await sandbox.api(method, path, body);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([status, "application/json"]);
});
