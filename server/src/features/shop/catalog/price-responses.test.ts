import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cms, shop, startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { day, soldItem } from "../../../../../test/kit/sold-item.ts";

let server: TestServer;
let site: TestSite;
beforeAll(async () => {
  server = await startServer();
  site = await server.addSite();
});
afterAll(() => server.stop());

describe("a response", () => {
  test("has priorPrice only beside a price to cross out, at the end", async () => {
    const [plain, reduced] = [soldItem(server, site, null), soldItem(server, site, 200)];
    for (const item of [plain, reduced]) {
      await item.save({ price: 100 });
      server.clock.advance(day);
      await item.save({ price: 80 });
    }
    const readLastKeys = async ({ read }: typeof plain) => {
      const { variants, ...product } = await read();
      return [Object.keys(product).slice(-3), Object.keys(variants[0] ?? {}).slice(-3)];
    };
    expect(await readLastKeys(plain)).toEqual([
      ["createdAt", "updatedAt", "images"],
      ["options", "available", "stock"],
    ]);
    expect(await readLastKeys(reduced)).toEqual([
      ["updatedAt", "priorPrice", "images"],
      ["available", "stock", "priorPrice"],
    ]);
    const { text } = await server.ask(`${shop}/products/slug/${plain.slug}`, { key: site.key });
    expect(text).not.toContain("prior");
  });

  test("of a product has that of the variant whose price it has", async () => {
    const shell = { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" };
    const variants = (...prices: number[]) =>
      prices.map((price, index) => ({ sku: `TWO-${index}`, price, compareAtPrice: 900, options: { Size: String(index) } }));
    const save = (...prices: number[]) => {
      server.clock.advance(day);
      const options = [{ name: "Size", values: ["0", "1", "2"] }];
      return server.import({ bundle: 1, site: shell, products: [{ slug: "two", title: "Two", options, variants: variants(...prices) }] });
    };
    const read = async () => {
      await server.directory.poll();
      const { json } = await server.ask(`${shop}/products/slug/two`, { key: site.key });
      return (json as { data: object }).data;
    };
    await save(500, 400, 800);
    await save(300, 250, 250);
    expect(await read()).toMatchObject({ price: 250, priorPrice: 400, variants: [500, 400, 800].map((priorPrice) => ({ priorPrice })) });
    await save(200, 250, 250);
    expect(await read()).toMatchObject({ price: 200, priorPrice: 300 });
  });

  test("of a page shows what its blocks are bound to, and is renewed by a new price", async () => {
    const makeProducts = (price: number) => ({
      products: [{ slug: "lamp", title: "Lamp", variants: [{ sku: "L", price, compareAtPrice: 500 }] }],
    });
    const bind = (path: string) => ({ source: "product", slug: "lamp", path });
    const bindings = { "/before": bind("/compareAtPrice"), "/lowest": bind("/priorPrice"), "/ofVariant": bind("/variants/0/priorPrice") };
    const bound = await server.addSite({
      ...makeProducts(500),
      blockTypes: [{ type: "any", title: "Any", schema: { type: "object" } }],
      pages: [{ slug: "home", locale: "en", title: "Home", composition: [{ type: "any", props: { lowest: "none" }, bindings }] }],
    });
    const props = async () => {
      await server.directory.poll();
      const { json } = await server.ask(`${cms}/pages/home`, { key: bound.key });
      return (json as { data: { composition: { props: object }[] } }).data.composition[0]?.props;
    };
    const save = (price: number) => {
      server.clock.advance(day);
      const shell = { slug: bound.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" };
      return server.import({ bundle: 1, site: shell, ...makeProducts(price) });
    };
    expect(await props()).toEqual({ before: 500, lowest: "none" });
    await save(400);
    expect(await props()).toEqual({ before: 500, lowest: 500, ofVariant: 500 });
    await save(300);
    expect(await props()).toEqual({ before: 500, lowest: 400, ofVariant: 400 });
  });
});
