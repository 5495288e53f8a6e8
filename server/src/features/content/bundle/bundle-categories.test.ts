import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { catalogSite, category, product } from "../../../../../test/kit/catalog-bundle.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const newSite = () => catalogSite(server);

describe("a category", () => {
  const counts = async (ask: ReturnType<typeof newSite>["ask"]) => {
    const { data } = await ask<{ data: { slug: string; productCount: number }[] }>("/categories?sort=title");
    return Object.fromEntries(data.map(({ slug, productCount }) => [slug, productCount]));
  };
  const findProducts = async (ask: ReturnType<typeof newSite>["ask"], filter: string) =>
    (await ask<{ data: { slug: string }[] }>(`/products?category=${filter}&sort=title`)).data.map(({ slug }) => slug);
  const tree = () => [category("a"), category("b"), category("c", "a"), category("d", "c")];
  const products = [product("in-a", { category: "a" }), product("in-c", { category: "c" }), product("in-d", { category: "d" })];

  test("that moves takes its count, its products and its subcategories with it", async () => {
    const { save, ask } = newSite();
    await save({ categories: tree(), products });
    expect([await counts(ask), await findProducts(ask, "a"), await findProducts(ask, "b")]).toEqual([
      { a: 3, b: 0, c: 2, d: 1 },
      ["in-a", "in-c", "in-d"],
      [],
    ]);
    await save({ categories: [category("c", "b")] });
    expect([await counts(ask), await findProducts(ask, "a"), await findProducts(ask, "b")]).toEqual([
      { a: 1, b: 2, c: 2, d: 1 },
      ["in-a"],
      ["in-c", "in-d"],
    ]);
    await save({ categories: [category("c")] });
    expect([await counts(ask), await findProducts(ask, "c")]).toEqual([{ a: 1, b: 0, c: 2, d: 1 }, ["in-c", "in-d"]]);
    // Turned round: what was below is above.
    await save({ categories: [category("d"), category("c", "d")] });
    expect([await counts(ask), await findProducts(ask, "d"), await findProducts(ask, "c")]).toEqual([
      { a: 1, b: 0, c: 1, d: 2 },
      ["in-c", "in-d"],
      ["in-c"],
    ]);
  });

  test("that is hidden hides all categories below it; its products stay, without a category", async () => {
    const { save, ask } = newSite();
    const read = (slug: string) => ask(`/products/slug/${slug}`);
    await save({ categories: tree(), products });
    await save({ categories: [category("c", "a", { status: "HIDDEN" })] });
    expect([await counts(ask), await findProducts(ask, "a"), await findProducts(ask, "d")]).toEqual([{ a: 1, b: 0 }, ["in-a"], []]);
    expect(await ask("/categories/slug/d")).toMatchObject({ code: "category_not_found" });
    expect(await ask("/products")).toMatchObject({ total: 3 });
    for (const slug of ["in-c", "in-d"]) expect(await read(slug)).toMatchObject({ data: { categoryId: null, category: null } });
    await save({ categories: [category("c", "a")] });
    expect([await counts(ask), await findProducts(ask, "d")]).toEqual([{ a: 3, b: 0, c: 2, d: 1 }, ["in-d"]]);
    expect(await read("in-d")).toMatchObject({ data: { category: { slug: "d" } } });
  });

  test("that is renamed has its new title in its products", async () => {
    const { save, ask } = newSite();
    await save({ categories: tree(), products });
    await save({ categories: [category("d", "c", { title: "Other" })] });
    expect(await ask("/products/slug/in-d")).toMatchObject({ data: { category: { title: "Other" } } });
  });

  test("counts its products again when one is added, moved, archived or removed", async () => {
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

  test("below a hidden one is found despite a typing error once it is shown, and not before", async () => {
    const { save, ask } = newSite();
    const bundleWith = (status: string) => ({
      categories: [category("above", null, { status }), category("below", "above", { title: "Ouagadougou" })],
    });
    const words = async () => (await ask<{ total: number }>("/categories?q=ouagadugou")).total;
    await save(bundleWith("HIDDEN"));
    expect(await words()).toBe(0);
    await save(bundleWith("ACTIVE"));
    expect(await words()).toBe(1);
  });

  test("below one that becomes hidden leaves no word in the search", async () => {
    const { save, slug } = newSite();
    const bundleWith = (status: string) => ({
      categories: [category("above", null, { status }), category("below", "above", { title: "Ouagadougou" })],
    });
    const words = async () =>
      (
        await server.deps.sql<{ word: string }>`
          select word from search_words join sites on sites.id = search_words.site_id where sites.slug = ${slug} order by word`
      ).map(({ word }) => word);
    await save(bundleWith("ACTIVE"));
    expect(await words()).toEqual(["above", "ouagadougou"]);
    await save(bundleWith("HIDDEN"));
    expect(await words()).toEqual([]);
  });
});
