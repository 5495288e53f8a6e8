import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { category, catalogSite, plan, product } from "../../../../../test/kit/catalog-bundle.ts";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { translatedCatalog } from "../../../../../test/kit/translated-catalog.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const inThree = (settings: object = { catalog: { translatedAttributes: ["material"] } }) => ({
  defaultLocale: "en",
  locales: ["en", "de", "pt-BR"],
  settings,
});
const rowsOf = async (slug: string) =>
  server.deps.sql<{ kind: string; locale: string; translated: number; count: number }>`
    select kind, locale, count(words)::int as translated, count(*)::int as count
    from catalog_translations
    where site_id = (select id from sites where slug = ${slug})
    group by kind, locale
    order by kind, locale`;
const wordsOf = async (slug: string) =>
  server.deps.sql<{ vocabulary: string; words: string[] }>`
    select vocabulary, array_agg(word order by word) as words
    from search_words
    where site_id = (select id from sites where slug = ${slug})
    group by vocabulary
    order by vocabulary`;

describe("an import", () => {
  test("of the same bundle, and of its export, changes nothing", async () => {
    const site = catalogSite(server);
    const bundle = translatedCatalog();
    expect(await site.tally(bundle)).toEqual({ categories: [4, 0, 0], products: [4, 0, 0], plans: [2, 0, 0] });
    expect(await site.tally(bundle)).toEqual({ categories: [0, 0, 4], products: [0, 0, 4], plans: [0, 0, 2] });
    const exported = await site.exported();
    expect(exported.products).toEqual(
      bundle.products.map((bundleProduct) => {
        const { seo, translations } = bundleProduct as { seo?: object; translations?: object };
        return expect.objectContaining({
          slug: bundleProduct.slug,
          ...(seo ? { seo: expect.objectContaining(seo) as object } : {}),
          ...(translations ? { translations } : {}),
        }) as object;
      }),
    );
    expect(await site.tally(exported)).toEqual({ categories: [0, 0, 4], products: [0, 0, 4], plans: [0, 0, 2] });
    expect(await site.exported()).toEqual(exported);

    const copy = catalogSite(server);
    await copy.save({ ...exported, site: { ...(exported.site as object), slug: copy.slug } });
    expect({ ...(await copy.exported()), site: undefined }).toEqual({ ...exported, site: undefined });
    expect(await wordsOf(copy.slug)).toEqual(await wordsOf(site.slug));
  });

  test("changes a translation, and takes it away", async () => {
    const site = catalogSite(server);
    const products = (translations: object) => ({
      site: inThree(),
      categories: [category("c", null, { translations })],
      products: [product("a", { translations })],
      plans: [plan({ translations: Object.fromEntries(Object.keys(translations).map((locale) => [locale, { name: "N" }])) })],
    });
    await site.save(products({ de: { title: "Eins" } }));
    expect(await site.tally(products({ de: { title: "Zwei" } }))).toEqual({ categories: [0, 1, 0], products: [0, 1, 0], plans: [0, 0, 1] });
    expect(await site.ask("/products?q=eins&locale=de")).toMatchObject({ total: 0 });
    expect(await site.ask("/products?q=zwei&locale=de")).toMatchObject({ data: [{ title: "Zwei", locale: "de" }] });
    expect(await site.tally(products({}))).toEqual({ categories: [0, 1, 0], products: [0, 1, 0], plans: [0, 1, 0] });
    expect(await site.ask("/products?locale=de")).toMatchObject({ data: [{ title: "a", locale: "en", alternates: [] }] });
    expect(await site.ask("/products?q=a&locale=de")).toMatchObject({ total: 1 });
    expect(await wordsOf(site.slug)).toEqual(
      ["catalog", "catalog de", "catalog pt-BR"].map((vocabulary) => ({ vocabulary, words: ["a", "c"] })),
    );
  });

  test("may exchange the slugs of two items", async () => {
    const site = catalogSite(server);
    const two = (one: string, other: string) => ({
      site: inThree(),
      products: [
        product("a", { translations: { de: { slug: one, title: "A" } } }),
        product("b", { translations: { de: { slug: other, title: "B" } } }),
      ],
    });
    await site.save(two("x", "y"));
    await site.save(two("y", "x"));
    expect(await site.ask("/products/slug/x?locale=de")).toMatchObject({ data: { title: "B" } });
    expect(await site.ask("/products/slug/y?locale=de")).toMatchObject({ data: { title: "A" } });
  });
});

