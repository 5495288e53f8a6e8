import { replaceSql } from "../../../../../test/kit/database.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anything, boundSite, category, entry, product } from "../../../../../test/kit/bound-page.ts";
import { cms, shop, startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { sampleCatalog } from "../../../../../test/kit/sample-catalog.ts";
import type { Database, Sql } from "../../../ports/database.ts";

let server: TestServer;
let statements: string[] = [];

function counted(sql: Database): Database {
  const counting: Sql = (strings, ...values) => {
    statements.push(strings.join("?"));
    return sql(strings, ...values);
  };
  return replaceSql(sql, counting);
}

beforeAll(async () => {
  server = await startServer({ throughSql: counted, publicUrl: "https://vitrine.example/at" });
});
afterAll(() => server.stop());

const siteWith = (bindings: Record<string, object>, props: Record<string, unknown>, more?: Record<string, unknown>) =>
  boundSite(server, bindings, props, more);

test.each<[string, Record<string, object>, unknown]>([
  ["a member of an entry", { "/text": entry("/title") }, "Hello"],
  ["a member with odd characters", { "/text": entry("/a~1b/c~0d") }, "odd"],
  ["an item of a list", { "/text": entry("/list/0/name") }, "one"],
  ["a whole object", { "/text": entry("/list/0") }, { name: "one" }],
  ["the whole entry", { "/text": entry("", { contentType: "other" }) }, { title: "Another type" }],
  ["zero", { "/text": entry("/n") }, 0],
  ["false", { "/text": entry("/no") }, false],
  ["an empty text", { "/text": entry("/empty") }, ""],
  ["a product's title", { "/text": product("/title") }, "sample fjell chair"],
  ["a product's price", { "/text": product("/price") }, 39_000],
  ["a price of zero", { "/text": product("/price", "gift") }, 0],
  ["a variant's stock", { "/text": product("/variants/0/stock") }, 5],
  ["that a variant is sold out", { "/text": product("/variants/1/available") }, false],
  ["an attribute", { "/text": product("/attributes/weightKg") }, 4.62],
  [
    "a picture on this server, with its whole address",
    { "/text": product("/images/0/url") },
    "https://vitrine.example/at/pictures/chair.svg",
  ],
  ["a picture elsewhere", { "/text": product("/images/1/url") }, "https://cdn.example/chair.jpg"],
  ["an attribute that only looks like a picture", { "/text": product("/attributes/url") }, "/not/a/picture"],
  ["a product's category", { "/text": product("/category/title") }, "sample chairs"],
  ["a category's title", { "/text": category("/title") }, "sample seating"],
  ["a category's count", { "/text": category("/productCount") }, 2],
  ["a category's picture", { "/text": category("/image/url", "furniture") }, "https://vitrine.example/at/pictures/furniture.svg"],
  ["the site's name", { "/text": { source: "site", path: "/name" } }, "Bound & Co"],
  ["the site's locales", { "/text": { source: "site", path: "/locales/1" } }, "de"],
  ["the site's storefront", { "/text": { source: "site", path: "/storefrontUrl" } }, "https://shop.example"],
])("a binding shows %s", async (_name, bindings, value) => {
  const block = await siteWith(bindings, { text: "static" });
  expect(await block()).toEqual({ id: "b", type: "any", props: { text: value } });
});

test.each<[string, Record<string, object>]>([
  ["null", { "/text": entry("/nil") }],
  ["a missing member", { "/text": entry("/none") }],
  ["an item beyond the list", { "/text": entry("/list/7") }],
  ["a member of a text", { "/text": entry("/title/length") }],
  ["an inherited member", { "/text": entry("/constructor/name") }],
  ["__proto__", { "/text": entry("/__proto__/polluted") }],
  ["an entry that is not there", { "/text": entry("/title", { slug: "nowhere" }) }],
  ["an entry that was never published", { "/text": entry("/title", { slug: "secret" }) }],
  ["an unknown type", { "/text": entry("/title", { contentType: "unknown" }) }],
  ["a page in an entry's place", { "/text": entry("/title", { contentType: "page", slug: "home" }) }],
  ["a setting of the site that is nobody's business", { "/text": { source: "site", path: "/id" } }],
  ["a product that is not there", { "/text": product("/title", "nowhere") }],
  ["a product that is a draft", { "/text": product("/title", "secret-prototype") }],
  ["a product that is archived", { "/text": product("/title", "old-stool") }],
  ["a category that is hidden", { "/text": category("/title", "staff-only") }],
  ["a category below a hidden one", { "/text": category("/title", "below-hidden") }],
  [
    "the hidden category of a product",
    { "/text": product("/category/title", "staff-chair"), "/other": product("/categoryId", "staff-chair") },
  ],
  ["a product in a category's place", { "/text": category("/title", "fjell-chair") }],
  ["a category in a product's place", { "/text": product("/title", "seating") }],
  ["what no category has", { "/text": category("/children/0/title") }],
  ["a product's column that is nobody's business", { "/text": product("/sort_title"), "/other": product("/siteId") }],
])("a binding to %s leaves the static prop", async (_name, bindings) => {
  const block = await siteWith(bindings, { text: "static" });
  expect(await block()).toEqual({ id: "b", type: "any", props: { text: "static" } });
});

test("a binding can fill any place of the props that has a parent", async () => {
  const block = await siteWith(
    { "/deep/0/text": entry("/title"), "/new": entry("/title"), "/__proto__": entry("/title"), "/deep/3": entry("/title") },
    { deep: [{ text: "static" }] },
  );
  const { props } = await block();
  expect(props).toEqual({ deep: [{ text: "Hello" }], new: "Hello" });
});

test("a binding shows an entry in the page's locale, or else in the default one", async () => {
  const block = await siteWith({ "/text": entry("/title") }, { text: "static" });
  expect([(await block("de")).props, (await block("pt-BR")).props]).toEqual([{ text: "Hallo" }, { text: "Hello" }]);
});

test("a draft never shows through a binding", async () => {
  const block = await siteWith(
    { "/text": entry("/title"), "/other": entry("/title", { slug: "secret" }) },
    { text: "static", other: "static" },
  );
  expect(JSON.stringify(await block())).not.toContain("DRAFT");
});

test("nested blocks have bindings too", async () => {
  const inner = { type: "any", props: { text: "static" }, bindings: { "/text": entry("/title") } };
  const read = await siteWith(
    {},
    {},
    { pages: [{ slug: "home", locale: "en", title: "x", composition: [{ type: "any", children: { main: [inner] } }] }] },
  );
  expect(await read()).toMatchObject({ children: { main: [{ props: { text: "Hello" } }] } });
});

test("all bindings of all pages of a list take one statement together", async () => {
  const bound = (slug: string) => ({ type: "any", props: { text: "static" }, bindings: { "/text": entry("/title", { slug }) } });
  const site = await server.addSite({
    blockTypes: [{ type: "any", title: "Any", schema: anything }],
    contentTypes: [{ slug: "post", title: "Post", schema: anything }],
    pages: Array.from({ length: 30 }, (_, index) => ({
      slug: `p-${index}`,
      locale: "en",
      title: "x",
      composition: [bound(`e-${index}`), bound(`e-${index + 1}`)],
    })),
    entries: Array.from({ length: 30 }, (_, index) => ({
      contentType: "post",
      slug: `e-${index}`,
      locale: "en",
      data: { title: `Entry ${index}` },
    })),
  });
  statements = [];
  const { json } = await server.ask(`${cms}/pages`, { key: site.key });
  const { data } = json as { data: { slug: string; composition: { props: { text: string } }[] }[] };
  expect(statements.filter((statement) => statement.includes("published_places"))).toHaveLength(2);
  for (const { slug, composition } of data) {
    const index = Number(slug.slice(2));
    expect(composition.map(({ props }) => props.text)).toEqual([`Entry ${index}`, index === 29 ? "static" : `Entry ${index + 1}`]);
  }
});

test("a page follows the entry that it is bound to", async () => {
  const site = await server.addSite({
    blockTypes: [{ type: "any", title: "Any", schema: anything }],
    contentTypes: [{ slug: "post", title: "Post", schema: anything }],
    pages: [
      {
        slug: "home",
        locale: "en",
        title: "x",
        composition: [{ type: "any", props: { text: "static" }, bindings: { "/text": entry("/title") } }],
      },
    ],
  });
  const read = async () => (await server.ask(`${cms}/pages/home`, { key: site.key })).text;
  expect(await read()).toContain("static");
  const shell = { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" };
  await server.import({
    bundle: 1,
    site: shell,
    entries: [{ contentType: "post", slug: "hello", locale: "en", data: { title: "Now there" } }],
  });
  await server.directory.poll();
  expect(await read()).toContain("Now there");
});

test("a binding copies its value: a change of the copy changes neither the site nor another page", async () => {
  const site = await server.addSite({
    site: { name: "Bound & Co", locales: ["en", "de"] },
    blockTypes: [{ type: "any", title: "Any", schema: anything }],
    contentTypes: [{ slug: "post", title: "Post", schema: anything }],
    pages: [
      {
        slug: "a",
        locale: "en",
        title: "x",
        composition: [
          {
            type: "any",
            props: { langs: ["x"], card: { name: "x" } },
            bindings: {
              "/langs": { source: "site", path: "/locales" },
              "/langs/1": { source: "site", path: "/name" },
              "/card": entry("/card"),
              "/card/name": { source: "site", path: "/name" },
            },
          },
        ],
      },
      { slug: "b", locale: "en", title: "x", composition: [{ type: "any", props: { card: {} }, bindings: { "/card": entry("/card") } }] },
    ],
    entries: [{ contentType: "post", slug: "hello", locale: "en", data: { card: { name: "Ann" } } }],
  });
  const { json } = await server.ask(`${cms}/pages`, { key: site.key });
  const [a, b] = (json as { data: { composition: { props: object }[] }[] }).data;
  expect([a?.composition[0]?.props, b?.composition[0]?.props]).toEqual([
    { langs: ["en", "Bound & Co"], card: { name: "Bound & Co" } },
    { card: { name: "Ann" } },
  ]);
  expect((await server.ask(`${cms}/pages?locale=de`, { key: site.key })).status).toBe(200);
});

test("a binding to a whole product or category shows what its own address returns", async () => {
  const site = await server.addSite({
    ...sampleCatalog(),
    blockTypes: [{ type: "any", title: "Any", schema: anything }],
    pages: [
      {
        slug: "home",
        locale: "en",
        title: "x",
        composition: [{ type: "any", props: {}, bindings: { "/product": product(""), "/category": category("", "furniture") } }],
      },
    ],
  });
  const ask = async (path: string) => (await server.ask(path, { key: site.key })).json as { data: unknown };
  const { data } = (await ask(`${cms}/pages/home`)) as { data: { composition: { props: object }[] } };
  expect(data.composition[0]?.props).toEqual({
    product: (await ask(`${shop}/products/slug/fjell-chair`)).data,
    category: (await ask(`${shop}/categories/slug/furniture`)).data,
  });
});

test("a binding to another site's product leaves the static prop", async () => {
  await server.addSite({ products: [{ slug: "only-there", title: "SECRET", variants: [{ sku: "A", price: 1 }] }] });
  const block = await siteWith({ "/text": product("/title", "only-there") }, { text: "static" });
  expect(await block()).toMatchObject({ props: { text: "static" } });
});

test("all products of all pages of a list take one statement, as do all categories, and none without bindings", async () => {
  const bound = (...bindings: object[]) =>
    bindings.map((binding) => ({ type: "any", props: { text: "static" }, bindings: { "/text": binding } }));
  const page = (slug: string, composition: object[]) => ({ slug, locale: "en", title: "x", composition });
  const site = await server.addSite({
    ...sampleCatalog(),
    blockTypes: [{ type: "any", title: "Any", schema: anything }],
    contentTypes: [{ slug: "post", title: "Post", schema: anything }],
    entries: [{ contentType: "post", slug: "hello", locale: "en", data: { title: "Hello" } }],
    pages: [
      page("a", bound(product("/title"), category("/title"), entry("/title"))),
      page("b", bound(product("/title", "gift"), product("/price"), category("/title", "lamps"))),
      page("c", bound(entry("/title"), { source: "site", path: "/name" })),
    ],
  });
  const texts = async (path: string) => {
    statements = [];
    const { data } = (await server.ask(cms + path, { key: site.key })).json as { data: object };
    return ([data].flat() as { composition: { props: { text: unknown } }[] }[]).map(({ composition }) =>
      composition.map(({ props }) => props.text),
    );
  };
  const bySource = (view: string) => statements.filter((statement) => statement.includes(view)).length;
  expect(await texts("/pages")).toEqual([
    ["sample fjell chair", "sample seating", "Hello"],
    ["sample gift", 39_000, "sample lamps"],
    ["Hello", "A site"],
  ]);
  expect([bySource("public_products"), bySource("public_categories")]).toEqual([1, 1]);
  expect(await texts("/pages/c")).toEqual([["Hello", "A site"]]);
  expect([bySource("public_products"), bySource("public_categories")]).toEqual([0, 0]);
});
