import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { shop, startServer, type TestServer } from "../../../../test/kit/harness.ts";
import { sampleCatalog } from "../../../../test/kit/sample-catalog.ts";
import { newApiKey } from "../sites/api-key.ts";
import { exportBundle } from "./export-bundle.ts";
import { BundleError } from "./bundle-error.ts";

let server: TestServer;
let count = 0;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

type Members = Record<string, unknown>;

/** A site that nobody else has, and what is done with it. */
function newSite() {
  const slug = `catalog-${(count += 1)}`;
  const key = newApiKey();
  const bundle = (sections: Members) => ({
    bundle: 1,
    site: { slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "EUR", ...(sections.site as object | undefined) },
    apiKeys: [{ name: "web", key }],
    ...Object.fromEntries(Object.entries(sections).filter(([name]) => name !== "site")),
  });
  const save = async (sections: Members, options?: { dryRun?: boolean; setStock?: boolean }) =>
    (await server.import(bundle(sections), options)).sections;
  return {
    slug,
    bundle,
    save,
    /** What an import did to each section of the catalogue: created, updated, unchanged. */
    tally: async (sections: Members, options?: { dryRun?: boolean; setStock?: boolean }) => {
      const { categories, products, plans } = await save(sections, options);
      return Object.fromEntries(
        Object.entries({ categories, products, plans }).map(([name, { created, updated, unchanged }]) => [
          name,
          [created, updated, unchanged],
        ]),
      );
    },
    /** The JSON Pointers of the mistakes. */
    faults: async (sections: Members) => {
      const error: unknown = await save(sections).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (!(error instanceof BundleError)) throw new Error(`expected a BundleError, got ${String(error)}`);
      return error.faults.map(({ path, code }) => `${path} ${code}`);
    },
    exported: async () => parse((await exportBundle(server.deps, slug, { format: "yaml", withSecrets: false })) ?? "") as Members,
    ask: async <Answer>(path: string) => {
      await server.directory.poll();
      return (await server.ask(shop + path, { key })).json as Answer;
    },
    versions: async () => {
      const [row] = await server.deps.sql<{ content: number; catalog: number }>`
        select content_version::float8 as content, catalog_version::float8 as catalog from sites where slug = ${slug}`;
      return row;
    },
    stock: async () => {
      const rows = await server.deps.sql<{ sku: string; stock: number | null }>`
        select sku, stock from variants join sites on sites.id = variants.site_id where sites.slug = ${slug} order by sku`;
      return Object.fromEntries(rows.map(({ sku, stock }) => [sku, stock]));
    },
    sell: (sku: string, stock: number) =>
      server.deps.sql`update variants set stock = ${stock} where sku = ${sku} and site_id = (select id from sites where slug = ${slug})`,
  };
}

const product = (slug: string, more: Members = {}) => ({ slug, title: slug, variants: [{ sku: slug.toUpperCase(), price: 100 }], ...more });
const category = (slug: string, parent: string | null = null, more: Members = {}) => ({ slug, title: slug, parent, ...more });
const plan = (more: Members = {}) => ({ slug: "p", name: "P", price: 1, interval: "month", ...more });