describe("the locales of a site with a catalogue", () => {
  test("may grow: what has no translation is found by its own words", async () => {
    const site = catalogSite(server);
    const catalogItems = {
      categories: [category("chairs")],
      products: [product("oak-chair", { category: "chairs" }), product("ash-stool", { status: "DRAFT" })],
      plans: [plan()],
    };
    await site.save(catalogItems);
    expect(await rowsOf(site.slug)).toEqual([]);
    await site.save({ site: { locales: ["en", "de"] } });
    expect(await rowsOf(site.slug)).toEqual(
      [
        ["category", 1],
        ["plan", 1],
        ["product", 2],
      ].map(([kind, count]) => ({ kind, locale: "de", translated: 0, count })),
    );
    expect(await site.ask("/products?q=oak-chiar&locale=de&sort=title")).toMatchObject({ data: [{ title: "oak-chair", locale: "en" }] });
    expect(await wordsOf(site.slug)).toEqual(
      ["catalog", "catalog de"].map((vocabulary) => ({ vocabulary, words: ["chair", "chairs", "oak"] })),
    );
    await site.save({ site: { locales: ["en"] } });
    expect(await rowsOf(site.slug)).toEqual([]);
    expect(await wordsOf(site.slug)).toEqual([{ vocabulary: "catalog", words: ["chair", "chairs", "oak"] }]);
  });

  test("may grow from two, and exchange the default one of three: every item is in every list", async () => {
    const site = catalogSite(server);
    const catalogItems = {
      categories: [category("c", null, { translations: { de: { title: "Gruppe" } } })],
      products: [product("a", { translations: { de: { title: "Eins" } } }), product("b")],
      plans: [plan({ translations: { de: { name: "Plan" } } })],
    };
    const lists = async (locale: string) => {
      const paths = [`/products?sort=title&locale=${locale}`, `/products?q=b&locale=${locale}`, `/categories?sort=title&locale=${locale}`];
      return Promise.all(paths.map(async (path) => (await site.ask<{ data: { title: string }[] }>(path)).data.map(({ title }) => title)));
    };
    await site.save({ ...catalogItems, site: { locales: ["en", "de"] } });
    await site.save({ site: { locales: ["en", "de", "fr"] } });
    expect(await lists("fr")).toEqual([["a", "b"], ["b"], ["c"]]);
    expect(await lists("de")).toEqual([["b", "Eins"], ["b"], ["Gruppe"]]);
    await site.save({ site: { defaultLocale: "fr", locales: ["en", "de", "fr"] } });
    expect(await lists("en")).toEqual([["a", "b"], ["b"], ["c"]]);
    expect((await wordsOf(site.slug)).map(({ vocabulary, words }) => [vocabulary, words.join()])).toEqual([
      ["catalog", "a,b,c"],
      ["catalog de", "a,b,eins,gruppe"],
      ["catalog en", "a,b,c"],
    ]);
  });

  test("may not lose one that something is translated into, until the translations go", async () => {
    const site = catalogSite(server);
    const products = [product("a", { translations: { de: { title: "Ein" } } })];
    await site.save({ site: inThree(), products });
    expect(await site.errors({ site: { locales: ["en"] } })).toEqual(["/site/locales locale_in_use"]);
    expect(await site.errors({ site: { defaultLocale: "de", locales: ["en", "de"] } })).toEqual(["/site/defaultLocale locale_in_use"]);
    await site.save({ site: { defaultLocale: "en", locales: ["en"] }, products: [product("a")] });
    expect(await rowsOf(site.slug)).toEqual([]);
  });

  test("may exchange the default one, with products in the new words", async () => {
    const site = catalogSite(server);
    await site.save({ site: inThree(), products: [product("a", { title: "Chair", translations: { de: { title: "Stuhl" } } })] });
    const site2 = { defaultLocale: "de", locales: ["de", "en"] };
    await site.save({ site: site2, products: [product("a", { title: "Stuhl", translations: { en: { title: "Chair" } } })] });
    expect(await site.ask("/products/slug/a")).toMatchObject({ data: { title: "Stuhl" } });
    expect(await site.ask("/products?q=chair&locale=en")).toMatchObject({ data: [{ title: "Chair", locale: "en" }] });
    expect((await wordsOf(site.slug)).map(({ vocabulary, words }) => [vocabulary, words.includes("chair")])).toEqual([
      ["catalog", false],
      ["catalog en", true],
    ]);
  });
});

