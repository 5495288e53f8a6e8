import { expect } from "vitest";
import { addMember, asAdmin, codeOf } from "../kit/admins.ts";
import { dataOf } from "../kit/checkout-client.ts";
import { countingIds } from "../kit/counting-ids.ts";
import type { TestServer, TestSite } from "../kit/harness.ts";
import { addOrder } from "../kit/made-sales.ts";
import type { ShownProduct } from "../kit/products.ts";

type Row = (by: TestServer, ownSite: TestSite, other: TestSite) => Promise<void>;

/** The same ids in both sites, under other words. */
async function fill(by: TestServer, site: TestSite, mark: string, more: object[] = []): Promise<void> {
  const shell = { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en", "de"], currency: "eur" };
  const translations = { de: { title: `Deutsch ${mark}` } };
  const variants = [
    { sku: `${mark}-1`, price: 10, stock: mark === "own" ? 3 : 9 },
    { sku: `${mark}-2`, price: 20 },
  ];
  // In the other site alone: its stock is tracked, and its category is below the first one.
  const below = { slug: `below-${mark}`, title: "Below", ...(mark === "own" ? {} : { parent: `category-${mark}` }) };
  const second = {
    slug: `second-${mark}`,
    title: mark,
    category: below.slug,
    variants: [{ sku: `${mark}-3`, price: 30, ...(mark === "own" ? {} : { stock: 0 }) }],
  };
  const gone = { slug: `gone-${mark}`, title: mark, variants: [{ sku: `${mark}-4`, price: 40, stock: 0 }] };
  await by.import(
    {
      bundle: 1,
      site: shell,
      categories: [{ slug: `category-${mark}`, title: "Category" }, below],
      products: [{ slug: `product-${mark}`, title: mark, category: `category-${mark}`, variants, translations }, second, gone, ...more],
    },
    { ids: countingIds() },
  );
}

const productOf = async ({ deps: { sql } }: TestServer, site: TestSite, slug: string) => {
  const [row] = await sql<{ id: string; revision: number }>`
    select id, revision from products where site_id = ${site.id} and slug = ${slug}`;
  if (!row) throw new Error(`There is no product ${slug}.`);
  return row;
};

/** Rows of `adminTenantRows` about products. */
export const productsAdminRows: Record<string, Row> = {
  "the exported products": async (by, ownSite, other) => {
    const more = (slug: string, option: string) => ({
      slug,
      title: slug,
      options: [{ name: option, values: ["x"] }],
      variants: [{ sku: `sku-${slug}`, price: 1, options: { [option]: "x" } }],
    });
    await fill(by, ownSite, "own", [more("more-own", "Wood")]);
    await fill(by, other, "foreign", [more("more-foreign", "Foreign"), more("last-foreign", "Foreign")]);
    const { get } = asAdmin(by, await addMember(by, ownSite, "OWNER"));
    const [head = "", ...rows] = (await get(`/sites/${ownSite.slug}/products.csv`)).text.trimEnd().split("\r\n");
    expect(head.split(",").slice(9)).toEqual(['"Wood"']);
    expect(rows.map((row) => row.split(",")).map(([slug, , , category, sku]) => [slug, category, sku])).toEqual([
      ['"product-own"', '"category-own"', '"own-1"'],
      ['"product-own"', '"category-own"', '"own-2"'],
      ['"second-own"', '"below-own"', '"own-3"'],
      ['"gone-own"', '""', '"own-4"'],
      ['"more-own"', '""', '"sku-more-own"'],
    ]);
  },

  "the imported products": async (by, ownSite, other) => {
    const wooden = (mark: string, option: string) => ({
      slug: `wooden-${mark}`,
      title: mark,
      options: [{ name: option, values: ["x"] }],
      variants: [{ sku: "shared", price: 1, stock: 5, options: { [option]: "x" } }],
    });
    await fill(by, ownSite, "own", [wooden("own", "Wood")]);
    await fill(by, other, "foreign", [wooden("foreign", "Foreign")]);
    const { sql } = by.deps;
    const foreign = await productOf(by, other, "product-foreign");
    expect(foreign.id).toBe((await productOf(by, ownSite, "product-own")).id);
    await sql`update catalog_translations set slug = 'translated' where site_id = ${other.id} and item_id = ${foreign.id}`;
    const api = asAdmin(by, await addMember(by, ownSite, "OWNER"));
    const send = (body: string) =>
      api.ask("POST", `/sites/${ownSite.slug}/products.csv`, { body, headers: { "content-type": "text/csv" } });
    const stocks = () => sql<{ sku: string; stock: number | null }>`
      select sku, stock::int as stock from variants where site_id = ${other.id} order by sku`;
    const untouched = await stocks();

    expect(codeOf(await send("product,sku,Foreign\nwooden-own,shared,x"))).toBe("validation_failed");
    const table = [
      "product,title,sku,price,stock,Wood",
      "product-foreign,Mine,foreign-1,5,1,",
      "translated,Mine,foreign-2,5,1,",
      "wooden-own,own,shared,0.01,7,x",
    ].join("\n");
    expect(dataOf(await send(table))).toMatchObject({
      products: { created: 2, changed: 1, unchanged: 0 },
      variants: { created: 2, changed: 1, unchanged: 0 },
    });
    expect(await stocks()).toEqual(untouched);
    const audited = await sql<{ label: string | null }>`
      select target_label as label from audit_entries where site_id = ${ownSite.id} and action = 'importProducts' order by 1`;
    expect(audited.map(({ label }) => label)).toEqual(["Mine", "Mine", "shared"]);
  },

  "the products to edit": async (by, ownSite, other) => {
    await fill(by, ownSite, "own");
    await fill(by, other, "foreign", [{ slug: "more", title: "More", variants: [{ sku: "MORE", price: 1, stock: 0 }] }]);
    const api = asAdmin(by, await addMember(by, ownSite, "OWNER"));
    const base = `/sites/${ownSite.slug}/products`;
    const ownProduct = await productOf(by, ownSite, "product-own");
    const foreign = await productOf(by, other, "product-foreign");
    expect(foreign.id).toBe(ownProduct.id);
    const list = async (query: string) => {
      const { data, total } = (await api.get(`${base}?${query}`)).json as {
        data: { slug: string; variants: number; stock: number }[];
        total: number;
      };
      expect(total).toBe(data.length);
      return data.map(({ slug, variants, stock }) => [slug, variants, stock]).sort();
    };
    const mainRow = ["product-own", 2, 3];
    const listed = dataOf<ShownProduct[]>(await api.get(base));
    const untracked = ["second-own", 1, null];
    const soldOut = ["gone-own", 1, 0];
    expect(await list("")).toEqual([soldOut, mainRow, untracked]);
    expect(await list("stock=out")).toEqual([soldOut]);
    for (const query of ["stock=tracked", "stock=low"]) expect(await list(query)).toEqual([soldOut, mainRow]);
    const categoryId = listed.find(({ slug }) => slug === "product-own")?.categoryId;
    for (const query of ["q=own-1", `category=${categoryId}`]) expect(await list(query)).toEqual([mainRow]);
    expect(await list("q=foreign-1")).toEqual([]);
    const read = async () => dataOf<ShownProduct & { translations: { de: { title: string } } }>(await api.get(`${base}/${ownProduct.id}`));
    const product = await read();
    expect([product.slug, product.variants.map(({ sku }) => sku), product.translations.de.title]).toEqual([
      "product-own",
      ["own-1", "own-2"],
      "Deutsch own",
    ]);
    const { id: more } = await productOf(by, other, "more");
    expect(codeOf(await api.get(`${base}/${more}`))).toBe("product_not_found");

    const renamed = [{ id: product.variants[1]?.id, sku: "own-1", price: 5 }];
    const body = { slug: "renamed", title: "Own", variants: renamed };
    expect((await api.put(`${base}/${ownProduct.id}`, body, { revision: ownProduct.revision })).status).toBe(200);
    expect((await read()).variants.map(({ sku }) => sku)).toEqual(["own-1"]);
    const there = asAdmin(by, await addMember(by, other, "OWNER"));
    const readThere = async () => dataOf<ShownProduct>(await there.get(`/sites/${other.slug}/products/${ownProduct.id}`));
    const untouched = await readThere();
    expect([untouched.slug, untouched.variants.map(({ sku }) => sku)]).toEqual(["product-foreign", ["foreign-1", "foreign-2"]]);

    // An open order of the other tenant does not keep the product.
    const orderId = "01900000-0000-7000-8000-00000000bbbb";
    await addOrder(by, other, { id: orderId });
    await addOrder(by, ownSite, { id: orderId, paidAt: by.clock.now().toISOString(), isFulfilled: true });
    const addLine = (site: TestSite, productId: string) => by.deps.sql`
      insert into order_lines (site_id, id, order_id, position, variant_id, product_id, title, sku, quantity, unit_price, reserved)
      values (${site.id}, ${orderId}, ${orderId}, 0, ${productId}, ${productId}, 'A', 'A', 1, 1, 0)`;
    await addLine(other, ownProduct.id);
    await addLine(ownSite, ownProduct.id);
    // Nor does an open order of this site, of which another tenant's order with the same id has the product.
    const openOrder = "01900000-0000-7000-8000-00000000cccc";
    await addOrder(by, ownSite, { id: openOrder });
    await addOrder(by, other, { id: openOrder });
    await by.deps.sql`
      insert into order_lines (site_id, id, order_id, position, variant_id, product_id, title, sku, quantity, unit_price, reserved)
      values (${other.id}, ${openOrder}, ${openOrder}, 0, ${ownProduct.id}, ${ownProduct.id}, 'A', 'A', 1, 1, 0)`;
    expect((await api.delete(`${base}/${ownProduct.id}`, { revision: ownProduct.revision + 1 })).status).toBe(204);
    expect([await list(""), await readThere()]).toEqual([[soldOut, untracked], untouched]);
  },
};
