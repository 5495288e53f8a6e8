import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMember, asAdmin, codeOf } from "../../../../../../test/kit/admins.ts";
import { checkoutClient, dataOf, paymentPlugin } from "../../../../../../test/kit/checkout-client.ts";
import { shop, startServer, type Answer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import type { ShownProduct } from "../../../../../../test/kit/products.ts";
import { ledgerErrors } from "../../../../../../test/kit/stock.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
});
afterAll(() => server.stop());

let site: TestSite;
let api: ReturnType<typeof asAdmin>;
let base: string;
beforeEach(async () => {
  site = await server.addSite({
    plugins: paymentPlugin(),
    site: { locales: ["en", "de"] },
    categories: [
      { slug: "seats", title: "Seats" },
      { slug: "stools", title: "Stools", parent: "seats" },
    ],
  });
  api = asAdmin(server, await addMember(server, site, "EDITOR"));
  base = `/sites/${site.slug}/products`;
});

const stool = (more: object = {}) => ({
  slug: "stool",
  title: "Stool",
  options: [{ name: "Wood", values: ["Oak", "Ash"] }],
  variants: [
    { sku: "OAK", price: 100, options: { Wood: "Oak" }, stock: 4 },
    { sku: "ASH", price: 90, options: { Wood: "Ash" } },
  ],
  ...more,
});
const create = async (body: object = stool()) => dataOf<ShownProduct>(await api.post(base, body));
const replace = (product: ShownProduct, body: object, revision = product.revision) => api.put(`${base}/${product.id}`, body, { revision });
const read = async (id: string) => dataOf<ShownProduct>(await api.get(`${base}/${id}`));
const idOfCategory = async (slug: string) => {
  const [row] = await server.deps.sql<{ id: string }>`select id from categories where site_id = ${site.id} and slug = ${slug}`;
  return row?.id ?? "";
};
const publicStatus = async (slug: string) => {
  await server.directory.poll();
  return (await server.ask(`${shop}/products/slug/${slug}`, { key: site.key })).status;
};
const pathsOf = ({ json }: Answer) => (json as { errors?: { path: string; code: string }[] }).errors?.map(({ path, code }) => [path, code]);

