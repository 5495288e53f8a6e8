import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shop, startServer, type TestServer } from "../../../../../test/kit/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const statuses = ["DRAFT", "ACTIVE", "ARCHIVED"] as const;

test("a list without a filter has the number of products that counting gives, after every save", async () => {
  const { slug, key } = await server.addSite({ products: [] });
  // A neighbour's products count for nothing.
  await server.addSite({ products: [product(0, "ACTIVE"), product(1, "ACTIVE")] });
  const totalOf = async (query: string) => {
    const { json } = await server.ask(`${shop}/products?pageSize=1${query}`, { key });
    return (json as { total: number }).total;
  };
  const seen = new Set<number>();
  const saves = fc.array(fc.record({ number: fc.nat(12), status: fc.constantFrom(...statuses) }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(saves, async (saved) => {
      const products = new Map(saved.map(({ number, status }) => [number, product(number, status)]));
      const site = { slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" };
      await server.import({ bundle: 1, site, products: [...products.values()] });
      await server.directory.poll();
      const total = await totalOf("");
      expect(total).toBe(await totalOf("&minPrice=0"));
      seen.add(total);
    }),
    { numRuns: 30, seed: 12 },
  );
  expect(seen.size).toBeGreaterThan(3);
});

function product(number: number, status: (typeof statuses)[number]) {
  return { slug: `product-${number}`, title: `Product ${number}`, status, variants: [{ sku: `SKU-${number}`, price: 100 }] };
}
