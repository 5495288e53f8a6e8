import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMember, asAdmin } from "../../../../../test/kit/admins.ts";
import { checkoutClient, dataOf, paymentPlugin } from "../../../../../test/kit/checkout-client.ts";
import { discountBody } from "../../../../../test/kit/discounts.ts";
import { shop, startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { sessionIdOf } from "../../../../../test/kit/sandbox-client.ts";
import type { OrderDetails } from "../orders/index.ts";
import type { Quote } from "./quote.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
});
afterAll(() => server.stop());

const title = { en: "Any" };
const parcel = {
  id: "parcel",
  title,
  price: 500,
  freeFrom: 20_000,
  amounts: {
    usd: { price: 600, freeFrom: 25_000 },
    jpy: { price: 800 },
    kwd: { tiers: [{ upToSubtotal: 9_990, price: 1_500 }, { price: 0 }] },
  },
};
const settings = {
  currencies: ["eur", "usd", "jpy", "kwd", "gbp"],
  checkout: { totals: "rules" },
  shipping: {
    zones: [{ id: "de", countries: ["DE"], options: [parcel, { id: "courier", title, price: 1_500, amounts: { usd: { price: 1_700 } } }] }],
  },
  tax: { pricesInclude: true, country: "DE", rates: [{ country: "DE", percent: "19", title }] },
};
const shippingAddress = { name: "Ada Lovelace", line1: "Hauptstraße 1", postalCode: "10115", city: "Berlin", country: "DE" };
const products = [
  {
    slug: "lamp",
    title: "Lamp",
    variants: [{ sku: "LAMP", price: 10_000, stock: 5, prices: { usd: 12_000, jpy: 15_000, kwd: 3_330, gbp: 9_000 } }],
  },
  { slug: "mug", title: "Mug", variants: [{ sku: "MUG", price: 500 }] },
  { slug: "poster", title: "Poster", currency: "usd", variants: [{ sku: "POSTER", price: 700 }] },
];

const newShop = async () => {
  const site = await server.addSite({ plugins: paymentPlugin(), products, site: { allowedOrigins: ["https://shop.example"], settings } });
  const client = checkoutClient(server, site);
  const api = asAdmin(server, await addMember(server, site, "OWNER"));
  const discount = (members: object) => api.post(`/sites/${site.slug}/discounts`, discountBody(members));
  const ask = async (cart: Record<string, number>, more: object = {}) => {
    const items = await Promise.all(
      Object.entries(cart).map(async ([sku, quantity]) => ({ variantId: await client.variantId(sku), quantity })),
    );
    return client.post(`${shop}/checkout/quote`, { items, shippingAddress, ...more });
  };
  return {
    ...client,
    site,
    api,
    discount,
    ask,
    quote: async (cart: Record<string, number>, more: object = {}) => dataOf<Quote>(await ask(cart, more)),
  };
};

describe("a quote", () => {
  let store: Awaited<ReturnType<typeof newShop>>;
  beforeAll(async () => {
    store = await newShop();
    for (const members of [
      { code: "TEN", kind: "PERCENT", value: "10", amounts: undefined },
      { code: "OFF", kind: "AMOUNT", value: 1_000, amounts: { usd: { value: 1_100 }, kwd: { value: 330 } } },
      { code: "MUCH", kind: "PERCENT", value: "50", minimumSubtotal: 20_000, amounts: { usd: { minimumSubtotal: 24_000 } } },
    ])
      expect((await store.discount(members)).status).toBe(201);
  });

  test.each([
    [undefined, "eur", 20_000, 0, 20_000],
    ["eur", "eur", 20_000, 0, 20_000],
    ["usd", "usd", 24_000, 600, 24_600],
    ["JPY", "jpy", 30_000, 800, 30_800],
    ["kwd", "kwd", 6_660, 1_500, 8_160],
  ])("in %s has its prices, its shipping and nothing that was converted", async (currency, code, subtotal, shipping, total) => {
    const quote = await store.quote({ LAMP: 2 }, { currency });
    expect(quote).toMatchObject({ currency: code, subtotal, shipping, total, problems: [] });
    expect(quote.tax % (code === "kwd" ? 10 : 1)).toBe(0);
    expect(quote.taxes).toHaveLength(1);
  });

  test("offers only ways of shipping with an amount in the currency", async () => {
    const options = async (currency: string) =>
      (await store.quote({ LAMP: 1 }, { currency })).shippingOptions.map(({ id, price, freeFrom }) => [id, price, freeFrom]);
    expect(await options("usd")).toEqual([
      ["parcel", 600, 25_000],
      ["courier", 1_700, null],
    ]);
    expect(await options("jpy")).toEqual([["parcel", 800, null]]);
    const { problems } = await store.quote({ LAMP: 1 }, { currency: "gbp" });
    expect(problems).toMatchObject([{ code: "not_deliverable", message: expect.stringContaining("GBP") as string }]);
  });

  test("says which item is not sold in the currency", async () => {
    const quote = await store.quote({ LAMP: 1, MUG: 1 }, { currency: "usd" });
    expect(quote.lines).toHaveLength(1);
    expect(quote.problems).toMatchObject([{ code: "not_sold_in_currency", path: "/items/1/variantId" }]);
  });

  test("takes products of several own currencies where all have a price in the chosen one", async () => {
    expect(await store.quote({ LAMP: 1, POSTER: 1 }, { currency: "usd" })).toMatchObject({ subtotal: 12_700, problems: [] });
    expect((await store.ask({ LAMP: 1, POSTER: 1 })).json).toMatchObject({ code: "currency_mixed" });
  });

  test.each(["sek", "dollars", ""])("in %j is refused with the currencies of the site", async (currency) => {
    const { status, json } = await store.ask({ LAMP: 1 }, { currency });
    expect([status, json]).toMatchObject([400, { code: "currency_unsupported", supportedCurrencies: settings.currencies }]);
  });

  test.each([
    ["TEN", "jpy", 1_500, []],
    ["OFF", "usd", 1_100, []],
    ["OFF", "kwd", 330, []],
    ["OFF", "jpy", 0, ["discount_invalid"]],
    ["MUCH", "usd", 0, ["discount_invalid"]],
    ["MUCH", "jpy", 0, ["discount_invalid"]],
  ])("with the code %s in %s takes off %d", async (code, currency, discount, problems) => {
    const quote = await store.quote({ LAMP: 1 }, { currency, discountCodes: [code] });
    expect([quote.discount, quote.problems.map((problem) => problem.code)]).toEqual([discount, problems]);
  });

  test("compares a minimum with the subtotal in the currency", async () => {
    expect((await store.quote({ LAMP: 2 }, { currency: "usd", discountCodes: ["MUCH"] })).discount).toBe(12_000);
  });
});

