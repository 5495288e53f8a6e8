import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusal, sessionOf, startTestSandbox, type TestSandbox } from "./testing.ts";

let sandbox: TestSandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.sandbox.close());

let accounts = 0;
/** The official SDK, with an account of its own. */
const newStripe = () => new Stripe(`sk_test_account${++accounts}`, sandbox.sdk);
describe("a session", () => {
  test("is made, paid once, and says so in every object", async () => {
    const stripe = newStripe();
    const session = await stripe.checkout.sessions.create({
      ...sessionOf(2_100, { client_reference_id: "order-7", customer_email: "ada@example.com" }),
      payment_intent_data: { metadata: { vitrine: "7" }, description: "Order 7" },
    });
    expect(session).toMatchObject({
      object: "checkout.session",
      status: "open",
      payment_status: "unpaid",
      amount_total: 2_100,
      currency: "eur",
      payment_intent: null,
      client_reference_id: "order-7",
      expires_at: sandbox.seconds() + 86_400,
      url: `${sandbox.sandbox.url}/c/pay/${session.id}`,
    });
    const pays = await Promise.all(Array.from({ length: 100 }, () => sandbox.control("pay", { session: session.id, card: "succeeds" })));
    expect(pays.filter(({ paymentStatus }) => paymentStatus === "paid")).toHaveLength(1);
    const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ["payment_intent.latest_charge"] });
    const intent = paid.payment_intent as Stripe.PaymentIntent;
    expect(paid).toMatchObject({ status: "complete", payment_status: "paid", url: null, customer_details: { email: "ada@example.com" } });
    expect(intent).toMatchObject({
      status: "succeeded",
      amount: 2_100,
      amount_received: 2_100,
      metadata: { vitrine: "7" },
      description: "Order 7",
    });
    expect(intent.latest_charge).toMatchObject({
      paid: true,
      amount: 2_100,
      amount_refunded: 0,
      metadata: { vitrine: "7" },
      payment_intent: intent.id,
    });
    const { charges } = await sandbox.get("ledger");
    expect(charges.filter((charge: { intent: string }) => charge.intent === intent.id)).toHaveLength(1);
  });

  test("expires when it is told to, once, or when its time has come", async () => {
    const stripe = newStripe();
    const told = await stripe.checkout.sessions.create(sessionOf());
    expect(await stripe.checkout.sessions.expire(told.id)).toMatchObject({ status: "expired", url: null });
    expect(await refusal(stripe.checkout.sessions.expire(told.id))).toMatchObject({ statusCode: 400, type: "StripeInvalidRequestError" });
    const due = await stripe.checkout.sessions.create(sessionOf(4_200, { expires_at: sandbox.seconds() + 1_800 }));
    sandbox.wait(1_801);
    expect(await stripe.checkout.sessions.retrieve(due.id)).toMatchObject({ status: "expired" });
    expect((await sandbox.control("pay", { session: due.id })).error.code).toBe("nothing_to_pay");
    const types = (await stripe.events.list()).data.map(({ type }) => type);
    expect(types).toEqual(["checkout.session.expired", "checkout.session.expired"]);
  });

  test("that expires with a payment begun cancels it", async () => {
    const stripe = newStripe();
    const { id } = await stripe.checkout.sessions.create(sessionOf());
    const { intent } = await sandbox.control("pay", { session: id, card: "needs-step" });
    expect(await refusal(stripe.paymentIntents.cancel(intent))).toMatchObject({ code: "payment_intent_unexpected_state" });
    await stripe.checkout.sessions.expire(id);
    expect(await stripe.paymentIntents.retrieve(intent)).toMatchObject({ status: "canceled" });
    expect((await sandbox.control("pay", { session: id, step: "approve" })).error.code).toBe("nothing_to_approve");
  });

  test.each([
    ["declined", "open", "requires_payment_method", "card_declined"],
    ["needs-step", "open", "requires_action", null],
    ["pays-later", "complete", "processing", null],
    ["4242424242424242", "complete", "succeeded", null],
  ])("paid with %s is %s, its intent %s", async (card, sessionStatus, intentStatus, error) => {
    const { id } = await newStripe().checkout.sessions.create(sessionOf());
    expect(await sandbox.control("pay", { session: id, card })).toMatchObject({ sessionStatus, intentStatus, error });
  });

  test.each(["succeeds", "fails"])("of a debit that %s later ends when the bank says so", async (outcome) => {
    const stripe = newStripe();
    const { id } = await stripe.checkout.sessions.create(sessionOf());
    await sandbox.control("pay", { session: id, card: "pays-later" });
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: "complete", payment_status: "unpaid" });
    await sandbox.control("later", { session: id, outcome });
    const { payment_status } = await stripe.checkout.sessions.retrieve(id);
    expect(payment_status).toBe(outcome === "succeeds" ? "paid" : "unpaid");
    const types = (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type).reverse();
    expect(types).toEqual([
      ...["payment_intent.created", "charge.pending", "payment_intent.processing", "checkout.session.completed"],
      ...(outcome === "succeeds"
        ? ["charge.succeeded", "payment_intent.succeeded", "checkout.session.async_payment_succeeded"]
        : ["charge.failed", "payment_intent.payment_failed", "checkout.session.async_payment_failed"]),
    ]);
  });

  test.each<[string, object, string | undefined, string | undefined]>([
    ["without lines", { line_items: [] }, "parameter_missing", "line_items"],
    ["of an unknown mode", { mode: "gift" }, undefined, "mode"],
    ["in a language that Stripe's page does not have", { locale: "sr" }, undefined, "locale"],
    ["with an unknown parameter", { colour: "red" }, "parameter_unknown", "colour"],
    ["with a relative address", { success_url: "/thanks" }, "url_invalid", "success_url"],
    ["with an address that is a script", { cancel_url: "javascript:alert(1)" }, "url_invalid", "cancel_url"],
    ["that expires too early", { expires_at: 1 }, undefined, "expires_at"],
    ["with no e-mail address", { customer_email: "ada" }, "email_invalid", "customer_email"],
    ["with a long key", { metadata: { ["k".repeat(41)]: "v" } }, undefined, `metadata[${"k".repeat(41)}]`],
    ["with a long value", { metadata: { k: "v".repeat(501) } }, undefined, "metadata[k]"],
    ["with 51 keys", { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [n, "v"])) }, undefined, "metadata"],
    ["that is too small", sessionOf(49), "amount_too_small", undefined],
    ["with a unit that is too large", sessionOf(100_000_000), "amount_too_large", "line_items[0][price_data][unit_amount]"],
  ])("%s is refused", async (_name, more, code, param) => {
    const call = newStripe().checkout.sessions.create({ ...sessionOf(), ...more });
    expect(await refusal(call)).toMatchObject({ statusCode: 400, type: "StripeInvalidRequestError", code, param });
  });

  test.each<[string, object, string | undefined]>([
    ["no name", { price_data: { currency: "eur", unit_amount: 100, product_data: { name: "" } } }, "parameter_invalid_empty"],
    ["a name that is too long", { price_data: { currency: "eur", unit_amount: 100, product_data: { name: "n".repeat(251) } } }, undefined],
    ["no such currency", { price_data: { currency: "abc", unit_amount: 100, product_data: { name: "n" } } }, undefined],
    ["half a cent", { price_data: { currency: "eur", unit_amount: 0.5, product_data: { name: "n" } } }, "parameter_invalid_integer"],
    ["nothing of it", { quantity: 0 }, "parameter_invalid_integer"],
    ["another currency", { price_data: { currency: "usd", unit_amount: 100, product_data: { name: "n" } } }, undefined],
    ["a total that is too large", { quantity: 999_999 }, "amount_too_large"],
  ])("with a line of %s is refused", async (_name, line, code) => {
    const [first] = sessionOf().line_items;
    const call = newStripe().checkout.sessions.create(sessionOf(4_200, { line_items: [first, { ...first, ...line }] }));
    expect(await refusal(call)).toMatchObject({ statusCode: 400, code });
  });

  test("has at most a hundred lines", async () => {
    const [line] = sessionOf().line_items;
    const lines = (length: number) => sessionOf(4_200, { line_items: Array.from({ length }, () => line) });
    expect(await refusal(newStripe().checkout.sessions.create(lines(101)))).toMatchObject({ statusCode: 400, param: "line_items" });
    expect(await newStripe().checkout.sessions.create(lines(100))).toMatchObject({ amount_total: 420_000 });
  });
});
