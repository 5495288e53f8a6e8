import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { day, soldItem, type Save } from "../../../../../test/kit/sold-item.ts";
import { migrationsFolder } from "../../../lib/sql/migrate.ts";
import { statementsOf } from "../../../lib/sql/sql-script.ts";
import { rounds } from "../../../../../test/kit/sampled.ts";

let server: TestServer;
let site: TestSite;
beforeAll(async () => {
  server = await startServer();
  site = await server.addSite();
});
afterAll(() => server.stop());

const now = () => server.clock.now().toISOString();

type Saved = Required<Save> & { at: number };

/** The saves that changed the price. */
function changesOf(saves: readonly Saved[]): Saved[] {
  return saves.filter(({ price, currency }, index) => {
    const before = saves[index - 1];
    return price !== before?.price || currency !== before.currency;
  });
}

/** The rule itself: of the prices that were in effect within 30 days before the present one began, the lowest in its currency. */
function priorPriceOf(changes: readonly Saved[]): number | null {
  const present = changes.at(-1);
  const prices = changes.slice(0, -1).flatMap(({ price, currency }, index) => {
    const ended = changes[index + 1]?.at ?? 0;
    return present && currency === present.currency && ended > present.at - 30 * day ? [price] : [];
  });
  return prices.length > 0 ? Math.min(...prices) : null;
}

test("after any saves, priorPrice and the history are those of the rule", { timeout: 120_000 }, async () => {
  const save = fc.record({
    price: fc.constantFrom(0, 100, 200, 300, 400),
    currency: fc.constantFrom("eur", "eur", "eur", "sek"),
    wait: fc.constantFrom(1, day, 10 * day, 15 * day, 30 * day - 1, 30 * day),
  });
  const seen = new Set<number | null>();
  await fc.assert(
    fc.asyncProperty(fc.array(save, { minLength: 1, maxLength: 7 }), async (saveInputs) => {
      const item = soldItem(server, site);
      const saves: Saved[] = [];
      for (const { wait, ...saved } of saveInputs) {
        server.clock.advance(wait);
        await item.save(saved);
        saves.push({ ...saved, at: server.clock.now().getTime() });
        const expected = priorPriceOf(changesOf(saves));
        expect(await item.priorPrice()).toBe(expected);
        seen.add(expected);
      }
      expect(await item.history()).toEqual(
        changesOf(saves).map(({ price, currency, at }) => [price, currency, new Date(at).toISOString()]),
      );
    }),
    { numRuns: rounds(60, 30), seed: 14 },
  );
  expect(seen.size).toBe(6);
});

test.each([
  ["30 days", 30 * day, 100],
  ["a millisecond less", 30 * day - 1, 40],
])("a price that ended %s before the present one began: the lowest is another if it does not count", async (_name, wait, expected) => {
  const item = soldItem(server, site);
  await item.save({ price: 40 });
  server.clock.advance(day);
  await item.save({ price: 100 });
  server.clock.advance(wait);
  await item.save({ price: 80 });
  expect(await item.priorPrice()).toBe(expected);
});

test("a save without a new price writes nothing, and the present price began when it began", async () => {
  const { deps } = server;
  const item = soldItem(server, site);
  await item.save({ price: 100 });
  server.clock.advance(day);
  await item.save({ price: 80 });
  const before = await item.history();
  expect(before).toHaveLength(2);
  server.clock.advance(60 * day);
  await item.save({ price: 80 });
  await deps.sql`update variants set price = price, title = 'Other', stock = 3 where site_id = ${site.id} and sku = ${item.sku}`;
  await deps.sql`update products set currency = currency where site_id = ${site.id} and slug = ${item.slug}`;
  expect([await item.history(), await item.priorPrice()]).toEqual([before, 100]);
});

test("a new currency begins a new comparison, and the number that stood in between for an instant counts nowhere", async () => {
  const item = soldItem(server, site);
  await item.save({ price: 100 });
  const first = [100, "eur", now()];
  server.clock.advance(day);
  // The same number is another price.
  await item.save({ price: 100, currency: "sek" });
  expect(await item.priorPrice()).toBeNull();
  const second = [100, "sek", now()];
  server.clock.advance(day);
  // A row of 100 eur is written and replaced within this import.
  await item.save({ price: 90, currency: "eur" });
  expect(await item.priorPrice()).toBe(100);
  const third = [90, "eur", now()];
  server.clock.advance(day);
  await item.save({ price: 1_000, currency: "sek" });
  expect([await item.priorPrice(), await item.history()]).toEqual([100, [first, second, third, [1_000, "sek", now()]]]);
});

