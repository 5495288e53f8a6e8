import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cms, shop, startServer, type TestServer, type TestSite } from "../../../../test/kit/harness.ts";
import { sessionIdOf } from "../../../../test/kit/sandbox-client.ts";
import { password, storefront } from "../../../../test/kit/shopper.ts";
import { dataOf, goods, paymentPlugin, returnUrls, till } from "../../../../test/kit/till.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
});
afterAll(() => server.stop());

const stockOf = {
  CHAIR: { price: 42_000, stock: 5 },
  LAMP: { price: 18_900 },
  GIFT: { price: 0 },
  DOLLAR: { price: 100, currency: "usd" },
};
const newShop = async (products: object[] = goods(stockOf), site: object = {}): Promise<TestSite> =>
  server.addSite({ plugins: paymentPlugin(), products, site: { allowedOrigins: ["https://shop.example"], ...site } });

const invalidBody = { status: 400, json: { code: "validation_failed" } };

describe("an order on the processor's page", () => {
  test("is pending with its stock taken, and paid once the processor says so", async () => {
    const site = await newShop();
    const { session, order, stock } = till(server, site);
    const answer = await session({ CHAIR: 2, LAMP: 1 }, { tax: 1_900, shipping: 500, customerEmail: " Ada@Example.COM " });
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.json as object)).toEqual(["data"]);
    const { orderId, checkoutUrl } = dataOf(answer);
    expect(Object.keys(dataOf(answer)).sort()).toEqual(["checkoutUrl", "orderId"]);
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

  test("survives a declined card, and a bank that asks", async () => {
    const { session, order } = till(server, await newShop());
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
    const { session, order, stock } = till(server, await newShop());
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
    const { session } = till(server, await newShop());
    const urls = { successUrl: "https://shop.example/ok?s={CHECKOUT_SESSION_ID}&a=%41#x", cancelUrl: "https://shop.example/no" };
    const { checkoutUrl = "" } = dataOf(await session({ LAMP: 1 }, urls));
    expect(await server.sandbox.session(checkoutUrl)).toMatchObject({ success_url: urls.successUrl, cancel_url: urls.cancelUrl });
  });
});

describe("an order on the shop's own page", () => {
  test("is paid with the client secret", async () => {
    const { intent, order } = till(server, await newShop());
    const answer = await intent({ CHAIR: 1 });
    const { orderId = "", clientSecret = "" } = dataOf(answer);
    expect([answer.status, Object.keys(dataOf(answer)).sort()]).toEqual([201, ["clientSecret", "orderId"]]);
    expect(clientSecret).toMatch(/^pi_.+_secret_/);
    await server.sandbox.pay(clientSecret);
    await server.sandbox.settled();
    expect(await order(orderId)).toEqual({ status: "PAID", paymentStatus: "SUCCEEDED" });
  });
});

