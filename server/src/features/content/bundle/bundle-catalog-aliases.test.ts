import { afterAll, beforeAll, expect, test } from "vitest";
import { catalogSite, category, product } from "../../../../../test/kit/catalog-bundle.ts";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const site = { defaultLocale: "en", locales: ["en", "de"] };
const german = (slug: string) => ({ translations: { de: { title: slug, slug } } });
const aliases = ["seat", { slug: "sitz", locale: "de" }];

test("aliases of products and categories lead to them, also where nothing else changed, and move with an export", async () => {
  const original = catalogSite(server);
  const sections = (more: object) => ({
    site,
    categories: [category("chairs", null, { ...german("stuehle"), ...more })],
    products: [product("chair", { category: "chairs", ...german("stuhl"), ...more })],
  });
  await original.save(sections({}));
  const moved = async (shop: typeof original, path: string) => {
    const { code, movedTo } = await shop.ask<{ code?: string; movedTo?: { slug: string } }>(path);
    return movedTo?.slug ?? code;
  };
  expect(await moved(original, "/products/slug/seat")).toBe("product_not_found");
  expect(await moved(original, "/categories/slug/seat")).toBe("category_not_found");
  expect(await original.tally(sections({ aliases }))).toMatchObject({ categories: [0, 1, 0], products: [0, 1, 0] });
  expect(await original.tally(sections({ aliases }))).toMatchObject({ categories: [0, 0, 1], products: [0, 0, 1] });
  // An import without them leaves them as they are.
  expect(await original.tally(sections({}))).toMatchObject({ categories: [0, 0, 1], products: [0, 0, 1] });

  const exported = await original.exported();
  expect(exported).toMatchObject({ categories: [{ slug: "chairs", aliases }], products: [{ slug: "chair", aliases }] });
  const copy = catalogSite(server);
  // The copy keeps the key that this test knows.
  const { apiKeys: _keys, ...copied } = exported;
  await copy.save({ ...copied, site: { ...(exported.site as object), slug: copy.slug } });
  for (const shop of [original, copy]) {
    expect(await moved(shop, "/products/slug/seat")).toBe("chair");
    expect(await moved(shop, "/products/slug/seat?locale=de")).toBe("stuhl");
    expect(await moved(shop, "/products/slug/sitz?locale=de")).toBe("stuhl");
    expect(await moved(shop, "/products/slug/sitz")).toBe("product_not_found");
    expect(await moved(shop, "/categories/slug/sitz?locale=de")).toBe("stuehle");
  }
  expect((await copy.exported()).products).toEqual(exported.products);
});

test("an alias gives way to an item that has the slug, and is written with a new product", async () => {
  const shop = catalogSite(server);
  await shop.save({ site, products: [product("seat", german("sitz"))] });
  await shop.save({ site, products: [product("chair", { aliases: [...aliases, "stool"] })] });
  expect((await shop.exported()).products).toMatchObject([{ slug: "seat" }, { slug: "chair", aliases: ["stool"] }]);
  expect(await shop.ask("/products/slug/seat")).toMatchObject({ data: { slug: "seat" } });
  await shop.save({ site, products: [product("stool")] });
  expect((await shop.exported()).products).not.toContainEqual(expect.objectContaining({ aliases: ["stool"] }));
});

test("aliases that lead to two items, or of another locale, are errors", async () => {
  const shop = catalogSite(server);
  const errors = await shop.errors({
    site,
    categories: [category("chairs", null, { aliases: [{ slug: "chaises", locale: "fr" }] })],
    products: [product("chair", { aliases }), product("bench", { aliases: ["chair", ...aliases] })],
  });
  expect(errors).toEqual([
    "/categories/0/aliases/0/locale locale",
    "/products/1/aliases/0 duplicate",
    "/products/1/aliases/1 duplicate",
    "/products/1/aliases/2 duplicate",
  ]);
});
