import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cms, shop, startServer, type TestServer, type TestSite } from "../../../../test/kit/harness.ts";

const hour = 3_600_000;
const day = 24 * hour;

let server: TestServer;
let site: TestSite;
beforeAll(async () => {
  server = await startServer();
  site = await server.addSite();
});
afterAll(() => server.stop());

interface Save {
  price: number;
  currency?: string;
}

let count = 0;
/** A product of the site with one variant, its saves and its history. */
function soldItem(compareAtPrice: number | null = 99_999) {
  const slug = `item-${(count += 1)}`;
  const read = async () => {
    await server.directory.poll();
    const { json } = await server.ask(`${shop}/products/slug/${slug}`, { key: site.key });
    return (json as { data: { priorPrice?: number | null; variants: { id: string; priorPrice?: number | null }[] } }).data;
  };
  return {
    slug,
    sku: slug.toUpperCase(),
    save: async ({ price, currency = "eur" }: Save) => {
      const variants = [{ sku: slug.toUpperCase(), price, compareAtPrice }];
      const shell = { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" };
      await server.import({ bundle: 1, site: shell, products: [{ slug, title: slug, currency, variants }] });
    },
    read,
    priorPrice: async () => {
      const { priorPrice, variants } = await read();
      expect(variants[0]?.priorPrice).toBe(priorPrice);
      return priorPrice;
    },
    history: async () => {
      const rows = await server.deps.sql<{ price: number; currency: string; since: Date }>`
        select price, currency, since from variant_prices
        where site_id = ${site.id}
          and variant_id = (select id from variants where site_id = ${site.id} and sku = ${slug.toUpperCase()})
        order by since`;
      return rows.map(({ price, currency, since }) => [price, currency, since.toISOString()]);
    },
  };
}
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
    fc.asyncProperty(fc.array(save, { minLength: 1, maxLength: 7 }), async (given) => {
      const item = soldItem();
      const saves: Saved[] = [];
      for (const { wait, ...saved } of given) {
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
    { numRuns: 60, seed: 14 },
  );
  expect(seen.size).toBe(6);
});

test.each([
  ["30 days", 30 * day, 100],
  ["a millisecond less", 30 * day - 1, 40],
])("a price that ended %s before the present one began: the lowest is another if it does not count", async (_name, wait, expected) => {
  const item = soldItem();
  await item.save({ price: 40 });
  server.clock.advance(day);
  await item.save({ price: 100 });
  server.clock.advance(wait);
  await item.save({ price: 80 });
  expect(await item.priorPrice()).toBe(expected);
});

test("a save without a new price writes nothing, and the present price began when it began", async () => {
  const { deps } = server;
  const item = soldItem();
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
  const item = soldItem();
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
    const item = soldItem();
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
    const item = soldItem();
    await item.save({ price: 100 });
    server.clock.advance(day);
    await server.deps.sql`
      update products set currency = 'nok', updated_at = ${server.clock.now()} where site_id = ${site.id} and slug = ${item.slug}`;
    expect((await item.history()).at(-1)).toEqual([100, "nok", now()]);
  });

  test("by a process whose clock is behind comes after the price that it replaces", async () => {
    const item = soldItem();
    await item.save({ price: 100 });
    await server.deps.sql`
      update variants set price = 90, updated_at = ${new Date(server.clock.now().getTime() + hour)}
      where site_id = ${site.id} and sku = ${item.sku}`;
    await item.save({ price: 80 });
    expect((await item.history()).map(([price]) => price)).toEqual([100, 90, 80]);
    expect(await item.priorPrice()).toBe(90);
  });
});

