import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cms, shop, startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { translatedCatalog } from "../../../../../test/kit/translated-catalog.ts";

interface Item {
  id: string;
  slug: string;
  title: string;
  locale?: string;
  alternates?: { locale: string; slug: string }[];
}

let server: TestServer;
let site: TestSite;

beforeAll(async () => {
  server = await startServer({ publicUrl: "https://shop.example" });
  site = await server.addSite(translatedCatalog());
});
afterAll(() => server.stop());

const read = async (path: string) => (await server.ask(shop + path, { key: site.key })).json;
const one = async (path: string) => ((await read(path)) as { data: Item }).data;
const list = async (path: string) => ((await read(path)) as { data: Item[] }).data;
const titles = async (path: string) => (await list(path)).map(({ title }) => title);

describe("a product in a locale", () => {
  test("has its words, and with them those of its options, variants and category", async () => {
    const english = await one("/products/slug/fjell-chair");
    const { alternates, ...german } = await one("/products/slug/fjell-stuhl?locale=de");
    expect(german).toEqual({
      ...english,
      locale: "de",
      slug: "fjell-stuhl",
      title: "Stuhl Fjell",
      description: "Ein leichter Stuhl aus Eiche.",
      category: { ...(english as unknown as { category: object }).category, slug: "stuehle", title: "Stühle" },
      seo: {
        title: "Den Stuhl Fjell kaufen",
        description: null,
        canonicalUrl: null,
        image: "/pictures/fjell.jpg",
        noIndex: false,
        noFollow: false,
      },
      options: [
        { name: "Holz", values: ["Eiche", "Esche"] },
        { name: "Sitz", values: ["Kordel", "Holz"] },
      ],
      attributes: { weightKg: 4.6, material: "Eiche", care: ["Oil it"] },
      variants: [
        expect.objectContaining({ sku: "FJELL-1", title: "Eiche, Kordel", options: { Holz: "Eiche", Sitz: "Kordel" }, price: 42_000 }),
        expect.objectContaining({ sku: "FJELL-2", title: "Der einfache", options: { Holz: "Esche", Sitz: "Holz" }, stock: 30 }),
      ],
    });
    expect(alternates).toEqual([
      { locale: "en", slug: "fjell-chair" },
      { locale: "pt-BR", slug: "fjell-chair" },
    ]);
    expect(await one(`/products/${english.id}?locale=DE`)).toEqual({ alternates, ...german });
  });

  test("keeps the words of the default locale where there are no others", async () => {
    const english = await one("/products/slug/fjell-chair");
    const { locale, alternates, title, category, ...rest } = (await one("/products/slug/fjell-chair?locale=pt-BR")) as Item & {
      category: object;
    };
    expect([locale, title, alternates?.map((each) => each.locale)]).toEqual(["pt-BR", "Cadeira Fjell", ["de", "en"]]);
    expect({ ...rest, category }).toEqual({ ...english, title: undefined, locale: undefined });
  });

  test.each([
    ["a locale without a translation", "/products/slug/lykt-lamp?locale=de", "en", []],
    ["a locale that the site does not have", "/products/slug/fjell-chair?locale=fr", "en", ["de", "pt-BR"]],
    ["the default locale", "/products/slug/fjell-chair?locale=en", "en", ["de", "pt-BR"]],
    ["the slug of the default locale", "/products/slug/fjell-chair?locale=de", "de", ["en", "pt-BR"]],
    ["a category that has none", "/categories/slug/lamps?locale=de", "en", []],
    ["a category's own slug", "/categories/slug/stuehle?locale=de", "de", ["en"]],
    ["a category's slug of the default locale", "/categories/slug/chairs?locale=de", "de", ["en"]],
  ])("says which words it has: %s", async (_case, path, locale, others) => {
    const item = await one(path);
    expect([item.locale, item.alternates?.map((other) => other.locale)]).toEqual([locale, others]);
  });

  test("is as it was for a request that names no locale", async () => {
    for (const path of ["/products/slug/fjell-chair", "/categories/slug/chairs"]) {
      const item = await one(path);
      expect([path, "locale" in item, "alternates" in item, /[öüß]/.test(JSON.stringify(item))]).toEqual([path, false, false, false]);
    }
    expect("seo" in (await one("/products/slug/lykt-lamp"))).toBe(false);
    expect(JSON.stringify(await read("/subscriptions/plans"))).not.toMatch(/locale|alternates|seo|Pflege/);
  });

  test.each([
    "/products/slug/fjell-stuhl",
    "/products/slug/fjell-stuhl?locale=en",
    "/products/slug/fjell-stuhl?locale=pt-BR",
    "/products/slug/entwurf?locale=de",
    "/products/slug/prototype?locale=de",
    "/categories/slug/stuehle",
    "/categories/slug/stuehle?locale=pt-BR",
    "/categories/slug/versteckt?locale=de",
  ])("is not found by the slug of another locale, nor before it is public: %s", async (path) => {
    expect(await server.ask(shop + path, { key: site.key })).toMatchObject({ status: 404 });
  });

  test.each([
    ["/products/slug/fjell-chair", "de_DE"],
    ["/products/slug/unknown", "*"],
    ["/products/00000000-0000-0000-0000-000000000000", "deu"],
    ["/categories/slug/chairs", ""],
    ["/categories/no-id", "de-"],
    ["/products", "fr"],
    ["/categories", "fr"],
    ["/subscriptions/plans", "fr"],
    ["/subscriptions/plans", "d"],
  ])("refuses a locale that is none, and on lists one that the site lacks: %s %s", async (path, locale) => {
    const { status, json } = await server.ask(`${shop}${path}?locale=${encodeURIComponent(locale)}`, { key: site.key });
    expect([status, json]).toMatchObject([400, { code: "locale_unsupported", supportedLocales: ["en", "de", "pt-BR"] }]);
  });
});

