import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMember, asAdmin } from "../../../../../test/kit/admins.ts";
import { catalogItems, checkoutClient, dataOf, paymentPlugin } from "../../../../../test/kit/checkout-client.ts";
import { shop, startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { sessionIdOf } from "../../../../../test/kit/sandbox-client.ts";
import type { OrderDetails } from "../orders/index.ts";
import type { Quote } from "./quote.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
});
afterAll(() => server.stop());

const texts = (en: string, de: string) => ({ en, de });
const shipping = {
  zones: [
    {
      id: "home",
      countries: ["DE"],
      options: [
        { id: "parcel", title: texts("Parcel", "Paket"), price: 490, freeFrom: 50_000, deliveryDays: { min: 1, max: 3 } },
        { id: "pickup", title: texts("Pickup", "Abholung"), price: 0, pickup: true },
      ],
    },
    { id: "nordic", countries: ["DK", "NO"], options: [{ id: "parcel", title: texts("Parcel", "Paket"), price: 1_490 }] },
  ],
};
const tax = {
  pricesInclude: true,
  country: "DE",
  rates: [
    { country: "DE", percent: "19", title: texts("VAT 19 %", "MwSt. 19 %") },
    { country: "DK", percent: "25", title: texts("VAT 25 %", "MwSt. 25 %") },
  ],
};
const rules = { checkout: { totals: "rules" }, shipping, tax };
const address = { name: "Ada Lovelace", line1: "Hauptstraße 1", postalCode: "10115", city: "Berlin", country: "de" };

const newShop = async (settings: object = rules) => {
  const products = catalogItems({ CHAIR: { price: 11_900, stock: 3 }, LAMP: { price: 2_380 }, DOLLAR: { price: 100, currency: "usd" } });
  const site = await server.addSite({
    plugins: paymentPlugin(),
    products,
    site: { defaultLocale: "en", locales: ["en", "de"], allowedOrigins: ["https://shop.example"], settings },
  });
  const client = checkoutClient(server, site);
  const quote = async (cart: Record<string, number>, more: object = {}) =>
    client.post(`${shop}/checkout/quote`, {
      items: await Promise.all(Object.entries(cart).map(async ([sku, quantity]) => ({ variantId: await client.variantId(sku), quantity }))),
      ...more,
    });
  const api = asAdmin(server, await addMember(server, site, "OWNER"));
  return {
    site,
    ...client,
    quote,
    api,
    read: async (id: string) => dataOf<OrderDetails>(await api.get(`/sites/${site.slug}/orders/${id}`)),
  };
};
type Shop = Awaited<ReturnType<typeof newShop>>;
const quoted = async (store: Shop, cart: Record<string, number>, more: object = {}) => dataOf<Quote>(await store.quote(cart, more));