test("an order has one currency, in which it is paid", async () => {
  const store = await newShop();
  const { orderId, checkoutUrl } = dataOf<{ orderId: string; checkoutUrl: string }>(
    await store.session({ LAMP: 1 }, { currency: "usd", shippingAddress, expectedTotal: 12_600 }),
  );
  const order = dataOf<OrderDetails>(await store.api.get(`/sites/${store.site.slug}/orders/${orderId}`));
  expect(order).toMatchObject({ currency: "usd", subtotal: 12_000, shipping: 600, total: 12_600 });
  const [payment] = await server.deps.sql<{ currency: string; amount: number }>`
    select currency, amount from payments where site_id = ${store.site.id} and order_id = ${orderId}`;
  expect(payment).toMatchObject({ currency: "usd", amount: 12_600 });
  expect(sessionIdOf(checkoutUrl)).not.toBe("");
});

test("an order of what is not sold in the currency, or in none of the site's, is refused and reserves nothing", async () => {
  const store = await newShop();
  const order = async (more: object) =>
    (await store.intent({ LAMP: 1, MUG: 1 }, { shippingAddress, ...more }, { "idempotency-key": randomUUID() })).json;
  expect(await order({ currency: "usd" })).toMatchObject({
    code: "not_sold_in_currency",
    items: [{ variantId: await store.variantId("MUG"), available: 0 }],
  });
  expect(await order({ currency: "sek" })).toMatchObject({ code: "currency_unsupported" });
  const [lamp] = await server.deps.sql<{
    stock: number | null;
  }>`select stock from variants where site_id = ${store.site.id} and sku = 'LAMP'`;
  expect(lamp?.stock).toBe(5);
});

describe("amounts in further currencies that say nothing", () => {
  test.each([
    ["an unknown currency", { kind: "AMOUNT", value: 100, amounts: { sek: { value: 1 } } }, "/amounts/sek"],
    ["the site's own", { kind: "AMOUNT", value: 100, amounts: { eur: { value: 1 } } }, "/amounts/eur"],
    ["no value", { kind: "AMOUNT", value: 100, amounts: { usd: {} } }, "/amounts/usd/value"],
    ["a value of a share", { kind: "PERCENT", value: "10", amounts: { usd: { value: 1 } } }, "/amounts/usd/value"],
    ["no minimum", { kind: "PERCENT", value: "10", minimumSubtotal: 5, amounts: { usd: {} } }, "/amounts/usd/minimumSubtotal"],
    ["what cannot be paid", { kind: "AMOUNT", value: 100, amounts: { kwd: { value: 5 } } }, "/amounts/kwd/value"],
  ])("of a discount are refused: %s", async (_name, members, path) => {
    const { discount } = await newShop();
    expect((await discount({ code: "ODD", ...members })).json).toMatchObject({ errors: [{ path }] });
  });

  test.each([
    ["an unknown currency", { amounts: { sek: { price: 1 } } }, "/amounts/sek"],
    ["neither price nor tiers", { amounts: { usd: {} } }, "/amounts/usd"],
    ["what cannot be paid", { amounts: { kwd: { price: 5 } } }, "/amounts/kwd/price"],
  ])("of a way of shipping are refused: %s", async (_name, members, path) => {
    const { api, site } = await newShop();
    const { revision } = dataOf<{ revision: number }>(await api.get(`/sites/${site.slug}`));
    const shipping = { zones: [{ id: "de", countries: ["DE"], options: [{ id: "parcel", title, price: 500, ...members }] }] };
    const { json } = await api.patch(`/sites/${site.slug}`, { settings: { shipping } }, { revision });
    expect(json).toMatchObject({ errors: [{ path: `/settings/shipping/zones/0/options/0${path}` }] });
  });
});
