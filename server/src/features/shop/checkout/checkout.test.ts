import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addCheckoutShop, invalidBody, stockOf } from "../../../../../test/kit/checkout-shop.ts";
import { cms, startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { sessionIdOf } from "../../../../../test/kit/sandbox-client.ts";
import { dataOf, catalogItems, paymentPlugin, checkoutClient } from "../../../../../test/kit/checkout-client.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
});
afterAll(() => server.stop());

const newShop = (products?: object[], site?: object) => addCheckoutShop(server, products, site);

describe("an order on the processor's page", () => {
  test("is pending with its stock reserved, and paid once the processor reports it", async () => {
    const site = await newShop();
    const { session, order, stock } = checkoutClient(server, site);
    const answer = await session({ CHAIR: 2, LAMP: 1 }, { tax: 1_900, shipping: 500, customerEmail: " Ada@Example.COM " });
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.json as object)).toEqual(["data"]);
    const { orderId, checkoutUrl } = dataOf(answer);
    expect(dataOf(answer)).toEqual({ orderId, number: 1_001, checkoutUrl });
    expect(orderId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await order(orderId ?? "")).toEqual({ status: "PENDING", paymentStatus: "PENDING" });
    expect(await stock("CHAIR")).toBe(3);

    const { sessions } = await server.sandbox.ledger();
    const told = sessions.find(({ id }) => id === sessionIdOf(checkoutUrl ?? ""));
    expect(told).toMatchObject({ amount: 2 * 42_000 + 18_900 + 1_900 + 500, currency: "eur" });

    await server.sandbox.pay(checkoutUrl ?? "");
    await server.sandbox.settled();
    expect(await order(orderId ?? "")).toEqual({ status: "PAID", paymentStatus: "SUCCEEDED" });
    expect(await stock("CHAIR")).toBe(3);
  });

  test("can be paid after a declined card, and with a bank that asks for confirmation", async () => {
    const { session, order } = checkoutClient(server, await newShop());
    const { orderId = "", checkoutUrl = "" } = dataOf(await session({ CHAIR: 1 }));
    await server.sandbox.pay(checkoutUrl, "declined");
    await server.sandbox.settled();
    expect(await order(orderId)).toEqual({ status: "PENDING", paymentStatus: "FAILED" });
    // In another second, so that what comes later is later.
    server.clock.advance(2_000);
    await server.sandbox.pay(checkoutUrl, "needs-step");
    await server.sandbox.settled();
    expect(await order(orderId)).toEqual({ status: "PENDING", paymentStatus: "REQUIRES_ACTION" });
    await server.sandbox.pay(checkoutUrl, "needs-step", { step: "approve" });
    await server.sandbox.settled();
    expect(await order(orderId)).toEqual({ status: "PAID", paymentStatus: "SUCCEEDED" });
  });

  test.each([
    ["succeeds", { status: "PAID", paymentStatus: "SUCCEEDED" }, 4],
    ["fails", { status: "CANCELLED", paymentStatus: "FAILED" }, 5],
  ] as const)("waits for a bank that pays later and %s", async (outcome, end, left) => {
    const { session, order, stock } = checkoutClient(server, await newShop());
    const { orderId = "", checkoutUrl = "" } = dataOf(await session({ CHAIR: 1 }));
    await server.sandbox.pay(checkoutUrl, "pays-later");
    await server.sandbox.settled();
    expect(await order(orderId)).toEqual({ status: "PENDING", paymentStatus: "PROCESSING" });
    server.clock.advance(2_000);
    await server.sandbox.later({ session: sessionIdOf(checkoutUrl) }, outcome);
    await server.sandbox.settled();
    expect(await order(orderId)).toEqual(end);
    expect(await stock("CHAIR")).toBe(left);
  });

  test("passes the URLs on as they are", async () => {
    const { session } = checkoutClient(server, await newShop());
    const urls = { successUrl: "https://shop.example/ok?s={CHECKOUT_SESSION_ID}&a=%41#x", cancelUrl: "https://shop.example/no" };
    const { checkoutUrl = "" } = dataOf(await session({ LAMP: 1 }, urls));
    expect(await server.sandbox.session(checkoutUrl)).toMatchObject({ success_url: urls.successUrl, cancel_url: urls.cancelUrl });
  });
});

describe("an order on the shop's own page", () => {
  test("is paid with the client secret", async () => {
    const { intent, order } = checkoutClient(server, await newShop());
    const answer = await intent({ CHAIR: 1 });
    const { orderId = "", clientSecret = "" } = dataOf(answer);
    expect([answer.status, Object.keys(dataOf(answer)).sort()]).toEqual([201, ["clientSecret", "number", "orderId"]]);
    expect(clientSecret).toMatch(/^pi_.+_secret_/);
    await server.sandbox.pay(clientSecret);
    await server.sandbox.settled();
    expect(await order(orderId)).toEqual({ status: "PAID", paymentStatus: "SUCCEEDED" });
  });
});

