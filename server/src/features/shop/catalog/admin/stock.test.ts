import { readFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMember, asAdmin, codeOf } from "../../../../../../test/kit/admins.ts";
import { catalogItems, checkoutClient, dataOf, paymentPlugin } from "../../../../../../test/kit/checkout-client.ts";
import { startServer, shop, type Answer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { ledgerErrors, variantOf, type ShownMovement } from "../../../../../../test/kit/stock.ts";
import { mixStocks } from "../../../../../../test/kit/stock-mix.ts";
import { migrationsFolder } from "../../../../lib/sql/migrate.ts";
import { statementsOf } from "../../../../lib/sql/sql-script.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
});
afterAll(() => server.stop());

let site: TestSite;
let api: ReturnType<typeof asAdmin>;
beforeEach(async () => {
  site = await server.addSite({
    plugins: paymentPlugin(),
    products: catalogItems({ CHAIR: { price: 100, stock: 5 }, LAMP: { price: 50, stock: 2 }, BOOK: { price: 10 } }),
  });
  api = asAdmin(server, await addMember(server, site, "SALES", { name: "Sal" }));
});

const idOf = async (sku: string) => (await variantOf(server, site, sku)).id;
const stockOf = async (sku: string) => (await variantOf(server, site, sku)).stock;
const adjust = (items: object[], more: object = {}) => api.post(`/sites/${site.slug}/stock`, { items, reason: "COUNTED", ...more });
const movements = async (sku: string) =>
  dataOf<ShownMovement[]>(await api.get(`/sites/${site.slug}/variants/${await idOf(sku)}/stock-movements`));
const told = async (sku: string) => (await movements(sku)).map(({ kind, change, stock }) => [kind, change, stock]);
const stocksIn = ({ json }: Answer) => (json as { stocks: { sku: string; stock: number | null }[] }).stocks;

describe("a change by hand", () => {
  test("is a movement with its reason, its note and its person, and the public sees it", async () => {
    const variantId = await idOf("CHAIR");
    const answer = await adjust([{ variantId, set: 9, expected: 5 }], { reason: "RECEIVED", note: "By lorry" });
    expect(answer).toMatchObject({ status: 201, json: { data: { stocks: [{ variantId, sku: "CHAIR", change: 4, stock: 9 }] } } });
    expect((await movements("CHAIR"))[0]).toMatchObject({
      kind: "HAND",
      change: 4,
      stock: 9,
      reason: "RECEIVED",
      note: "By lorry",
      order: null,
      by: { name: "Sal" },
    });
    await server.directory.poll();
    const chair = dataOf<{ variants: { stock: number }[] }>(await server.ask(`${shop}/products/slug/chair`, { key: site.key }));
    expect(chair.variants[0]?.stock).toBe(9);
  });

  test("needs the count that was seen, and changes nothing otherwise", async () => {
    const items = [
      { variantId: await idOf("LAMP"), adjust: 1 },
      { variantId: await idOf("CHAIR"), set: 9, expected: 4 },
    ];
    const answer = await adjust(items);
    expect([answer.status, codeOf(answer), stocksIn(answer)]).toEqual([
      409,
      "stock_changed",
      [expect.objectContaining({ sku: "CHAIR", stock: 5 })],
    ]);
    expect([await stockOf("LAMP"), await stockOf("CHAIR")]).toEqual([2, 5]);
  });

  test("never takes more than there is, and names the variants", async () => {
    const answer = await adjust([
      { variantId: await idOf("CHAIR"), adjust: -5 },
      { variantId: await idOf("LAMP"), adjust: -3 },
    ]);
    expect([answer.status, codeOf(answer), stocksIn(answer).map(({ sku }) => sku)]).toEqual([409, "stock_insufficient", ["LAMP"]]);
    expect(await stockOf("CHAIR")).toBe(5);
  });

  test("begins and ends the tracking of a stock", async () => {
    const variantId = await idOf("BOOK");
    expect(codeOf(await adjust([{ variantId, adjust: 1 }]))).toBe("stock_not_tracked");
    expect((await adjust([{ variantId, set: 7, expected: null }])).status).toBe(201);
    expect((await adjust([{ variantId, set: null, expected: 7 }])).status).toBe(201);
    expect(await told("BOOK")).toEqual([
      ["HAND", -7, null],
      ["HAND", 7, 7],
    ]);
    expect(await stockOf("BOOK")).toBeNull();
  });

  test("that finds the count right is no movement", async () => {
    const answer = await adjust([{ variantId: await idOf("CHAIR"), set: 5, expected: 5 }]);
    expect(answer).toMatchObject({ status: 201, json: { data: { stocks: [{ change: 0, stock: 5 }] } } });
    expect(await told("CHAIR")).toEqual([["INITIAL", 5, 5]]);
  });

  test("is made once for each Idempotency-Key", async () => {
    const items = [{ variantId: await idOf("CHAIR"), adjust: 2 }];
    const headers = { "idempotency-key": randomUUID() };
    const send = () => api.post(`/sites/${site.slug}/stock`, { items, reason: "RECEIVED" }, { headers });
    expect([(await send()).status, (await send()).status, await stockOf("CHAIR")]).toEqual([201, 201, 7]);
  });

  test.each<[string, (id: string) => object[]]>([
    [
      "a variant twice",
      (variantId) => [
        { variantId, adjust: 1 },
        { variantId: variantId.toUpperCase(), adjust: 1 },
      ],
    ],
    ["a count without the one that was seen", (variantId) => [{ variantId, set: 1 }]],
    ["a count below zero", (variantId) => [{ variantId, set: -1, expected: 5 }]],
    ["more than a stock can have", (variantId) => [{ variantId, adjust: 2_000_000_000 }]],
    ["nothing", () => []],
  ])("refuses %s", async (_name, items) => {
    expect(await adjust(items(await idOf("CHAIR")))).toMatchObject({ status: 400, json: { code: "validation_failed" } });
    expect(await stockOf("CHAIR")).toBe(5);
  });

  test("does not know the variants of another site", async () => {
    const other = await server.addSite({ products: catalogItems({ CHAIR: { price: 1, stock: 1 } }) });
    const { id: variantId } = await variantOf(server, other, "CHAIR");
    expect(codeOf(await adjust([{ variantId, adjust: 1 }]))).toBe("variant_not_found");
    expect(codeOf(await api.get(`/sites/${site.slug}/variants/${variantId}/stock-movements`))).toBe("variant_not_found");
    expect(codeOf(await api.get(`/sites/${site.slug}/variants/none/stock-movements`))).toBe("variant_not_found");
  });
});

