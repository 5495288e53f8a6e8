import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shop, startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";

// The list against a model of it that is too simple to be wrong: every product in an array, filtered and sorted.

interface Model {
  slug: string;
  title: string;
  price: number;
  category: string | undefined;
  status: string;
  place: number;
}

const words = ["oak", "ash", "lamp", "throw", "bench", "round", "small", "blue"];
const parents: Record<string, string | undefined> = { a: undefined, b: "a", c: "b", d: "a", e: undefined };
const products: Model[] = Array.from({ length: 90 }, (_, place) => ({
  slug: `p${place}`,
  title: `${words[(place * 7) % 8] ?? ""} ${words[(place * 3) % 5] ?? ""} ${place % 4}`,
  price: (place * 37) % 50,
  category: ["a", "b", "c", "d", "e", undefined][place % 6],
  status: place % 11 === 0 ? "DRAFT" : place % 13 === 0 ? "ARCHIVED" : "ACTIVE",
  place,
}));

let server: TestServer;
let site: TestSite;
beforeAll(async () => {
  server = await startServer();
  site = await server.addSite({
    categories: Object.entries(parents).map(([slug, parent]) => ({ slug, title: slug, ...(parent ? { parent } : {}) })),
    products: products
      .map(({ slug, title, price, category, status }) => ({
        slug,
        title,
        status,
        variants: [
          { sku: slug.toUpperCase(), price: price + 5 },
          { sku: `${slug.toUpperCase()}-B`, price },
        ],
        ...(category ? { category } : {}),
        options: [{ name: "size", values: ["s", "m"] }],
      }))
      .map((product) => ({
        ...product,
        variants: product.variants.map((variant, index) => ({ ...variant, options: { size: index === 0 ? "s" : "m" } })),
      })),
  });
});
afterAll(() => server.stop());

const isBelow = (category: string | undefined, root: string): boolean =>
  category !== undefined && (category === root || isBelow(parents[category], root));

test("every set of filters, order and page gives the same products as the model", async () => {
  const query = fc.record(
    {
      q: fc.constantFrom("oak", "as", "lamp b", "round small", "p1", "blue"),
      category: fc.constantFrom("a", "b", "c", "d", "e", "none"),
      minPrice: fc.integer({ min: 0, max: 25 }),
      maxPrice: fc.integer({ min: 25, max: 60 }),
      sort: fc.constantFrom(...["createdAt", "updatedAt", "title", "price"].flatMap((field) => [field, `${field}:asc`, `${field}:desc`])),
      page: fc.integer({ min: 1, max: 4 }),
      pageSize: fc.integer({ min: 1, max: 120 }),
      status: fc.constantFrom("ACTIVE", "DRAFT"),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(
      query,
      async ({ q, category, minPrice = 0, maxPrice = 1_000, sort, page = 1, pageSize = 20, status = "ACTIVE", ...rest }) => {
        const parameters = Object.entries({ q, category, sort, ...rest, page, pageSize, status, minPrice, maxPrice }).filter(
          ([, value]) => value !== undefined,
        );
        const { status: answered, json } = await server.ask(
          `${shop}/products?${new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, String(value)])).toString()}`,
          {
            key: site.key,
          },
        );
        expect(answered).toBe(200);
        const { data, total, ...paging } = json as { data: { slug: string }[]; total: number };
        const matches = products.filter(
          (product) =>
            product.status === "ACTIVE" &&
            status === "ACTIVE" &&
            product.price >= minPrice &&
            product.price <= maxPrice &&
            (category === undefined || isBelow(product.category, category)) &&
            (q ?? "").split(" ").every((term) => `${product.title} ${product.slug} b`.split(" ").some((word) => word.startsWith(term))),
        );
        expect(paging).toEqual({ page, pageSize: Math.min(pageSize, 100) });
        expect(total).toBe(matches.length);
        const slugs = data.map(({ slug }) => slug);
        if (sort === undefined && q !== undefined) {
          expect(slugs.every((slug) => matches.some((match) => match.slug === slug))).toBe(true);
          return;
        }
        const [field, direction = "asc"] = (sort ?? "createdAt:desc").split(":");
        const key = (product: Model) => (field === "price" ? product.price : field === "title" ? product.title : 0);
        const ordered = [...matches].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.place - b.place));
        if (direction === "desc") ordered.reverse();
        const size = Math.min(pageSize, 100);
        expect(slugs).toEqual(ordered.slice((page - 1) * size, page * size).map(({ slug }) => slug));
      },
    ),
    { numRuns: 150 },
  );
});
