import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMember, asAdmin } from "../../../../../test/kit/admins.ts";
import { dataOf } from "../../../../../test/kit/checkout-client.ts";
import { shop, startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { day } from "../../../../../test/kit/sold-item.ts";
import type { EditedProduct } from "./edited-products.ts";

interface Shown {
  slug: string;
  price: number;
  compareAtPrice: number | null;
  priorPrice?: number | null;
  currency: string;
  available?: boolean;
  variants: {
    id: string;
    sku: string;
    price: number;
    compareAtPrice: number | null;
    priorPrice?: number | null;
    available: boolean;
    currency?: string;
  }[];
}

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const currencies = ["eur", "usd", "jpy", "kwd"];
const product = (slug: string, variants: object[], more: object = {}) => ({ slug, title: slug, variants, ...more });
const products = [
  product(
    "chair",
    [
      { sku: "CHAIR-OAK", price: 10_000, prices: { usd: 12_000, jpy: 15_000, kwd: 33_000 }, compareAtPrices: { usd: 14_000 } },
      { sku: "CHAIR-ASH", price: 9_000, prices: { usd: 13_000 } },
    ],
    { options: [{ name: "Wood", values: ["Oak", "Ash"] }] },
  ),
  product("lamp", [{ sku: "LAMP", price: 2_000, compareAtPrice: 3_000, prices: { usd: 1_900 }, stock: 0 }]),
  product("mug", [{ sku: "MUG", price: 500 }]),
  product("poster", [{ sku: "POSTER", price: 700, prices: { eur: 650 } }], { currency: "usd" }),
];
products[0]?.variants.forEach((variant, place) => Object.assign(variant, { options: { Wood: ["Oak", "Ash"][place] } }));

const newSite = (more: object = {}) => server.addSite({ products, site: { settings: { currencies } }, ...more });
const clientOf = (site: TestSite) => {
  const get = async (path: string) => {
    await server.directory.poll();
    return server.ask(`${shop}/products${path}`, { key: site.key });
  };
  return {
    get,
    read: async (slug: string, currency?: string) => dataOf<Shown>(await get(`/slug/${slug}${currency ? `?currency=${currency}` : ""}`)),
    list: async (query: string) => {
      const { data, total } = (await get(`?pageSize=100&${query}`)).json as { data: Shown[]; total: number };
      return { total, slugs: data.map(({ slug }) => slug) };
    },
  };
};

describe("reads of a shop that sells in euros, dollars, yen and dinars", () => {
  let client: ReturnType<typeof clientOf>;
  beforeAll(async () => {
    client = clientOf(await newSite());
  });

  test.each([
    ["eur", 9_000, [10_000, 9_000]],
    ["usd", 12_000, [12_000, 13_000]],
    ["USD", 12_000, [12_000, 13_000]],
  ])("in %s, a product has its prices in it", async (currency, price, prices) => {
    const shown = await client.read("chair", currency);
    expect(shown).toMatchObject({ price, currency: currency.toLowerCase(), available: true });
    expect(shown.variants.map((variant) => variant.price)).toEqual(prices);
    expect(shown.variants.every((variant) => variant.currency === undefined)).toBe(true);
  });

  test.each([
    ["jpy", 15_000],
    ["kwd", 33_000],
  ])("in %s, a variant without a price keeps its own and is not for sale", async (currency, price) => {
    const shown = await client.read("chair", currency);
    expect(shown).toMatchObject({ price, currency, available: true });
    expect(shown.variants).toMatchObject([
      { price, available: true },
      { price: 9_000, currency: "eur", available: false },
    ]);
  });

  test("a product without any price in the currency is shown in its own, and is not for sale", async () => {
    expect(await client.read("mug", "usd")).toMatchObject({
      price: 500,
      currency: "eur",
      available: false,
      variants: [{ available: false }],
    });
  });

  test("a product in another currency of its own has that without conversion", async () => {
    expect(await client.read("poster", "usd")).toMatchObject({ price: 700, currency: "usd", available: true });
    expect(await client.read("poster", "eur")).toMatchObject({ price: 650, currency: "eur", available: true });
  });

  test("what is sold out is so in each currency", async () => {
    expect(await client.read("lamp", "usd")).toMatchObject({ available: false, currency: "usd", compareAtPrice: null });
    expect(await client.read("chair", "usd")).toMatchObject({ compareAtPrice: 14_000, priorPrice: null });
  });

  test("without the parameter, answers stay as they were", async () => {
    const shown = await client.read("chair");
    expect([shown.price, shown.currency, "available" in shown]).toEqual([9_000, "eur", false]);
  });

  test.each(["gbp", "", "dollars"])("the currency %j is refused with those of the site", async (currency) => {
    for (const path of [`?currency=${currency}`, `/slug/chair?currency=${currency}`]) {
      const { status, json } = await client.get(path);
      expect([status, json]).toMatchObject([400, { code: "currency_unsupported", supportedCurrencies: currencies }]);
    }
  });

  test.each([
    ["sort=price:asc&currency=usd", ["poster", "lamp", "chair", "mug"]],
    ["sort=price:desc&currency=usd", ["chair", "lamp", "poster", "mug"]],
    ["sort=price:asc&currency=eur", ["mug", "poster", "lamp", "chair"]],
    ["sort=price:asc&minPrice=1000&currency=usd", ["lamp", "chair"]],
    ["sort=price:asc&maxPrice=1900&currency=usd", ["poster", "lamp"]],
    ["sort=price:asc&minPrice=1&currency=jpy", ["chair"]],
    ["sort=price:asc&q=lamp&minPrice=1900&maxPrice=1900&currency=usd", ["lamp"]],
    ["q=mug&minPrice=1&currency=usd", []],
    ["sort=title:asc&currency=kwd", ["chair", "lamp", "mug", "poster"]],
  ])("a list of %s", async (query, slugs) => {
    expect(await client.list(query)).toEqual({ slugs, total: slugs.length });
  });
});

test("each currency has a history and a prior price of its own, which ends when the price goes", async () => {
  const site = await newSite({ products: [] });
  const client = clientOf(site);
  const save = async (variant: object) => {
    await server.import({
      bundle: 1,
      site: { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur", settings: { currencies } },
      products: [product("vase", [{ sku: "VASE", compareAtPrice: 99_999, ...variant }])],
    });
    server.clock.advance(day);
  };
  const compareAtPrices = { usd: 99_999 };
  const prior = async () => [(await client.read("vase", "eur")).priorPrice, (await client.read("vase", "usd")).priorPrice];
  await save({ price: 100, prices: { usd: 200 }, compareAtPrices });
  expect(await prior()).toEqual([null, null]);
  await save({ price: 100, prices: { usd: 150 }, compareAtPrices });
  expect(await prior()).toEqual([null, 200]);
  await save({ price: 80, prices: { usd: 150 }, compareAtPrices });
  expect(await prior()).toEqual([100, 200]);
  await save({ price: 80 });
  expect(await client.read("vase", "usd")).toMatchObject({ currency: "eur", available: false });
  server.clock.advance(40 * day);
  await save({ price: 80, prices: { usd: 170 }, compareAtPrices });
  expect(await prior()).toEqual([100, null]);
  const api = asAdmin(server, await addMember(server, site, "OWNER"));
  const [variant] = (await client.read("vase")).variants;
  const history = (await api.get(`/sites/${site.slug}/variants/${variant?.id}/price-history?currency=usd`)).json as {
    total: number;
    data: { price: number; until: string | null; isReduction: boolean }[];
  };
  expect(history.data.map(({ price, until, isReduction }) => [price, until === null, isReduction])).toEqual([
    [170, true, false],
    [150, false, true],
    [200, false, false],
  ]);
  expect(history.total).toBe(3);
});

test("a product that takes another currency as its own keeps the histories of both", async () => {
  const site = await newSite({ products: [] });
  const { read } = clientOf(site);
  const shell = { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur", settings: { currencies } };
  const save = async (currency: string, variant: object) => {
    await server.import({
      bundle: 1,
      site: shell,
      products: [product("vase", [{ sku: "VASE", compareAtPrice: 999, ...variant }], { currency })],
    });
    server.clock.advance(day);
  };
  await save("eur", { price: 100, prices: { usd: 200 } });
  await save("usd", { price: 190, prices: { eur: 90 }, compareAtPrices: { eur: 999 } });
  expect(await read("vase", "usd")).toMatchObject({ price: 190, priorPrice: 200 });
  expect(await read("vase", "eur")).toMatchObject({ price: 90, priorPrice: 100 });
});

describe("the people of a shop", () => {
  const start = async () => {
    const site = await newSite();
    const api = asAdmin(server, await addMember(server, site, "OWNER"));
    const base = `/sites/${site.slug}`;
    const find = async (q: string) => {
      const { data } = (await api.get(`${base}/products?q=${q}`)).json as { data: { id: string; revision: number }[] };
      return { id: data[0]?.id ?? "", revision: data[0]?.revision ?? 0 };
    };
    const edited = async (q: string) => dataOf<EditedProduct>(await api.get(`${base}/products/${(await find(q)).id}`));
    return { site, api, base, find, edited };
  };

  test("read and replace prices by currency", async () => {
    const { api, base, edited, site } = await start();
    const { id, revision, slug, title, variants } = await edited("lamp");
    expect(variants).toMatchObject([{ prices: { usd: 1_900 }, compareAtPrices: {} }]);
    const put = (prices: object, seen: number) => {
      const body = { slug, title, variants: variants.map(({ sku, price }) => ({ sku, price, prices })) };
      return api.put(`${base}/products/${id}`, body, { revision: seen });
    };
    expect((await put({ gbp: 1 }, revision)).json).toMatchObject({ errors: [{ path: "/variants/0/prices/gbp", code: "unknown" }] });
    expect((await put({ usd: 1_800, jpy: 250_000 }, revision)).status).toBe(200);
    expect((await clientOf(site).read("lamp", "jpy")).price).toBe(250_000);
    expect((await put({}, revision + 1)).status).toBe(200);
    expect((await clientOf(site).read("lamp", "jpy")).currency).toBe("eur");
  });

  test("change prices of one currency together, and take it back", async () => {
    const { api, base, find, edited } = await start();
    const bulk = (body: object) => api.post(`${base}/products/bulk`, body);
    const changed = await bulk({ action: "set-price", percent: "10", currency: "jpy", items: [await find("chair")] });
    expect((await edited("chair")).variants).toMatchObject([
      { price: 10_000, prices: { usd: 12_000, jpy: 16_500, kwd: 33_000 } },
      { price: 9_000, prices: { usd: 13_000 } },
    ]);
    const { items } = dataOf<{ items: object[] }>(changed);
    expect((await bulk({ action: "restore", items })).status).toBe(200);
    expect((await edited("chair")).variants).toMatchObject([{ prices: { jpy: 15_000 } }, {}]);
    const unknown = await bulk({ action: "set-price", percent: "10", currency: "gbp", items: [await find("chair")] });
    expect(unknown.json).toMatchObject({ errors: [{ path: "/currency" }] });
  });

  test("get amounts of a currency by the steps that the payment processor takes", async () => {
    const { api, base, find, edited } = await start();
    await api.post(`${base}/products/bulk`, { action: "set-price", percent: "3.33", currency: "kwd", items: [await find("chair")] });
    expect((await edited("chair")).variants[0]?.prices).toEqual({ usd: 12_000, jpy: 15_000, kwd: 34_100 });
  });

  test("cannot remove a currency in which something is sold", async () => {
    const { api, base } = await start();
    const { revision } = dataOf<{ revision: number }>(await api.get(base));
    const patch = (list: string[]) => api.patch(base, { settings: { currencies: list } }, { revision });
    expect((await patch(["eur", "jpy", "kwd"])).json).toMatchObject({
      errors: [{ path: "/settings/currencies", code: "currency_in_use" }],
    });
    expect((await patch(["usd", "eur", "jpy", "kwd"])).json).toMatchObject({ errors: [{ path: "/settings/currencies/0" }] });
    expect((await patch(["eur", "usd", "jpy", "kwd", "xyz"])).json).toMatchObject({ errors: [{ path: "/settings/currencies/4" }] });
  });

  test("export the prices as CSV and import them again", async () => {
    const { api, base, edited } = await start();
    const { text } = await api.get(`${base}/products.csv`);
    const header = '"stock","price_usd","compareAtPrice_usd","price_jpy","compareAtPrice_jpy","price_kwd","compareAtPrice_kwd","Wood"';
    expect([text.includes(header), text.includes('"120.00","140.00","15000","","33.000",""')]).toEqual([true, true]);
    const send = (csv: string) => api.post(`${base}/products.csv`, csv, { headers: { "content-type": "text/csv" } });
    expect(dataOf<{ totalChanges: number }>(await send(text)).totalChanges).toBe(0);
    const changed = await send("product,sku,price_usd,price_jpy\nchair,CHAIR-OAK,,16000\nmug,MUG,6.50,\n");
    expect(changed.json).toMatchObject({ errors: [{ path: "/lines/2/compareAtPrice_usd" }] });
    expect((await send("product,sku,price_usd,compareAtPrice_usd,price_jpy\nchair,CHAIR-OAK,,,16000\nmug,MUG,6.50,,\n")).status).toBe(200);
    expect((await edited("chair")).variants[0]).toMatchObject({ prices: { jpy: 16_000, kwd: 33_000 }, compareAtPrices: {} });
    expect((await edited("mug")).variants[0]).toMatchObject({ prices: { usd: 650 } });
  });
});