describe("a quote", () => {
  let store: Shop;
  beforeAll(async () => {
    store = await newShop();
  });

  test("says what an order to a country costs, in the buyer's language, and the order costs that", async () => {
    const quote = await quoted(store, { LAMP: 1, CHAIR: 2 }, { shippingAddress: address, locale: "de" });
    expect(quote).toMatchObject({
      currency: "eur",
      lines: [
        { sku: "LAMP", quantity: 1, unitPrice: 2_380, tax: 380, total: 2_380 },
        { sku: "CHAIR", quantity: 2, unitPrice: 11_900, tax: 3_800, total: 23_800 },
      ],
      shippingOptions: [
        { id: "parcel", title: "Paket", price: 490, freeFrom: 50_000, pickup: false, deliveryDays: { min: 1, max: 3 }, selected: true },
        { id: "pickup", title: "Abholung", price: 0, pickup: true, selected: false },
      ],
      subtotal: 26_180,
      shipping: 490,
      tax: 4_258,
      taxIncluded: true,
      taxes: [{ title: "MwSt. 19 %", percent: "19", base: 22_412, amount: 4_258 }],
      total: 26_670,
      isEstimate: false,
      problems: [],
    });
    const answer = await store.session(
      { LAMP: 1, CHAIR: 2 },
      { shippingAddress: address, locale: "de", expectedTotal: quote.total, tax: 4_258, shipping: 490 },
    );
    const { orderId = "", checkoutUrl = "" } = dataOf(answer);
    const { sessions } = await server.sandbox.ledger();
    expect(sessions.find(({ id }) => id === sessionIdOf(checkoutUrl))).toMatchObject({ amount: 26_670 });
    const order = await store.read(orderId);
    expect(order).toMatchObject({ tax: 4_258, taxIncluded: true, taxes: quote.taxes, shipping: 490, total: 26_670 });
    expect(order.shippingOption).toEqual({ id: "parcel", title: "Paket" });
    expect(order.lines.map(({ sku, tax: share }) => [sku, share]).sort()).toEqual([
      ["CHAIR", 3_800],
      ["LAMP", 380],
    ]);
  });

  test.each([
    [
      {},
      {
        shipping: 0,
        total: 2_380,
        isEstimate: true,
        shippingOptions: [],
        problems: [{ code: "address_incomplete", path: "/shippingAddress" }],
      },
    ],
    [{ shippingAddress: { country: "DE" } }, { total: 2_870, problems: [] }],
    [
      { shippingAddress: { country: "DE" }, shippingOption: "pickup" },
      { shipping: 0, total: 2_380, problems: [] },
    ],
    [{ shippingAddress: { country: "dk" } }, { shipping: 1_490, total: 3_870, tax: 476 + 298, problems: [] }],
    [{ shippingAddress: { country: "NO" } }, { shipping: 1_490, total: 3_870, tax: 0, taxes: [], problems: [] }],
    [{ shippingAddress: { country: "US" } }, { problems: [{ code: "not_deliverable", path: "/shippingAddress/country" }] }],
    [{ shippingAddress: address, shippingOption: "drone" }, { problems: [{ code: "shipping_option_unknown", path: "/shippingOption" }] }],
  ])("with %j is %j", async (more, quote) => {
    expect(await quoted(store, { LAMP: 1 }, more)).toMatchObject(quote);
  });

  test("names what is not for sale or short, and still says what the rest costs", async () => {
    const missing = "01a1f983-66eb-75ce-9393-31706824192e";
    const items = [
      { variantId: missing, quantity: 1 },
      { variantId: "nothing", quantity: 1 },
      { variantId: await store.variantId("CHAIR"), quantity: 4 },
    ];
    const quote = dataOf<Quote>(await store.post(`${shop}/checkout/quote`, { items, shippingAddress: address }));
    expect(quote.lines).toMatchObject([{ sku: "CHAIR", quantity: 4 }]);
    expect(quote.problems.map(({ code, path }) => [code, path])).toEqual([
      ["variant_unavailable", "/items/0/variantId"],
      ["variant_unavailable", "/items/1/variantId"],
      ["out_of_stock", "/items/2/quantity"],
    ]);
    expect(quote.problems.at(-1)?.message).toBe("The shop has only 1 of Product CHAIR. Order fewer.");
  });

  test("of nothing that is for sale has no lines", async () => {
    const items = [{ variantId: "nothing", quantity: 1 }];
    expect(dataOf<Quote>(await store.post(`${shop}/checkout/quote`, { items }))).toMatchObject({ currency: "eur", lines: [], total: 0 });
  });

  test("is refused for what is no question", async () => {
    const refusal = async (more: object) => (await store.quote({ LAMP: 1 }, more)).json;
    expect(await refusal({ shippingAddress: { country: "XX" } })).toMatchObject({ code: "validation_failed" });
    expect(await refusal({ coupons: ["1234"] })).toMatchObject({ code: "validation_failed" });
    expect((await store.quote({ LAMP: 1, DOLLAR: 1 })).json).toMatchObject({ code: "currency_mixed" });
  });

  test("knows nothing of another site's rules", async () => {
    const other = await newShop({});
    expect(await quoted(other, { LAMP: 1 }, { shippingAddress: address })).toMatchObject({
      tax: 0,
      shipping: 0,
      shippingOptions: [],
      isEstimate: true,
    });
  });
});

test("each product has the tax of its class, and only what is sent asks for an address", async () => {
  const settings = {
    ...rules,
    tax: { ...tax, rates: [...tax.rates, { country: "DE", class: "reduced", percent: "7", title: texts("VAT 7 %", "MwSt. 7 %") }] },
  };
  const tiers = [{ upToWeight: 1_000, price: 300 }, { price: 900 }];
  const zones = [{ id: "home", countries: ["DE"], options: [{ id: "parcel", title: texts("Parcel", "Paket"), tiers }] }];
  const site = await server.addSite({
    plugins: paymentPlugin(),
    products: [
      { slug: "book", title: "Book", taxClass: "reduced", variants: [{ sku: "BOOK", price: 1_070, weightGrams: 600 }] },
      { slug: "film", title: "Film", variants: [{ sku: "FILM", price: 1_190, requiresShipping: false, weightGrams: 9_000 }] },
    ],
    site: {
      defaultLocale: "en",
      locales: ["en", "de"],
      allowedOrigins: ["https://shop.example"],
      settings: { ...settings, shipping: { zones } },
    },
  });
  const { variantId, post, intent } = checkoutClient(server, site);
  const quote = async (skus: string[], more: object = {}) => {
    const items = await Promise.all(skus.map(async (sku) => ({ variantId: await variantId(sku), quantity: 1 })));
    return dataOf<Quote>(await post(`${shop}/checkout/quote`, { items, ...more }));
  };
  const both = await quote(["BOOK", "FILM"], { shippingAddress: address });
  expect(both.lines.map(({ tax: share }) => share)).toEqual([70, 190]);
  expect(both.taxes.map(({ title, base, amount }) => [title, base, amount])).toEqual([
    ["VAT 7 %", 1_000, 70],
    ["VAT 19 %", 1_252, 238],
  ]);
  expect([both.shipping, both.total]).toEqual([300, 2_560]);
  const heavy = [{ variantId: await variantId("BOOK"), quantity: 2 }];
  expect(dataOf<Quote>(await post(`${shop}/checkout/quote`, { items: heavy, shippingAddress: address })).shipping).toBe(900);
  expect(await quote(["FILM"])).toMatchObject({ shippingOptions: [], shipping: 0, total: 1_190, problems: [] });
  expect((await intent({ FILM: 1 })).status).toBe(201);
  expect((await intent({ BOOK: 1 })).json).toMatchObject({ code: "address_incomplete" });
});

