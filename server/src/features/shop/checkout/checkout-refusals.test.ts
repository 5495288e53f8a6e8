import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addCheckoutShop, invalidBody, stockOf } from "../../../../../test/kit/checkout-shop.ts";
import { shop, startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { catalogItems, paymentPlugin, returnUrls, checkoutClient } from "../../../../../test/kit/checkout-client.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
});
afterAll(() => server.stop());

const newShop = (products?: object[], site?: object) => addCheckoutShop(server, products, site);

describe("a checkout is refused for", () => {
  let site: TestSite;
  beforeAll(async () => {
    const products = [
      ...catalogItems(stockOf),
      ...catalogItems({ DRAFT: { price: 1, status: "DRAFT" }, OLD: { price: 1, status: "ARCHIVED" }, DEAR: { price: 99_999_999 } }),
    ];
    site = await newShop(products);
  });

  const nobody = "ffffffff-ffff-4fff-bfff-ffffffffffff";
  test.each<[string, () => Promise<object>, object]>([
    ["no items", async () => ({ items: [] }), invalidBody],
    ["items that are no list", async () => ({ items: "two chairs" }), invalidBody],
    ["no URLs", async () => ({ successUrl: undefined }), invalidBody],
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
    ["an invalid address", async () => ({ customerEmail: "nobody" }), invalidBody],
    [
      "an unknown variant",
      async () => ({ items: [{ variantId: nobody, quantity: 1 }] }),
      { status: 400, json: { code: "variant_unavailable" } },
    ],
    [
      "a variant id that is no UUID",
      async () => ({ items: [{ variantId: "CHAIR", quantity: 1 }] }),
      { status: 400, json: { code: "variant_unavailable" } },
    ],
    ["a draft", async () => ({ items: await items("DRAFT") }), { status: 400, json: { code: "variant_unavailable" } }],
    ["an archived product", async () => ({ items: await items("OLD") }), { status: 400, json: { code: "variant_unavailable" } }],
    ["two currencies", async () => ({ items: await items("CHAIR", "DOLLAR") }), { status: 400, json: { code: "currency_mixed" } }],
    ["nothing to pay", async () => ({ items: await items("GIFT") }), { status: 400, json: { code: "amount_out_of_range" } }],
    [
      "an amount over the limit",
      async () => ({ items: await items("DEAR"), tax: 1 }),
      { status: 400, json: { code: "amount_out_of_range" } },
    ],
    [
      "an amount that is too small for the processor",
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
    expect(await checkoutClient(server, site).post(`${shop}/checkout/session`, body)).toMatchObject(refusal);
    expect(await orders()).toEqual(before);
    expect(await checkoutClient(server, site).stock("CHAIR")).toBe(5);
  });
  const items = (...skus: string[]) =>
    Promise.all(skus.map(async (sku) => ({ variantId: await checkoutClient(server, site).variantId(sku), quantity: 1 })));

  test("more than the stock, and the problem names the stock", async () => {
    const { post, variantId, stock } = checkoutClient(server, site);
    const chair = await variantId("CHAIR");
    const body = { items: [{ variantId: chair, quantity: 3 }, ...(await items("LAMP")), { variantId: chair, quantity: 3 }] };
    expect(await post(`${shop}/checkout/payment-intent`, body)).toMatchObject({
      status: 409,
      json: { code: "out_of_stock", items: [{ variantId: chair, available: 5 }] },
    });
    expect(await stock("CHAIR")).toBe(5);
  });

  test("whatever is not for sale, and the problem names all of it", async () => {
    const { post, variantId } = checkoutClient(server, site);
    const [draft, old] = await Promise.all([variantId("DRAFT"), variantId("OLD")]);
    const body = { ...returnUrls, items: [...(await items("OLD", "CHAIR", "DRAFT")), { variantId: nobody, quantity: 2 }] };
    const answer = await post(`${shop}/checkout/session`, body);
    expect(answer).toMatchObject({ status: 400, json: { code: "variant_unavailable" } });
    expect((answer.json as { items: object[] }).items).toEqual([draft, old, nobody].sort().map((id) => ({ variantId: id, available: 0 })));
  });

  test("more than 999 of one variant in all lines", async () => {
    const { post, variantId } = checkoutClient(server, site);
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
  ])("any order if payments are %s, without a word about what is missing", async (_name, plugins) => {
    const shopless = await server.addSite({ products: catalogItems(stockOf), ...(plugins ? { plugins } : {}) });
    const { session, intent, pluginIntent, pluginSession } = checkoutClient(server, shopless);
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
