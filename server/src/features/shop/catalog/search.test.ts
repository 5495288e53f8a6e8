import { afterAll, beforeAll, expect, test } from "vitest";
import { shop, startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { addSearchShop, finder, product } from "../../../../../test/kit/search-shop.ts";

let server: TestServer;
let site: TestSite;
let find: ReturnType<typeof finder>;
beforeAll(async () => {
  server = await startServer();
  site = await addSearchShop(server);
  find = finder(server, site);
});
afterAll(() => server.stop());

test.each([
  ["chair", ["fjell", "lamp"]],
  ["CHAIR", ["fjell", "lamp"]],
  ["cha", ["fjell", "lamp"]],
  ["fjell oak", ["fjell"]],
  ["oak fjell", ["fjell"]],
  ["oak drawers", []],
  ["upho", ["chest"]],
  ["holm-180-oak", ["table"]],
  ["HOLM 180", ["table"]],
  ["sku-vind", ["throw"]],
  ["sku-nowhere", []],
  ["SKU-THROW", ["throw"]],
  ["strasse", ["table"]],
  ["STRASSE süden", ["table"]],
  ["smorrebrod", ["table"]],
  ["smørrebrød", ["table"]],
  ["4.62", ["table"]],
  ["nothing", []],
  ["zanzibar", []],
  ["timbuktu", []],
])("a search finds %s in titles, descriptions and SKUs", async (q, expected) => {
  expect(await find(q)).toEqual(expected);
});

test.each([
  ["chiar", "fjell"],
  ["chari", "fjell"],
  ["chairr", "fjell"],
  ["chir", "fjell"],
  ["chaar", "fjell"],
  ["hcair", "fjell"],
  ["xhair", "fjell"],
  ["tabel", "table"],
  ["tble", "table"],
  ["lmp", "lamp"],
  ["lemp", "lamp"],
  ["drawrs", "chest"],
  ["uphlostery", "chest"],
  ["upholstry", "chest"],
  ["uppholsterry", "chest"],
  ["fjel chiar", "fjell"],
  ["kase", "chest"],
  ["kasse chset", "chest"],
])("a search forgives the small typing error in %s", async (q, expected) => {
  expect(await find(q)).toContain(expected);
});

test.each(["xyz", "cathedral", "tapestry", "zanzibra", "timbuktoo", "co", "qq"])(
  "a search does not take %s for another word",
  async (q) => {
    const foundSlugs = await find(q);
    expect(q === "co" ? foundSlugs.length : foundSlugs).toEqual(q === "co" ? 2 : []);
  },
);

test("exact words come before similar ones, and titles before descriptions", async () => {
  expect(await find("chair")).toEqual(["fjell", "lamp"]);
  expect(await find("chair", "&sort=relevance:asc")).toEqual(["lamp", "fjell"]);
  const other = await server.addSite({
    products: [
      product("near", "Cable", "A cable for a cable lamp, and more cable"),
      product("said", "Lamp", "Goes with the table"),
      product("named", "Table", "Round"),
    ],
  });
  const { json } = await server.ask(`${shop}/products?q=table`, { key: other.key });
  expect((json as { data: { slug: string }[] }).data.map(({ slug }) => slug)).toEqual(["named", "said", "near"]);
});

test("a plural finds the singular, an exact title comes first, and an SKU finds its product", async () => {
  const other = await server.addSite({
    products: [
      product("pads", "Felt pads", "For chairs and tables and benches, under chairs"),
      product("pad", "Brygge bench pad", "Wool"),
      product("bench", "Brygge bench", "Two sit on it"),
      product("high", "Knott high stool", "For a bar", { variants: [{ sku: "KNOTT-HIGH-OAK", price: 1 }] }),
      product("stool", "Knott stool", "Three legs", { variants: [{ sku: "KNOTT-OAK", price: 1 }] }),
      product("chair", "Fjell chair", "Light"),
      product("table", "Holm table", "Long"),
      product("kids", "Kinder\u00adstuhl", "Für Kin\u200bder"),
    ],
  });
  const findInOther = finder(server, other);
  expect(await findInOther("benches")).toEqual(expect.arrayContaining(["bench", "pad", "pads"]));
  expect((await findInOther("chairs"))[0]).toBe("chair");
  expect((await findInOther("tables"))[0]).toBe("table");
  expect((await findInOther("stools")).slice(0, 2).sort()).toEqual(["high", "stool"]);
  expect((await findInOther("Brygge bench")).slice(0, 2)).toEqual(["bench", "pad"]);
  expect((await findInOther("Knott stool"))[0]).toBe("stool");
  expect((await findInOther("KNOTT-OAK"))[0]).toBe("stool");
  expect((await findInOther("knott-high-oak"))[0]).toBe("high");
  expect(await findInOther("kinderstuhl")).toEqual(["kids"]);
  expect(await findInOther("für kinder")).toEqual(["kids"]);
});

test("a search without a letter or digit finds nothing, and neither do its links", async () => {
  for (const list of ["products", "categories"]) {
    const { json, headers } = await server.ask(`${shop}/${list}?q=%25`, { key: site.key });
    expect(json).toMatchObject({ data: [], total: 0 });
    const next = /<\?([^>]+)>/.exec(headers.get("link") ?? "")?.[1] ?? "";
    expect((await server.ask(`${shop}/${list}?${next}`, { key: site.key })).json).toEqual(json);
  }
  // A search box that was emptied.
  const { json } = await server.ask(`${shop}/products?q=&sort=relevance`, { key: site.key });
  expect(json).toMatchObject({ total: 5 });
});

test("titles without a letter or digit can be saved and changed, and no search finds them", async () => {
  const other = await server.addSite({
    categories: [{ slug: "sale", title: "%" }],
    products: [{ slug: "smile", title: "😀", category: "sale", variants: [{ sku: "!!", price: 1 }] }],
  });
  const again = { slug: other.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" };
  const { sections } = await server.import({
    bundle: 1,
    site: again,
    categories: [{ slug: "sale", title: "★" }],
    products: [{ slug: "smile", title: "😀😀", category: "sale", variants: [{ sku: "!!", price: 2 }] }],
  });
  expect([sections.categories.updated, sections.products.updated]).toEqual([1, 1]);
  expect((await server.ask(`${shop}/products?category=sale`, { key: other.key })).json).toMatchObject({ total: 1 });
});

test("a search can be ordered, filtered and paged like any list", async () => {
  expect(await find("sku", "&sort=title")).toEqual(["fjell", "chest", "lamp", "throw"]);
  expect(await find("sku", "&minPrice=100&sort=title:desc")).toEqual(["throw", "lamp", "chest", "fjell"]);
  expect(await find("chair", "&maxPrice=10")).toEqual([]);
  const { json } = await server.ask(`${shop}/products?q=chair&pageSize=1&page=2`, { key: site.key });
  expect(json).toMatchObject({ data: [{ slug: "lamp" }], page: 2, pageSize: 1, total: 2 });
});

test("the search knows no word of a draft or a hidden category, even for typing errors", async () => {
  const rows = await server.deps.sql<{ word: string }>`select word from search_words where site_id = ${site.id}`;
  const words = rows.map(({ word }) => word);
  expect(words).toContain("fjell");
  expect(words).toContain("seats");
  for (const word of ["zanzibar", "timbuktu", "draft", "ouagadougou"]) expect(words).not.toContain(word);
});

test("words come and go with the products that have them", async () => {
  const other = await server.addSite({ products: [product("a", "Walnut", "x"), product("b", "Walnut", "y")] });
  const search = async (q: string) => {
    await server.directory.poll();
    return (await server.ask(`${shop}/products?q=${q}`, { key: other.key })).json as { total: number };
  };
  const save = (products: object[]) =>
    server.import({
      bundle: 1,
      site: { slug: other.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" },
      products,
    });
  expect(await search("wlanut")).toMatchObject({ total: 2 });
  await save([product("a", "Birch", "x")]);
  expect(await search("wlanut")).toMatchObject({ total: 1 });
  expect(await search("brich")).toMatchObject({ total: 1 });
  await save([product("b", "Walnut", "y", { status: "ARCHIVED" })]);
  expect(await search("walnut")).toMatchObject({ total: 0 });
  const rows = await server.deps.sql<{ word: string }>`select word from search_words where site_id = ${other.id} order by word`;
  expect(rows.map(({ word }) => word)).toEqual(["a", "birch", "sku", "x"]);
});
