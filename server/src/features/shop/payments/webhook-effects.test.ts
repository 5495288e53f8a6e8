import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sampled } from "../../../../../test/kit/sampled.ts";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { processorEvents } from "../../../../../test/kit/processor-events.ts";
import { dataOf } from "../../../../../test/kit/checkout-client.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
  // What is told is told by the tests alone.
  await server.sandbox.webhooks({ mode: "drop" });
});
afterAll(() => server.stop());

const { newShop, newOrder, signed, eventOf, thinEvent, tell } = processorEvents(() => server);
const handled = (isHandled: boolean) => ({ status: 200, json: { data: { handled: isHandled } } });

describe("an event", () => {
  test("of each kind changes the order, the payment and the stock", async () => {
    const shop = await newShop();
    const cases: [string, (order: Awaited<ReturnType<typeof newOrder>>) => object, string, string, number][] = [
      ["checkout.session.completed", (order) => order.session(), "PAID", "SUCCEEDED", 4],
      ["checkout.session.completed", (order) => order.session({ payment_status: "unpaid" }), "PENDING", "PROCESSING", 3],
      ["checkout.session.async_payment_succeeded", (order) => order.session(), "PAID", "SUCCEEDED", 2],
      ["checkout.session.async_payment_failed", (order) => order.session({ payment_status: "unpaid" }), "CANCELLED", "FAILED", 2],
      ["checkout.session.expired", (order) => order.session({ payment_status: "unpaid" }), "CANCELLED", "CANCELLED", 2],
      ["payment_intent.processing", (order) => order.intent({ amount_received: 0 }), "PENDING", "PROCESSING", 1],
      ["payment_intent.requires_action", (order) => order.intent({ amount_received: 0 }), "PENDING", "REQUIRES_ACTION", 0],
      ["payment_intent.canceled", (order) => order.intent({ amount_received: 0 }), "CANCELLED", "CANCELLED", 1],
    ];
    for (const [type, object, status, paymentStatus, stock] of cases) {
      // A cancelled order gives its chair back before the next one takes it.
      const order = await newOrder(shop);
      expect([type, await tell(shop, eventOf(type, object(order)))]).toMatchObject([type, handled(true)]);
      expect([type, await shop.order(order.orderId)]).toEqual([type, { status, paymentStatus }]);
      expect([type, await shop.stock("CHAIR")]).toEqual([type, stock]);
      if (stock === 0) await server.deps.sql`update variants set stock = 1 where site_id = ${shop.site.id}`;
    }
  });

  test("records refunds, in parts and in whole", async () => {
    const shop = await newShop();
    const order = await newOrder(shop);
    await tell(shop, eventOf("payment_intent.succeeded", order.intent()));
    await tell(shop, eventOf("charge.refunded", order.charge(2_000)));
    expect(await shop.order(order.orderId)).toEqual({ status: "PARTIALLY_REFUNDED", paymentStatus: "PARTIALLY_REFUNDED" });
    await tell(shop, eventOf("charge.refunded", order.charge(42_000)));
    expect(await shop.order(order.orderId)).toEqual({ status: "REFUNDED", paymentStatus: "REFUNDED" });
    // Goods that were sold are not back because the money is.
    expect(await shop.stock("CHAIR")).toBe(4);
  });

  test("with an invalid media type is refused", async () => {
    const shop = await newShop();
    const body = JSON.stringify(eventOf("customer.created", { id: "cus_1" }));
    for (const type of ["nonsense", "application/", "/json", ";"]) {
      const answer = await shop.webhook(body, { ...signed(body, shop.secret), "content-type": type });
      expect([type, answer]).toMatchObject([type, { status: 415, json: { code: "unsupported_media_type" } }]);
    }
  });

  test("of an unknown kind, or about nothing of the site, changes nothing", async () => {
    const shop = await newShop();
    const other = await newShop();
    const order = await newOrder(shop);
    const theirs = await newOrder(other);
    for (const event of [
      eventOf("customer.created", { id: "cus_1" }),
      { ...eventOf("payment_intent.succeeded", {}), data: undefined },
      thinEvent("v1.billing.meter.error_report_triggered"),
      // Not even one that calls itself as a meaningful one does.
      { ...thinEvent("payment_intent.succeeded"), data: { object: order.intent() } },
      { ...thinEvent("v2.core.account.closed"), data: null },
      eventOf("constructor", order.intent()),
      eventOf("__proto__x", order.intent()),
      eventOf("payment_intent.created", order.intent()),
      eventOf("checkout.session.completed", { id: 5 }),
      eventOf("payment_intent.succeeded", { ...order.intent(), id: "pi_unknown", metadata: {} }),
      eventOf("payment_intent.succeeded", { ...order.intent(), id: "pi_unknown", metadata: { vitrine_payment: "no uuid" } }),
      eventOf("payment_intent.succeeded", { ...order.intent(), id: "pi_unknown", metadata: { vitrine_payment: randomUUID() } }),
      // Well signed, and about another site's payment.
      eventOf("checkout.session.completed", theirs.session()),
      eventOf("payment_intent.succeeded", theirs.intent()),
    ]) {
      expect([event.type, await tell(shop, event)]).toMatchObject([event.type, handled(false)]);
    }
    expect(await shop.order(order.orderId)).toEqual({ status: "PENDING", paymentStatus: "PENDING" });
    expect(await other.order(theirs.orderId)).toEqual({ status: "PENDING", paymentStatus: "PENDING" });
    const [seen] = await server.deps.sql<{
      count: number;
    }>`select count(*)::int as count from processor_events where site_id = ${shop.site.id}`;
    expect(seen?.count).toBe(0);
  });

  test.each<[string, (order: Awaited<ReturnType<typeof newOrder>>) => [string, object]]>([
    ["a cent less", (order) => ["payment_intent.succeeded", order.intent({ amount: 41_999, amount_received: 41_999 })]],
    ["less received than asked for", (order) => ["payment_intent.succeeded", order.intent({ amount_received: 1 })]],
    ["another currency", (order) => ["payment_intent.succeeded", order.intent({ currency: "usd" })]],
    ["a session of another amount", (order) => ["checkout.session.completed", order.session({ amount_total: 1 })]],
    ["a session without an amount", (order) => ["checkout.session.completed", order.session({ amount_total: null })]],
    ["a session without a currency", (order) => ["checkout.session.completed", order.session({ currency: null })]],
    ["a charge of another amount", (order) => ["charge.refunded", order.charge(42_000, { amount: 50_000 })]],
    ["another session with our reference", (order) => ["checkout.session.completed", order.session({ id: "cs_another" })]],
  ])("that contradicts the payment only raises an alarm: %s", async (_name, of) => {
    const shop = await newShop();
    const order = await newOrder(shop);
    const [type, object] = of(order);
    const event = eventOf(type, object);
    expect(await tell(shop, event)).toMatchObject(handled(false));
    expect(await tell(shop, event)).toMatchObject(handled(false));
    expect(await shop.order(order.orderId)).toEqual({ status: "PENDING", paymentStatus: "PENDING" });
    expect(server.logged()).toContain(event.id);
    expect(server.logged()).toContain("ALARM");
  });

  test("with the ids of two payments only raises an alarm", async () => {
    const shop = await newShop();
    const [one, two] = [await newOrder(shop), await newOrder(shop)];
    expect(await tell(shop, eventOf("checkout.session.completed", one.session({ client_reference_id: two.reference })))).toMatchObject(
      handled(false),
    );
    for (const { orderId } of [one, two]) expect(await shop.order(orderId)).toMatchObject({ status: "PENDING" });
  });

  test("that comes many times has its effect once", async () => {
    const shop = await newShop();
    const order = await newOrder(shop);
    const cancelled = eventOf("checkout.session.expired", order.session({ payment_status: "unpaid" }));
    const answers = await Promise.all(Array.from({ length: 30 }, () => tell(shop, cancelled)));
    for (const answer of answers) expect(answer).toMatchObject(handled(true));
    expect(await shop.stock("CHAIR")).toBe(5);
    // The same id with another content is the same event.
    expect(await tell(shop, { ...eventOf("payment_intent.succeeded", order.intent()), id: cancelled.id })).toMatchObject(handled(true));
    expect(await shop.order(order.orderId)).toEqual({ status: "CANCELLED", paymentStatus: "CANCELLED" });
  });

  test("that comes before the processor's response is matched by Vitrine's reference", async () => {
    const shop = await newShop();
    const order = await newOrder(shop);
    await server.deps.sql`update payments set processor_session_id = null where site_id = ${shop.site.id} and id = ${order.reference}`;
    expect(await tell(shop, eventOf("payment_intent.succeeded", order.intent()))).toMatchObject(handled(true));
    expect(await shop.order(order.orderId)).toEqual({ status: "PAID", paymentStatus: "SUCCEEDED" });
    const early = eventOf("payment_intent.succeeded", { ...order.intent(), id: "pi_early", metadata: { vitrine_payment: randomUUID() } });
    expect(await tell(shop, early)).toMatchObject(handled(false));
  });
});