describe("a product", () => {
  test("is created with its stocks, and public at once; a draft is not", async () => {
    const product = await create(
      stool({ categoryId: await idOfCategory("stools"), translations: { de: { title: "Hocker", slug: "hocker" } } }),
    );
    expect(product).toMatchObject({
      revision: 1,
      status: "ACTIVE",
      categoryId: await idOfCategory("stools"),
      translations: { de: { title: "Hocker" } },
    });
    expect(product.variants.map(({ sku, title, stock }) => [sku, title, stock])).toEqual([
      ["OAK", "Oak", 4],
      ["ASH", "Ash", null],
    ]);
    expect(await publicStatus("stool")).toBe(200);
    await create({ slug: "draft", title: "Draft", status: "DRAFT", variants: [{ sku: "D", price: 1 }] });
    expect(await publicStatus("draft")).toBe(404);
    expect(await ledgerErrors(server, site)).toEqual([]);
  });

  test("answers what replaces it with itself, and changes nothing then", async () => {
    const product = await create(stool({ description: "Four legs", attributes: { legs: 4 }, seo: { title: "Stool" } }));
    const {
      id: _id,
      revision,
      createdAt: _created,
      updatedAt: _updated,
      price: _price,
      compareAtPrice: _compare,
      ...body
    } = product as ShownProduct & Record<string, unknown>;
    const answer = await replace(product, body);
    expect(answer).toMatchObject({ status: 200, json: { data: { ...product, revision } } });
    expect(answer.headers.get("etag")).toBe(`"${revision}"`);
  });

  test("changes only at the revision that was seen", async () => {
    const product = await create();
    expect((await replace(product, stool({ title: "Bench" }))).status).toBe(200);
    expect(await replace(product, stool({ title: "Table" }))).toMatchObject({
      status: 412,
      json: { code: "revision_conflict", revision: 2 },
    });
    expect((await api.put(`${base}/${product.id}`, stool())).status).toBe(428);
    expect((await read(product.id)).title).toBe("Bench");
  });

  test("keeps the stocks of its variants, which only movements change", async () => {
    const product = await create();
    const [oak] = stool().variants;
    const answer = await replace(
      product,
      stool({
        variants: [
          { ...oak, price: 120, stock: 99 },
          { sku: "ASH", price: 90, options: { Wood: "Ash" }, stock: 7 },
        ],
      }),
    );
    expect(dataOf<ShownProduct>(answer).variants.map(({ price, stock }) => [price, stock])).toEqual([
      [120, 4],
      [90, null],
    ]);
  });

  test("finds its variants by id, then by SKU: they may exchange their SKUs, and those that are left out go", async () => {
    const product = await create();
    const [oak, ash] = product.variants;
    const swapped = [
      { id: oak?.id, sku: "ASH", price: 100, options: { Wood: "Oak" } },
      { id: ash?.id, sku: "OAK", price: 90, options: { Wood: "Ash" } },
    ];
    const after = dataOf<ShownProduct>(await replace(product, stool({ variants: swapped })));
    expect(after.variants.map(({ id, sku, stock }) => [id, sku, stock])).toEqual([
      [oak?.id, "ASH", 4],
      [ash?.id, "OAK", null],
    ]);
    const last = dataOf<ShownProduct>(
      await replace(after, stool({ variants: [{ id: ash?.id, sku: "ASH", price: 90, options: { Wood: "Ash" } }] })),
    );
    expect(last.variants.map(({ id, sku }) => [id, sku])).toEqual([[ash?.id, "ASH"]]);
    const searchedProducts = dataOf<ShownProduct[]>(await server.ask(`${shop}/products?q=oak`, { key: site.key }));
    expect(searchedProducts).toEqual([]);
  });

  test("may get another slug, in every locale that has none of its own", async () => {
    const product = await create();
    expect(await publicStatus("stool")).toBe(200);
    expect(dataOf<ShownProduct>(await replace(product, stool({ slug: "bench" })))).toMatchObject({ slug: "bench", revision: 2 });
    expect([await publicStatus("stool"), await publicStatus("bench")]).toEqual([404, 200]);
    const inGerman = await server.ask(`${shop}/products/slug/bench?locale=de`, { key: site.key });
    expect(inGerman.status).toBe(200);
  });

  test.each<[string, object, [string, string][]]>([
    ["the slug of another product", { slug: "other" }, [["/slug", "duplicate"]]],
    ["an SKU of another product", { variants: [{ sku: "OTHER", price: 1, options: { Wood: "Oak" } }] }, [["/variants/0/sku", "sku_taken"]]],
    ["an unknown category", { categoryId: "019a9f5e-3c1b-7d42-9b8e-2f6a1c4d5e6f" }, [["/categoryId", "unknown"]]],
    [
      "an option that the product lacks",
      { variants: [{ sku: "OAK", price: 1, options: { Wood: "Oak", Size: "S" } }] },
      [["/variants/0/options/Size", "unknown"]],
    ],
    [
      "a variant of another product",
      { variants: [{ id: "019a9f5e-3c1b-7d42-9b8e-2f6a1c4d5e6f", sku: "OAK", price: 1, options: { Wood: "Oak" } }] },
      [["/variants/0/id", "unknown"]],
    ],
    ["a currency that does not exist", { currency: "zzz" }, [["/currency", "value"]]],
  ])("refuses %s, and stays as it is", async (_name, change, paths) => {
    await create({ slug: "other", title: "Other", variants: [{ sku: "OTHER", price: 1 }] });
    const product = await create();
    const answer = await replace(product, stool(change));
    expect([answer.status, pathsOf(answer)]).toEqual([400, paths]);
    expect(await read(product.id)).toEqual(product);
  });

  test("of another site does not exist", async () => {
    const other = await server.addSite({ products: [{ slug: "stool", title: "Stool", variants: [{ sku: "OAK", price: 1 }] }] });
    const [row] = await server.deps.sql<{ id: string }>`select id from products where site_id = ${other.id}`;
    const id = row?.id ?? "";
    const answers = [
      await api.get(`${base}/${id}`),
      await api.put(`${base}/${id}`, stool(), { revision: 1 }),
      await api.delete(`${base}/${id}`, { revision: 1 }),
      await api.post(`${base}/${id}/duplicate`, { slug: "copy" }),
    ];
    expect(answers.map(codeOf)).toEqual(answers.map(() => "product_not_found"));
  });
});

