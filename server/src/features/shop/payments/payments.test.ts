import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { sessionIdOf } from "../../../../../test/kit/sandbox-client.ts";
import { dataOf, catalogItems, paymentPlugin, returnUrls, checkoutClient } from "../../../../../test/kit/checkout-client.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
});
afterAll(() => server.stop());

const newSite = async (site: object = {}, config: object = {}): Promise<TestSite> => {
  const plugins = paymentPlugin();
  Object.assign(plugins["svc.payments"].config, config);
  return server.addSite({ plugins, site, products: catalogItems({ LAMP: { price: 18_900 } }) });
};
const invalidBody = { status: 400, json: { code: "validation_failed" } };

test("a payment on the storefront's own page gets a client secret, and then its outcome", async () => {
  const { pluginIntent, payment } = checkoutClient(server, await newSite());
  const answer = await pluginIntent({ amount: 1_999, currency: "USD", description: "A <b>gift</b>", metadata: { campaign: "spring" } });
  expect(answer.status).toBe(201);
  const { paymentId = "", clientSecret = "", publishableKey = "", currency } = dataOf(answer);
  expect(Object.keys(dataOf(answer)).sort()).toEqual(["clientSecret", "currency", "paymentId", "publishableKey"]);
  expect([currency, publishableKey.slice(0, 8)]).toEqual(["usd", "pk_test_"]);
  const now = server.clock.now().toISOString();
  expect(await payment(paymentId)).toEqual({
    id: paymentId,
    amount: 1_999,
    currency: "usd",
    description: "A <b>gift</b>",
    status: "PENDING",
    metadata: { campaign: "spring" },
    createdAt: now,
    updatedAt: now,
  });
  await server.sandbox.pay(clientSecret);
  await server.sandbox.settled();
  expect(await payment(paymentId)).toMatchObject({ status: "SUCCEEDED", metadata: { campaign: "spring" } });
});

test("a payment on the processor's page gets a URL, and then its outcome", async () => {
  const site = await newSite({ currency: "usd" }, { currency: undefined });
  const { pluginSession, payment } = checkoutClient(server, site);
  const answer = await pluginSession({ amount: 2_500, productName: "Membership", description: "A year" });
  const { paymentId = "", checkoutUrl = "", currency } = dataOf(answer);
  expect([answer.status, Object.keys(dataOf(answer)).sort(), currency]).toEqual([201, ["checkoutUrl", "currency", "paymentId"], "usd"]);
  expect(await server.sandbox.session(checkoutUrl)).toMatchObject({ success_url: returnUrls.successUrl, client_reference_id: paymentId });
  await server.sandbox.pay(checkoutUrl, "declined");
  await server.sandbox.settled();
  expect(await payment(paymentId)).toMatchObject({ status: "FAILED", description: "A year" });
  server.clock.advance(1_000);
  await server.sandbox.pay(checkoutUrl, "succeeds");
  await server.sandbox.settled();
  expect(await payment(paymentId)).toMatchObject({ status: "SUCCEEDED" });
});

describe("a payment is checked for", () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await newSite({ settings: { payments: { minAmount: 100, maxAmount: 50_000 } } });
  });
  const range = { status: 400, json: { code: "amount_out_of_range" } };
  test.each<[unknown, object]>([
    [1e21, { status: 400, json: { code: "invalid_json" } }],
    ...[0, -1, 1.5, 1e9, 100_000_000, "100", null, true, [100]].map((amount): [unknown, object] => [amount, invalidBody]),
    ...[1, 99, 50_001, 99_999_999].map((amount): [unknown, object] => [amount, range]),
    [100, { status: 201 }],
    [50_000, { status: 201 }],
  ])("an amount of %j", async (amount, expected) => {
    const { pluginIntent, pluginSession } = checkoutClient(server, site);
    expect(await pluginIntent({ amount })).toMatchObject(expected);
    expect(await pluginSession({ amount })).toMatchObject(expected);
  });

  test("an amount that is too small for the processor", async () => {
    const { pluginIntent, post } = checkoutClient(server, await newSite());
    expect(await pluginIntent({ amount: 10 })).toMatchObject(range);
    expect(post).toBeDefined();
  });

  test("an amount between the steps of the processor, which the answer names", async () => {
    const { pluginIntent, pluginSession } = checkoutClient(server, await newSite());
    const between = { json: { code: "amount_out_of_range", detail: "The payment processor takes only multiples of 10 in KWD, not 1234." } };
    expect(await pluginIntent({ amount: 1_234, currency: "kwd" })).toMatchObject(between);
    expect(await pluginSession({ amount: 1_234, currency: "KWD" })).toMatchObject(between);
    expect(await pluginIntent({ amount: 1_230, currency: "kwd" })).toMatchObject({ status: 201 });
  });

  test.each(["xyz", "eu", "euro", "€", "", "e r", 978])("the currency %j", async (currency) => {
    expect(await checkoutClient(server, site).pluginIntent({ amount: 100, currency })).toMatchObject(invalidBody);
  });

  test.each<[string, object]>([
    ["51 pairs", { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, "v"])) }],
    ["a name of 41 letters", { metadata: { ["k".repeat(41)]: "v" } }],
    ["an empty name", { metadata: { "": "v" } }],
    ["a value of 501 letters", { metadata: { k: "v".repeat(501) } }],
    ["a number", { metadata: { k: 1 } }],
    ["a nested object", { metadata: { k: { l: "v" } } }],
    ["a list", { metadata: ["v"] }],
    ["a long name of the product", { productName: "x".repeat(251) }],
    ["a blank name of the product", { productName: "  " }],
    ["a long description", { description: "x".repeat(1_001) }],
    ["a bad URL", { successUrl: "javascript:alert(1)" }],
  ])("%s", async (_name, body) => {
    expect(await checkoutClient(server, site).pluginSession({ amount: 100, ...body })).toMatchObject(invalidBody);
  });
});

