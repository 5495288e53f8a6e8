import { afterAll, beforeAll, expect, test } from "vitest";
import { changeStatements, openTestDatabase, type TestDatabase } from "../../../../../test/kit/database.ts";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import type { Sql } from "../../../ports/database.ts";
import { findUnheardPrices } from "./price-history.ts";

// Two sites whose products and variants have the same ids and SKUs, which imports never make: each comparison with the site counts.

let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startServer({ database });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

const productId = "00000000-0000-7000-8000-000000000001";
const variantId = (number: number) => `00000000-0000-7000-8000-00000000001${number}`;
const on = (days: number) => new Date(Date.parse("2026-01-01T00:00:00.000Z") + days * 86_400_000);

/** The changes of a product by hand, and its history. */
function productOf(sql: Sql, siteId: string, compareAtPrice: number) {
  return {
    begin: (at: Date) => sql`
      insert into products (
        site_id, id, slug, title, status, currency, images, options, attributes, price, sort_title, search, created_at, updated_at
      )
      values (${siteId}, ${productId}, 'p', 'P', 'ACTIVE', 'eur', '[]', '[]', '{}', 1, 'p', '', ${at}, ${at})`,
    addVariant: (number: number, price: number, at: Date) => sql`
      insert into variants (site_id, id, product_id, sku, title, price, compare_at_price, options, position, created_at, updated_at)
      values (
        ${siteId}, ${variantId(number)}, ${productId}, ${`V${number}`}, 'V', ${price}, ${compareAtPrice}, '{}', ${number}, ${at}, ${at}
      )`,
    setPrice: (price: number, at: Date) =>
      sql`update variants set price = ${price}, updated_at = ${at} where site_id = ${siteId} and id = ${variantId(1)}`,
    setCurrency: (currency: string, at: Date) =>
      sql`update products set currency = ${currency}, updated_at = ${at} where site_id = ${siteId}`,
    addKroner: (price: number, at: Date) => sql`
      insert into currency_prices (site_id, id, product_id, variant_id, currency, price, updated_at)
      values (${siteId}, ${productId}, ${productId}, ${variantId(1)}, 'nok', ${price}, ${at})`,
    setKroner: (price: number, at: Date) => sql`update currency_prices set price = ${price}, updated_at = ${at} where site_id = ${siteId}`,
    priorKroner: async () =>
      (await sql<{ prior: number | null }>`select prior_price as prior from currency_prices where site_id = ${siteId}`)[0]?.prior,
    priorPrice: async () => {
      const [row] = await sql<{ priorPrice: number | null }>`
        select prior_price as "priorPrice" from variants where site_id = ${siteId} and id = ${variantId(1)}`;
      return row?.priorPrice;
    },
    history: async () => {
      const rows = await sql<{ sku: string; price: number; currency: string; since: Date }>`
        select sku, variant_prices.price, variant_prices.currency, since
        from variant_prices
        join variants on variants.site_id = ${siteId} and variants.id = variant_id
        where variant_prices.site_id = ${siteId} and variant_prices.price is not null and variant_prices.currency <> 'nok'
        order by sku, since`;
      return rows.map(({ sku, price, currency, since }) => `${sku} ${price} ${currency} ${since.toISOString().slice(0, 10)}`);
    },
  };
}

/** Throws if the sites' prices are mixed up. */
async function tellApart(): Promise<[string, string]> {
  const { sql } = database;
  const [ownSiteId, others] = [(await server.addSite()).id, (await server.addSite()).id];
  const [a, b] = [productOf(sql, ownSiteId, 400), productOf(sql, others, 500)];
  for (const site of [a, b]) await site.begin(on(0));
  await b.addVariant(1, 30, on(0));
  await b.addVariant(2, 5, on(0));
  await b.setPrice(20, on(10));
  await b.setCurrency("sek", on(11));
  await b.setPrice(95, on(12));
  await b.setCurrency("eur", on(13));
  await a.addVariant(1, 100, on(0));
  await a.setPrice(80, on(1));
  expect([await a.priorPrice(), await b.priorPrice()]).toEqual([100, 20]);
  await b.addKroner(30, on(0));
  await a.addKroner(90, on(0));
  await b.setKroner(20, on(20));
  await a.setKroner(80, on(1));
  expect([await a.priorKroner(), await b.priorKroner()]).toEqual([90, 30]);
  await a.setCurrency("sek", on(2));
  expect(await a.priorPrice()).toBeNull();
  expect(await a.history()).toEqual(["V1 100 eur 2026-01-01", "V1 80 eur 2026-01-02", "V1 80 sek 2026-01-03"]);
  expect(await b.history()).toEqual([
    ...["V1 30 eur 2026-01-01", "V1 20 eur 2026-01-11", "V1 20 sek 2026-01-12", "V1 95 sek 2026-01-13", "V1 95 eur 2026-01-14"],
    ...["V2 5 eur 2026-01-01", "V2 5 sek 2026-01-12", "V2 5 eur 2026-01-14"],
  ]);
  return [ownSiteId, others];
}

