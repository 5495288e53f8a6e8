import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { catalogSite, category, plan, product } from "../../../../../test/kit/catalog-bundle.ts";
import { sampleCatalog } from "../../../../../test/kit/sample-catalog.ts";
import { exportBundle } from "./export-bundle.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const newSite = () => catalogSite(server);

describe("an import", () => {
  test("creates what is new, updates what differs, and leaves the rest alone", async () => {
    const { tally } = newSite();
    const bundle = sampleCatalog();
    expect(await tally(bundle)).toEqual({ categories: [7, 0, 0], products: [7, 0, 0], plans: [3, 0, 0] });
    expect(await tally(bundle)).toEqual({ categories: [0, 0, 7], products: [0, 0, 7], plans: [0, 0, 3] });
    const changed = {
      categories: [...bundle.categories.slice(1), { ...bundle.categories[0], title: "Other" }, category("new")],
      products: [{ ...bundle.products[0], title: "Other" }, ...bundle.products.slice(1), product("new")],
      plans: [{ ...bundle.plans[0], price: 1 }, ...bundle.plans.slice(1), plan()],
    };
    expect(await tally(changed)).toEqual({ categories: [1, 1, 6], products: [1, 1, 6], plans: [1, 1, 2] });
  });

  test("of the same again changes nothing: no version, no time, no row", async () => {
    const { save, versions, ask, exported } = newSite();
    await save(sampleCatalog());
    const before = [await versions(), await ask("/products?sort=title"), await ask("/categories"), await exported()];
    server.clock.advance(60_000);
    await save(sampleCatalog());
    expect([await versions(), await ask("/products?sort=title"), await ask("/categories"), await exported()]).toEqual(before);
  });

  test("sets the time of the last change of the products that it changes, and of no others", async () => {
    const { save, ask } = newSite();
    await save(sampleCatalog());
    server.clock.advance(60_000);
    const [chair, bench] = sampleCatalog().products;
    await save({ products: [{ ...chair, description: "Other" }, bench] });
    const times = async (slug: string) => {
      const { data } = await ask<{ data: { createdAt: string; updatedAt: string } }>(`/products/slug/${slug}`);
      return Date.parse(data.updatedAt) - Date.parse(data.createdAt);
    };
    expect([await times("fjell-chair"), await times("brygge-bench")]).toEqual([60_000, 0]);
  });

  test("of products raises only the version of the catalogue, and an import of pages only that of the content", async () => {
    const { save, versions } = newSite();
    await save({});
    const first = await versions();
    await save({ products: [product("a")] });
    const second = await versions();
    expect([second?.content === first?.content, (second?.catalog ?? 0) > (first?.catalog ?? 0)]).toEqual([true, true]);
    await save({ pages: [{ slug: "home", locale: "en", title: "Home" }] });
    const third = await versions();
    expect([(third?.content ?? 0) > (second?.content ?? 0), third?.catalog === second?.catalog]).toEqual([true, true]);
  });

  test("changes nothing that it does not mention", async () => {
    const { save, exported } = newSite();
    await save(sampleCatalog());
    const before = await exported();
    await save({ products: [], categories: [], plans: [] });
    await save({});
    expect(await exported()).toEqual(before);
  });

  test("gives the members that it leaves out their defaults", async () => {
    const { save, exported } = newSite();
    await save({
      categories: [{ slug: "c", title: "C" }],
      products: [
        {
          slug: "p",
          title: "P",
          options: [{ name: "Size", values: ["S", "M"] }],
          variants: [
            { sku: "S", price: 2, options: { Size: "S" } },
            { sku: "M", price: 1, compareAtPrice: 3, options: { Size: "M" } },
          ],
        },
        product("usd", { currency: "USD" }),
      ],
      plans: [{ slug: "l", name: "L", price: 5, interval: "year" }],
    });
    expect(await exported()).toMatchObject({
      site: { currency: "eur" },
      categories: [{ slug: "c", status: "ACTIVE", position: 0 }],
      products: [
        {
          slug: "p",
          status: "ACTIVE",
          currency: "eur",
          images: [],
          attributes: {},
          variants: [
            { sku: "S", title: "S", price: 2 },
            { sku: "M", title: "M", price: 1, compareAtPrice: 3 },
          ],
        },
        { slug: "usd", currency: "usd", variants: [{ title: "usd" }] },
      ],
      plans: [{ slug: "l", currency: "eur", interval: "year", intervalCount: 1, trialDays: 0, features: [], status: "ACTIVE" }],
    });
  });

  test("with a dry run reports what it would do, and does nothing", async () => {
    const { tally, save, exported, versions, ask } = newSite();
    expect(await tally(sampleCatalog(), { dryRun: true })).toEqual({ categories: [7, 0, 0], products: [7, 0, 0], plans: [3, 0, 0] });
    await save(sampleCatalog());
    const before = [await exported(), await versions(), await ask("/products?q=sampel")];
    const other = { products: [product("new"), { ...sampleCatalog().products[0], title: "Other" }], categories: [category("new")] };
    expect(await tally(other, { dryRun: true })).toEqual({ categories: [1, 0, 0], products: [1, 1, 0], plans: [0, 0, 0] });
    expect([await exported(), await versions(), await ask("/products?q=sampel")]).toEqual(before);
  });

  test("that fails half way changes nothing in any section", async () => {
    const { save, errors, exported, versions } = newSite();
    await save({ products: [product("taken")] });
    const before = [await exported(), await versions()];
    // The last of many: batches before it were written already.
    const products = [
      ...Array.from({ length: 600 }, (_, index) => product(`p-${index}`)),
      product("z", { variants: [{ sku: "TAKEN", price: 1 }] }),
    ];
    expect(await errors({ categories: [category("c")], plans: [plan()], products })).toEqual(["/products/600/variants/0/sku sku_taken"]);
    expect([await exported(), await versions()]).toEqual(before);
  });

  test("of the same site waits for another that is running", async () => {
    const { save, ask } = newSite();
    await save({});
    await Promise.all(
      ["a", "b", "c", "d"].map((slug) =>
        save({ categories: [category("c")], products: [product(slug, { category: "c" }), product("all")] }),
      ),
    );
    const { data } = await ask<{ data: { productCount: number } }>("/categories/slug/c");
    expect([data.productCount, (await ask<{ total: number }>("/products")).total]).toEqual([4, 5]);
  });
});