describe("lists in a locale", () => {
  test("show all products, each in the words that it has", async () => {
    expect(await titles("/products?sort=price&locale=de")).toEqual(["Ahocker Knott", "Lykt lamp", "Stuhl Fjell"]);
    expect((await list("/products?sort=price&locale=de")).map(({ locale }) => locale)).toEqual(["de", "en", "de"]);
    expect(await titles("/products?sort=price&locale=pt-BR")).toEqual(["Knott stool", "Lykt lamp", "Cadeira Fjell"]);
  });

  test.each([
    ["/products?sort=title", ["Fjell chair", "Knott stool", "Lykt lamp"]],
    ["/products?sort=title&locale=en", ["Fjell chair", "Knott stool", "Lykt lamp"]],
    ["/products?sort=title&locale=de", ["Ahocker Knott", "Lykt lamp", "Stuhl Fjell"]],
    ["/products?sort=title:desc&locale=pt-BR", ["Lykt lamp", "Knott stool", "Cadeira Fjell"]],
    ["/products?sort=title&locale=de&category=stuehle", ["Ahocker Knott", "Stuhl Fjell"]],
    ["/products?sort=title&locale=de&category=chairs", ["Ahocker Knott", "Stuhl Fjell"]],
    ["/products?sort=title&locale=pt-BR&category=stuehle", []],
    ["/products?sort=title&locale=de&minPrice=13000", ["Lykt lamp", "Stuhl Fjell"]],
    ["/categories?sort=title&locale=de", ["Hocker", "Lamps", "Stühle"]],
    ["/categories?sort=title:desc&locale=pt-BR", ["Lamps", "Chairs", "Bancos"]],
  ])("are ordered by its titles: %s", async (path, expected) => {
    expect(await titles(path)).toEqual(expected);
  });

  test.each([
    ["/products?q=stuhl&locale=de", ["Stuhl Fjell"]],
    ["/products?q=stuhl", []],
    ["/products?q=stuhl&locale=pt-BR", []],
    ["/products?q=chair&locale=de", []],
    ["/products?q=chair&locale=en", ["Fjell chair"]],
    // The words of a product without a translation, and the description's of one with a title alone.
    ["/products?q=hangs&locale=de", ["Lykt lamp"]],
    ["/products?q=light&locale=pt-BR", ["Cadeira Fjell"]],
    // One letter wrong, by the words of this locale.
    ["/products?q=eichr&locale=de", ["Stuhl Fjell"]],
    ["/products?q=ahcoker&locale=de", ["Ahocker Knott"]],
    ["/products?q=ahcoker", []],
    ["/products?q=fjell-2&locale=de", ["Stuhl Fjell"]],
    ["/products?q=timbuktu&locale=de", []],
    ["/products?q=stuhl&locale=de&sort=price&category=stuehle", ["Stuhl Fjell"]],
    ["/categories?q=sitzen&locale=de", ["Stühle"]],
    ["/categories?q=sitzen", []],
    ["/categories?q=geheimfach&locale=de", []],
  ])("are searched in its words: %s", async (path, expected) => {
    expect(await titles(path)).toEqual(expected);
  });

  test("nest categories", async () => {
    const tree = (await read("/categories?tree=true&locale=de")) as { data: (Item & { children: Item[] })[] };
    const [chairs] = tree.data.filter(({ slug }) => slug === "stuehle");
    expect([chairs?.locale, chairs?.children.map(({ title, locale }) => [title, locale])]).toEqual(["de", [["Hocker", "de"]]]);
  });

  test("link to their other pages in the locale", async () => {
    const { headers } = await server.ask(`${shop}/products?locale=DE&pageSize=1&sort=title`, { key: site.key });
    expect(headers.get("link")).toContain('<?sort=title%3Aasc&locale=de&page=2&pageSize=1>; rel="next"');
  });

  test("translate plans", async () => {
    const plans = (await read("/subscriptions/plans?locale=de")) as { data: object[] };
    expect(plans.data).toMatchObject([
      { slug: "loan", name: "Loan", locale: "en", alternates: [] },
      {
        slug: "pflege",
        name: "Pflege",
        description: "Oil and cloth",
        features: ["Öl", "Tuch"],
        price: 900,
        locale: "de",
        alternates: [{ locale: "en", slug: "care" }],
      },
    ]);
    const english = (await read("/subscriptions/plans?locale=en")) as { data: object[] };
    expect(english.data[1]).toMatchObject({ name: "Care", locale: "en", alternates: [{ locale: "de", slug: "pflege" }] });
  });
});

