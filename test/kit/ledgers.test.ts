import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { compareLedgers, type Shop } from "./ledgers.ts";
import { startServer, type TestServer } from "./harness.ts";
import type { Ledger } from "./sandbox-client.ts";
import { dataOf, catalogItems, paymentPlugin, checkoutClient } from "./checkout-client.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
});
afterAll(() => server.stop());

let shop: Shop;
let ledger: Ledger;
beforeEach(async () => {
  const plugins = paymentPlugin();
  const site = await server.addSite({ plugins, products: catalogItems({ CHAIR: { price: 4_200, stock: 5 } }) });
  shop = { siteId: site.id, account: plugins["svc.payments"].config.secretKey, stock: { CHAIR: 5 } };
  const { session, intent } = checkoutClient(server, site);
  await server.sandbox.pay(dataOf(await session({ CHAIR: 1 })).checkoutUrl ?? "");
  await intent({ CHAIR: 1 });
  await server.sandbox.settled();
  ledger = await server.sandbox.ledger();
  ledger = {
    ...ledger,
    sessions: ledger.sessions.filter(({ account }) => account === shop.account),
    intents: ledger.intents.filter(({ account }) => account === shop.account),
  };
});
const compare = () => compareLedgers(server.deps.sql, shop, ledger);

test("books that agree have no faults", async () => {
  expect(await compare()).toEqual([]);
});

// A comparison must find errors, or everything that is proven with it is not.
const { sql } = { sql: (...args: Parameters<TestServer["deps"]["sql"]>) => server.deps.sql(...args) };
test.each<[string, () => unknown, RegExp]>([
  [
    "a payment without money",
    () => sql`update payments set status = 'SUCCEEDED' where site_id = ${shop.siteId} and status = 'PENDING'`,
    /nothing was paid/,
  ],
  [
    "money that is not in the books",
    () => sql`update payments set status = 'PENDING' where site_id = ${shop.siteId}`,
    /was paid, and payment .* is PENDING/,
  ],
  ["another amount", () => sql`update payments set amount = amount + 1 where site_id = ${shop.siteId}`, /of another amount/],
  [
    "a paid order that is cancelled",
    () => sql`update orders set status = 'CANCELLED' where site_id = ${shop.siteId}`,
    /is CANCELLED, its payment SUCCEEDED/,
  ],
  ["a chair too many", () => sql`update variants set stock = stock + 1 where site_id = ${shop.siteId}`, /of 5 CHAIR there are 4, and 2/],
  ["a chair too few", () => sql`update variants set stock = stock - 1 where site_id = ${shop.siteId}`, /of 5 CHAIR there are 2, and 2/],
  ["an order without lines", () => sql`delete from order_lines where site_id = ${shop.siteId}`, /has no lines/],
  ["an order without a payment", () => sql`delete from payments where site_id = ${shop.siteId}`, /has 0 payments/],
  ["a wrong sum", () => sql`update order_lines set quantity = 2 where site_id = ${shop.siteId}`, /is not the sum/],
  [
    "a refund that did not happen",
    () => sql`update payments set refunded = 100, status = 'PARTIALLY_REFUNDED' where site_id = ${shop.siteId} and status = 'SUCCEEDED'`,
    /has 100 refunded, the ledger 0/,
  ],
  [
    "a cancelled order that can still be paid",
    async () => {
      await sql`update payments set status = 'CANCELLED' where site_id = ${shop.siteId} and status = 'PENDING'`;
      await sql`update orders set status = 'CANCELLED' where site_id = ${shop.siteId} and status = 'PENDING'`;
    },
    /is cancelled, and pi_.* can be paid/,
  ],
  ["a second session for one payment", () => ledger.sessions.push({ ...ledger.sessions[0]!, id: "cs_other" }), /is 2 at the processor/],
  [
    "a second success",
    () => ledger.intents.push({ ...ledger.intents.find(({ status }) => status === "succeeded")!, id: "pi_x" }),
    /was paid twice/,
  ],
  ["a session of no payment", () => ledger.sessions.push({ ...ledger.sessions[0]!, reference: "other", metadata: {} }), /not in the books/],
])("%s is found", async (_name, harm, error) => {
  await harm();
  expect((await compare()).join("\n")).toMatch(error);
});