describe("the list", () => {
  test("has drafts too, and is filtered by status, category, text and stock", async () => {
    await create(stool({ categoryId: await idOfCategory("stools") }));
    await create({ slug: "draft", title: "A draft", status: "DRAFT", variants: [{ sku: "D-1", price: 1, stock: 0 }] });
    const slugs = async (query: string) => dataOf<ShownProduct[]>(await api.get(`${base}?${query}`)).map(({ slug }) => slug);
    expect(await slugs("sort=title")).toEqual(["draft", "stool"]);
    expect(await slugs("sort=price:desc")).toEqual(["stool", "draft"]);
    expect(await slugs("status=DRAFT")).toEqual(["draft"]);
    expect(await slugs(`category=${await idOfCategory("seats")}`)).toEqual(["stool"]);
    expect([await slugs("q=d-1"), await slugs("q=STOO"), await slugs("q=%25")]).toEqual([["draft"], ["stool"], []]);
    expect([await slugs("stock=out"), await slugs("stock=low&sort=title"), await slugs("stock=tracked&sort=title")]).toEqual([
      ["draft"],
      ["draft", "stool"],
      ["draft", "stool"],
    ]);
    expect((await api.get(`${base}?q=stool`)).json).toMatchObject({ data: [{ variants: 2, stock: 4 }], total: 1 });
  });
});

describe("a deletion", () => {
  test("takes the product with everything that belongs to it", async () => {
    const product = await create(stool({ translations: { de: { title: "Hocker" } } }));
    expect(await publicStatus("stool")).toBe(200);
    expect((await api.delete(`${base}/${product.id}`, { revision: 7 })).status).toBe(412);
    expect((await api.delete(`${base}/${product.id}`, { revision: product.revision })).status).toBe(204);
    expect([await publicStatus("stool"), (await api.get(`${base}/${product.id}`)).status]).toEqual([404, 404]);
    const left = await server.deps.sql`
      select id from catalog_translations where site_id = ${site.id} and kind = 'product'
      union all select id from search_words where site_id = ${site.id} and word in ('stool', 'hocker')`;
    expect(left).toEqual([]);
  });

  test("is refused while an order is open, also by force", async () => {
    const product = await create();
    await checkoutClient(server, site).intent({ OAK: 1 });
    const answer = await api.delete(`${base}/${product.id}?force=true`, { revision: product.revision });
    expect(answer).toMatchObject({ status: 409, json: { code: "in_use", places: [{ kind: "order", number: 1001 }], placesTotal: 1 } });
  });
});

test("a copy is a draft with SKUs of its own", async () => {
  const product = await create(stool({ translations: { de: { title: "Hocker", slug: "hocker", variants: { OAK: { title: "Eiche" } } } } }));
  const copy = dataOf<ShownProduct>(await api.post(`${base}/${product.id}/duplicate`, { slug: "other" }));
  expect(copy).toMatchObject({ slug: "other", status: "DRAFT", translations: { de: { variants: { "OAK-OTHER": { title: "Eiche" } } } } });
  expect(copy.variants.map(({ sku, stock }) => [sku, stock])).toEqual([
    ["OAK-OTHER", 0],
    ["ASH-OTHER", null],
  ]);
  expect(pathsOf(await api.post(`${base}/${product.id}/duplicate`, { slug: "other" }))).toEqual([["/slug", "duplicate"]]);
});

test("the list shows the first picture of each product", async () => {
  await create(stool({ images: [{ url: "/stool.svg", alt: "A stool" }, { url: "/other.svg" }] }));
  await create({ slug: "bare", title: "Bare", variants: [{ sku: "BARE", price: 1 }] });
  const { data } = (await api.get(`${base}?sort=title:asc&q=`)).json as { data: { slug: string; image: object | null }[] };
  expect(data.find(({ slug }) => slug === "bare")?.image).toBeNull();
  expect(data.find(({ image }) => image !== null)?.image).toMatchObject({
    url: expect.stringMatching(/^http.*\/stool\.svg$/) as string,
    alt: "A stool",
  });
});