describe("a payment that comes late", () => {
  test("makes the order paid if the goods are still in stock", async () => {
    const shop = await newShop();
    const order = await newOrder(shop);
    await tell(shop, eventOf("checkout.session.expired", order.session({ payment_status: "unpaid" })));
    expect(await shop.stock("CHAIR")).toBe(5);
    await tell(shop, eventOf("payment_intent.succeeded", order.intent()));
    expect(await shop.order(order.orderId)).toEqual({ status: "PAID", paymentStatus: "SUCCEEDED" });
    expect(await shop.stock("CHAIR")).toBe(4);
  });

  test("is refunded once if they are not", async () => {
    const shop = await newShop();
    const { orderId = "", clientSecret = "" } = dataOf(await shop.intent({ CHAIR: 5 }));
    // It expires here while the payer pays there.
    const { sql } = server.deps;
    const [payment] = await sql<{ id: string; intentId: string | null }>`
      select id, processor_intent_id as "intentId" from payments where site_id = ${shop.site.id} and order_id = ${orderId}`;
    const about = {
      id: payment?.intentId,
      amount: 210_000,
      amount_received: 210_000,
      currency: "eur",
      metadata: { vitrine_payment: payment?.id },
    };
    await tell(shop, eventOf("payment_intent.canceled", about));
    dataOf(await shop.intent({ CHAIR: 5 }));
    await server.sandbox.pay(clientSecret);
    await tell(shop, eventOf("payment_intent.succeeded", about));
    await tell(shop, eventOf("payment_intent.succeeded", about));
    expect(await shop.order(orderId)).toEqual({ status: "CANCELLED", paymentStatus: "SUCCEEDED" });
    await server.runTasks();
    expect(await shop.order(orderId)).toEqual({ status: "CANCELLED", paymentStatus: "REFUNDED" });
    const { refunds } = await server.sandbox.ledger();
    expect(refunds.filter(({ intent }) => intent === payment?.intentId)).toMatchObject([{ amount: 210_000 }]);
    expect(await shop.stock("CHAIR")).toBe(0);
  });
});