describe("the history", () => {
  test.each([
    ["changed", (id: string) => server.deps.sql`update variant_prices set price = 1 where site_id = ${id}`],
    ["deleted", (id: string) => server.deps.sql`delete from variant_prices where site_id = ${id}`],
  ])("cannot be %s", async (_name, change) => {
    const item = soldItem();
    await item.save({ price: 100 });
    const before = await item.history();
    await expect(change(site.id)).rejects.toThrow("The history of prices cannot be changed");
    expect(await item.history()).toEqual(before);
  });

  test.each(["variants", "products", "sites"])("goes with its variant: %s", async (table) => {
    const { deps } = server;
    const own = await server.addSite({ products: [{ slug: "a", title: "A", variants: [{ sku: "A", price: 1 }] }] });
    const rows = () => deps.sql`select from variant_prices where site_id = ${own.id}`;
    expect(await rows()).toHaveLength(1);
    if (table === "variants") await deps.sql`delete from variants where site_id = ${own.id}`;
    if (table === "products") await deps.sql`delete from products where site_id = ${own.id}`;
    if (table === "sites") await deps.sql`delete from sites where id = ${own.id}`;
    expect(await rows()).toEqual([]);
  });
});

describe("a response", () => {
  test("has priorPrice only beside a price to cross out, at the end", async () => {
    const [plain, reduced] = [soldItem(null), soldItem(200)];
    for (const item of [plain, reduced]) {
      await item.save({ price: 100 });
      server.clock.advance(day);
      await item.save({ price: 80 });
    }
    const shown = async ({ read }: typeof plain) => {
      const { variants, ...product } = await read();
      return [Object.keys(product).slice(-3), Object.keys(variants[0] ?? {}).slice(-3)];
    };
    expect(await shown(plain)).toEqual([
      ["createdAt", "updatedAt", "images"],
      ["options", "available", "stock"],
    ]);
    expect(await shown(reduced)).toEqual([
      ["updatedAt", "priorPrice", "images"],
      ["available", "stock", "priorPrice"],
    ]);
    const { text } = await server.ask(`${shop}/products/slug/${plain.slug}`, { key: site.key });
    expect(text).not.toContain("prior");
  });

  test("of a product has that of the variant whose price it has", async () => {
    const shell = { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" };
    const variants = (...prices: number[]) =>
      prices.map((price, index) => ({ sku: `TWO-${index}`, price, compareAtPrice: 900, options: { Size: String(index) } }));
    const save = (...prices: number[]) => {
      server.clock.advance(day);
      const options = [{ name: "Size", values: ["0", "1", "2"] }];
      return server.import({ bundle: 1, site: shell, products: [{ slug: "two", title: "Two", options, variants: variants(...prices) }] });
    };
    const read = async () => {
      await server.directory.poll();
      const { json } = await server.ask(`${shop}/products/slug/two`, { key: site.key });
      return (json as { data: object }).data;
    };
    await save(500, 400, 800);
    await save(300, 250, 250);
    expect(await read()).toMatchObject({ price: 250, priorPrice: 400, variants: [500, 400, 800].map((priorPrice) => ({ priorPrice })) });
    await save(200, 250, 250);
    expect(await read()).toMatchObject({ price: 200, priorPrice: 300 });
  });

  test("of a page shows what its blocks are bound to, and is renewed by a new price", async () => {
    const own = (price: number) => ({
      products: [{ slug: "lamp", title: "Lamp", variants: [{ sku: "L", price, compareAtPrice: 500 }] }],
    });
    const bind = (path: string) => ({ source: "product", slug: "lamp", path });
    const bindings = { "/before": bind("/compareAtPrice"), "/lowest": bind("/priorPrice"), "/ofVariant": bind("/variants/0/priorPrice") };
    const bound = await server.addSite({
      ...own(500),
      blockTypes: [{ type: "any", title: "Any", schema: { type: "object" } }],
      pages: [{ slug: "home", locale: "en", title: "Home", composition: [{ type: "any", props: { lowest: "none" }, bindings }] }],
    });
    const props = async () => {
      await server.directory.poll();
      const { json } = await server.ask(`${cms}/pages/home`, { key: bound.key });
      return (json as { data: { composition: { props: object }[] } }).data.composition[0]?.props;
    };
    const save = (price: number) => {
      server.clock.advance(day);
      const shell = { slug: bound.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" };
      return server.import({ bundle: 1, site: shell, ...own(price) });
    };
    expect(await props()).toEqual({ before: 500, lowest: "none" });
    await save(400);
    expect(await props()).toEqual({ before: 500, lowest: 500, ofVariant: 500 });
    await save(300);
    expect(await props()).toEqual({ before: 500, lowest: 400, ofVariant: 400 });
  });
});