describe("what cannot be ordered", () => {
  let site: TestSite;
  beforeAll(async () => {
    const products = [
      ...goods(stockOf),
      ...goods({ DRAFT: { price: 1, status: "DRAFT" }, OLD: { price: 1, status: "ARCHIVED" }, DEAR: { price: 99_999_999 } }),
    ];
    site = await newShop(products);
  });

  const nobody = "ffffffff-ffff-4fff-bfff-ffffffffffff";
  test.each<[string, () => Promise<object>, object]>([
    ["no items", async () => ({ items: [] }), invalidBody],
    ["items that are none", async () => ({ items: "two chairs" }), invalidBody],
    ["no urls", async () => ({ successUrl: undefined }), invalidBody],
    ["a quantity of 0", async () => ({ items: [{ variantId: nobody, quantity: 0 }] }), invalidBody],
    ["a negative quantity", async () => ({ items: [{ variantId: nobody, quantity: -1 }] }), invalidBody],
    ["half a chair", async () => ({ items: [{ variantId: nobody, quantity: 1.5 }] }), invalidBody],
    ["a quantity in words", async () => ({ items: [{ variantId: nobody, quantity: "1" }] }), invalidBody],
    ["1 000 of one", async () => ({ items: [{ variantId: nobody, quantity: 1_000 }] }), invalidBody],
    ["101 lines", async () => ({ items: Array.from({ length: 101 }, () => ({ variantId: nobody, quantity: 1 })) }), invalidBody],
    ["a negative tax", async () => ({ tax: -5_000 }), invalidBody],
    ["a shipping of 100 000 000", async () => ({ shipping: 100_000_000 }), invalidBody],
    ["a tax with cents of cents", async () => ({ tax: 0.5 }), invalidBody],
    ["too long a note", async () => ({ notes: "x".repeat(1_001) }), invalidBody],
    ["no address", async () => ({ customerEmail: "nobody" }), invalidBody],
    [
      "an unknown variant",
      async () => ({ items: [{ variantId: nobody, quantity: 1 }] }),
      { status: 400, json: { code: "variant_unavailable" } },
    ],
    ["no id", async () => ({ items: [{ variantId: "CHAIR", quantity: 1 }] }), { status: 400, json: { code: "variant_unavailable" } }],
    ["a draft", async () => ({ items: await items("DRAFT") }), { status: 400, json: { code: "variant_unavailable" } }],
    ["what is archived", async () => ({ items: await items("OLD") }), { status: 400, json: { code: "variant_unavailable" } }],
    ["two currencies", async () => ({ items: await items("CHAIR", "DOLLAR") }), { status: 400, json: { code: "currency_mixed" } }],
    ["nothing to pay", async () => ({ items: await items("GIFT") }), { status: 400, json: { code: "amount_out_of_range" } }],
    ["too much", async () => ({ items: await items("DEAR"), tax: 1 }), { status: 400, json: { code: "amount_out_of_range" } }],
    [
      "what the processor finds too little",
      async () => ({ items: await items("GIFT"), tax: 1 }),
      { status: 400, json: { code: "amount_out_of_range" } },
    ],
    ["an unknown customer", async () => ({ customerId: nobody }), { status: 400, json: { code: "customer_unknown" } }],
    ["a customer that is no id", async () => ({ customerId: "ada" }), { status: 400, json: { code: "customer_unknown" } }],
  ])("%s", async (_name, change, refusal) => {
    const { sql } = server.deps;
    const orders = async () =>
      sql<{ count: number }>`select count(*)::int as count from orders where site_id = ${site.id} and status <> 'CANCELLED'`;
    const before = await orders();
    const body = { items: await items("CHAIR"), ...returnUrls, ...(await change()) };
    expect(await till(server, site).post(`${shop}/checkout/session`, body)).toMatchObject(refusal);
    expect(await orders()).toEqual(before);
    expect(await till(server, site).stock("CHAIR")).toBe(5);
  });
  const items = (...skus: string[]) =>
    Promise.all(skus.map(async (sku) => ({ variantId: await till(server, site).variantId(sku), quantity: 1 })));

  test("more than there is, said with what there is", async () => {
    const { post, variantId, stock } = till(server, site);
    const chair = await variantId("CHAIR");
    const body = { items: [{ variantId: chair, quantity: 3 }, ...(await items("LAMP")), { variantId: chair, quantity: 3 }] };
    expect(await post(`${shop}/checkout/payment-intent`, body)).toMatchObject({
      status: 409,
      json: { code: "out_of_stock", items: [{ variantId: chair, available: 5 }] },
    });
    expect(await stock("CHAIR")).toBe(5);
  });

  test("more than 999 of one in all", async () => {
    const { post, variantId } = till(server, site);
    const line = { variantId: await variantId("LAMP"), quantity: 500 };
    const answer = await post(`${shop}/checkout/payment-intent`, { items: [line, line] });
    expect(answer).toMatchObject({ ...invalidBody, json: { errors: [{ path: "/items/1/quantity" }] } });
  });

  test.each([
    ["off", { "svc.payments": { enabled: false, config: paymentPlugin()["svc.payments"].config } }],
    ["without a secret key", { "svc.payments": { enabled: true, config: { publishableKey: "pk_test_x", webhookSecrets: ["whsec_x"] } } }],
    ["without a publishable key", { "svc.payments": { enabled: true, config: { secretKey: "sk_test_x", webhookSecrets: ["whsec_x"] } } }],
    ["without a webhook secret", { "svc.payments": { enabled: true, config: { secretKey: "sk_test_x", publishableKey: "pk_test_x" } } }],
    ["never set up", undefined],
  ])("anything, where payments are %s; and what is missing is not said", async (_name, plugins) => {
    const shopless = await server.addSite({ products: goods(stockOf), ...(plugins ? { plugins } : {}) });
    const { session, intent, pluginIntent, pluginSession } = till(server, shopless);
    for (const answer of [
      await session({ CHAIR: 1 }),
      await intent({ CHAIR: 1 }),
      await pluginIntent({ amount: 100 }),
      await pluginSession({ amount: 100 }),
    ]) {
      expect(answer).toMatchObject({ status: 400, json: { code: "payments_not_configured" } });
      expect(answer.text).not.toMatch(/secret|publishable|webhook|sk_|pk_|whsec/i);
    }
  });
});

