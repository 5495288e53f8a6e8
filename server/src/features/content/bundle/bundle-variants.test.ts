import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { catalogSite, product } from "../../../../../test/kit/catalog-bundle.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

type Members = Record<string, unknown>;

const newSite = () => catalogSite(server);

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
  test("of a new variant comes from the bundle", async () => {
    const { save, stock } = newSite();
    await save(two(5));
    expect(await stock()).toEqual({ A: 5, B: 7 });
  });

  test("of an existing variant stays as the sales left it, whatever the bundle has", async () => {
    const { save, sell, tally, stock, versions } = newSite();
    await save(two(5));
    await sell("A", 3);
    const before = await versions();
    expect(await tally(two(5))).toMatchObject({ products: [0, 0, 1] });
    expect(await tally(two(100))).toMatchObject({ products: [0, 0, 1] });
    expect(await tally(two(null))).toMatchObject({ products: [0, 0, 1] });
    expect([await stock(), await versions()]).toEqual([{ A: 3, B: 7 }, before]);
  });

  test("stays when all else of the product and the variant changes, and a new variant gets its own", async () => {
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

  test("changes with --set-stock, to a number or to untracked", async () => {
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
    // New stock is not an edit.
    expect(await edited()).toBe(before);
    await save(two(null), { setStock: true });
    expect(await stock()).toEqual({ A: null, B: 7 });
    await save(two(4));
    expect(await stock()).toEqual({ A: null, B: 7 });
    await save(two(4), { setStock: true });
    expect(await stock()).toEqual({ A: 4, B: 7 });
  });

  test("of a variant that was removed and comes back comes from the bundle", async () => {
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

  test("that an import leaves out are removed, and the others keep their ids and set the product's price", async () => {
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

  test("may swap their options", async () => {
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