describe("a change of several products", () => {
  const bulk = (body: object) => api.post(`${base}/bulk`, body);
  const items = (...products: ShownProduct[]) => products.map(({ id, revision }) => ({ id, revision }));
  const other = () => create({ slug: "other", title: "Other", status: "DRAFT", variants: [{ sku: "OTHER", price: 255 }] });

  test("changes their status, their category and their prices, and deletes them", async () => {
    const [one, two] = [await create(), await other()];
    const categoryId = await idOfCategory("stools");
    const changes = [
      { action: "activate" },
      { action: "set-category", categoryId },
      { action: "set-price", percent: "10" },
      { action: "archive" },
    ];
    for (const change of changes)
      expect((await bulk({ ...change, items: items(await read(one.id), await read(two.id)) })).status).toBe(200);
    const after = [await read(one.id), await read(two.id)];
    expect(after.map(({ status, categoryId: category }) => [status, category])).toEqual(after.map(() => ["ARCHIVED", categoryId]));
    expect(after.map(({ variants }) => variants.map(({ price }) => price))).toEqual([[110, 99], [281]]);
    expect((await bulk({ action: "delete", items: items(...after) })).json).toMatchObject({
      data: { items: [{ revision: null }, { revision: null }] },
    });
    expect((await api.get(`${base}/${one.id}`)).status).toBe(404);
    expect(await ledgerErrors(server, site)).toEqual([]);
  });

  test("is made of all or none, and names the item that stands in the way", async () => {
    const [one, two] = [await create(), await other()];
    const stale = await bulk({ action: "archive", items: [...items(one), { id: two.id, revision: 7 }] });
    expect([stale.status, codeOf(stale), pathsOf(stale)]).toEqual([412, "revision_conflict", [["/items/1", "revision_conflict"]]]);
    const cheap = await bulk({ action: "set-price", amount: -95, items: items(two, one) });
    expect([cheap.status, pathsOf(cheap)]).toEqual([400, [["/items/1/variants/1/price", "minimum"]]]);
    expect([await read(one.id), await read(two.id)]).toEqual([one, two]);
  });

  test("is undone by what it has answered, unless somebody has changed a product since", async () => {
    const before = [await create(), await other()];
    const state = async () => {
      const products = [await read(before[0]?.id ?? ""), await read(before[1]?.id ?? "")];
      return products.map(({ status, categoryId, variants }) => ({ status, categoryId, prices: variants.map(({ price }) => price) }));
    };
    const former = await state();
    const changes = [
      { action: "activate" },
      { action: "set-category", categoryId: await idOfCategory("stools") },
      { action: "set-price", percent: "7" },
    ];
    for (const change of changes) {
      const current = items(await read(before[0]?.id ?? ""), await read(before[1]?.id ?? ""));
      const { items: changed } = dataOf<{ items: { id: string; revision: number; former: object }[] }>(
        await bulk({ ...change, items: current }),
      );
      expect(await state()).not.toEqual(former);
      const undone = await bulk({ action: "restore", items: changed });
      expect([change.action, undone.status, await state()]).toEqual([change.action, 200, former]);
      const again = await bulk({ action: "restore", items: changed });
      expect([codeOf(again), await state()]).toEqual(["revision_conflict", former]);
      const redone = dataOf<{ items: object[] }>(undone).items;
      expect((await bulk({ action: "restore", items: redone })).status).toBe(200);
      expect(await state()).not.toEqual(former);
      const current2 = items(await read(before[0]?.id ?? ""), await read(before[1]?.id ?? ""));
      await bulk({ action: "restore", items: current2.map((item, place) => ({ ...item, former: changed[place]?.former })) });
    }
  });

  test.each<[string, object]>([
    ["without what it restores", { action: "restore" }],
    ["without a category", { action: "set-category" }],
    ["without a price", { action: "set-price" }],
    ["with two changes of the price", { action: "set-price", percent: "1", amount: 1 }],
    ["by less than nothing", { action: "set-price", percent: "-100.01" }],
  ])("is refused %s", async (_name, body) => {
    expect((await bulk({ ...body, items: items(await create()) })).status).toBe(400);
  });
});