describe("an order by rules", () => {
  test.each([
    [{ expectedTotal: 2_869 }, 409, "totals_changed"],
    [{ tax: 0 }, 409, "totals_changed"],
    [{ shipping: 0 }, 409, "totals_changed"],
    [{ shippingAddress: undefined }, 400, "address_incomplete"],
    [{ shippingAddress: { country: "DE" } }, 400, "address_incomplete"],
    [{ shippingAddress: { ...address, country: "US" } }, 400, "not_deliverable"],
    [{ shippingOption: "drone" }, 400, "shipping_option_unknown"],
  ])("with %j is %i %s, and takes nothing", async (more, status, code) => {
    const store = await newShop();
    const answer = await store.intent({ CHAIR: 1 }, { shippingAddress: address, ...more });
    expect([answer.status, (answer.json as { code: string }).code]).toEqual([status, code]);
    if (code === "totals_changed") expect(answer.json).toMatchObject({ quote: { total: 12_390, shipping: 490, tax: 1_978 } });
    expect(await store.stock("CHAIR")).toBe(3);
    expect((await store.api.get(`/sites/${store.site.slug}/orders`)).json).toMatchObject({ total: 0 });
  });

  test("keeps what it cost when the rules change, also in a refund by line", async () => {
    const store = await newShop();
    const { orderId = "", checkoutUrl = "" } = dataOf(await store.session({ CHAIR: 2, LAMP: 1 }, { shippingAddress: address }));
    await server.sandbox.pay(checkoutUrl);
    await server.sandbox.settled();
    await server.deps.sql`update sites set settings = '{}' where id = ${store.site.id}`;
    const order = await store.read(orderId);
    expect(order).toMatchObject({ status: "PAID", total: 26_670, tax: 4_258, taxIncluded: true });
    const chair = order.lines.find(({ sku }) => sku === "CHAIR");
    const lamp = order.lines.find(({ sku }) => sku === "LAMP");
    const refund = async (id: string | undefined, quantity: number) => {
      const answer = await store.api.post(
        `/sites/${store.site.slug}/orders/${orderId}/refund`,
        { lines: [{ id, quantity }], restock: false },
        { headers: { "idempotency-key": randomUUID() } },
      );
      expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    };
    await refund(chair?.id, 1);
    expect((await store.read(orderId)).refundedAmount).toBe(11_900);
    await refund(lamp?.id, 1);
    await refund(chair?.id, 1);
    expect(await store.read(orderId)).toMatchObject({ status: "REFUNDED", refundedAmount: 26_670 });
  });

  test("is asserted where the caller decides, too", async () => {
    const store = await newShop({});
    expect((await store.intent({ LAMP: 1 }, { tax: 100, expectedTotal: 2_380 })).json).toMatchObject({ code: "totals_changed" });
    expect((await store.intent({ LAMP: 1 }, { tax: 100, expectedTotal: 2_480 })).status).toBe(201);
  });

  test("adds a tax that the prices do not include, and splits it exactly", async () => {
    const store = await newShop({ ...rules, tax: { ...tax, pricesInclude: false, rounding: "ORDER" } });
    const { orderId = "" } = dataOf(await store.intent({ CHAIR: 1, LAMP: 1 }, { shippingAddress: address, expectedTotal: 17_576 }));
    const order = await store.read(orderId);
    expect(order).toMatchObject({ subtotal: 14_280, shipping: 490, tax: 2_806, taxIncluded: false, total: 17_576 });
  });
});