/** All orders of some things. */
function permutations<T>(items: readonly T[]): T[][] {
  return items.length < 2
    ? [[...items]]
    : items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

test("six kinds of events in any order lead to the same end", { timeout: 600_000 }, async () => {
  const shop = await newShop();
  await server.deps.sql`update variants set stock = 100000 where site_id = ${shop.site.id}`;
  const created = Math.floor(server.clock.now().getTime() / 1_000);
  const histories = permutations([0, 1, 2, 3, 4, 5]);
  expect(histories).toHaveLength(720);
  // The status alone is tested in every order, on its own.
  const walked = sampled(histories, String, 24);
  const before = (await shop.stock("CHAIR")) ?? 0;
  const inBatches = 8;
  for (let first = 0; first < walked.length; first += inBatches) {
    await Promise.all(
      walked.slice(first, first + inBatches).map(async (history) => {
        const order = await newOrder(shop);
        const events = [
          eventOf("payment_intent.requires_action", order.intent({ amount_received: 0 }), { created }),
          eventOf("payment_intent.processing", order.intent({ amount_received: 0 }), { created }),
          eventOf("payment_intent.payment_failed", order.intent({ amount_received: 0 }), { created: created + 1 }),
          eventOf("checkout.session.expired", order.session({ payment_status: "unpaid" }), { created: created + 2 }),
          eventOf("payment_intent.succeeded", order.intent(), { created: created + 1 }),
          eventOf("charge.refunded", order.charge(1_000), { created: created + 3 }),
        ];
        for (const index of history) expect(await tell(shop, events[index] ?? {})).toMatchObject(handled(true));
        expect([history, await shop.order(order.orderId)]).toEqual([
          history,
          { status: "PARTIALLY_REFUNDED", paymentStatus: "PARTIALLY_REFUNDED" },
        ]);
      }),
    );
  }
  expect(await shop.stock("CHAIR")).toBe(before - walked.length);
});