describe("where the payer is sent", () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await newShop(goods(stockOf), { allowedOrigins: ["https://shop.example", "https://*.wild.example"] });
  });
  const ask = async (successUrl: string, origin?: string) =>
    till(server, site).session({ LAMP: 1 }, { successUrl }, origin === undefined ? {} : { origin });

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
  ])("not to %s", async (url) => {
    expect(await ask(url)).toMatchObject(invalidBody);
    expect(await ask(url, "https://shop.example")).toMatchObject(invalidBody);
  });
  test.each([
    ...["https://evil.example/", "http://shop.example/", "https://shop.example:8443/", "https://shop.example.evil.example/"],
    ...["https://a.b.wild.example/", "https://wild.example/"],
  ])("by a browser not to %s, and by a server anywhere", async (url) => {
    expect(await ask(url, "https://shop.example")).toMatchObject({ status: 400, json: { code: "url_not_allowed" } });
    expect((await ask(url)).status).toBe(201);
  });
  test.each(["https://shop.example/x?y#z", "https://SHOP.example/", "https://shop.example:443/", "https://any.wild.example/"])(
    "by a browser to %s",
    async (url) => {
      expect((await ask(url, "https://shop.example")).status).toBe(201);
      expect((await ask(url, "https://any.wild.example")).status).toBe(201);
    },
  );
});

