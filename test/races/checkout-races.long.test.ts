import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { compareLedgers, type Shop } from "../kit/ledgers.ts";
import { startServer, type Answer, type TestServer, type TestSite } from "../kit/harness.ts";
import { catalogItems, checkoutClient, orderPatiently, paymentPlugin } from "../kit/checkout-client.ts";

// The embedded database runs one statement at a time, and each takes three times as long.
const isEmbedded = inject("database") === "embedded";
const repeats = isEmbedded ? 5 : 20;
const abandoned = isEmbedded ? 100 : 1_000;

let server: TestServer;
beforeAll(async () => {
  // As long as it takes on a busy machine.
  server = await startServer({ takesPayments: true, processorTimeoutMs: 60_000 });
});
afterAll(() => server.stop());

async function newShop(stock: Record<string, number>): Promise<{ site: TestSite; shop: Shop }> {
  const plugins = paymentPlugin();
  const products = catalogItems(Object.fromEntries(Object.entries(stock).map(([sku, left]) => [sku, { price: 1_000, stock: left }])));
  const site = await server.addSite({ plugins, products });
  return { site, shop: { siteId: site.id, account: plugins["svc.payments"].config.secretKey, stock } };
}
const errors = async (shop: Shop) => compareLedgers(server.deps.sql, shop, await server.sandbox.ledger());
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const orderCount = async ({ siteId }: Shop, status: string) => {
  const [row] = await server.deps.sql<{ count: number }>`
    select count(*)::int as count from orders where site_id = ${siteId} and status = ${status}`;
  return row?.count;
};

/** The number of responses of each kind. */
function tally(answers: readonly Answer[]): Record<string, number> {
  const kinds = answers.map(({ status, json }) => (status === 201 ? "201" : `${status} ${(json as { code?: string }).code ?? ""}`));
  return Object.fromEntries([...new Set(kinds)].sort().map((kind) => [kind, kinds.filter((other) => other === kind).length]));
}

test(`the last five go to five of two hundred customers, ${repeats} times`, { timeout: 300_000 }, async () => {
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const { site, shop } = await newShop({ CHAIR: 5 });
    const { session, intent, variantId } = checkoutClient(server, site);
    await variantId("CHAIR");
    const answers = await times(200, (index) =>
      orderPatiently((headers) => (index % 2 === 0 ? session : intent)({ CHAIR: 1 }, {}, headers)),
    );
    expect(tally(answers)).toEqual({ "201": 5, "409 out_of_stock": 195 });
    for (const { status, json } of answers) if (status === 409) expect(json).toMatchObject({ items: [{ available: 0 }] });
    expect(await errors(shop)).toEqual([]);
    expect(await orderCount(shop, "PENDING")).toBe(5);
  }
});

test("three hundred carts in opposite orders wait for each other, and none for ever", { timeout: 300_000 }, async () => {
  const skus = ["CHAIR", "LAMP", "TABLE"];
  const { site, shop } = await newShop({ CHAIR: 400, LAMP: 400, TABLE: 400 });
  const { session, variantId } = checkoutClient(server, site);
  for (const sku of skus) await variantId(sku);
  const carts = [skus, [...skus].reverse(), ["CHAIR", "LAMP"], ["LAMP", "CHAIR"], ["TABLE", "CHAIR"], ["CHAIR", "TABLE"]];
  const answers = await times(300, (index) => {
    const cart = Object.fromEntries((carts[index % carts.length] ?? []).map((sku, line) => [sku, 1 + (line % 2)]));
    return orderPatiently((headers) => session(cart, {}, headers));
  });
  expect(tally(answers)).toEqual({ "201": 300 });
  expect(await errors(shop)).toEqual([]);
  expect(await checkoutClient(server, site).stock("CHAIR")).toBe(400 - 50 * (1 + 1 + 1 + 2 + 2 + 1));
});

describe("unpaid orders", () => {
  test(`${abandoned} of them return all of their stock once, with two workers`, { timeout: 300_000 }, async () => {
    const stock = { CHAIR: abandoned, LAMP: 2 * abandoned };
    const { site, shop } = await newShop(stock);
    const { session, intent, variantId } = checkoutClient(server, site);
    for (const sku of ["CHAIR", "LAMP"]) await variantId(sku);
    const batch = 100;
    for (let createdCount = 0; createdCount < abandoned; createdCount += batch) {
      const answers = await times(batch, (index) =>
        orderPatiently((headers) => (index % 2 === 0 ? session : intent)({ CHAIR: 1, LAMP: 2 }, {}, headers)),
      );
      expect(tally(answers)).toEqual({ "201": batch });
    }
    expect([await checkoutClient(server, site).stock("CHAIR"), await checkoutClient(server, site).stock("LAMP")]).toEqual([0, 0]);
    // Events about the ended payments arrive in the meantime as well.
    server.clock.advance(61 * 60_000);
    await Promise.all([server.checkPayments(), server.checkPayments()]);
    await server.sandbox.settled();
    expect(await errors(shop)).toEqual([]);
    expect([await checkoutClient(server, site).stock("CHAIR"), await checkoutClient(server, site).stock("LAMP")]).toEqual([
      abandoned,
      2 * abandoned,
    ]);
    expect(await orderCount(shop, "CANCELLED")).toBe(abandoned);
    // And no payment is polled again.
    const due = await server.deps.sql<{ id: string }>`select id from payments where site_id = ${site.id} and check_at is not null`;
    expect(due).toEqual([]);
  });
});
