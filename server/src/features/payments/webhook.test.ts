import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startServer, type TestServer } from "../../../../test/kit/harness.ts";
import { parseRaw, sendRaw } from "../../../../test/kit/raw.ts";
import { sessionIdOf } from "../../../../test/kit/sandbox-client.ts";
import { dataOf, goods, paymentPlugin, till } from "../../../../test/kit/till.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
  // What is told is told by the tests alone.
  await server.sandbox.webhooks({ mode: "drop" });
});
afterAll(() => server.stop());

const newShop = async () => {
  const plugins = paymentPlugin();
  const site = await server.addSite({ plugins, products: goods({ CHAIR: { price: 42_000, stock: 5 } }) });
  return { site, secret: plugins["svc.payments"].config.webhookSecrets[0] ?? "", ...till(server, site) };
};
type Shop = Awaited<ReturnType<typeof newShop>>;

const signed = (body: string | Uint8Array, secret: string, ahead = 0) => {
  const time = Math.floor(server.clock.now().getTime() / 1_000) + ahead;
  return { "processor-signature": `t=${time},v1=${createHmac("sha256", secret).update(`${time}.`).update(body).digest("hex")}` };
};
const eventOf = (
  type: string,
  object: object,
  { id = `evt_${randomUUID()}`, created = Math.floor(server.clock.now().getTime() / 1_000) } = {},
) => ({
  ...{ id, object: "event", type, created, livemode: false },
  data: { object },
});
/** As Stripe sends them beside the others: https://docs.stripe.com/event-destinations#thin-events. */
const thinEvent = (type: string) => ({
  ...{ id: `evt_${randomUUID()}`, object: "v2.core.event", type, livemode: false, created: server.clock.now().toISOString() },
  related_object: { id: "mtr_1", type: "billing.meter", url: "/v1/billing/meters/mtr_1" },
});
const tell = (shop: Shop, event: object) => {
  const body = JSON.stringify(event);
  return shop.webhook(body, signed(body, shop.secret));
};
/** An order on the processor's page, and what events about it look like. */
const newOrder = async (shop: Shop) => {
  const { orderId = "", checkoutUrl = "" } = dataOf(await shop.session({ CHAIR: 1 }));
  const [payment] = await server.deps.sql<{ id: string }>`
    select id from payments where site_id = ${shop.site.id} and order_id = ${orderId}`;
  const reference = payment?.id ?? "";
  const intentId = `pi_${randomUUID()}`;
  const [amount, currency] = [42_000, "eur"];
  return {
    ...{ orderId, reference, intentId, sessionId: sessionIdOf(checkoutUrl) },
    session: (more: object = {}) => ({
      ...{ id: sessionIdOf(checkoutUrl), object: "checkout.session", client_reference_id: reference, payment_intent: intentId },
      ...{ amount_total: amount, currency, payment_status: "paid", ...more },
    }),
    intent: (more: object = {}) => ({
      ...{
        id: intentId,
        object: "payment_intent",
        amount,
        amount_received: amount,
        currency,
        metadata: { vitrine_payment: reference },
        ...more,
      },
    }),
    charge: (refunded: number, more: object = {}) => ({
      ...{ id: `ch_${randomUUID()}`, object: "charge", amount, currency, amount_refunded: refunded, refunded: refunded === amount },
      ...{ payment_intent: intentId, metadata: { vitrine_payment: reference }, ...more },
    }),
  };
};
const handled = (isHandled: boolean) => ({ status: 200, json: { data: { handled: isHandled } } });

