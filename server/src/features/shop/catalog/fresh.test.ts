import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { replaceSql } from "../../../../../test/kit/database.ts";
import { cms, shop, startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { sampleCatalog } from "../../../../../test/kit/sample-catalog.ts";
import { returnStock, takeStock } from "./stock.ts";
import type { Database, Sql } from "../../../ports/database.ts";

// How long what is answered of a catalogue stays as it was.

let server: TestServer;
let site: TestSite;
let statements: string[] = [];

function watched(sql: Database): Database {
  const watching: Sql = (strings, ...values) => {
    statements.push(strings.join("?"));
    return sql(strings, ...values);
  };
  return replaceSql(sql, watching);
}

const page = (slug: string, binding?: object) => ({
  slug,
  locale: "en",
  title: slug,
  composition: binding ? [{ type: "any", props: { text: "static" }, bindings: { "/text": binding } }] : [],
});
const product = (slug: string, path: string) => ({ source: "product", slug, path });
const makeBundle = () => ({
  ...sampleCatalog(),
  blockTypes: [{ type: "any", title: "Any", schema: { type: "object" } }],
  pages: [
    page("plain"),
    page("bound-to-stock", product("brygge-bench", "/variants/0/stock")),
    page("bound-to-price", product("lykt-lamp", "/price")),
    page("bound-to-category", { source: "category", slug: "seating", path: "/title" }),
    page("bound-to-nothing", product("nowhere", "/title")),
  ],
});

beforeAll(async () => {
  server = await startServer({ throughSql: watched });
});
afterAll(() => server.stop());
beforeEach(async () => {
  site = await server.addSite(makeBundle());
  statements = [];
});

const read = (path: string, headers: Record<string, string> = {}, key = site.key) => server.ask(path, { key, headers });
const shell = (of = site) => ({ slug: of.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" });
const save = async (sections: object, options?: { setStock: boolean }) => {
  await server.import({ bundle: 1, site: shell(), ...sections }, options);
  await server.directory.poll();
};
const saveLamp = (price: number) => save({ products: [{ ...sampleCatalog().products[2], variants: [{ sku: "LYKT-28", price }] }] });
/** Moves the stock of a variant, as an order does and its end. */
const changeStock = async (change: typeof takeStock | typeof returnStock, sku: string, quantity = 1) => {
  const { sql, clock, ids } = server.deps;
  const [variant] = await sql<{ id: string }>`select id from variants where site_id = ${site.id} and sku = ${sku}`;
  await sql.begin<unknown>((tx) =>
    change(tx, { now: clock.now(), ids }, site.id, [{ variantId: variant?.id ?? "", quantity }], { kind: "ORDER" }),
  );
  await server.directory.poll();
};
const sell = (sku: string) => changeStock(takeStock, sku);
const putBack = (sku: string) => changeStock(returnStock, sku);
/** Whether the answer was made anew, and not from memory. */
const isMadeAnew = async (path: string) => {
  statements = [];
  await read(path);
  return statements.some((statement) => !/api_keys|content_version.*any \(\?|stock_versions where|site_changes/s.test(statement));
};

const catalogPaths = [
  ...["/products/slug/lykt-lamp", "/products?category=lamps", "/products?q=lamp", "/categories", "/categories?tree=true"],
  ...["/categories/slug/lamps", "/subscriptions/plans"],
].map((path) => shop + path);
const boundPaths = ["bound-to-price", "bound-to-category", "bound-to-nothing"].map((slug) => `${cms}/pages/${slug}`);
const contentPaths = [`${cms}/pages/plain`, `${cms}/block-types`];

describe.runIf(inject("fromMemory"))("a cached response of the shop or of a page", () => {
  beforeEach(async () => {
    for (const path of [...catalogPaths, ...boundPaths, ...contentPaths]) await read(path);
  });
  const madeAnew = async () => {
    const paths: string[] = [];
    for (const path of [...catalogPaths, ...boundPaths, ...contentPaths]) if (await isMadeAnew(path)) paths.push(path);
    return paths;
  };

  test("stays while nothing changes", async () => {
    expect(await madeAnew()).toEqual([]);
  });

  test.each<[string, () => Promise<void>, string[]]>([
    [
      "a product",
      () => saveLamp(17_000),
      [
        ...["/products/slug/lykt-lamp", "/products?category=lamps", "/products?q=lamp"].map((path) => shop + path),
        `${cms}/pages/bound-to-price`,
      ],
    ],
    [
      "a product that is new",
      () => save({ products: [{ slug: "nowhere", title: "Here", category: "lamps", variants: [{ sku: "N", price: 1 }] }] }),
      [
        ...["/products?category=lamps", "/products?q=lamp", "/categories", "/categories?tree=true", "/categories/slug/lamps"].map(
          (path) => shop + path,
        ),
        ...["bound-to-category", "bound-to-nothing"].map((slug) => `${cms}/pages/${slug}`),
      ],
    ],
    [
      "a category",
      () => save({ categories: [{ slug: "lamps", title: "Lights" }] }),
      [...catalogPaths.filter((path) => !path.endsWith("plans")), `${cms}/pages/bound-to-price`, `${cms}/pages/bound-to-category`],
    ],
    ["a plan", () => save({ plans: [{ slug: "new", name: "New", price: 1, interval: "month" }] }), [`${shop}/subscriptions/plans`]],
    ["a page", () => save({ pages: [{ ...page("plain"), title: "Plainer" }] }), [`${cms}/pages/plain`]],
    ["another page", () => save({ pages: [page("another")] }), []],
    ["a block type", () => save({ blockTypes: [{ type: "any", title: "Every", schema: { type: "object" } }] }), [`${cms}/block-types`]],
    ["the site's settings", () => save({ site: { ...shell(), name: "Another name" } }), [...catalogPaths, ...boundPaths, ...contentPaths]],
  ])("is renewed by a change of what it shows, and stays after any other: %s", async (_name, change, renewed) => {
    await change();
    expect(await madeAnew()).toEqual(renewed);
    expect(await madeAnew()).toEqual([]);
  });

  test("stays when an import finds nothing to change", async () => {
    await save(makeBundle());
    expect(await madeAnew()).toEqual([]);
  });

  test("stays longer than a second, and after a sale, if it shows no tracked stock", async () => {
    await sell("BRYGGE");
    server.clock.advance(5_000);
    await server.directory.poll();
    expect(await madeAnew()).toEqual([]);
  });

  test.each([
    `${shop}/products/slug/brygge-bench`,
    `${shop}/products`,
    `${shop}/products?category=benches`,
    `${shop}/products?q=bench`,
    `${cms}/pages/bound-to-stock`,
    `${cms}/pages`,
  ])("with tracked stock stays until a sale of one of its products: %s", async (path) => {
    const stock = async () =>
      /"stock" ?: ?(\d+)|"text":(\d+)/
        .exec((await read(path)).text.split("brygge-bench").at(-1) ?? "")
        ?.slice(1)
        .find(Boolean);
    const before = (await read(path)).text;
    server.clock.advance(60_000);
    await server.directory.poll();
    expect(await isMadeAnew(path)).toBe(false);
    for (const [change, left] of [
      [sell, "1"],
      [sell, "0"],
      [putBack, "1"],
    ] as const) {
      await change("BRYGGE");
      expect(await isMadeAnew(path)).toBe(true);
      expect((await read(path)).text).not.toBe(before);
      if (path.includes("bench") || path.includes("bound")) expect(await stock()).toBe(left);
      expect(await isMadeAnew(path)).toBe(false);
    }
    await putBack("BRYGGE");
    expect((await read(path)).text).toBe(before);
  });

  test("of a page of a list stays if only other pages show tracked stock", async () => {
    const path = `${shop}/products?sort=price&pageSize=1`;
    await read(path);
    await sell("BRYGGE");
    expect(await isMadeAnew(path)).toBe(false);
  });

  test("of a search for categories is renewed by a product with a word that begins with what is looked for", async () => {
    const total = async () => ((await read(`${shop}/categories?q=lamq`)).json as { total: number }).total;
    await save({ categories: [{ slug: "lamp", title: "Lamp" }] });
    expect(await total()).toBe(1);
    await save({ products: [{ slug: "lamqua", title: "Lamqua", variants: [{ sku: "LAMQUA", price: 1 }] }] });
    expect(await total()).toBe(0);
  });

  test("is renewed when its stock begins to be tracked, and when it ends", async () => {
    const path = `${shop}/products/slug/lykt-lamp`;
    const saveStock = (stock: number | null) =>
      save({ products: [{ ...sampleCatalog().products[2], variants: [{ sku: "LYKT-28", price: 18_900, stock }] }] }, { setStock: true });
    const left = async () => ((await read(path)).json as { data: { variants: { stock: number | null }[] } }).data.variants[0]?.stock;
    expect(await left()).toBe(null);
    await saveStock(3);
    expect(await left()).toBe(3);
    await sell("LYKT-28");
    expect(await left()).toBe(2);
    await saveStock(null);
    expect(await left()).toBe(null);
  });
});

test("a change of the catalogue shows after a poll, at every address and on the pages bound to it", async () => {
  const price = async (path: string) => /(?:"price" ?: ?|"text":)(\d+)/.exec((await read(path)).text)?.[1];
  const paths = [`${shop}/products/slug/lykt-lamp`, `${shop}/products?q=lamp`, `${cms}/pages/bound-to-price`];
  for (const path of paths) expect([path, await price(path)]).toEqual([path, "18900"]);
  await saveLamp(17_000);
  for (const path of paths) expect([path, await price(path)]).toEqual([path, "17000"]);
});

test("a page bound to a product follows it when it is added, archived and back again", async () => {
  const text = async () => {
    const { json } = await read(`${cms}/pages/bound-to-nothing`);
    return (json as { data: { composition: { props: { text: string } }[] } }).data.composition[0]?.props.text;
  };
  const saveNowhere = (status: string) =>
    save({ products: [{ slug: "nowhere", title: "Here", status, variants: [{ sku: "N", price: 1 }] }] });
  expect(await text()).toBe("static");
  await saveNowhere("ACTIVE");
  expect(await text()).toBe("Here");
  await saveNowhere("ARCHIVED");
  expect(await text()).toBe("static");
  await saveNowhere("ACTIVE");
  expect(await text()).toBe("Here");
});

describe("the ETag", () => {
  const paths = [
    ...["/products/slug/brygge-bench", "/products", "/products?q=bench", "/categories?tree=true", "/categories/slug/seating"],
    ...["/subscriptions/plans"],
  ].map((path) => shop + path);
  const etag = async (path: string) => (await read(path)).headers.get("etag") ?? "";

  test.each([...paths, `${cms}/pages/bound-to-stock`])("of %s stays while nothing changes, and leads to a 304", async (path) => {
    const first = await etag(path);
    expect(first).toMatch(/^"[\w-]{27}"$/);
    for (const wait of [0, 500, 1_000, 60_000]) {
      server.clock.advance(wait);
      await server.directory.poll();
      const { status, text, headers } = await read(path, { "if-none-match": first });
      expect([wait, status, text]).toEqual([wait, 304, ""]);
      expect(headers.get("etag")).toBe(first);
      expect(headers.get("cache-control")).toBe("private, max-age=0, must-revalidate");
      expect(headers.get("vary")).toBe("origin, x-api-key, x-preview");
      expect(headers.get("content-type")).toBeNull();
    }
    // A change elsewhere is none here.
    await save({ products: [{ slug: "new", title: "Zzz", status: "DRAFT", variants: [{ sku: "Z", price: 1 }] }], pages: [page("zzz")] });
    expect((await read(path, { "if-none-match": first })).status).toBe(304);
  });

  test("changes with the stock that the response shows", async () => {
    const path = `${shop}/products/slug/brygge-bench`;
    const first = await etag(path);
    await sell("BRYGGE");
    const { status, headers } = await read(path, { "if-none-match": first });
    expect([status, headers.get("etag") === first]).toEqual([200, false]);
    await putBack("BRYGGE");
    expect((await read(path, { "if-none-match": first })).status).toBe(304);
  });

  test.each(paths)("of %s is of one site, even if another site has the same products", async (path) => {
    const otherTenant = await server.addSite(makeBundle());
    const ownEtag = await etag(path);
    const theirs = await read(path, { "if-none-match": ownEtag }, otherTenant.key);
    expect([theirs.status, theirs.headers.get("etag") === ownEtag]).toEqual([200, false]);
    // From memory as well.
    expect((await read(path, { "if-none-match": ownEtag }, otherTenant.key)).status).toBe(200);
    expect((await read(path, { "if-none-match": ownEtag })).status).toBe(304);
  });

  test("differs for two empty lists, and is the same for two spellings of one list", async () => {
    const [none, nothing] = [await etag(`${shop}/products?category=x`), await etag(`${shop}/products?category=y`)];
    expect(none).not.toBe(nothing);
    expect(await etag(`${shop}/products?sort=price&pageSize=500&utm_source=x`)).toBe(
      await etag(`${shop}/products?pageSize=100&sort=price:asc&status=ACTIVE`),
    );
  });
});
