import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../../../../../../test/kit/harness.ts";
import { sessionIdOf } from "../../../../../../test/kit/sandbox-client.ts";
import { dataOf, catalogItems, paymentPlugin, checkoutClient } from "../../../../../../test/kit/checkout-client.ts";
import { longTest } from "../../../../../../test/kit/sampled.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
  // Every event is lost: what is known is asked for.
  await server.sandbox.webhooks({ mode: "drop" });
});
afterAll(() => server.stop());

const minutes = (count: number) => count * 60_000;
const newShop = async (site: object = {}) => {
  const plugins = paymentPlugin();
  const shopSite = await server.addSite({ plugins, site, products: catalogItems({ CHAIR: { price: 42_000, stock: 5 } }) });
  return { site: shopSite, account: plugins["svc.payments"].config.secretKey, ...checkoutClient(server, shopSite) };
};
/** Time goes by, with the jobs that it brings. */
const wait = async (count: number) => {
  for (let minute = 0; minute < count; minute += 5) {
    server.clock.advance(minutes(Math.min(5, count - minute)));
    await server.checkPayments();
  }
};

test.each(["session", "intent"] as const)(
  "a pending order by %s is cancelled after an hour, at the processor too, and its stock is back once",
  async (kind) => {
    const store = await newShop();
    const answer = dataOf(kind === "session" ? await store.session({ CHAIR: 2 }) : await store.intent({ CHAIR: 2 }));
    const { orderId = "" } = answer;
    await wait(55);
    expect(await store.order(orderId)).toEqual({ status: "PENDING", paymentStatus: "PENDING" });
    expect(await store.stock("CHAIR")).toBe(3);
    await wait(10);
    expect(await store.order(orderId)).toEqual({ status: "CANCELLED", paymentStatus: "CANCELLED" });
    expect(await store.stock("CHAIR")).toBe(5);
    const { sessions, intents } = await server.sandbox.ledger();
    const theirs = [...sessions, ...intents].filter(({ account }) => account === store.account);
    expect(theirs.map(({ status }) => status)).toEqual([kind === "session" ? "expired" : "canceled"]);
    await wait(300);
    expect(await store.stock("CHAIR")).toBe(5);
  },
);

test("a site's setting decides when a pending order is cancelled", async () => {
  const store = await newShop({ settings: { checkout: { expiryMinutes: 30 } } });
  const { orderId = "" } = dataOf(await store.session({ CHAIR: 1 }));
  await wait(25);
  expect((await store.order(orderId)).status).toBe("PENDING");
  await wait(10);
  expect((await store.order(orderId)).status).toBe("CANCELLED");
  const patient = await newShop({ settings: { checkout: { expiryMinutes: 1_440 } } });
  expect((await patient.session({ CHAIR: 1 })).status).toBe(201);
});

test("the job finds out about a payment without an event within half an hour", async () => {
  const store = await newShop();
  const { orderId = "", checkoutUrl = "" } = dataOf(await store.session({ CHAIR: 1 }));
  const { orderId: second = "", clientSecret = "" } = dataOf(await store.intent({ CHAIR: 1 }));
  await server.sandbox.pay(checkoutUrl);
  await server.sandbox.pay(clientSecret);
  await wait(10);
  expect((await store.order(orderId)).status).toBe("PENDING");
  await wait(10);
  expect(await store.order(orderId)).toEqual({ status: "PAID", paymentStatus: "SUCCEEDED" });
  expect(await store.order(second)).toEqual({ status: "PAID", paymentStatus: "SUCCEEDED" });
});

test("an order that is paid at the last moment is not cancelled", async () => {
  const store = await newShop();
  const { orderId = "", checkoutUrl = "" } = dataOf(await store.session({ CHAIR: 1 }));
  await wait(55);
  await server.sandbox.pay(checkoutUrl);
  await wait(10);
  expect(await store.order(orderId)).toEqual({ status: "PAID", paymentStatus: "SUCCEEDED" });
  expect(await store.stock("CHAIR")).toBe(4);
});

test("an order whose payment is processing stays pending for days", async () => {
  const store = await newShop();
  const { orderId = "", checkoutUrl = "" } = dataOf(await store.session({ CHAIR: 1 }));
  await server.sandbox.pay(checkoutUrl, "pays-later");
  await wait(120);
  expect(await store.order(orderId)).toEqual({ status: "PENDING", paymentStatus: "PROCESSING" });
  await server.sandbox.later({ session: sessionIdOf(checkoutUrl) }, "fails");
  await wait(300);
  expect(await store.order(orderId)).toEqual({ status: "CANCELLED", paymentStatus: "FAILED" });
  expect(await store.stock("CHAIR")).toBe(5);
});

test("an order whose process died while opening the payment is cancelled after two minutes, at the processor too", async () => {
  const store = await newShop();
  const { orderId = "" } = dataOf(await store.session({ CHAIR: 2 }));
  // As if the process had died before it wrote down what the processor answered.
  const { sql, clock } = server.deps;
  const due = new Date(clock.now().getTime() + minutes(2));
  await sql`update payments set processor_session_id = null, check_at = ${due} where site_id = ${store.site.id} and order_id = ${orderId}`;
  await wait(3);
  expect(await store.order(orderId)).toEqual({ status: "CANCELLED", paymentStatus: "CANCELLED" });
  expect(await store.stock("CHAIR")).toBe(5);
  const { sessions } = await server.sandbox.ledger();
  expect(sessions.filter(({ account }) => account === store.account).map(({ status }) => status)).toEqual(["expired"]);
});

