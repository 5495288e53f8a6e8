import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shop, startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { sampleCatalog } from "../../../../../test/kit/sample-catalog.ts";

interface Listed {
  data: { id: string; slug: string; title: string; price: number; createdAt: string }[];
  page: number;
  pageSize: number;
  total: number;
}

let server: TestServer;
let site: TestSite;

beforeAll(async () => {
  server = await startServer({ publicUrl: "https://shop.example/base" });
  site = await server.addSite(sampleCatalog());
});
afterAll(() => server.stop());

const ask = (path: string) => server.ask(shop + path, { key: site.key });
const list = async (query = "") => {
  const { status, json } = await ask(`/products${query}`);
  expect([query, status]).toEqual([query, 200]);
  return json as Listed;
};
const slugs = async (query = "") => (await list(query)).data.map(({ slug }) => slug);

describe("a product", () => {
  test("is complete and the same by id, by slug and in the list", async () => {
    const bySlug = await ask("/products/slug/fjell-chair");
    const { data } = bySlug.json as { data: { id: string } };
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      slug: "fjell-chair",
      title: "sample fjell chair",
      description: "A light chair of smoked oak.",
      status: "ACTIVE",
      price: 39_000,
      compareAtPrice: null,
      currency: "eur",
      categoryId: expect.any(String) as string,
      category: { id: expect.any(String) as string, slug: "chairs", title: "sample chairs" },
      options: [
        { name: "Wood", values: ["Oak", "Ash"] },
        { name: "Seat", values: ["Wood", "Cord"] },
      ],
      variants: [
        {
          id: expect.any(String) as string,
          sku: "FJELL-OAK-WOOD",
          title: "Oak, Wood",
          price: 42_000,
          compareAtPrice: 48_000,
          options: { Wood: "Oak", Seat: "Wood" },
          available: true,
          stock: 5,
          priorPrice: null,
        },
        expect.objectContaining({ sku: "FJELL-ASH-CORD", title: "Ash with cord", available: false, stock: 0 }) as object,
        expect.objectContaining({ sku: "FJELL-OAK-CORD", title: "Oak, Cord", available: true, stock: null }) as object,
      ],
      attributes: { weightKg: 4.62, tags: ["light"], url: "/not/a/picture" },
      createdAt: "2026-11-20T09:30:00.000Z",
      updatedAt: "2026-11-20T09:30:00.000Z",
      images: [
        { url: "https://shop.example/base/pictures/chair.svg", alt: 'A "chair"', width: 1200, height: 900 },
        { url: "https://cdn.example/chair.jpg", alt: null, width: null, height: null },
      ],
    });
    expect((await ask(`/products/${data.id}`)).json).toEqual({ data });
    expect((await list()).data.find(({ slug }) => slug === "fjell-chair")).toEqual(data);
  });

  test("in a hidden category, or below one, is shown without a category", async () => {
    expect((await ask("/products/slug/staff-chair")).json).toMatchObject({ data: { categoryId: null, category: null } });
  });

  test.each(["secret-prototype", "old-stool", "no-such-product", "Fjell-Chair", "fjell chair", "slug", "a".repeat(201)])(
    "that is not active, or unknown, is not found: %s",
    async (slug) => {
      expect(await ask(`/products/slug/${encodeURIComponent(slug)}`)).toMatchObject({ status: 404, json: { code: "product_not_found" } });
    },
  );

  test("is found under one spelling of its id, and not under its slug as an id", async () => {
    const [{ id } = { id: "" }] = (await list()).data;
    for (const other of [
      id.toUpperCase(),
      id.replaceAll("-", ""),
      `{${id}}`,
      ` ${id}`,
      "fjell-chair",
      "0",
      "-1",
      "null",
      "00000000-0000-0000-0000-000000000000",
    ]) {
      expect(await ask(`/products/${encodeURIComponent(other)}`)).toMatchObject({ status: 404, json: { code: "product_not_found" } });
    }
  });

  test("may have the slug `slug`, or an id for a slug", async () => {
    const other = await server.addSite({
      products: [
        { slug: "slug", title: "Slug", variants: [{ sku: "A", price: 1 }] },
        { slug: "019a9f5e-3c1b-7d42-9b8e-2f6a1c4d5e6f", title: "Id", variants: [{ sku: "B", price: 1 }] },
      ],
    });
    const get = (path: string) => server.ask(shop + path, { key: other.key });
    expect(await get("/products/slug/slug")).toMatchObject({ status: 200, json: { data: { title: "Slug" } } });
    expect(await get("/products/slug")).toMatchObject({ status: 404, json: { code: "product_not_found" } });
    expect(await get("/products/slug/019a9f5e-3c1b-7d42-9b8e-2f6a1c4d5e6f")).toMatchObject({
      status: 200,
      json: { data: { title: "Id" } },
    });
    expect(await get("/products/019a9f5e-3c1b-7d42-9b8e-2f6a1c4d5e6f")).toMatchObject({ status: 404 });
  });
});

