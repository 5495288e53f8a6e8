import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shop, startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { sampleCatalog } from "../../../../../test/kit/sample-catalog.ts";

interface Node {
  id: string;
  slug: string;
  parentId: string | null;
  productCount: number;
  children?: Node[];
}
interface Listed {
  data: Node[];
  total: number;
}

let server: TestServer;
let site: TestSite;

beforeAll(async () => {
  server = await startServer({ publicUrl: "https://shop.example" });
  site = await server.addSite(sampleCatalog());
});
afterAll(() => server.stop());

const list = async (query = "", key = site.key) => {
  const { status, json } = await server.ask(`${shop}/categories${query}`, { key });
  expect([query, status]).toEqual([query, 200]);
  return json as Listed;
};
const slugs = async (query = "") => (await list(query)).data.map(({ slug }) => slug);
const outline = (nodes: readonly Node[]): unknown[] => nodes.map(({ slug, children }) => [slug, outline(children ?? [])]);

describe("a category", () => {
  test("is complete and the same by id, by slug and in the list", async () => {
    const { json } = await server.ask(`${shop}/categories/slug/furniture`, { key: site.key });
    const { data } = json as { data: Node };
    expect(data).toEqual({
      id: expect.any(String) as string,
      slug: "furniture",
      title: "sample furniture",
      description: "All furniture",
      status: "ACTIVE",
      parentId: null,
      position: 1,
      image: { url: "https://shop.example/pictures/furniture.svg", alt: "Furniture", width: 12, height: 9 },
      productCount: 2,
      createdAt: "2026-11-20T09:30:00.000Z",
      updatedAt: "2026-11-20T09:30:00.000Z",
    });
    expect((await server.ask(`${shop}/categories/${data.id}`, { key: site.key })).json).toEqual({ data });
    expect((await list()).data.find(({ slug }) => slug === "furniture")).toEqual(data);
  });

  test.each([
    "slug/staff-only",
    "slug/below-hidden",
    "slug/unknown",
    "slug/CHAIRS",
    "slug/a%2Fb",
    "chairs",
    "slug",
    "00000000-0000-0000-0000-000000000000",
  ])("that is hidden, below a hidden one or unknown is not found: %s", async (path) => {
    expect(await server.ask(`${shop}/categories/${path}`, { key: site.key })).toMatchObject({
      status: 404,
      json: { code: "category_not_found" },
    });
  });

  test("counts the active products in it and below it", async () => {
    const counts = Object.fromEntries((await list()).data.map(({ slug, productCount }) => [slug, productCount]));
    expect(counts).toEqual({ furniture: 2, seating: 2, chairs: 1, benches: 1, lamps: 1 });
  });
});

describe("the flat list of categories", () => {
  test.each([
    ["", ["furniture", "benches", "seating", "lamps", "chairs"]],
    ["?sort=title", ["benches", "chairs", "furniture", "lamps", "seating"]],
    ["?sort=title:desc", ["seating", "lamps", "furniture", "chairs", "benches"]],
    ["?sort=createdAt:asc", ["chairs", "furniture", "seating", "benches", "lamps"]],
    ["?q=seat", ["seating"]],
    ["?q=furnitrue", ["furniture"]],
    ["?q=all", ["furniture", "benches", "seating", "lamps", "chairs"]],
    ["?q=staff", []],
    ["?q=%25", []],
    ["?status=ACTIVE&q=lamps", ["lamps"]],
    ["?status=HIDDEN", []],
  ])("%s", async (query, expected) => {
    const foundSlugs = await slugs(query);
    expect(query.includes("sort") ? foundSlugs : [...foundSlugs].sort()).toEqual(query.includes("sort") ? expected : [...expected].sort());
    expect((await list(query)).total).toBe(expected.length);
  });

  test("is ordered by position, and paged", async () => {
    const all = await slugs();
    expect(all.slice(0, 3).sort()).toEqual(["benches", "furniture", "seating"]);
    expect([...(await slugs("?pageSize=2")), ...(await slugs("?pageSize=2&page=2")), ...(await slugs("?pageSize=2&page=3"))]).toEqual(all);
    expect(await list("?page=9")).toMatchObject({ data: [], page: 9, pageSize: 50, total: 5 });
    expect((await list()).data.every((category) => !("children" in category))).toBe(true);
  });

  test.each([
    "tree=1",
    "tree=yes",
    "tree=",
    "tree=true&tree=true",
    "status=hidden",
    "status=*",
    "sort=price",
    "sort=",
    "sort=relevance",
    "q=%00",
    "page=0",
  ])("refuses %s", async (query) => {
    expect(await server.ask(`${shop}/categories?${query}`, { key: site.key })).toMatchObject({
      status: 400,
      json: { code: "invalid_query" },
    });
  });
});