test("metadata is stored whole, and cannot set Vitrine's reference at the processor", async () => {
  const { pluginIntent, payment } = checkoutClient(server, await newSite());
  const many = Object.fromEntries(Array.from({ length: 49 }, (_, index) => [`key ${index} ü`, "v".repeat(500)]));
  const metadata = { ...many, vitrine_payment: "another's" };
  const { paymentId = "" } = dataOf(await pluginIntent({ amount: 500, metadata }));
  expect((await payment(paymentId)).metadata).toEqual(metadata);
  const { intents } = await server.sandbox.ledger();
  const told = intents.find(({ metadata: sentMetadata }) => (sentMetadata as Record<string, string>).vitrine_payment === paymentId);
  expect(told?.metadata).toEqual({ ...many, vitrine_payment: paymentId });
});

test("metadata that the processor would refuse is stored, and not sent to it", async () => {
  const { pluginIntent, pluginSession, payment } = checkoutClient(server, await newSite());
  const metadata = { "brackets[1]": "kept here", plain: "" };
  const { paymentId = "" } = dataOf(await pluginIntent({ amount: 500, metadata, description: "" }));
  expect(await payment(paymentId)).toMatchObject({ metadata, description: null });
  const { intents } = await server.sandbox.ledger();
  const told = intents.find(({ metadata: sentMetadata }) => (sentMetadata as Record<string, string>).vitrine_payment === paymentId);
  expect(told?.metadata).not.toHaveProperty("brackets[1]");
  expect((await pluginSession({ amount: 500, description: "  " })).status).toBe(201);
});

test("a payment can be read by its site only, and an order's payment by nobody", async () => {
  const [site, other] = [await newSite(), await newSite()];
  const { pluginIntent, payment, intent } = checkoutClient(server, site);
  const { paymentId = "" } = dataOf(await pluginIntent({ amount: 500 }));
  const { orderId } = dataOf(await intent({ LAMP: 1 }));
  const [ofOrder] = await server.deps.sql<{ id: string }>`
    select id from payments where site_id = ${site.id} and order_id = ${orderId ?? ""}`;
  const missing = { status: 404, code: "payment_not_found" };
  await expect(checkoutClient(server, other).payment(paymentId)).rejects.toMatchObject(missing);
  for (const id of [
    ofOrder?.id ?? "",
    orderId ?? "",
    "ffffffff-ffff-4fff-bfff-ffffffffffff",
    "x",
    paymentId.toUpperCase(),
    `${paymentId}0`,
  ]) {
    await expect(payment(id)).rejects.toMatchObject(missing);
  }
});

test("a second webhook secret works while the first is being replaced, and afterwards", async () => {
  const site = await newSite({}, { webhookSecrets: ["whsec_old", "whsec_new"] });
  const { createHmac } = await import("node:crypto");
  const body = '{"id":"evt_1","type":"unknown","data":{"object":{}}}';
  const time = Math.floor(server.clock.now().getTime() / 1_000);
  const tell = (secret: string) =>
    checkoutClient(server, site).webhook(body, {
      "stripe-signature": `t=${time},v1=${createHmac("sha256", secret).update(`${time}.${body}`).digest("hex")}`,
    });
  expect([(await tell("whsec_old")).status, (await tell("whsec_new")).status]).toEqual([200, 200]);
  await server.import({
    bundle: 1,
    site: { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" },
    plugins: { "svc.payments": { enabled: true, config: { webhookSecrets: ["whsec_new"], publishableKey: "pk_test_x", currency: "eur" } } },
  });
  await server.directory.poll();
  expect([(await tell("whsec_old")).status, (await tell("whsec_new")).status]).toEqual([400, 200]);
});

test("the processor puts the id of the session into the URL", async () => {
  const { pluginSession } = checkoutClient(server, await newSite());
  const { checkoutUrl = "" } = dataOf(await pluginSession({ amount: 500 }));
  const paid = await fetch(checkoutUrl, { redirect: "manual" });
  expect(paid.status).toBe(200);
  expect(sessionIdOf(checkoutUrl)).toMatch(/^cs_/);
});