describe("a change by hand", () => {
  test("of a price is recorded, at the time of the row or else of the database", async () => {
    const { deps } = server;
    const item = soldItem(server, site);
    await item.save({ price: 100 });
    server.clock.advance(day);
    await deps.sql`
      update variants set price = 70, updated_at = ${server.clock.now()} where site_id = ${site.id} and sku = ${item.sku}`;
    expect((await item.history()).at(-1)).toEqual([70, "eur", now()]);
    // The clock of the tests is ahead of the database's, so this one was added long ago.
    await deps.sql`
      insert into variants (site_id, id, product_id, sku, title, price, compare_at_price, options, position, created_at, updated_at)
      select site_id, gen_random_uuid(), product_id, 'OLD', title, 100, 200, options, 1, '2020-01-01', '2020-01-01'
      from variants where site_id = ${site.id} and sku = ${item.sku}`;
    await deps.sql`update variants set price = 60 where site_id = ${site.id} and sku = 'OLD'`;
    const rows = await deps.sql<{ price: number; isNow: boolean }>`
      select price, now() - since < interval '1 minute' as "isNow" from variant_prices
      where site_id = ${site.id} and variant_id = (select id from variants where site_id = ${site.id} and sku = 'OLD')
      order by since`;
    expect(rows).toEqual([
      { price: 100, isNow: false },
      { price: 60, isNow: true },
    ]);
  });

  test("of a product's currency is recorded for its variants", async () => {
    const item = soldItem(server, site);
    await item.save({ price: 100 });
    server.clock.advance(day);
    await server.deps.sql`
      update products set currency = 'nok', updated_at = ${server.clock.now()} where site_id = ${site.id} and slug = ${item.slug}`;
    expect((await item.history()).at(-1)).toEqual([100, "nok", now()]);
  });

  test("by a process whose clock is behind comes after the price that it replaces", async () => {
    const item = soldItem(server, site);
    await item.save({ price: 100 });
    await server.deps.sql`
      update variants set price = 90, updated_at = ${new Date(server.clock.now().getTime() + 1_000)}
      where site_id = ${site.id} and sku = ${item.sku}`;
    await item.save({ price: 80 });
    expect((await item.history()).map(([price]) => price)).toEqual([100, 90, 80]);
    expect(await item.priorPrice()).toBe(90);
  });
});

describe("the history", () => {
  test("of a variant from before it begins when the variant was last written", async () => {
    const { sql } = server.deps;
    const item = soldItem(server, site);
    await sql`alter table variants disable trigger record_first_price`;
    await item.save({ price: 100, currency: "sek" });
    await sql`alter table variants enable trigger record_first_price`;
    expect(await item.history()).toEqual([]);
    const migration = await readFile(new URL("0015_price_history.sql", migrationsFolder), "utf8");
    const [first = ""] = statementsOf(migration).filter((statement) => statement.includes("insert into variant_prices"));
    expect(first).toContain("from variants");
    await sql.begin(async (tx) => {
      // Those of the other tests have theirs.
      await tx.script(`${first} where products.slug = '${item.slug}'`);
    });
    const since = now();
    expect(await item.history()).toEqual([[100, "sek", since]]);
    server.clock.advance(day);
    await item.save({ price: 80, currency: "sek" });
    expect([await item.priorPrice(), await item.history()]).toEqual([
      100,
      [
        [100, "sek", since],
        [80, "sek", now()],
      ],
    ]);
  });

  test.each([
    ["changed", (id: string) => server.deps.sql`update variant_prices set price = 1 where site_id = ${id}`],
    ["deleted", (id: string) => server.deps.sql`delete from variant_prices where site_id = ${id}`],
  ])("cannot be %s", async (_name, change) => {
    const item = soldItem(server, site);
    await item.save({ price: 100 });
    const before = await item.history();
    await expect(change(site.id)).rejects.toThrow("The history of prices cannot be changed");
    expect(await item.history()).toEqual(before);
  });

  test.each(["variants", "products", "sites"])("goes with its variant: %s", async (table) => {
    const { deps } = server;
    const ownSite = await server.addSite({ products: [{ slug: "a", title: "A", variants: [{ sku: "A", price: 1 }] }] });
    const rows = () => deps.sql`select from variant_prices where site_id = ${ownSite.id}`;
    expect(await rows()).toHaveLength(1);
    if (table === "variants") await deps.sql`delete from variants where site_id = ${ownSite.id}`;
    if (table === "products") await deps.sql`delete from products where site_id = ${ownSite.id}`;
    if (table === "sites") await deps.sql`delete from sites where id = ${ownSite.id}`;
    expect(await rows()).toEqual([]);
  });
});