describe("an export", () => {
  test("imported again changes nothing, and is the same again", async () => {
    const { save, slug, exported } = newSite();
    await save(sampleCatalog());
    const text = (await exportBundle(server.deps, slug, { format: "json", withSecrets: false })) ?? "";
    const { sections } = await server.import(text);
    expect(Object.values(sections).every(({ created, updated }) => created + updated === 0)).toBe(true);
    expect(parse(text)).toEqual(await exported());
  });

  const imported = async () => {
    const [one, two] = [newSite(), newSite()];
    const bundle = sampleCatalog();
    await one.save({ ...bundle, products: bundle.products.slice(0, 3) });
    server.clock.advance(1_000);
    await one.save({
      products: [...bundle.products.slice(3), product("with-all", { attributes: { b: 1, a: [null, { z: 0.1 }], 10: "x", 9: "y" } })],
    });
    const { site, apiKeys, ...sections } = await one.exported();
    expect([typeof site, typeof apiKeys]).toEqual(["object", "object"]);
    await two.save(sections);
    return [one, two, sections] as const;
  };

  test("makes the same catalogue on another site", async () => {
    const [one, two, sections] = await imported();
    expect(await two.exported()).toMatchObject(sections);
    const bare = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value, (name, member: unknown) => (/^(id|\w+Id|\w+At)$/.test(name) ? undefined : member)));
    for (const path of [
      "/products?sort=title",
      "/categories?sort=title",
      "/subscriptions/plans",
      "/products?q=oak",
      "/products?category=furniture&sort=price",
    ]) {
      expect([path, bare(await two.ask(path))]).toEqual([path, bare(await one.ask(path))]);
    }
  });

  test.each([
    "products",
    "products?sort=updatedAt",
    "products?sort=price:desc",
    "categories",
    "categories?sort=createdAt",
    "categories?tree=true",
  ])("keeps the order of %s", async (path) => {
    const [one, two] = await imported();
    const slugs = async (of: ReturnType<typeof newSite>) =>
      (await of.ask<{ data: { slug: string }[] }>(`/${path}`)).data.map(({ slug }) => slug);
    expect(await slugs(two)).toEqual(await slugs(one));
  });

  test("contains drafts, archived products, hidden categories, retired plans and the current stock", async () => {
    const { save, sell, exported } = newSite();
    await save(sampleCatalog());
    await sell("BRYGGE", 1);
    const { products, categories, plans } = (await exported()) as Record<string, { slug: string; status: string; variants?: object[] }[]>;
    const withStatus = (rows: typeof products, status: string) => rows?.filter((row) => row.status === status).map(({ slug }) => slug);
    expect(withStatus(products, "DRAFT")).toEqual(["secret-prototype"]);
    expect(withStatus(products, "ARCHIVED")).toEqual(["old-stool"]);
    expect(withStatus(categories, "HIDDEN")).toEqual(["staff-only"]);
    expect(withStatus(plans, "INACTIVE")).toEqual(["retired"]);
    expect(products?.find(({ slug }) => slug === "brygge-bench")?.variants).toMatchObject([{ sku: "BRYGGE", stock: 1 }]);
  });
});

test("an import accepts values at the limits", async () => {
  const { save, ask } = newSite();
  const sizes = Array.from({ length: 200 }, (_, index) => String(index));
  const long = "ä".repeat(200);
  await save({
    categories: [category("c", null, { position: -1_000_000, title: long })],
    products: [
      product("p", {
        title: long,
        description: "Wort ".repeat(2_000),
        category: "c",
        options: [{ name: "N".repeat(100), values: sizes }],
        variants: sizes.map((size) => ({
          sku: `${"x".repeat(90)}${size}`,
          price: 99_999_999,
          compareAtPrice: 0,
          options: { ["N".repeat(100)]: size },
          stock: 2_000_000_000,
        })),
      }),
    ],
  });
  expect(await ask("/products/slug/p")).toMatchObject({ data: { title: long, price: 99_999_999, compareAtPrice: 0 } });
  expect(await ask("/products?q=wort")).toMatchObject({ total: 1 });
});
