import { afterAll, beforeAll, expect, test } from "vitest";
import { shop, startServer, type TestServer, type TestSite } from "../../../../test/kit/harness.ts";

let server: TestServer;
let site: TestSite;

const product = (slug: string, title: string, description: string, more: object = {}) => ({
  slug,
  title,
  description,
  variants: [{ sku: `SKU-${slug.toUpperCase()}`, price: 100 }],
  ...more,
});

beforeAll(async () => {
  server = await startServer();
  site = await server.addSite({
    products: [
      product("fjell", "Fjell chair", "Smoked oak, with a seat of paper cord."),
      product("lamp", "Lykt lamp", "Hangs over a table; a chair may stand below it."),
      product("table", "Holm table", "For eight. Straße nach Süden, 4.62 kg, Smørrebrød.", {
        variants: [{ sku: "HOLM-180-OAK", price: 1 }],
      }),
      product("throw", "Vind throw", "Wool from Norway, in six colours."),
      product("chest", "Kasse chest", "Ash, with three drawers. Upholstery is extra."),
      product("draft", "Zanzibar", "Timbuktu", { status: "DRAFT" }),
    ],
    categories: [
      { slug: "seats", title: "Seats", description: "Everything to sit on" },
      { slug: "secret", title: "Ouagadougou", status: "HIDDEN" },
    ],
  });
});
afterAll(() => server.stop());

const find = async (q: string, more = "") => {
  const { status, json } = await server.ask(`${shop}/products?q=${encodeURIComponent(q)}${more}`, { key: site.key });
  expect([q, status]).toEqual([q, 200]);
  const { data, total } = json as { data: { slug: string }[]; total: number };
  expect(total).toBe(data.length);
  return data.map(({ slug }) => slug);
};

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
])("finds %s by the words of title, description and SKUs", async (q, expected) => {
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
])("forgives the small typing error in %s", async (q, expected) => {
  expect(await find(q)).toContain(expected);
});

test.each(["xyz", "cathedral", "tapestry", "zanzibra", "timbuktoo", "co", "qq"])("takes %s for nothing that is there", async (q) => {
  const found = await find(q);
  expect(q === "co" ? found.length : found).toEqual(q === "co" ? 2 : []);
});

test("what was typed comes before what is like it, and titles before descriptions", async () => {
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

test("a plural finds the singular, what is so named comes first, and an SKU finds its own", async () => {
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
  const found = async (q: string) => {
    const { json } = await server.ask(`${shop}/products?q=${encodeURIComponent(q)}`, { key: other.key });
    return (json as { data: { slug: string }[] }).data.map(({ slug }) => slug);
  };
  expect(await found("benches")).toEqual(expect.arrayContaining(["bench", "pad", "pads"]));
  expect((await found("chairs"))[0]).toBe("chair");
  expect((await found("tables"))[0]).toBe("table");
  expect((await found("stools")).slice(0, 2).sort()).toEqual(["high", "stool"]);
  expect((await found("Brygge bench")).slice(0, 2)).toEqual(["bench", "pad"]);
  expect((await found("Knott stool"))[0]).toBe("stool");
  expect((await found("KNOTT-OAK"))[0]).toBe("stool");
  expect((await found("knott-high-oak"))[0]).toBe("high");
  expect(await found("kinderstuhl")).toEqual(["kids"]);
  expect(await found("für kinder")).toEqual(["kids"]);
});

test("what has no letter or digit is looked for and found nowhere, and its links say the same", async () => {
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

test("titles without a letter or digit are saved, found by nothing, and changed", async () => {
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

test("a search is ordered, filtered and paged like any list", async () => {
  expect(await find("sku", "&sort=title")).toEqual(["fjell", "chest", "lamp", "throw"]);
  expect(await find("sku", "&minPrice=100&sort=title:desc")).toEqual(["throw", "lamp", "chest", "fjell"]);
  expect(await find("chair", "&maxPrice=10")).toEqual([]);
  const { json } = await server.ask(`${shop}/products?q=chair&pageSize=1&page=2`, { key: site.key });
  expect(json).toMatchObject({ data: [{ slug: "lamp" }], page: 2, pageSize: 1, total: 2 });
});

test("no word of a draft or a hidden category is known, not even for mending others", async () => {
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
