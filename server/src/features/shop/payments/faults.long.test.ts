import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shop, startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { dataOf, catalogItems, paymentPlugin, checkoutClient } from "../../../../../test/kit/checkout-client.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true, processorTimeoutMs: 1_000 });
});
afterAll(() => server.stop());

const newShop = async () => {
  const plugins = paymentPlugin();
  const site = await server.addSite({ plugins, products: catalogItems({ CHAIR: { price: 42_000, stock: 5 } }) });
  return { site, account: plugins["svc.payments"].config.secretKey, ...checkoutClient(server, site) };
};

/** What the processor has of an account that somebody could still pay. */
const payable = async (account: string) => {
  const { sessions, intents } = await server.sandbox.ledger();
  return [
    ...sessions.filter((session) => session.account === account && session.status === "open"),
    ...intents.filter((intent) => intent.account === account && !["canceled", "succeeded"].includes(intent.status)),
  ];
};

describe.each([
  ["session", "checkout.sessions.create"],
  ["intent", "payment_intents.create"],
] as const)("a processor that fails to open a payment by %s", (kind, operation) => {
  test.each<[string, number, string]>([
    ["error-before", 502, "processor_error"],
    ["error-after", 502, "processor_error"],
    ["reset-before", 502, "processor_error"],
    ["reset-after", 502, "processor_error"],
    ["rate-limit", 502, "processor_error"],
    ["garbage", 502, "processor_error"],
    ["html", 502, "processor_error"],
    ["no-id", 502, "processor_error"],
    ["redirect", 502, "processor_error"],
    ["wrong-amount", 502, "processor_error"],
    ["hang", 504, "processor_timeout"],
    ["slow-body", 504, "processor_timeout"],
  ])("with %s leads to a problem, a cancelled order, its stock back and nothing left to pay", async (error, status, code) => {
    const store = await newShop();
    await server.sandbox.behave(error, { operation });
    const key = { "idempotency-key": "the same" };
    const answer = kind === "session" ? await store.session({ CHAIR: 2 }, {}, key) : await store.intent({ CHAIR: 2 }, {}, key);
    expect(answer).toMatchObject({ status, json: { code } });
    expect(answer.headers.get("retry-after")).not.toBeNull();
    expect(await store.stock("CHAIR")).toBe(5);
    const orders = await server.deps.sql<{ status: string; payment: string }>`
      select orders.status, payments.status as payment
      from orders join payments on payments.site_id = orders.site_id and payments.order_id = orders.id
      where orders.site_id = ${store.site.id}`;
    expect(orders).toEqual([{ status: "CANCELLED", payment: "CANCELLED" }]);
    await server.sandbox.behave("none");

    // The key is free: the same request makes an order now.
    const again = kind === "session" ? await store.session({ CHAIR: 2 }, {}, key) : await store.intent({ CHAIR: 2 }, {}, key);
    expect(again.status).toBe(201);
    expect(await store.stock("CHAIR")).toBe(3);

    // What the processor may have made of the first is ended. Of an answer that it keeps failing with nobody learns the id.
    await server.checkPayments();
    const left = await payable(store.account);
    expect(left).toHaveLength(error === "error-after" ? 2 : 1);
  });
});

test("a key that the processor refuses is not reported as the caller's mistake", async () => {
  const plugins = paymentPlugin("sk_live_nobody");
  const site = await server.addSite({ plugins, products: catalogItems({ CHAIR: { price: 42_000, stock: 5 } }) });
  const { session, stock } = checkoutClient(server, site);
  const answer = await session({ CHAIR: 1 });
  expect(answer).toMatchObject({ status: 502, json: { code: "processor_error" } });
  expect(answer.text).not.toMatch(/sk_live|key|Stripe/i);
  expect(await stock("CHAIR")).toBe(5);
  expect(server.logged()).toContain("authentication");
  expect(server.logged()).not.toContain("sk_live_nobody");
});

test("a processor that hangs delays no other operation, and only a limited number of requests", async () => {
  const slow = await startServer({
    takesPayments: true,
    processorTimeoutMs: 2_000,
    processorLimiter: { atOnce: 4, maxWaiting: 2, maxWaitMs: 50 },
  });
  const site = await slow.addSite({ plugins: paymentPlugin(), products: catalogItems({ CHAIR: { price: 42_000, stock: 100 } }) });
  const other = await slow.addSite({ plugins: paymentPlugin(), products: catalogItems({ CHAIR: { price: 42_000, stock: 100 } }) });
  const { intent, stock } = checkoutClient(slow, site);
  await slow.sandbox.behave("hang", { operation: "payment_intents.create" });
  const waiting = Array.from({ length: 12 }, () => intent({ CHAIR: 1 }));
  // While they wait, the rest of the shop goes on, reads and writes.
  for (let read = 0; read < 5; read += 1) {
    expect((await slow.ask(`${shop}/products?q=chair&page=${read + 1}`, { key: site.key })).status).toBe(200);
  }
  expect((await checkoutClient(slow, other).session({ CHAIR: 1 })).status).toBe(201);
  const statuses = (await Promise.all(waiting)).map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array<number>(8).fill(503), ...Array<number>(4).fill(504)]);
  expect(await stock("CHAIR")).toBe(100);
  await slow.stop();
});

test("a response of the processor with another amount is not believed", async () => {
  const store = await newShop();
  const { orderId = "", checkoutUrl = "" } = dataOf(await store.session({ CHAIR: 1 }));
  await server.sandbox.webhooks({ mode: "drop" });
  await server.sandbox.pay(checkoutUrl);
  await server.sandbox.behave("wrong-amount", { operation: "checkout.sessions.retrieve" });
  server.clock.advance(16 * 60_000);
  await server.checkPayments();
  expect(await store.order(orderId)).toEqual({ status: "PENDING", paymentStatus: "PENDING" });
  await server.sandbox.behave("none");
  server.clock.advance(3 * 60_000);
  await server.checkPayments();
  expect(await store.order(orderId)).toEqual({ status: "PAID", paymentStatus: "SUCCEEDED" });
  await server.sandbox.webhooks({ mode: "send" });
});

test("an id of the processor that another payment has is not believed", async () => {
  const same = await startServer({
    takesPayments: true,
    throughProcessor: (processor) => ({
      ...processor,
      open: async (key, request) => ({ ...(await processor.open(key, request)), sessionId: "cs_1", intentId: null }),
    }),
  });
  try {
    const site = await same.addSite({ plugins: paymentPlugin(), products: catalogItems({ CHAIR: { price: 42_000, stock: 5 } }) });
    const { session, stock } = checkoutClient(same, site);
    expect((await session({ CHAIR: 1 })).status).toBe(201);
    expect(await session({ CHAIR: 1 })).toMatchObject({ status: 502, json: { code: "processor_error" } });
    expect(await stock("CHAIR")).toBe(4);
    expect(same.logged()).toContain("id_of_another");
  } finally {
    await same.stop();
  }
});