describe("the tree of categories", () => {
  test("holds every public category in its place, and no hidden one or what is below it", async () => {
    const { data, total } = await list("?tree=true");
    expect(outline(data)).toEqual([
      [
        "furniture",
        [
          [
            "seating",
            [
              ["benches", []],
              ["chairs", []],
            ],
          ],
        ],
      ],
      ["lamps", []],
    ]);
    expect(total).toBe(2);
    expect(data[0]?.children?.[0]?.parentId).toBe(data[0]?.id);
    expect(outline((await list("?tree=false")).data)).toHaveLength(5);
  });

  test("has pages and a total of its roots", async () => {
    expect(await list("?tree=true&pageSize=1&page=2")).toMatchObject({ data: [{ slug: "lamps", children: [] }], total: 2, pageSize: 1 });
  });

  test("is ordered at every level", async () => {
    expect(outline((await list("?tree=true&sort=title:desc")).data)).toEqual([
      ["lamps", []],
      [
        "furniture",
        [
          [
            "seating",
            [
              ["chairs", []],
              ["benches", []],
            ],
          ],
        ],
      ],
    ]);
  });

  test("keeps the categories that a search finds and those above them", async () => {
    expect(outline((await list("?tree=true&q=chairs")).data)).toEqual([["furniture", [["seating", [["chairs", []]]]]]]);
    expect(await list("?tree=true&q=nothing")).toMatchObject({ data: [], total: 0 });
    expect(await list("?tree=true&status=HIDDEN")).toMatchObject({ data: [], total: 0 });
  });

  test("may have a hundred levels", async () => {
    const chain = Array.from({ length: 100 }, (_, index) => ({
      slug: `c${index}`,
      title: "C",
      parent: index === 0 ? null : `c${index - 1}`,
    }));
    const deep = await server.addSite({
      categories: chain,
      products: [{ slug: "p", title: "P", category: "c99", variants: [{ sku: "P", price: 1 }] }],
    });
    let [node] = (await list("?tree=true", deep.key)).data;
    let depth = 0;
    for (; node; node = node.children?.[0]) {
      depth += 1;
      expect(node.productCount).toBe(1);
    }
    expect(depth).toBe(100);
  });

  test("does not follow a circle of parents", async () => {
    const other = await server.addSite(sampleCatalog());
    const { sql } = server.deps;
    // No import lets this happen.
    await sql`
      update categories set parent_id = (select id from categories as below where below.site_id = ${other.id} and below.slug = 'chairs')
      where site_id = ${other.id} and slug = 'furniture'`;
    await sql`
      update categories set parent_id = (select id from categories as below where below.site_id = ${other.id} and below.slug = 'lamps')
      where site_id = ${other.id} and slug = 'lamps'`;
    expect(outline((await list("?tree=true", other.key)).data)).toEqual([]);
    expect((await list("", other.key)).total).toBe(5);
    const filtered = await server.ask(`${shop}/products?category=furniture`, { key: other.key });
    expect(filtered.status).toBe(200);
    // And the next save puts them out of sight.
    const settled = await server.import({
      bundle: 1,
      site: { slug: other.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" },
      categories: [{ slug: "new", title: "New" }],
    });
    expect(settled.sections.categories).toMatchObject({ created: 1 });
    await server.directory.poll();
    expect((await list("", other.key)).data.map(({ slug }) => slug)).toEqual(["new"]);
  });
});