describe("an import is refused for", () => {
  const options = [
    { name: "Wood", values: ["Oak", "Ash"] },
    { name: "Seat", values: ["Cord"] },
  ];
  const chosen = { Wood: "Oak", Seat: "Cord" };
  const german = (words: object, more: object = {}) => ({
    site: inThree(),
    products: [
      product("a", {
        options,
        variants: [{ sku: "A", price: 1, options: chosen }],
        attributes: { material: "Oak", weightKg: 1 },
        translations: { de: { title: "A", ...words } },
        ...more,
      }),
    ],
  });

  test.each([
    ["a locale of no site", { translations: { fr: { title: "A" } } }, ["/products/0/translations/fr locale"]],
    ["a locale in another spelling", { translations: { DE: { title: "A" } } }, ["/products/0/translations/DE locale"]],
    ["the default locale", { translations: { en: { title: "A" } } }, ["/products/0/translations/en locale"]],
    ["no title", { translations: { de: { description: "A" } } }, ["/products/0/translations/de/title required"]],
    ["a price", { translations: { de: { title: "A", price: 1 } } }, ["/products/0/translations/de/price additionalProperties"]],
    ["a stock", { translations: { de: { title: "A", stock: 1 } } }, ["/products/0/translations/de/stock additionalProperties"]],
    ["a slug that is none", { translations: { de: { title: "A", slug: "Ä" } } }, ["/products/0/translations/de/slug pattern"]],
  ])("%s", async (_case, more, expected) => {
    const site = catalogSite(server);
    expect(await site.errors(german({}, more))).toEqual(expected);
  });

  test.each([
    ["an option too few", { options: [{ name: "Holz", values: ["Eiche", "Esche"] }] }, ["options options"]],
    [
      "a value too many, and a name twice",
      {
        options: [
          { name: "Holz", values: ["Eiche", "Esche", "Kirsche"] },
          { name: "Holz", values: ["Kordel"] },
        ],
      },
      ["options/0/values options", "options/1/name duplicate"],
    ],
    [
      "a value twice",
      {
        options: [
          { name: "Holz", values: ["Eiche", "Eiche"] },
          { name: "Sitz", values: ["Kordel"] },
        ],
      },
      ["options/0/values duplicate"],
    ],
    ["an attribute that all locales share", { attributes: { weightKg: 2 } }, ["attributes/weightKg shared"]],
    ["an attribute that the product lacks", { attributes: { toString: "x" } }, ["attributes/toString unknown"]],
    ["an SKU that the product lacks", { variants: { B: { title: "B" } } }, ["variants/B unknown"]],
  ])("%s", async (_case, words, expected) => {
    const site = catalogSite(server);
    expect(await site.errors(german(words))).toEqual(expected.map((error) => `/products/0/translations/de/${error}`));
  });

  test("a product that is too large in one locale alone", async () => {
    const site = catalogSite(server);
    const names = Array.from({ length: 200 }, (_, index) => `${index}`);
    const many = {
      options: [{ name: "N", values: names }],
      variants: names.map((value) => ({ sku: value, price: 1, options: { N: value } })),
    };
    const inGerman = (values: string[]) => ({
      ...many,
      translations: {
        de: { title: "A", options: [{ name: "N".repeat(100), values }], attributes: { material: "m".repeat(50_000) } },
      },
    });
    const long = names.map((value) => value.padEnd(200, "w"));
    await site.save(german({}, inGerman(long)));
    expect(await site.errors(german({}, inGerman(long.map((value) => value.replaceAll("w", "ü")))))).toEqual(["/products/0 too_large"]);
  });

  test("a slug that two items would have in a locale", async () => {
    const site = catalogSite(server);
    await site.save({ site: inThree(), products: [product("a", { translations: { de: { slug: "x", title: "A" } } })] });
    expect(await site.errors({ site: inThree(), products: [product("b", { translations: { de: { slug: "x", title: "B" } } })] })).toEqual([
      "/products/0/translations/de/slug duplicate",
    ]);
    // One shows its own slug where it has no translation.
    expect(await site.errors({ site: inThree(), products: [product("x")] })).toEqual(["/products/0/slug duplicate"]);
    await site.save({ site: inThree(), products: [product("x", { translations: { de: { slug: "y", title: "X" } } })] });
    expect(await site.ask("/products/slug/x?locale=de")).toMatchObject({ data: { title: "A" } });
    // Items of another kind and of another site are named as they like.
    await site.save({ site: inThree(), categories: [category("c", null, { translations: { de: { slug: "x", title: "C" } } })] });
    await catalogSite(server).save({ site: inThree(), products: [product("x")] });
  });

  test("attributes that are not translated any more", async () => {
    const site = catalogSite(server);
    await site.save(german({ attributes: { material: "Eiche" } }));
    expect(await site.errors({ site: inThree({}) })).toEqual(["/site/settings/catalog/translatedAttributes attribute_in_use"]);
    // Settings that a bundle leaves out stay as they are.
    const { settings: _, ...withoutSettings } = inThree();
    await site.save({ ...german({ attributes: { material: "Esche" } }), site: withoutSettings });
    expect(await site.ask("/products/slug/a?locale=de")).toMatchObject({ data: { attributes: { material: "Esche", weightKg: 1 } } });
  });
});