/** Throws if the movements of two sites' stocks are mixed up. */
async function moveApart(): Promise<void> {
  const { sql } = database;
  const [ownSiteId, others] = [(await server.addSite()).id, (await server.addSite()).id];
  for (const siteId of [others, ownSiteId]) {
    const product = productOf(sql, siteId, 400);
    await product.begin(on(0));
    await product.addVariant(1, 100, on(0));
    await sql`update variants set stock = ${siteId === others ? 9 : 5}, updated_at = ${on(1)} where site_id = ${siteId}`;
  }
  const move = (siteId: string, at: Date, change: number | null, stock: number | null) => sql`
    insert into stock_movements (site_id, id, variant_id, at, kind, change, stock)
    values (${siteId}, gen_random_uuid(), ${variantId(1)}, ${at}, 'HAND', ${change}, ${stock})`;
  await move(others, on(20), -1, null);
  await move(ownSiteId, on(5), -1, null);
  await move(ownSiteId, on(6), null, 7);
  const movements = async (siteId: string) => {
    const rows = await sql<{ at: Date; change: number; stock: number | null }>`
      select at, change, stock from stock_movements where site_id = ${siteId} order by at`;
    return rows.map(({ at, change, stock }) => `${at.toISOString().slice(0, 10)} ${change} ${stock}`);
  };
  expect(await movements(ownSiteId)).toEqual(["2026-01-02 5 5", "2026-01-06 -1 4", "2026-01-07 3 7"]);
  expect(await movements(others)).toEqual(["2026-01-02 9 9", "2026-01-21 -1 8"]);
  const stocks = await sql<{ stock: number | null }>`
    select stock from variants where site_id = any (${[ownSiteId, others]}::uuid[]) order by stock`;
  expect(stocks).toEqual([{ stock: 7 }, { stock: 8 }]);
}

test("the triggers tell the variants of two sites apart, and each comparison with the site in them is needed", async () => {
  await tellApart();
  await moveApart();
  const replace = (definition: string) => database.sql.begin((tx) => tx.script(definition));
  const functions = await database.sql<{ name: string; definition: string }>`
    select proname as name, pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace = 'public'::regnamespace and provolatile = 'v' and pg_get_functiondef(oid) like '%site_id = %' and prokind = 'f'
    order by proname`;
  expect(functions.map(({ name }) => name)).toEqual([
    ...["add_price", "apply_stock_movement", "record_currency_price", "record_first_price", "record_new_currency", "record_new_price"],
    "record_price",
  ]);
  let comparisons = 0;
  for (const { name, definition } of functions) {
    for (const { index, 0: comparison } of definition.matchAll(/site_id = (?:new\.)?site(?:_id)?/g)) {
      await replace(`${definition.slice(0, index)}(${comparison} or true)${definition.slice(index + comparison.length)}`);
      const isNoticed = await (name === "apply_stock_movement" ? moveApart() : tellApart()).then(
        () => false,
        () => true,
      );
      expect([name, index, isNoticed]).toEqual([name, index, true]);
      comparisons += 1;
    }
    await replace(definition);
  }
  expect(comparisons).toBe(12);
  await tellApart();
});

test("prices that a variant never had are found by its own site's history, and each comparison with the site is needed", async () => {
  const [ownSiteId, others] = await tellApart();
  const find = (sql: Sql, site: string) => findUnheardPrices(sql, site, ["V1"]);
  expect(await find(database.sql, ownSiteId)).toEqual([{ sku: "V1", highest: 80 }]);
  expect(await find(database.sql, others)).toEqual([{ sku: "V1", highest: 95 }]);
  for (let nth = 0; nth < 3; nth += 1) {
    let count = -1;
    const loosened = changeStatements(database.sql, (text) =>
      text.replaceAll(/\w+\.site_id = \$\d+/g, (comparison) => ((count += 1) === nth ? `(${comparison} or true)` : comparison)),
    );
    expect([nth, await find(loosened, ownSiteId)]).not.toEqual([nth, [{ sku: "V1", highest: 80 }]]);
    expect(count).toBe(2);
  }
});
