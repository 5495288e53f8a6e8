import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { replaceSql } from "../../../../test/kit/database.ts";
import { cms, shop, startServer, type TestServer, type TestSite } from "../../../../test/kit/harness.ts";
import { sampleCatalog } from "../../../../test/kit/sample-catalog.ts";
import type { Database, Sql } from "../../ports/database.ts";

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
const given = () => ({
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
  site = await server.addSite(given());
  statements = [];
});

const read = (path: string, headers: Record<string, string> = {}, key = site.key) => server.ask(path, { key, headers });
const shell = (of = site) => ({ slug: of.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" });
const save = async (sections: object, options?: { setStock: boolean }) => {
  await server.import({ bundle: 1, site: shell(), ...sections }, options);
  await server.directory.poll();
};
const saveLamp = (price: number) => save({ products: [{ ...sampleCatalog().products[2], variants: [{ sku: "LYKT-28", price }] }] });
const sell = (sku: string, stock: number) =>
  server.deps.sql`update variants set stock = ${stock} where site_id = ${site.id} and sku = ${sku}`;
/** Whether the answer was made anew, and not from memory. */
const isMadeAnew = async (path: string) => {
  statements = [];
  await read(path);
  return statements.some((statement) => !/api_keys|content_version.*any \(\?/s.test(statement));
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

  test("is renewed by a change of the catalogue only if it shows the catalogue", async () => {
    await saveLamp(17_000);
    expect(await madeAnew()).toEqual([...catalogPaths, ...boundPaths]);
    expect(await madeAnew()).toEqual([]);
  });

  test("is renewed by a publication only if it shows content", async () => {
    await save({ pages: [page("another")] });
    expect(await madeAnew()).toEqual([...boundPaths, ...contentPaths]);
  });

  test("stays when an import finds nothing to change", async () => {
    await save(given());
    expect(await madeAnew()).toEqual([]);
  });

  test("stays longer than a second, and after a sale, if it shows no tracked stock", async () => {
    await sell("BRYGGE", 1);
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
  ])("is renewed after a second if it shows tracked stock: %s", async (path) => {
    const stock = async () =>
      /"stock" ?: ?(\d+)|"text":(\d+)/
        .exec((await read(path)).text.split("brygge-bench").at(-1) ?? "")
        ?.slice(1)
        .find(Boolean);
    const text = async () => (await read(path)).text;
    const before = await text();
    server.clock.advance(900);
    await server.directory.poll();
    await sell("BRYGGE", 1);
    expect(await isMadeAnew(path)).toBe(false);
    server.clock.advance(99);
    expect(await text()).toBe(before);
    server.clock.advance(1);
    expect(await isMadeAnew(path)).toBe(true);
    expect(await text()).not.toBe(before);
    if (path.includes("bench") || path.includes("bound")) expect(await stock()).toBe("1");
    // And again, from when it was read anew.
    await sell("BRYGGE", 0);
    server.clock.advance(999);
    await server.directory.poll();
    expect(await isMadeAnew(path)).toBe(false);
    server.clock.advance(1);
    expect(await isMadeAnew(path)).toBe(true);
  });

  test("of a page of a list stays if only other pages show tracked stock", async () => {
    const path = `${shop}/products?sort=price&pageSize=1`;
    await read(path);
    server.clock.advance(1_000);
    await server.directory.poll();
    expect(await isMadeAnew(path)).toBe(false);
  });

  test("that shows tracked stock does not live longer when it is read often", async () => {
    const path = `${shop}/products/slug/brygge-bench`;
    await read(path);
    await sell("BRYGGE", 0);
    for (let step = 0; step < 9; step += 1) {
      server.clock.advance(100);
      await server.directory.poll();
      expect((await read(path)).json).toMatchObject({ data: { variants: [{ stock: 2, available: true }] } });
    }
    server.clock.advance(100);
    expect((await read(path)).json).toMatchObject({ data: { variants: [{ stock: 0, available: false }] } });
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
      expect(headers.get("vary")).toBe("origin, x-api-key");
      expect(headers.get("content-type")).toBeNull();
    }
    // A change elsewhere is none here.
    await save({ products: [{ slug: "new", title: "Zzz", status: "DRAFT", variants: [{ sku: "Z", price: 1 }] }], pages: [page("zzz")] });
    expect((await read(path, { "if-none-match": first })).status).toBe(304);
  });

  test("changes with the stock that the response shows", async () => {
    const path = `${shop}/products/slug/brygge-bench`;
    const first = await etag(path);
    await sell("BRYGGE", 1);
    server.clock.advance(1_000);
    const { status, headers } = await read(path, { "if-none-match": first });
    expect([status, headers.get("etag") === first]).toEqual([200, false]);
    await sell("BRYGGE", 2);
    server.clock.advance(1_000);
    expect((await read(path, { "if-none-match": first })).status).toBe(304);
  });

  test.each(paths)("of %s is of one site, even if another site has the same products", async (path) => {
    const twin = await server.addSite(given());
    const own = await etag(path);
    const theirs = await read(path, { "if-none-match": own }, twin.key);
    expect([theirs.status, theirs.headers.get("etag") === own]).toEqual([200, false]);
    // From memory as well.
    expect((await read(path, { "if-none-match": own }, twin.key)).status).toBe(200);
    expect((await read(path, { "if-none-match": own })).status).toBe(304);
  });

  test("differs for two empty lists, and is the same for two spellings of one list", async () => {
    const [none, nothing] = [await etag(`${shop}/products?category=x`), await etag(`${shop}/products?category=y`)];
    expect(none).not.toBe(nothing);
    expect(await etag(`${shop}/products?sort=price&pageSize=500&utm_source=x`)).toBe(
      await etag(`${shop}/products?pageSize=100&sort=price:asc&status=ACTIVE`),
    );
  });
});