describe("an import", () => {
  test("creates what is new, updates what differs, and leaves the rest alone", async () => {
    const { tally } = newSite();
    const given = sampleCatalog();
    expect(await tally(given)).toEqual({ categories: [7, 0, 0], products: [7, 0, 0], plans: [3, 0, 0] });
    expect(await tally(given)).toEqual({ categories: [0, 0, 7], products: [0, 0, 7], plans: [0, 0, 3] });
    const changed = {
      categories: [...given.categories.slice(1), { ...given.categories[0], title: "Other" }, category("new")],
      products: [{ ...given.products[0], title: "Other" }, ...given.products.slice(1), product("new")],
      plans: [{ ...given.plans[0], price: 1 }, ...given.plans.slice(1), plan()],
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

  test("says when what it changed was edited, and leaves that of the rest", async () => {
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

  test("of the catalogue raises its version alone, and one of content that of content alone", async () => {
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

  test("leaves alone what it does not mention", async () => {
    const { save, exported } = newSite();
    await save(sampleCatalog());
    const before = await exported();
    await save({ products: [], categories: [], plans: [] });
    await save({});
    expect(await exported()).toEqual(before);
  });

  test("gives what it leaves out its default", async () => {
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

  test("with a dry run says what it would do, and does nothing", async () => {
    const { tally, save, exported, versions, ask } = newSite();
    expect(await tally(sampleCatalog(), { dryRun: true })).toEqual({ categories: [7, 0, 0], products: [7, 0, 0], plans: [3, 0, 0] });
    await save(sampleCatalog());
    const before = [await exported(), await versions(), await ask("/products?q=sampel")];
    const other = { products: [product("new"), { ...sampleCatalog().products[0], title: "Other" }], categories: [category("new")] };
    expect(await tally(other, { dryRun: true })).toEqual({ categories: [1, 0, 0], products: [1, 1, 0], plans: [0, 0, 0] });
    expect([await exported(), await versions(), await ask("/products?q=sampel")]).toEqual(before);
  });

  test("that fails half way leaves nothing of any section", async () => {
    const { save, faults, exported, versions } = newSite();
    await save({ products: [product("taken")] });
    const before = [await exported(), await versions()];
    // The last of many: batches before it were written already.
    const products = [
      ...Array.from({ length: 600 }, (_, index) => product(`p-${index}`)),
      product("z", { variants: [{ sku: "TAKEN", price: 1 }] }),
    ];
    expect(await faults({ categories: [category("c")], plans: [plan()], products })).toEqual(["/products/600/variants/0/sku sku_taken"]);
    expect([await exported(), await versions()]).toEqual(before);
  });

  test("at the same time as another of the same site, one follows the other", async () => {
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
    const given = sampleCatalog();
    await one.save({ ...given, products: given.products.slice(0, 3) });
    server.clock.advance(1_000);
    await one.save({
      products: [...given.products.slice(3), product("with-all", { attributes: { b: 1, a: [null, { z: 0.1 }], 10: "x", 9: "y" } })],
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

  test("has drafts, archived products, hidden categories, retired plans, and the stock of now", async () => {
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

describe("stock", () => {
  const two = (a: number | null, more: Members = {}) => ({
    products: [
      {
        slug: "bench",
        title: "Bench",
        options: [{ name: "Size", values: ["S", "M", "L"] }],
        variants: [
          { sku: "A", price: 1, options: { Size: "S" }, stock: a },
          { sku: "B", price: 2, options: { Size: "M" }, stock: 7 },
        ],
        ...more,
      },
    ],
  });
  test("of a new variant is what the bundle says", async () => {
    const { save, stock } = newSite();
    await save(two(5));
    expect(await stock()).toEqual({ A: 5, B: 7 });
  });

  test("of a variant that exists stays as it was sold, and an import that says otherwise changes nothing", async () => {
    const { save, sell, tally, stock, versions } = newSite();
    await save(two(5));
    await sell("A", 3);
    const before = await versions();
    expect(await tally(two(5))).toMatchObject({ products: [0, 0, 1] });
    expect(await tally(two(100))).toMatchObject({ products: [0, 0, 1] });
    expect(await tally(two(null))).toMatchObject({ products: [0, 0, 1] });
    expect([await stock(), await versions()]).toEqual([{ A: 3, B: 7 }, before]);
  });

  test("stays even where all else of the product and the variant changes, and a new variant gets its own", async () => {
    const { save, sell, tally, stock, ask } = newSite();
    await save(two(5));
    await sell("A", 0);
    const variants = [
      { sku: "C", price: 4, options: { Size: "L" }, stock: 9 },
      { sku: "B", title: "Other", price: 50, compareAtPrice: 60, options: { Size: "S" }, stock: 100 },
      { sku: "A", price: 10, options: { Size: "M" }, stock: null },
    ];
    expect(await tally(two(5, { title: "Other", variants }))).toMatchObject({ products: [0, 1, 0] });
    expect(await stock()).toEqual({ A: 0, B: 7, C: 9 });
    expect(await ask("/products/slug/bench")).toMatchObject({
      data: {
        price: 4,
        variants: [
          { sku: "C", available: true },
          { sku: "B", price: 50 },
          { sku: "A", price: 10, stock: 0, available: false },
        ],
      },
    });
  });

  test("is set with --set-stock, to a number or to nothing that is tracked", async () => {
    const { save, sell, tally, stock, ask } = newSite();
    await save(two(5));
    await sell("A", 3);
    const edited = async () => (await ask<{ data: { updatedAt: string } }>("/products/slug/bench")).data.updatedAt;
    const before = await edited();
    server.clock.advance(60_000);
    expect(await tally(two(5), { setStock: true })).toMatchObject({ products: [0, 1, 0] });
    expect(await stock()).toEqual({ A: 5, B: 7 });
    expect(await tally(two(5), { setStock: true })).toMatchObject({ products: [0, 0, 1] });
    await save(two(0), { setStock: true });
    expect(await stock()).toEqual({ A: 0, B: 7 });
    // New stock is no edit.
    expect(await edited()).toBe(before);
    await save(two(null), { setStock: true });
    expect(await stock()).toEqual({ A: null, B: 7 });
    await save(two(4));
    expect(await stock()).toEqual({ A: null, B: 7 });
    await save(two(4), { setStock: true });
    expect(await stock()).toEqual({ A: 4, B: 7 });
  });

  test("of a variant that was removed and comes back is what the bundle says", async () => {
    const { save, sell, stock } = newSite();
    await save(two(5));
    await sell("A", 1);
    await save(two(5, { variants: [{ sku: "B", price: 2, options: { Size: "M" } }] }));
    expect(await stock()).toEqual({ B: 7 });
    await save(two(5));
    expect(await stock()).toEqual({ A: 5, B: 7 });
  });
});

describe("variants", () => {
  const options = [{ name: "Size", values: ["S", "M"] }];
  const small = { sku: "S", price: 5, options: { Size: "S" } };
  const medium = { sku: "M", price: 3, compareAtPrice: 4, options: { Size: "M" } };

  test("that a product has no longer are gone, its price is that of the rest, and their ids stay", async () => {
    const { save, ask } = newSite();
    interface Answer {
      data: { price: number; compareAtPrice: number | null; variants: { id: string; sku: string }[] };
    }
    const read = async () => (await ask<Answer>("/products/slug/p")).data;
    await save({ products: [product("p", { options, variants: [small, medium] })] });
    const before = await read();
    expect(before).toMatchObject({ price: 3, compareAtPrice: 4 });
    await save({ products: [product("p", { options, variants: [small] })] });
    const after = await read();
    expect(after).toMatchObject({ price: 5, compareAtPrice: null, variants: [{ id: before.variants[0]?.id, sku: "S" }] });
    expect(after.variants).toHaveLength(1);
    expect(await ask("/products?q=M")).toMatchObject({ total: 0 });
    expect(await ask("/products?maxPrice=4")).toMatchObject({ total: 0 });
    // The SKU is free again.
    await save({ products: [product("q", { variants: [{ sku: "M", price: 1 }] })] });
    expect((await ask<Answer>("/products/slug/q")).data.variants).toMatchObject([{ sku: "M" }]);
  });

  test("keep the order of the bundle", async () => {
    const { save, ask, tally } = newSite();
    await save({ products: [product("p", { options, variants: [small, medium] })] });
    expect(await tally({ products: [product("p", { options, variants: [medium, small] })] })).toMatchObject({ products: [0, 1, 0] });
    expect(await ask("/products/slug/p")).toMatchObject({ data: { variants: [{ sku: "M" }, { sku: "S" }] } });
  });

  test("may swap their choices", async () => {
    const { save, ask } = newSite();
    await save({ products: [product("p", { options, variants: [small, medium] })] });
    await save({
      products: [
        product("p", {
          options,
          variants: [
            { ...small, options: { Size: "M" } },
            { ...medium, options: { Size: "S" } },
          ],
        }),
      ],
    });
    expect(await ask("/products/slug/p")).toMatchObject({
      data: {
        variants: [
          { sku: "S", options: { Size: "M" } },
          { sku: "M", options: { Size: "S" } },
        ],
      },
    });
  });
});

describe("categories", () => {
  const counts = async (ask: ReturnType<typeof newSite>["ask"]) => {
    const { data } = await ask<{ data: { slug: string; productCount: number }[] }>("/categories?sort=title");
    return Object.fromEntries(data.map(({ slug, productCount }) => [slug, productCount]));
  };
  const found = async (ask: ReturnType<typeof newSite>["ask"], filter: string) =>
    (await ask<{ data: { slug: string }[] }>(`/products?category=${filter}&sort=title`)).data.map(({ slug }) => slug);
  const tree = () => [category("a"), category("b"), category("c", "a"), category("d", "c")];
  const products = [product("in-a", { category: "a" }), product("in-c", { category: "c" }), product("in-d", { category: "d" })];

  test("that move take their counts and what is in them along", async () => {
    const { save, ask } = newSite();
    await save({ categories: tree(), products });
    expect([await counts(ask), await found(ask, "a"), await found(ask, "b")]).toEqual([
      { a: 3, b: 0, c: 2, d: 1 },
      ["in-a", "in-c", "in-d"],
      [],
    ]);
    await save({ categories: [category("c", "b")] });
    expect([await counts(ask), await found(ask, "a"), await found(ask, "b")]).toEqual([
      { a: 1, b: 2, c: 2, d: 1 },
      ["in-a"],
      ["in-c", "in-d"],
    ]);
    await save({ categories: [category("c")] });
    expect([await counts(ask), await found(ask, "c")]).toEqual([{ a: 1, b: 0, c: 2, d: 1 }, ["in-c", "in-d"]]);
    // Turned round: what was below is above.
    await save({ categories: [category("d"), category("c", "d")] });
    expect([await counts(ask), await found(ask, "d"), await found(ask, "c")]).toEqual([
      { a: 1, b: 0, c: 1, d: 2 },
      ["in-c", "in-d"],
      ["in-c"],
    ]);
  });

  test("that are hidden take all below them out, and their products stay, without a category", async () => {
    const { save, ask } = newSite();
    const read = (slug: string) => ask(`/products/slug/${slug}`);
    await save({ categories: tree(), products });
    await save({ categories: [category("c", "a", { status: "HIDDEN" })] });
    expect([await counts(ask), await found(ask, "a"), await found(ask, "d")]).toEqual([{ a: 1, b: 0 }, ["in-a"], []]);
    expect(await ask("/categories/slug/d")).toMatchObject({ code: "category_not_found" });
    expect(await ask("/products")).toMatchObject({ total: 3 });
    for (const slug of ["in-c", "in-d"]) expect(await read(slug)).toMatchObject({ data: { categoryId: null, category: null } });
    await save({ categories: [category("c", "a")] });
    expect([await counts(ask), await found(ask, "d")]).toEqual([{ a: 3, b: 0, c: 2, d: 1 }, ["in-d"]]);
    expect(await read("in-d")).toMatchObject({ data: { category: { slug: "d" } } });
  });

  test("that are renamed show so in their products", async () => {
    const { save, ask } = newSite();
    await save({ categories: tree(), products });
    await save({ categories: [category("d", "c", { title: "Other" })] });
    expect(await ask("/products/slug/in-d")).toMatchObject({ data: { category: { title: "Other" } } });
  });

  test("count a product that comes, moves, is archived, or loses its category", async () => {
    const { save, ask } = newSite();
    await save({ categories: tree(), products });
    await save({ products: [product("in-d", { category: "b" })] });
    expect(await counts(ask)).toEqual({ a: 2, b: 1, c: 1, d: 0 });
    await save({ products: [product("in-d", { category: "b", status: "ARCHIVED" })] });
    expect(await counts(ask)).toEqual({ a: 2, b: 0, c: 1, d: 0 });
    await save({ products: [product("in-c")] });
    expect(await counts(ask)).toEqual({ a: 1, b: 0, c: 0, d: 0 });
    expect(await ask("/products/slug/in-c")).toMatchObject({ data: { category: null } });
  });

  test("that were hidden by one above are found by a typing error once they are shown, and were not before", async () => {
    const { save, ask } = newSite();
    const given = (status: string) => ({
      categories: [category("above", null, { status }), category("below", "above", { title: "Ouagadougou" })],
    });
    const words = async () => (await ask<{ total: number }>("/categories?q=ouagadugou")).total;
    await save(given("HIDDEN"));
    expect(await words()).toBe(0);
    await save(given("ACTIVE"));
    expect(await words()).toBe(1);
  });

  test("that are hidden by one above leave no word behind", async () => {
    const { save, slug } = newSite();
    const given = (status: string) => ({
      categories: [category("above", null, { status }), category("below", "above", { title: "Ouagadougou" })],
    });
    const words = async () =>
      (
        await server.deps.sql<{ word: string }>`
          select word from search_words join sites on sites.id = search_words.site_id where sites.slug = ${slug} order by word`
      ).map(({ word }) => word);
    await save(given("ACTIVE"));
    expect(await words()).toEqual(["above", "ouagadougou"]);
    await save(given("HIDDEN"));
    expect(await words()).toEqual([]);
  });
});

describe("every mistake is found, with where it is", () => {
  const options = [
    { name: "Wood", values: ["Oak", "Ash"] },
    { name: "Size/m", values: ["S"] },
  ];
  const choice = (wood: unknown, size: unknown = "S") => ({ ...(wood ? { Wood: wood } : {}), ...(size ? { "Size/m": size } : {}) });
  const variants = (...chosen: object[]) => ({
    products: [product("p", { options, variants: chosen.map((given, index) => ({ sku: `V${index}`, price: 1, options: given })) })],
  });
  const variant = (more: Members) => ({ products: [product("p", { variants: [{ sku: "A", price: 1, ...more }] })] });
  const image = (url: unknown) => ({ products: [product("p", { images: [{ url: "/good.svg" }, { url }] })] });
  const chain = (length: number) => Array.from({ length }, (_, index) => category(`c${index}`, index === 0 ? null : `c${index - 1}`));

  test.each<[string, Members, string[]]>([
    ["an unknown parent", { categories: [category("a", "none")] }, ["/categories/0/parent unknown"]],
    ["a category below itself", { categories: [category("a", "a")] }, ["/categories/0/parent circle"]],
    [
      "a circle",
      { categories: [category("a", "c"), category("b", "a"), category("c", "b"), category("d")] },
      [0, 1, 2].map((index) => `/categories/${index}/parent circle`),
    ],
    [
      "a category below a circle",
      { categories: [category("a", "a"), category("b", "a")] },
      ["/categories/0/parent circle", "/categories/1/parent circle"],
    ],
    ["a 101st level", { categories: chain(101) }, ["/categories/100/parent circle"]],
    ["a category twice", { categories: [category("a"), category("a")] }, ["/categories/1/slug duplicate"]],
    [
      "a category's picture elsewhere",
      { categories: [category("a", null, { image: { url: "//evil" } })] },
      ["/categories/0/image/url url"],
    ],
    ["a category's status", { categories: [category("a", null, { status: "DRAFT" })] }, ["/categories/0/status enum"]],
    ["a position that is none", { categories: [category("a", null, { position: 1.5 })] }, ["/categories/0/position type"]],
    ["an unknown category", { products: [product("p", { category: "none" })] }, ["/products/0/category unknown"]],
    ["a product twice", { products: [product("p"), product("p", { variants: [{ sku: "B", price: 1 }] })] }, ["/products/1/slug duplicate"]],
    [
      "an SKU twice in a product",
      {
        products: [
          product("p", { options, variants: [1, 2].map((n) => ({ sku: "A", price: 1, options: choice(n === 1 ? "Oak" : "Ash") })) }),
        ],
      },
      ["/products/0/variants/1/sku duplicate"],
    ],
    [
      "an SKU twice in the bundle",
      { products: [product("p"), product("q", { variants: [{ sku: "P", price: 1 }] })] },
      ["/products/1/variants/0/sku duplicate"],
    ],
    [
      "an option twice",
      { products: [product("p", { options: [options[0], options[0]], variants: [{ sku: "A", price: 1, options: { Wood: "Oak" } }] })] },
      ["/products/0/options/1/name duplicate"],
    ],
    [
      "a value twice",
      {
        products: [product("p", { options: [{ name: "W", values: ["a", "a"] }], variants: [{ sku: "A", price: 1, options: { W: "a" } }] })],
      },
      ["/products/0/options/0/values duplicate"],
    ],
    [
      "an option without values",
      { products: [product("p", { options: [{ name: "W", values: [] }] })] },
      ["/products/0/options/0/values minItems"],
    ],
    ["a missing option", variants(choice("Oak"), choice(null)), ["/products/0/variants/1/options required"]],
    [
      "an option that the product has not",
      variants({ ...choice("Oak"), "Co~lour": "red" }),
      ["/products/0/variants/0/options/Co~0lour unknown"],
    ],
    ["an option of a product without options", variant({ options: { Wood: "Oak" } }), ["/products/0/variants/0/options/Wood unknown"]],
    ["a value that the option has not", variants(choice("Oak", "XL")), ["/products/0/variants/0/options/Size~1m unknown"]],
    ["two variants of one choice", variants(choice("Oak"), choice("Ash"), choice("Oak")), ["/products/0/variants/2/options duplicate"]],
    [
      "an inherited option",
      { products: [product("p", { options: [{ name: "constructor", values: ["a"] }] })] },
      ["/products/0/variants/0/options required"],
    ],
    ["a currency that there is not", { products: [product("p", { currency: "xyz" })] }, ["/products/0/currency value"]],
    ["a plan's currency that there is not", { plans: [plan({ currency: "€€€" })] }, ["/plans/0/currency value"]],
    ["a plan twice", { plans: [plan(), plan()] }, ["/plans/1/slug duplicate"]],
    ["a plan's interval", { plans: [plan({ interval: "decade" })] }, ["/plans/0/interval enum"]],
    ["a plan that never comes round", { plans: [plan({ intervalCount: 0 })] }, ["/plans/0/intervalCount minimum"]],
    ["trial days before the first", { plans: [plan({ trialDays: -1 })] }, ["/plans/0/trialDays minimum"]],
    ["a product without variants", { products: [product("p", { variants: [] })] }, ["/products/0/variants minItems"]],
    ["a product that says nothing of variants", { products: [{ slug: "p", title: "P" }] }, ["/products/0/variants required"]],
    ["a price over the highest", variant({ price: 100_000_000 }), ["/products/0/variants/0/price maximum"]],
    ["a negative price", variant({ price: -1 }), ["/products/0/variants/0/price minimum"]],
    ["a price with a fraction", variant({ price: 9.99 }), ["/products/0/variants/0/price type"]],
    ["a price that is a text", variant({ price: "9" }), ["/products/0/variants/0/price type"]],
    ["an empty SKU", variant({ sku: "" }), ["/products/0/variants/0/sku pattern"]],
    ["an unknown status", { products: [product("p", { status: "PUBLISHED" })] }, ["/products/0/status enum"]],
    ["a malformed slug", { products: [{ ...product("p"), slug: "P Q" }] }, ["/products/0/slug pattern"]],
    ["an unknown member of a product", { products: [product("p", { prize: 1 })] }, ["/products/0/prize unknown"]],
    ["an unknown member of a variant", variant({ weight: 1 }), ["/products/0/variants/0/weight unknown"]],
    ["an unknown member of a category", { categories: [category("a", null, { parentId: "x" })] }, ["/categories/0/parentId unknown"]],
    ["an unknown member of a plan", { plans: [plan({ processorPriceId: "x" })] }, ["/plans/0/processorPriceId unknown"]],
    [
      "an unknown member of a picture",
      { products: [product("p", { images: [{ url: "/a", src: "/b" }] })] },
      ["/products/0/images/0/src unknown"],
    ],
    ["a NUL", { products: [product("p", { title: "a\0b" })] }, ["/products/0/title invalid_json"]],
    ["half a character", { products: [product("p", { attributes: { a: ["\ud800"] } })] }, ["/products/0/attributes/a/0 invalid_json"]],
  ])("%s", async (_name, sections, faults) => {
    const codes = (await newSite().faults(sections)).map((fault) => fault.replace(/ (additionalProperties|unknown_member)$/, " unknown"));
    expect(codes).toEqual(faults);
  });

  test.each([
    "//evil",
    "/\\evil",
    "\\\\evil",
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "data:image/png;base64,x",
    "/a b",
    "/a\tb",
    '/a"b',
    "/a\\b",
    "ftp://a.example/b",
    "a.svg",
    "",
    "http://",
    "https://a b",
    "https:a.example",
    "http:\\\\a.example",
    " /a",
    "https://a.example/\u0085".replace("\u0085", "\u00a0"),
    "blob:https://a.example/x",
    "file:///etc/passwd",
  ])("a picture at %j", async (url) => {
    expect(await newSite().faults(image(url))).toEqual(["/products/0/images/1/url url"]);
  });

  test.each(["/a", "/", "/a/b.svg?c=d#e", "/%20", "https://a.example/ä", "http://127.0.0.1:8080/x", "HTTPS://A.EXAMPLE/x".toLowerCase()])(
    "but not a picture at %j",
    async (url) => {
      expect((await newSite().save(image(url))).products).toMatchObject({ created: 1 });
    },
  );

  test.each([-1, 1.5, 2_000_000_001, "5", true, 1e300])("a stock of %j", async (stock) => {
    const faults = await newSite().faults(variant({ stock }));
    expect([...new Set(faults.map((fault) => fault.split(" ")[0]))]).toEqual(["/products/0/variants/0/stock"]);
  });

  test("an SKU that another product has already", async () => {
    const { save, faults } = newSite();
    await save({ products: [product("a")] });
    expect(
      await faults({
        products: [
          product("b"),
          product("c", {
            options: [{ name: "N", values: ["1", "2"] }],
            variants: [
              { sku: "C", price: 1, options: { N: "1" } },
              { sku: "A", price: 1, options: { N: "2" } },
            ],
          }),
        ],
      }),
    ).toEqual(["/products/1/variants/1/sku sku_taken"]);
    // Another site's is nobody's business.
    expect((await newSite().save({ products: [product("b", { variants: [{ sku: "A", price: 1 }] })] })).products).toMatchObject({
      created: 1,
    });
  });

  test("a circle through a category that the site has already", async () => {
    const { save, faults } = newSite();
    await save({ categories: [category("a"), category("b", "a")] });
    expect(await faults({ categories: [category("a", "b")] })).toEqual(["/categories/0/parent circle"]);
    expect((await save({ categories: [category("a", "b"), category("b")] })).categories).toMatchObject({ updated: 2 });
  });

  test("a level too many below categories that the site has already", async () => {
    const { save, faults } = newSite();
    await save({ categories: chain(100) });
    expect(await faults({ categories: [category("x", "c99")] })).toEqual(["/categories/0/parent circle"]);
    expect((await save({ categories: [category("x", "c98")] })).categories).toMatchObject({ created: 1 });
  });

  test("a level too many among categories that would move along", async () => {
    const { save, faults, ask } = newSite();
    await save({
      categories: [
        ...chain(60),
        category("top"),
        ...Array.from({ length: 59 }, (_, index) => category(`t${index}`, index === 0 ? "top" : `t${index - 1}`)),
      ],
    });
    expect(await faults({ categories: [category("top", "c59")] })).toEqual(["/categories/0/parent circle"]);
    expect(await ask("/categories")).toMatchObject({ total: 120 });
  });

  test("each level that is too deep, and none that is not, in whatever order they come", async () => {
    const reversed = chain(103).reverse();
    expect(await newSite().faults({ categories: reversed })).toEqual([0, 1, 2].map((index) => `/categories/${index}/parent circle`));
  });

  test("a category that the bundle brings counts, wherever it stands in it", async () => {
    const { save } = newSite();
    const given = { products: [product("p", { category: "b" })], categories: [category("b", "a"), category("a")] };
    expect((await save(given)).products).toMatchObject({ created: 1 });
  });

  test("all of them at once, of all sections", async () => {
    const faults = await newSite().faults({
      categories: [category("a", "none")],
      products: [product("p", { category: "none", currency: "xyz" }), product("p")],
      plans: [plan(), plan()],
    });
    expect(faults.map((fault) => fault.split(" ")[0])).toEqual([
      "/categories/0/parent",
      "/products/0/category",
      "/products/0/currency",
      "/products/1/slug",
      "/products/1/variants/0/sku",
      "/plans/1/slug",
    ]);
  });
});

test("what an import may hold is limited, and the limits hold", async () => {
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