describe("the payer's return", () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await newShop(catalogItems(stockOf), { allowedOrigins: ["https://shop.example", "https://*.wild.example"] });
  });
  const ask = async (successUrl: string, origin?: string) =>
    checkoutClient(server, site).session({ LAMP: 1 }, { successUrl }, origin === undefined ? {} : { origin });

  test.each([
    ...["javascript:alert(1)", "data:text/html,x", "ftp://shop.example/", "//shop.example/", "/thanks", "https://", "https:/shop.example/"],
    ...[
      "https:\\\\shop.example\\",
      "https://shop.example\\@evil.example/",
      "https://user@shop.example/",
      "https://user:pass@shop.example/",
    ],
    ...[
      "https://@shop.example/",
      "https://shop.example\t.evil.example/",
      " https://shop.example/",
      "https://shop.example/a b",
      "x".repeat(3_000),
    ],
  ])("never leads to %s", async (url) => {
    expect(await ask(url)).toMatchObject(invalidBody);
    expect(await ask(url, "https://shop.example")).toMatchObject(invalidBody);
  });
  test.each([
    ...["https://evil.example/", "http://shop.example/", "https://shop.example:8443/", "https://shop.example.evil.example/"],
    ...["https://a.b.wild.example/", "https://wild.example/"],
  ])("leads to %s only if a server asked for it, not a browser", async (url) => {
    expect(await ask(url, "https://shop.example")).toMatchObject({ status: 400, json: { code: "url_not_allowed" } });
    expect((await ask(url)).status).toBe(201);
  });
  test.each(["https://shop.example/x?y#z", "https://SHOP.example/", "https://shop.example:443/", "https://any.wild.example/"])(
    "leads to %s, which a browser asked for",
    async (url) => {
      expect((await ask(url, "https://shop.example")).status).toBe(201);
      expect((await ask(url, "https://any.wild.example")).status).toBe(201);
    },
  );
});

test("totals are exact, and equal to the amount at the processor", async () => {
  const prices = fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(
      prices,
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 6, maxLength: 6 }),
      fc.nat(9_999),
      fc.nat(9_999),
      async (amounts, quantities, tax, shipping) => {
        const items = Object.fromEntries(amounts.map((price, index) => [`P${index}`, { price }]));
        const site = await newShop(catalogItems(items));
        const cart = Object.fromEntries(amounts.map((_price, index) => [`P${index}`, quantities[index] ?? 1]));
        const expected = amounts.reduce(
          (sum, price, index) => sum + BigInt(price) * BigInt(quantities[index] ?? 1),
          BigInt(tax + shipping),
        );
        const answer = await checkoutClient(server, site).session(cart, { tax, shipping });
        if (expected < 50n) {
          expect(answer.status).toBe(400);
          return;
        }
        const { orderId = "", checkoutUrl = "" } = dataOf(answer);
        const { sessions } = await server.sandbox.ledger();
        expect(BigInt(sessions.find(({ id }) => id === sessionIdOf(checkoutUrl))?.amount ?? 0)).toBe(expected);
        const [order] = await server.deps.sql<{ total: number }>`select total from orders where site_id = ${site.id} and id = ${orderId}`;
        expect(BigInt(order?.total ?? 0)).toBe(expected);
      },
    ),
    { numRuns: 15 },
  );
}, 60_000);

test("an order of a hundred lines is one amount at the processor, with tax and shipping", async () => {
  const site = await newShop(
    catalogItems(Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`P${index}`, { price: 100 + index }]))),
  );
  const cart = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`P${index}`, 1]));
  const { checkoutUrl = "" } = dataOf(await checkoutClient(server, site).session(cart, { tax: 7, shipping: 11 }));
  const { sessions } = await server.sandbox.ledger();
  expect(sessions.find(({ id }) => id === sessionIdOf(checkoutUrl))).toMatchObject({ amount: 14_950 + 18 });
});

test("responses and logs contain no secret", async () => {
  const account = `sk_test_canary${"x".repeat(20)}`;
  const site = await server.addSite({ plugins: paymentPlugin(account), products: catalogItems(stockOf) });
  const { session, intent, pluginIntent, pluginSession } = checkoutClient(server, site);
  const answers = [
    await session({ LAMP: 1 }),
    await intent({ LAMP: 1 }),
    await pluginIntent({ amount: 100 }),
    await pluginSession({ amount: 100 }),
  ];
  const secrets = answers.flatMap(({ text }) =>
    [...text.matchAll(/pi_\w+_secret_\w+|https?:[^"]+\/c\/pay\/[^"]+/g)].map(([match]) => match),
  );
  expect(secrets).toHaveLength(4);
  for (const { text } of answers) expect(text).not.toMatch(/sk_test|whsec_/);
  for (const secret of ["sk_test_", "whsec_", ...secrets]) expect(server.logged()).not.toContain(secret);
  expect(cms).toBeTruthy();
});
