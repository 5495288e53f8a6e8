import { afterAll, beforeAll, expect, test } from "vitest";
import { productBytes } from "../../shop/catalog/index.ts";
import { anyTypes, errorsOf, sized } from "../../../../../test/kit/bundle-errors.ts";
import { cms, shop, startServer, type TestServer } from "../../../../../test/kit/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const KiB = 1024;
const MiB = 1024 * KiB;
test.each([["x"], ["ü"], ["🪑"]])("an entry's data of %s has at most 256 KiB as JSON", async (letter) => {
  const data = (more: number) => sized(256 * KiB + more, letter);
  const bundleWith = (more: number) => ({
    ...anyTypes,
    entries: [{ contentType: "post", slug: "a", locale: "en", data: data(more), draft: { data: data(more) } }],
  });
  expect(await errorsOf(server, bundleWith(0))).toEqual([]);
  expect(await errorsOf(server, bundleWith(1))).toEqual(["/entries/0/data too_large", "/entries/0/draft/data too_large"]);
});

test("a page has at most 256 KiB as JSON, all of its blocks together", async () => {
  const content = (bytes: number) => ({
    title: "x",
    composition: Array.from({ length: 4 }, () => ({ type: "any", props: { text: "x".repeat(bytes / 4) } })),
  });
  const bundleWith = (bytes: number) => ({ ...anyTypes, pages: [{ slug: "a", locale: "en", ...content(bytes), draft: content(bytes) }] });
  expect(await errorsOf(server, bundleWith(255 * KiB))).toEqual([]);
  expect(await errorsOf(server, bundleWith(256 * KiB))).toEqual(["/pages/0 too_large", "/pages/0/draft too_large"]);
});

test.each<[string, object]>([
  ["attributes", { attributes: { text: "x".repeat(320 * KiB) } }],
  ["variants", { variants: Array.from({ length: 800 }, (_, index) => ({ sku: `s-${index}`, price: 1, title: "ü".repeat(200) })) }],
  [
    "variants that have the product's title",
    { title: "🪑".repeat(100), variants: Array.from({ length: 900 }, (_, index) => ({ sku: `s-${index}`, price: 1 })) },
  ],
  ["pictures", { images: Array.from({ length: 100 }, () => ({ url: `/${"x".repeat(1_999)}`, alt: "語".repeat(999) })) }],
])("a product has at most 320 KiB as JSON: %s", async (_name, more) => {
  const product = { slug: "a", title: "A", variants: [{ sku: "s", price: 1 }] };
  const errors = await errorsOf(server, { products: [product, { ...product, slug: "b", variants: [{ sku: "t", price: 1 }], ...more }] });
  expect(errors.filter((error) => !error.includes("duplicate"))).toEqual(["/products/1 too_large"]);
});

test("the size of a product is that of the response", async () => {
  const values = Array.from({ length: 20 }, (_, index) => `${index} ü`);
  const site = await server.addSite({
    products: [
      {
        slug: "a",
        title: "🪑 A",
        description: '"\n\u0001',
        attributes: { a: ["\u2028", 1.5] },
        images: Array.from({ length: 100 }, (_, index) => ({ url: `https://x.example/${index}`, alt: null })),
        options: [
          { name: "A", values },
          { name: "B", values },
        ],
        variants: values.flatMap((a, at) =>
          values.map((b, index) => ({
            sku: `s-${at}-${index}`,
            price: 1,
            options: { A: a, B: b },
            ...(index % 4 === 0 ? { compareAtPrice: 2 } : {}),
          })),
        ),
      },
    ],
  });
  const { text } = await server.ask(`${shop}/products/slug/a`, { key: site.key });
  const product = (JSON.parse(text) as { data: Parameters<typeof productBytes>[0] & { variants: object[] } }).data;
  const { slug, title, description, status, currency, images, options, attributes, variants } = product;
  const shownVariants = variants.map(({ sku, title: name, price, compareAtPrice, options: chosen, stock }) => ({
    sku,
    title: name,
    price,
    compareAtPrice,
    prices: {},
    compareAtPrices: {},
    options: chosen,
    weightGrams: null,
    requiresShipping: true,
    stock,
  }));
  const measured = productBytes({
    slug,
    title,
    description,
    seo: null,
    status,
    category: null,
    currency,
    taxClass: "standard",
    giftCard: false,
    images,
    options,
    attributes,
    variants: shownVariants,
    translations: {},
  });
  expect(Math.abs(Buffer.byteLength(text) - measured)).toBeLessThan(2_000);
});

const long = "ü".repeat(5_000);

test("each list that a response shows whole has at most 8 MiB, with what the site already has", async () => {
  const categories = Array.from({ length: 600 }, (_, index) => ({ slug: `c-${index}`, title: "x", description: long }));
  const plans = Array.from({ length: 600 }, (_, index) => ({
    slug: `p-${index}`,
    name: "x",
    price: 1,
    interval: "month",
    description: long,
  }));
  const blockTypes = Array.from({ length: 300 }, (_, index) => ({
    type: `t-${index}`,
    title: "x",
    schema: { type: "object" },
    uiSchema: { text: "x".repeat(20_000) },
  }));
  const site = await server.addSite({ categories, plans, blockTypes });
  const shell = { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" };
  for (const [path, more] of Object.entries({
    categories: categories.map((category) => ({ ...category, slug: `more-${category.slug}` })),
    plans: plans.map((plan) => ({ ...plan, slug: `more-${plan.slug}` })),
    blockTypes: blockTypes.map((type) => ({ ...type, type: `more-${type.type}` })),
  })) {
    const importing = server.import({ bundle: 1, site: shell, [path]: more });
    await expect(importing).rejects.toMatchObject({ errors: [{ path: `/${path}`, code: "too_large" }] });
  }
  // What the public does not see is not a part of an answer.
  await server.import({
    bundle: 1,
    site: shell,
    categories: categories.map((category) => ({ ...category, slug: `hidden-${category.slug}`, status: "HIDDEN" })),
    plans: plans.map((plan) => ({ ...plan, slug: `inactive-${plan.slug}`, status: "INACTIVE" })),
  });
  for (const path of [`${shop}/categories?tree=true&pageSize=1000`, `${shop}/subscriptions/plans`, `${cms}/block-types`]) {
    const { status, text } = await server.ask(path, { key: site.key });
    expect([path, status, Buffer.byteLength(text) < 8 * MiB]).toEqual([path, 200, true]);
  }
});