describe("who is listened to, in this order", () => {
  const event = { id: "evt_1", type: "payment_intent.succeeded", data: { object: {} } };
  const body = JSON.stringify(event);

  test.each<[string, () => Promise<{ slug: string; secret: string }>]>([
    ["an unknown site", async () => ({ slug: "nobodys-shop", secret: "whsec_x" })],
    ["no slug at all", async () => ({ slug: "%00", secret: "whsec_x" })],
    [
      "a site whose plugin is off",
      async () => {
        const { config } = paymentPlugin()["svc.payments"];
        const { slug } = await server.addSite({ plugins: { "svc.payments": { enabled: false, config } } });
        return { slug, secret: config.webhookSecrets[0] ?? "" };
      },
    ],
    ["a site without the plugin", async () => ({ slug: (await server.addSite()).slug, secret: "whsec_x" })],
    [
      "a suspended site",
      async () => {
        const { site, secret } = await newShop();
        await server.deps.sql`update sites set suspended_at = now(), content_version = content_version + 1 where id = ${site.id}`;
        await server.directory.poll();
        return { slug: site.slug, secret };
      },
    ],
  ])("%s: 404", async (_name, where) => {
    const { slug, secret } = await where();
    const { webhook } = await newShop();
    expect(await webhook(body, signed(body, secret), slug)).toMatchObject({ status: 404, json: { code: "site_not_found" } });
    expect(await webhook("not json", {}, slug)).toMatchObject({ status: 404, json: { code: "site_not_found" } });
  });

  test("a site whose plugin lacks a secret: 400, before any signature is looked at", async () => {
    const { slug } = await server.addSite({
      plugins: { "svc.payments": { enabled: true, config: { secretKey: "sk_test_x", publishableKey: "pk_test_x" } } },
    });
    const { webhook } = await newShop();
    for (const secret of ["", "undefined", "sk_test_x"]) {
      expect(await webhook(body, signed(body, secret), slug)).toMatchObject({ status: 400, json: { code: "payments_not_configured" } });
    }
  });

  test("a wrong signature: 400, before the body is read", async () => {
    const shop = await newShop();
    const other = await newShop();
    const headers: Record<string, string>[] = [
      {},
      signed(body, other.secret),
      signed(`${body} `, shop.secret),
      signed(body, shop.secret, 301),
      signed(body, shop.secret, -301),
      { "processor-signature": "" },
      { "x-processor-signature": signed(body, shop.secret)["processor-signature"] },
      // The one name goes before the other.
      { ...signed(body, other.secret), "stripe-signature": signed(body, shop.secret)["processor-signature"] },
    ];
    for (const sent of headers) {
      expect(await shop.webhook(body, sent)).toMatchObject({ status: 400, json: { code: "signature_invalid" } });
      expect(await shop.webhook("{", sent)).toMatchObject({ status: 400, json: { code: "signature_invalid" } });
    }
  });

  test.each([
    "",
    "{",
    "[]",
    "null",
    '"text"',
    '{"id":"evt_1"}',
    '{"id":1,"type":"x","data":{"object":{}}}',
    '{"id":"a","id":"b","type":"x","data":{"object":{}}}',
  ])("a body that is no event: 400: %s", async (text) => {
    const { webhook, secret } = await newShop();
    expect(await webhook(text, signed(text, secret))).toMatchObject({ status: 400, json: { code: "invalid_json" } });
  });

  test("the signature is of the bytes, under either name of the header, whatever the body says it is", async () => {
    const shop = await newShop();
    const spaced = Buffer.from('{ "id" : "evt_\u00fc",\r\n"type":"unknown.\\u00e9", "data": {"object": {} } }\n');
    const { "processor-signature": signature } = signed(spaced, shop.secret);
    const answer = { status: 200, json: { data: { handled: false, eventId: "evt_ü", eventType: "unknown.é" } } };
    expect(await shop.webhook(spaced, { "processor-signature": signature })).toMatchObject(answer);
    expect(await shop.webhook(spaced, { "stripe-signature": signature, "content-type": "text/plain" })).toMatchObject(answer);
    expect(await shop.webhook(spaced, { "stripe-signature": signature, origin: "https://evil.example" })).toMatchObject(answer);
    expect(
      (await shop.webhook(spaced, { "stripe-signature": signature, origin: "https://evil.example" })).headers.get(
        "access-control-allow-origin",
      ),
    ).toBeNull();
  });

  test("a header that comes twice: 400", async () => {
    const { site, secret } = await newShop();
    const { "processor-signature": signature } = signed(body, secret);
    const lines = [`processor-signature: ${signature}`, `Processor-Signature: ${signature}`, `content-length: ${body.length}`, "host: x"];
    const raw = [`POST /api/public/v1/webhooks/svc.payments/${site.slug} HTTP/1.1`, ...lines, "connection: close", "", body].join("\r\n");
    expect(parseRaw(await sendRaw(server.port, raw)).status).toBe(400);
  });

  test("a body of more than a mebibyte: 413; of almost one it is read", async () => {
    const { webhook, secret } = await newShop();
    const large = JSON.stringify({ ...event, type: "unknown", text: "x".repeat(1_000_000) });
    expect(await webhook(large, signed(large, secret))).toMatchObject(handled(false));
    const tooLarge = large + " ".repeat(100_000);
    expect((await webhook(tooLarge, signed(tooLarge, secret))).status).toBe(413);
  });

  test("no byte of a body is waited for where the site, the plugin or the signature's form and time are wrong", async () => {
    const { site, secret } = await newShop();
    const { slug } = await server.addSite();
    const post = async (to: string, headers: Record<string, string>) => {
      const lines = Object.entries({ host: "x", "content-length": "1000000", ...headers }).map(([name, value]) => `${name}: ${value}`);
      const sent = [`POST /api/public/v1/webhooks/svc.payments/${to} HTTP/1.1`, ...lines, "", "{"].join("\r\n");
      const answer = parseRaw(await sendRaw(server.port, sent));
      return [answer.status, (JSON.parse(answer.body) as { code: string }).code];
    };
    expect(await post("nobodys-shop", signed(body, secret))).toEqual([404, "site_not_found"]);
    expect(await post(slug, signed(body, secret))).toEqual([404, "site_not_found"]);
    expect(await post(site.slug, {})).toEqual([400, "signature_invalid"]);
    expect(await post(site.slug, { "processor-signature": "t=1,v1=x" })).toEqual([400, "signature_invalid"]);
    expect(await post(site.slug, signed(body, secret, 301))).toEqual([400, "signature_invalid"]);
  });

  test("what is sent to sites that do not exist counts as failures of the client", async () => {
    const strict = await startServer({ limits: { writes: { perSecond: 1, burst: 5 } } });
    const statuses = [];
    for (let tries = 0; tries < 8; tries += 1) {
      statuses.push((await strict.ask(`/api/public/v1/webhooks/svc.payments/nobody-${tries}`, { method: "POST", body: "{}" })).status);
    }
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429, 429]);
    await strict.stop();
  });

  test("only failures are limited", async () => {
    const strict = await startServer({ takesPayments: true, limits: { writes: { perSecond: 1, burst: 5 } } });
    const plugins = paymentPlugin();
    const site = await strict.addSite({ plugins });
    const { webhook } = till(strict, site);
    const right = signed(body, plugins["svc.payments"].config.webhookSecrets[0] ?? "");
    for (let call = 0; call < 20; call += 1) expect((await webhook(body, right)).status).toBe(200);
    const statuses: number[] = [];
    for (let call = 0; call < 7; call += 1) statuses.push((await webhook(body, {})).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
    expect((await webhook(body, right)).status).toBe(200);
    await strict.stop();
  });
});