test("content shows the catalogue in the locale of its page or entry", async () => {
  const translatedSite = await server.addSite({
    ...translatedCatalog(),
    blockTypes: [{ type: "teaser", title: "Teaser", schema: { type: "object", properties: { title: {}, where: {}, choice: {} } } }],
    contentTypes: [
      {
        slug: "story",
        title: "Story",
        schema: {
          type: "object",
          properties: {
            product: { $ref: "vitrine:product" },
            category: { $ref: "vitrine:category" },
          },
        },
      },
    ],
    pages: ["en", "de", "pt-BR"].map((locale) => ({
      slug: "home",
      locale,
      title: locale,
      composition: [
        {
          type: "teaser",
          bindings: {
            "/title": { source: "product", slug: "fjell-chair", path: "/title" },
            "/choice": { source: "product", slug: "fjell-chair", path: "/variants/0/options" },
            "/where": { source: "category", slug: "chairs", path: "/slug" },
          },
          props: { title: "", choice: {}, where: "" },
        },
      ],
    })),
    entries: ["en", "de", "pt-BR"].map((locale) => ({
      contentType: "story",
      slug: "story",
      locale,
      data: { product: { product: "fjell-chair" }, category: { category: "chairs" } },
    })),
  });
  const ask = async (path: string) => ((await server.ask(cms + path, { key: translatedSite.key })).json as { data: unknown }).data;
  const propsIn = async (locale: string) =>
    ((await ask(`/pages/home?locale=${locale}`)) as { composition: { props: object }[] }).composition[0]?.props;
  expect(await propsIn("en")).toEqual({ title: "Fjell chair", choice: { Wood: "Oak", Seat: "Cord" }, where: "chairs" });
  expect(await propsIn("de")).toEqual({ title: "Stuhl Fjell", choice: { Holz: "Eiche", Sitz: "Kordel" }, where: "stuehle" });
  expect(await propsIn("pt-BR")).toEqual({ title: "Cadeira Fjell", choice: { Wood: "Oak", Seat: "Cord" }, where: "chairs" });

  const dataIn = async (locale: string, include = "") =>
    ((await ask(`/content/story/story?locale=${locale}${include}`)) as { data: { product: Item & { data?: Item }; category: Item } }).data;
  expect(await dataIn("de")).toMatchObject({
    product: { slug: "fjell-stuhl", title: "Stuhl Fjell" },
    category: { slug: "stuehle", title: "Stühle" },
  });
  expect(await dataIn("pt-BR")).toMatchObject({ product: { slug: "fjell-chair", title: "Cadeira Fjell" }, category: { title: "Chairs" } });
  const { product } = await dataIn("de", "&include=product");
  expect(product.data).toMatchObject({ slug: "fjell-stuhl", options: [{ name: "Holz" }, { name: "Sitz" }], category: { title: "Stühle" } });
  expect(product.data).not.toHaveProperty("alternates");
});