describe("the list of products", () => {
  test("holds the active ones, the newest first", async () => {
    expect(await slugs()).toEqual(["gift", "staff-chair", "lykt-lamp", "brygge-bench", "fjell-chair"]);
    expect(await list("?pageSize=2&page=2")).toMatchObject({
      page: 2,
      pageSize: 2,
      total: 5,
      data: [{ slug: "lykt-lamp" }, { slug: "brygge-bench" }],
    });
    expect(await list("?page=99")).toMatchObject({ data: [], page: 99, pageSize: 20, total: 5 });
    expect((await ask("/products?pageSize=2&page=2&minPrice=0&sort=price")).headers.get("link")).toBe(
      ["first", "prev", "next", "last"]
        .map((relation, index) => `<?minPrice=0&sort=price%3Aasc&page=${[1, 1, 3, 3][index]}&pageSize=2>; rel="${relation}"`)
        .join(", "),
    );
  });

  test.each([
    ["?sort=price", ["gift", "staff-chair", "lykt-lamp", "fjell-chair", "brygge-bench"]],
    ["?sort=price:desc", ["brygge-bench", "fjell-chair", "lykt-lamp", "staff-chair", "gift"]],
    ["?sort=title:asc", ["brygge-bench", "fjell-chair", "gift", "lykt-lamp", "staff-chair"]],
    ["?sort=title:desc", ["staff-chair", "lykt-lamp", "gift", "fjell-chair", "brygge-bench"]],
    ["?sort=createdAt", ["fjell-chair", "brygge-bench", "lykt-lamp", "staff-chair", "gift"]],
    ["?sort=updatedAt:desc", ["gift", "staff-chair", "lykt-lamp", "brygge-bench", "fjell-chair"]],
    ["?minPrice=18900&maxPrice=39000", ["lykt-lamp", "fjell-chair"]],
    ["?minPrice=0&maxPrice=0", ["gift"]],
    ["?maxPrice=99", ["gift"]],
    ["?minPrice=2147483647", []],
    ["?category=furniture", ["brygge-bench", "fjell-chair"]],
    ["?category=seating&sort=price", ["fjell-chair", "brygge-bench"]],
    ["?category=chairs", ["fjell-chair"]],
    ["?category=staff-only", []],
    ["?category=below-hidden", []],
    ["?category=unknown", []],
    ["?category=", []],
    ["?category=%27%20or%20true", []],
    ["?categoryId=chairs", []],
    ["?categoryId=00000000-0000-0000-0000-000000000000", []],
    ["?category=furniture&category2=lamps&minPrice=50000", ["brygge-bench"]],
    ["?status=ACTIVE&category=lamps", ["lykt-lamp"]],
    ["?status=DRAFT", []],
    ["?status=ARCHIVED", []],
    ["?q=", ["gift", "staff-chair", "lykt-lamp", "brygge-bench", "fjell-chair"]],
    ["?unknown=1&utm_source=x&category=lamps", ["lykt-lamp"]],
  ])("%s", async (query, expected) => {
    const { data, total } = await list(query);
    const foundSlugs = data.map(({ slug }) => slug);
    expect(total).toBe(expected.length);
    expect(foundSlugs).toEqual(expected);
  });

  test("can be filtered by a category's id as by its slug", async () => {
    const { json } = await ask("/categories/slug/seating");
    const { id } = (json as { data: { id: string } }).data;
    expect(await slugs(`?categoryId=${id}&sort=title`)).toEqual(["brygge-bench", "fjell-chair"]);
    expect(await slugs(`?categoryId=${id}&category=chairs`)).toEqual(["fjell-chair"]);
    expect(await slugs(`?categoryId=${id}&category=lamps`)).toEqual([]);
    expect(await slugs(`?categoryId=${id.toUpperCase()}`)).toEqual([]);
  });

  test.each([
    ...["page=0", "page=-1", "page=1.5", "page=abc", "page=", "page=1&page=2", "page=20000001", "page[]=1", "pageSize=0", "pageSize=-5"],
    ...["minPrice=-1", "minPrice=1.5", "minPrice=1e3", "minPrice=0x10", "minPrice=", "minPrice=%201", "minPrice=9223372036854775808"],
    ...["maxPrice=2147483648", "maxPrice=NaN", "maxPrice=Infinity", "maxPrice=1_000", "maxPrice=١", "minPrice=2&maxPrice=1"],
    ...["minPrice=1&minPrice=2", "status=draft", "status=active", "status=*", "status=", "status=PUBLISHED", "status=ACTIVE,DRAFT"],
    ...["status=DRAFT&status=ACTIVE", "status=ACTIVE'--", "status=null", "status=0", "status=true", "status=DELETED", "status=HIDDEN"],
    ...[
      "sort=password:desc",
      "sort=price:up",
      "sort=price:desc:id",
      "sort=",
      "sort=:desc",
      "sort=price,title",
      "sort=PRICE",
      "sort=price:DESC",
    ],
    ...[
      "sort=price%20desc",
      "sort=id",
      "sort=price;drop%20table%20products",
      "sort=(select%20pg_sleep(5))",
      "sort=relevance",
      "sort=-price",
    ],
    ...["sort=createdAt:desc&sort=price", "sort=__proto__", "sort=constructor:asc", "sort=1", "q=%00", `q=${"a".repeat(201)}`, "q=a&q=b"],
  ])("refuses %s", async (query) => {
    // An index in brackets is another parameter, and unknown ones are ignored.
    const expected = query === "page[]=1" ? 200 : 400;
    const { status, json } = await ask(`/products?${query}`);
    expect([status, (json as { code?: string }).code]).toEqual([expected, expected === 400 ? "invalid_query" : undefined]);
  });
});