describe("whose order it is", () => {
  const buyer = async (site: TestSite, email: string) => {
    const id = await storefront(server, site).register(email);
    const token = (await storefront(server, site).logIn(email, password)) ?? "";
    return { id, headers: { authorization: `Bearer ${token}` } };
  };

  test("the token's customer finds it in the account, with what was bought as it was bought", async () => {
    const site = await newShop();
    const ada = await buyer(site, "ada@example.com");
    const eve = await buyer(site, "eve@example.com");
    const { session, variantId } = till(server, site);
    const { orderId = "", checkoutUrl = "" } = dataOf(
      await session({ CHAIR: 2 }, { customerId: ada.id, notes: "Ring twice" }, ada.headers),
    );
    const own = async (path: string, headers: object) => server.ask(`${shop}/account/orders${path}`, { headers: { ...headers } });
    const listed = await own("", ada.headers);
    expect(listed.json).toMatchObject({ page: 1, pageSize: 20, total: 1, data: [{ id: orderId }] });
    expect(listed.headers.get("link")).toContain('rel="first"');
    const [product] = await server.deps.sql<{ id: string }>`select id from products where site_id = ${site.id} and slug = 'chair'`;
    expect((await own(`/${orderId}`, ada.headers)).json).toEqual({
      data: {
        id: orderId,
        number: 1_001,
        ...{ status: "PENDING", paymentStatus: "PENDING", currency: "eur" },
        ...{ subtotal: 84_000, tax: 0, shipping: 0, total: 84_000, notes: "Ring twice" },
        lines: [
          {
            ...{ variantId: await variantId("CHAIR"), productId: product?.id, title: "Product CHAIR", sku: "CHAIR" },
            ...{ quantity: 2, unitPrice: 42_000, total: 84_000 },
          },
        ],
        ...{ createdAt: server.clock.now().toISOString(), updatedAt: server.clock.now().toISOString() },
      },
    });
    // Told to the processor, which need not ask.
    expect(await server.sandbox.session(checkoutUrl)).toMatchObject({ customer_email: "ada@example.com" });

    expect((await own("", eve.headers)).json).toMatchObject({ total: 0, data: [] });
    expect(await own(`/${orderId}`, eve.headers)).toMatchObject({ status: 404, json: { code: "order_not_found" } });
    expect(await server.ask(`${shop}/checkout/order/${orderId}`, { headers: eve.headers })).toMatchObject({ status: 404 });
    expect(await server.ask(`${shop}/checkout/order/${orderId}`, { headers: ada.headers })).toMatchObject({ status: 200 });
    expect(await session({ CHAIR: 1 }, { customerId: ada.id }, eve.headers)).toMatchObject({
      status: 403,
      json: { code: "customer_mismatch" },
    });
    expect((await own(`/${orderId}x`, ada.headers)).status).toBe(404);
  });

  test("without a token a name or an address is a hint, and shows and fills in nothing", async () => {
    const site = await newShop();
    const ada = await buyer(site, "ada@example.com");
    const { session } = till(server, site);
    const { checkoutUrl = "" } = dataOf(await session({ CHAIR: 1 }, { customerId: ada.id }));
    dataOf(await session({ CHAIR: 1 }, { customerEmail: "ada@example.com" }));
    expect((await server.ask(`${shop}/account/orders`, { headers: ada.headers })).json).toMatchObject({ total: 0 });
    expect(await server.sandbox.session(checkoutUrl)).toMatchObject({ customer_email: null });
    const [order] = await server.deps.sql<{ claimed: string | null; customer: string | null }>`
      select claimed_customer_id as claimed, customer_id as customer from orders where site_id = ${site.id} and number = 1001`;
    expect(order).toEqual({ claimed: ada.id, customer: null });
  });

  test("a token that is not good, or of another site, is refused and not ignored", async () => {
    const site = await newShop();
    const other = await newShop();
    const { headers } = await buyer(other, "ada@example.com");
    const { session } = till(server, site);
    for (const authorization of [headers.authorization, "Bearer nonsense", "Basic YTpi"]) {
      expect(await session({ LAMP: 1 }, {}, { authorization })).toMatchObject({ status: 401, json: { code: "token_invalid" } });
    }
    expect(
      await server.ask(`${shop}/checkout/session`, {
        method: "POST",
        body: "{}",
        headers: { "content-type": "application/json", ...headers },
      }),
    ).toMatchObject({
      status: 401,
      json: { code: "api_key_missing" },
    });
  });

  test("an order of another site does not exist", async () => {
    const [site, other] = [await newShop(), await newShop()];
    const { orderId = "" } = dataOf(await till(server, site).session({ LAMP: 1 }));
    const [theirs, nobodys] = [orderId, "ffffffff-ffff-4fff-bfff-ffffffffffff"].map((id) =>
      server.ask(`${shop}/checkout/order/${id}`, { key: other.key }),
    );
    const text = async (answer: typeof theirs) => (await answer)?.text.replace(/"requestId":"[^"]+"/, "");
    expect(await text(theirs)).toBe(await text(nobodys));
    expect((await theirs)?.status).toBe(404);
    expect(
      await till(server, other).post(`${shop}/checkout/payment-intent`, {
        items: [{ variantId: await till(server, site).variantId("LAMP"), quantity: 1 }],
      }),
    ).toMatchObject({
      status: 400,
      json: { code: "variant_unavailable" },
    });
  });
});

test("totals are exact, and what the processor is asked for is the total", async () => {
  const prices = fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(
      prices,
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 6, maxLength: 6 }),
      fc.nat(9_999),
      fc.nat(9_999),
      async (amounts, quantities, tax, shipping) => {
        const items = Object.fromEntries(amounts.map((price, index) => [`P${index}`, { price }]));
        const site = await newShop(goods(items));
        const cart = Object.fromEntries(amounts.map((_price, index) => [`P${index}`, quantities[index] ?? 1]));
        const expected = amounts.reduce(
          (sum, price, index) => sum + BigInt(price) * BigInt(quantities[index] ?? 1),
          BigInt(tax + shipping),
        );
        const answer = await till(server, site).session(cart, { tax, shipping });
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

test("a hundred lines are an order, and one line at the processor with tax and shipping beside it", async () => {
  const site = await newShop(goods(Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`P${index}`, { price: 100 + index }]))));
  const cart = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`P${index}`, 1]));
  const { checkoutUrl = "" } = dataOf(await till(server, site).session(cart, { tax: 7, shipping: 11 }));
  const { sessions } = await server.sandbox.ledger();
  expect(sessions.find(({ id }) => id === sessionIdOf(checkoutUrl))).toMatchObject({ amount: 14_950 + 18 });
});

test("nothing that an answer or a log holds is a secret", async () => {
  const account = `sk_test_canary${"x".repeat(20)}`;
  const site = await server.addSite({ plugins: paymentPlugin(account), products: goods(stockOf) });
  const { session, intent, pluginIntent, pluginSession } = till(server, site);
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