describe("what an event does", () => {
  test("each kind of it", async () => {
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

  test("refunds, in parts and in whole", async () => {
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

  test("nothing, where it names no media type that there could be", async () => {
    const shop = await newShop();
    const body = JSON.stringify(eventOf("customer.created", { id: "cus_1" }));
    for (const type of ["nonsense", "application/", "/json", ";"]) {
      const answer = await shop.webhook(body, { ...signed(body, shop.secret), "content-type": type });
      expect([type, answer]).toMatchObject([type, { status: 415, json: { code: "unsupported_media_type" } }]);
    }
  });

  test("nothing, where it has no meaning here, or is about nothing of the site's", async () => {
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
  ])("nothing but an alarm, where it does not go with the payment: %s", async (_name, of) => {
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

  test("nothing but an alarm, where its ids are of two payments", async () => {
    const shop = await newShop();
    const [one, two] = [await newOrder(shop), await newOrder(shop)];
    expect(await tell(shop, eventOf("checkout.session.completed", one.session({ client_reference_id: two.reference })))).toMatchObject(
      handled(false),
    );
    for (const { orderId } of [one, two]) expect(await shop.order(orderId)).toMatchObject({ status: "PENDING" });
  });

  test("once, however often it comes", async () => {
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

  test("before the answer of the processor that it is about: by our reference, and not seen where there is no order yet", async () => {
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
  test("is an order again, when the goods are still there", async () => {
    const shop = await newShop();
    const order = await newOrder(shop);
    await tell(shop, eventOf("checkout.session.expired", order.session({ payment_status: "unpaid" })));
    expect(await shop.stock("CHAIR")).toBe(5);
    await tell(shop, eventOf("payment_intent.succeeded", order.intent()));
    expect(await shop.order(order.orderId)).toEqual({ status: "PAID", paymentStatus: "SUCCEEDED" });
    expect(await shop.stock("CHAIR")).toBe(4);
  });

  test("is given back once, when they are not", async () => {
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

test("all orders of six kinds of events end alike", { timeout: 120_000 }, async () => {
  const shop = await newShop();
  await server.deps.sql`update variants set stock = 100000 where site_id = ${shop.site.id}`;
  const created = Math.floor(server.clock.now().getTime() / 1_000);
  const histories = permutations([0, 1, 2, 3, 4, 5]);
  expect(histories).toHaveLength(720);
  // The embedded database takes every ninth, for time's sake; the status alone is tested in every order, on its own.
  const walked = inject("database") === "embedded" ? histories.filter((_history, index) => index % 9 === 0) : histories;
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