describe("the ledger", () => {
  test("tells the order that took stock and gave it back", async () => {
    const order = dataOf(await checkoutClient(server, site).intent({ CHAIR: 2, BOOK: 1 }));
    server.clock.advance(61 * 60_000);
    await server.checkPayments();
    expect((await movements("CHAIR")).map(({ kind, change, stock, order: by }) => [kind, change, stock, by?.id])).toEqual([
      ["CANCELLATION", 2, 5, order.orderId],
      ["ORDER", -2, 3, order.orderId],
      ["INITIAL", 5, 5, undefined],
    ]);
    expect((await movements("CHAIR"))[0]?.order?.number).toBe(1001);
    expect(await movements("BOOK")).toEqual([]);
  });

  test("tells the stock that an import sets, and nothing of one that sets none", async () => {
    const shell = { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" };
    const products = catalogItems({ CHAIR: { price: 100, stock: 8 }, BOOK: { price: 10, stock: 3 }, CUP: { price: 3, stock: 1 } });
    await server.import({ bundle: 1, site: shell, products });
    expect(await told("CHAIR")).toEqual([["INITIAL", 5, 5]]);
    await server.import({ bundle: 1, site: shell, products }, { setStock: true });
    expect([(await told("CHAIR"))[0], await told("BOOK"), await told("CUP")]).toEqual([
      ["IMPORT", 3, 8],
      [["IMPORT", 3, 3]],
      [["INITIAL", 1, 1]],
    ]);
  });

  test("records a stock that somebody changes in the database", async () => {
    await server.deps.sql`update variants set stock = stock - 1 where site_id = ${site.id} and sku = 'CHAIR'`;
    await server.deps.sql`update variants set stock = stock, title = 'Other' where site_id = ${site.id}`;
    expect((await told("CHAIR"))[0]).toEqual(["HAND", -1, 4]);
    expect(await ledgerErrors(server, site)).toEqual([]);
  });

  test("begins with the stocks from before it", async () => {
    const { sql } = server.deps;
    const migration = await readFile(new URL("0043_stock_ledger.sql", migrationsFolder), "utf8");
    const [first = ""] = statementsOf(migration).filter((statement) => statement.startsWith("insert into stock_movements"));
    await sql`alter table variants disable trigger record_first_stock`;
    await server.import({
      bundle: 1,
      site: { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" },
      products: catalogItems({ OLD: { price: 1, stock: 4 } }),
    });
    await sql`alter table variants enable trigger record_first_stock`;
    expect(await ledgerErrors(server, site)).toEqual(["OLD"]);
    await sql`alter table stock_movements disable trigger apply_stock_movement`;
    await sql.begin((tx) => tx.script(`${first} and sku = 'OLD'`));
    await sql`alter table stock_movements enable trigger apply_stock_movement`;
    expect([await told("OLD"), await ledgerErrors(server, site)]).toEqual([[["INITIAL", 4, 4]], []]);
  });

  test("agrees with the stocks after checkouts, cancellations, refunds and changes by hand at once", async () => {
    await expect(mixStocks(server, 24)).resolves.toBeUndefined();
  });

  test("takes no change of its rows, and no stock below zero", async () => {
    const { sql } = server.deps;
    await expect(sql`update stock_movements set change = 1 where site_id = ${site.id}`).rejects.toThrow("cannot be changed");
    await expect(sql`delete from stock_movements where site_id = ${site.id}`).rejects.toThrow("cannot be changed");
    const id = await idOf("CHAIR");
    const add = (change: number) => sql`
      insert into stock_movements (site_id, id, variant_id, at, kind, change)
      values (${site.id}, ${randomUUID()}, ${id}, now(), 'HAND', ${change})`;
    await expect(add(-6)).rejects.toThrow();
    await add(-5);
    expect([await stockOf("CHAIR"), await ledgerErrors(server, site)]).toEqual([0, []]);
  });

  test.each(["variants", "products", "sites"])("goes with its variant: %s", async (table) => {
    const { sql } = server.deps;
    if (table === "variants") await sql`delete from variants where site_id = ${site.id}`;
    if (table === "products") await sql`delete from products where site_id = ${site.id}`;
    if (table === "sites") await sql`delete from sites where id = ${site.id}`;
    expect(await sql`select from stock_movements where site_id = ${site.id}`).toEqual([]);
  });
});
