import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addMember, asAdmin, codeOf } from "../../../../../../test/kit/admins.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

let site: TestSite;
let api: ReturnType<typeof asAdmin>;
let base: string;
beforeEach(async () => {
  site = await server.addSite({ categories: [{ slug: "seats", title: "Seats" }] });
  api = asAdmin(server, await addMember(server, site, "EDITOR"));
  base = `/sites/${site.slug}/products`;
});

const rowsOf = async (path = `${base}.csv`) => (await api.get(path)).text.replace("\ufeff", "").trimEnd().split("\r\n");
const create = async (body: object) => expect((await api.post(base, body)).status).toBe(201);

test("the export has a row for each variant, a column for each option, and amounts in the digits of the currency", async () => {
  const [category] = await server.deps.sql<{ id: string }>`select id from categories where site_id = ${site.id}`;
  await create({
    slug: "stool",
    title: "=Stool",
    currency: "eur",
    categoryId: category?.id,
    options: [
      { name: "Wood", values: ["Oak", "Ash"] },
      { name: "Title", values: ["Dr."] },
    ],
    variants: [
      { sku: "OAK", price: 10_050, compareAtPrice: 12_000, options: { Wood: "Oak", Title: "Dr." }, stock: 4 },
      { sku: "ASH", price: 5, options: { Wood: "Ash", Title: "Dr." } },
    ],
  });
  await create({
    slug: "bowl",
    title: 'A "bowl"',
    status: "DRAFT",
    currency: "jpy",
    options: [{ name: "Wood", values: ["+Elm"] }],
    variants: [{ sku: "ELM", price: 1_500, stock: 0, options: { Wood: "+Elm" } }],
  });
  const answer = await api.get(`${base}.csv`);
  expect([answer.status, answer.headers.get("content-type"), answer.headers.get("content-disposition")]).toEqual([
    200,
    "text/csv; charset=utf-8",
    'attachment; filename="products.csv"',
  ]);
  expect(await rowsOf()).toEqual([
    '"product","title","status","category","sku","variant","price","compareAtPrice","stock","Wood","option.Title"',
    `"stool","'=Stool","ACTIVE","seats","OAK","Oak, Dr.","100.50","120.00","4","Oak","Dr."`,
    `"stool","'=Stool","ACTIVE","seats","ASH","Ash, Dr.","0.05","","","Ash","Dr."`,
    `"bowl","A ""bowl""","DRAFT","","ELM","'+Elm","1500","","0","'+Elm",""`,
  ]);
  expect(await api.ask("HEAD", `${base}.csv`)).toMatchObject({ status: 200, text: "" });
});

test("an export of several pages has every variant once", async () => {
  const { sql, clock } = server.deps;
  const now = clock.now();
  await sql`
    insert into products (
      site_id, id, slug, title, status, currency, images, options, attributes, price, sort_title, search, created_at, updated_at
    )
    select ${site.id}, gen_random_uuid(), 'p' || place, 'P', 'ACTIVE', 'eur', '[]', '[]', '{}', 1, 'p', '', ${now}, ${now}
    from generate_series(1, 60) as place`;
  await sql`
    insert into variants (site_id, id, product_id, sku, title, price, options, position, created_at, updated_at)
    select site_id, gen_random_uuid(), id, slug || '-' || place, 'V', 1, '{}', place, ${now}, ${now}
    from products
    cross join generate_series(1, 70) as place
    where site_id = ${site.id}`;
  const rows = (await rowsOf()).slice(1);
  expect([rows.length, new Set(rows).size]).toEqual([4_200, 4_200]);
  const slugs = rows.map((row) => row.split(",")[0]);
  // The variants of a product are next to each other, in their order.
  expect(slugs.filter((slug, place) => slug !== slugs[place - 1])).toHaveLength(60);
  expect(rows.slice(0, 70).map((row) => /-(\d+)"/.exec(row)?.[1])).toEqual(Array.from({ length: 70 }, (_, place) => String(place + 1)));
});

test("fifty options have a column: those that most products have", async () => {
  for (let product = 0; product < 20; product += 1) {
    const names = [`Only ${product} a`, `Only ${product} b`, "Wood"];
    await create({
      slug: `product-${product}`,
      title: "Product",
      options: names.map((name) => ({ name, values: ["x"] })),
      variants: [{ sku: `S-${product}`, price: 1, options: Object.fromEntries(names.map((name) => [name, "x"])) }],
    });
  }
  const [head = ""] = await rowsOf();
  const options = head.split(",").slice(9);
  expect([options.length, options[0]]).toEqual([41, '"Wood"']);
  await server.deps.sql`
    update products set options = (
      select json_agg(json_build_object('name', 'Name ' || place, 'values', json_build_array('x'))) from generate_series(1, 60) as place
    ) where site_id = ${site.id} and slug = 'product-1'`;
  const [longer = ""] = await rowsOf();
  expect([longer.split(",").length, longer.split(",")[9]]).toEqual([9 + 50, '"Wood"']);
});

test("an empty catalogue has a header alone, and a site shows its members only its own products", async () => {
  expect(await rowsOf()).toHaveLength(1);
  const other = await server.addSite({ products: [{ slug: "stool", title: "Stool", variants: [{ sku: "OAK", price: 1 }] }] });
  expect(await rowsOf()).toHaveLength(1);
  expect(codeOf(await api.get(`/sites/${other.slug}/products.csv`))).toBe("site_not_found");
});