longTest("a payment stays pending while the processor is away, and is checked again", async () => {
  const store = await newShop();
  const { orderId = "" } = dataOf(await store.session({ CHAIR: 1 }));
  await server.sandbox.behave("reset-before", { operation: "*" });
  await wait(90);
  // Nobody knows whether it was paid: the stock is kept.
  expect(await store.order(orderId)).toEqual({ status: "PENDING", paymentStatus: "PENDING" });
  expect(await store.stock("CHAIR")).toBe(4);
  await server.sandbox.behave("none");
  await wait(5);
  expect(await store.order(orderId)).toEqual({ status: "CANCELLED", paymentStatus: "CANCELLED" });
  expect(await store.stock("CHAIR")).toBe(5);
});

test("open payments are still checked after the site switches payments off", async () => {
  const store = await newShop();
  const { orderId = "" } = dataOf(await store.session({ CHAIR: 1 }));
  const { orderId: paid = "", checkoutUrl = "" } = dataOf(await store.session({ CHAIR: 1 }));
  await server.deps.sql`update plugins set enabled = false where site_id = ${store.site.id}`;
  await server.sandbox.pay(checkoutUrl);
  await wait(70);
  expect(await store.order(orderId)).toEqual({ status: "CANCELLED", paymentStatus: "CANCELLED" });
  expect(await store.order(paid)).toEqual({ status: "PAID", paymentStatus: "SUCCEEDED" });
  expect(await store.stock("CHAIR")).toBe(4);
});

longTest("with a revoked key the stock comes back in time, and the payment is checked until a key works", async () => {
  const store = await newShop();
  const { orderId = "", checkoutUrl = "" } = dataOf(await store.intent({ CHAIR: 1 }));
  expect(checkoutUrl).toBe("");
  const { clientSecret = "" } = dataOf(await store.intent({ CHAIR: 1 }));
  const config = (key: string) => ({
    "svc.payments": { enabled: true, config: { secretKey: key, publishableKey: "pk_test_x", currency: "eur" } },
  });
  const settings = { slug: store.site.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" };
  await server.import({ bundle: 1, site: settings, plugins: config("sk_live_revoked") });
  await wait(70);
  expect(await store.order(orderId)).toEqual({ status: "CANCELLED", paymentStatus: "CANCELLED" });
  expect(await store.stock("CHAIR")).toBe(5);
  // One was paid meanwhile. With the right key again that is found out, and the other one is ended.
  await server.sandbox.pay(clientSecret);
  await server.import({ bundle: 1, site: settings, plugins: config(store.account) });
  await wait(30);
  const { intents } = await server.sandbox.ledger();
  const theirs = intents.filter(({ account }) => account === store.account).map(({ status }) => status);
  expect(theirs.sort()).toEqual(["canceled", "succeeded"]);
  expect(await store.stock("CHAIR")).toBe(4);
  const orders = await server.deps.sql<{ status: string }>`select status from orders where site_id = ${store.site.id} order by status`;
  expect(orders.map(({ status }) => status)).toEqual(["CANCELLED", "PAID"]);
});

test("a payment without an outcome is cancelled after sixty days, and its stock is back", async () => {
  const store = await newShop();
  const { orderId = "", checkoutUrl = "" } = dataOf(await store.session({ CHAIR: 1 }));
  await server.sandbox.pay(checkoutUrl, "pays-later");
  await wait(30);
  server.clock.advance(61 * 24 * minutes(60));
  await server.checkPayments();
  expect(await store.order(orderId)).toEqual({ status: "CANCELLED", paymentStatus: "CANCELLED" });
  expect(await store.stock("CHAIR")).toBe(5);
  expect(server.logged()).toContain("not asked after any longer");
});

test("a payment without an order is checked less and less often, and ends with its page", async () => {
  const store = await newShop();
  const { paymentId = "" } = dataOf(await store.pluginSession({ amount: 500 }));
  const { calls: before } = await server.sandbox.ledger();
  await wait(48 * 60);
  expect(await store.payment(paymentId)).toMatchObject({ status: "CANCELLED" });
  const { calls } = await server.sandbox.ledger();
  const asked = (counts: Record<string, number>) => counts["checkout.sessions.retrieve"] ?? 0;
  expect(asked(calls) - asked(before)).toBeLessThan(20);
}, 60_000);

test("two processes at once cancel each order once", async () => {
  const store = await newShop();
  for (let order = 0; order < 5; order += 1) dataOf(await store.session({ CHAIR: 1 }));
  expect(await store.stock("CHAIR")).toBe(0);
  server.clock.advance(minutes(61));
  await Promise.all(Array.from({ length: 4 }, () => server.checkPayments()));
  expect(await store.stock("CHAIR")).toBe(5);
});

test.each([
  [" Ana@Shop.EXAMPLE ", "ana@shop.example"],
  ["ana@[127.0.0.1]", null],
  ["ana@shop.example\r\nBcc: b@shop.example", null],
])("an address from the processor must be valid like any other: %j", async (email, storedEmail) => {
  const told = await startServer({
    takesPayments: true,
    throughProcessor: (processor) => ({ ...processor, read: async (...about) => ({ ...(await processor.read(...about)), email }) }),
  });
  try {
    await told.sandbox.webhooks({ mode: "drop" });
    const site = await told.addSite({ plugins: paymentPlugin(), products: catalogItems({ CHAIR: { price: 42_000, stock: 5 } }) });
    const { checkoutUrl = "", orderId = "" } = dataOf(await checkoutClient(told, site).session({ CHAIR: 1 }));
    await told.sandbox.pay(checkoutUrl);
    told.clock.advance(minutes(30));
    await told.checkPayments();
    expect(await told.deps.sql`select status, email from orders where site_id = ${site.id} and id = ${orderId}`).toEqual([
      { status: "PAID", email: storedEmail },
    ]);
  } finally {
    await told.stop();
  }
});
