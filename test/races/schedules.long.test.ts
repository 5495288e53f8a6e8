import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { connectPostgres } from "../../server/src/adapters/postgres.ts";
import { cancelOrder, refundOrder } from "../../server/src/features/shop/payments/index.ts";
import type { Database } from "../../server/src/ports/database.ts";
import { byStaff } from "../kit/by-staff.ts";
import { compareLedgers } from "../kit/ledgers.ts";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { startServer, type TestServer } from "../kit/harness.ts";
import { Stage, type CountBlocked } from "../kit/interleaving.ts";
import { dataOf, catalogItems, paymentPlugin, checkoutClient } from "../kit/checkout-client.ts";

const isEmbedded = inject("database") === "embedded";
const runs = isEmbedded ? 4 : 20;
const minute = 60_000;
/** For checkPayments. */
const workers = 4;

let database: TestDatabase;
let watcher: Database | undefined;
let server: TestServer;
let stage: Stage;
let countBlocked: CountBlocked;
beforeAll(async () => {
  database = await openTestDatabase();
  stage = new Stage();
  server = await startServer({
    database,
    takesPayments: true,
    throughSql: (sql) => stage.sql(sql),
    throughProcessor: (processor) => stage.processor(processor),
  });
  await server.sandbox.webhooks({ mode: "hold" });
  if (!database.url) countBlocked = stage.countQueued;
  else {
    // A connection of its own: those of the server may all be taken.
    const sql = connectPostgres({ url: database.url, poolSize: 1, preparedStatements: true, onIdleError: () => undefined });
    watcher = sql;
    countBlocked = async () => {
      const [row] = await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return row?.count ?? 0;
    };
  }
});
afterAll(async () => {
  await watcher?.close();
  await server.stop();
  await database.drop();
});

const cases = fc.record({
  scheduler: fc.scheduler(),
  way: fc.constantFrom("session", "intent"),
  isExpired: fc.boolean(),
  /** A rival for the last one. */
  hasRival: fc.boolean(),
  refund: fc.constantFrom(null, 1_000, undefined),
  mayCancel: fc.boolean(),
});
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

/** One order of a last chair, with all possible events at once; then the remaining work. */
async function playCase(pays: "before" | "meanwhile" | "never", { scheduler, way, isExpired, hasRival, refund, mayCancel }: Case) {
  const plugins = paymentPlugin();
  const site = await server.addSite({ plugins, products: catalogItems({ CHAIR: { price: 4_200, stock: 1 } }) });
  const shop = { siteId: site.id, account: plugins["svc.payments"].config.secretKey, stock: { CHAIR: 1 } };
  const { session, intent, stock } = checkoutClient(server, site);
  const { orderId = "", ...handed } = dataOf(await (way === "session" ? session : intent)({ CHAIR: 1 }));
  const where = handed.checkoutUrl ?? handed.clientSecret ?? "";
  if (pays === "before") await server.sandbox.pay(where);
  // Objects of this account only, by the processor's own list: in the end there are thousands.
  const events = async () => {
    const listed = await fetch(`${server.sandbox.url}/v1/events?limit=100`, { headers: { authorization: `Bearer ${shop.account}` } });
    return ((await listed.json()) as { data: { id: string }[] }).data.map(({ id }) => id).reverse();
  };
  server.clock.advance((isExpired ? 61 : 16) * minute);
  // Knows the site and its keys by now, so that no two wait for one lookup of them.
  await checkoutClient(server, site).stock("CHAIR");
  await server.ask(`/api/v1/shop/checkout/order/${orderId}`, { key: site.key });
  await server.sandbox.deliver((await events()).slice(0, 1));

  const deliver = (order: (ids: string[]) => string[]) => async () => {
    for (let round = 0; round < 2; round += 1) {
      await stage.turn("deliver");
      await server.sandbox.deliver(order(await events()));
    }
  };
  // Polls, as the staff does, until there is something to refund.
  const giveBack = async (amount: number | null) => {
    for (let look = 0; look < 5; look += 1) {
      await stage.turn("staff");
      const { refused } = await refundOrder(server.deps, site.id, 1_001, { amount: amount, key: null, by: byStaff });
      if (refused !== "not-paid") return;
    }
  };
  const played = await stage.play(
    scheduler,
    [
      { act: deliver((ids) => ids) },
      { act: deliver((ids) => ids.reverse()) },
      { strands: workers, act: () => server.checkPayments() },
      { strands: workers, act: () => server.checkPayments() },
      ...(mayCancel ? [{ act: () => cancelOrder(server.deps, site.id, 1_001, byStaff) }] : []),
      ...(refund === undefined ? [] : [{ act: () => giveBack(refund) }]),
      ...(pays === "meanwhile" ? [{ act: () => server.sandbox.pay(where) }] : []),
      ...(hasRival ? [{ act: async () => (await session({ CHAIR: 1 })).status }] : []),
    ],
    countBlocked,
  );
  // The payer comes too late; or the machine is so busy that a lock was waited for a second.
  const isExpected = (error: unknown) => /nothing_to_pay|processor|lock timeout/i.test(String(error));
  for (const outcome of played) if (outcome.status === "rejected" && !isExpected(outcome.reason)) throw outcome.reason;

  for (const { status } of await server.sandbox.deliver(await events())) expect(status).toBe(200);
  server.clock.advance(70 * minute);
  await server.checkPayments();
  await server.runTasks();
  for (const { status } of await server.sandbox.deliver(await events())) expect(status).toBe(200);
  await server.runTasks();
  const ledger = await server.sandbox.ledger();
  expect(await compareLedgers(server.deps.sql, shop, ledger)).toEqual([]);
  const isPaid = ledger.intents.some(({ account, status }) => account === shop.account && status === "succeeded");
  const { status, paymentStatus } = await checkoutClient(server, site).order(orderId);
  return { isPaid, end: `${status} ${paymentStatus}`, left: await stock("CHAIR") };
}

const ends = new Map<string, number>();

describe("an event, two polls of the processor, a cancellation, a refund and a rival at once", { timeout: 300_000 }, () => {
  test.each(["before", "meanwhile", "never"] as const)(`end as some serial order would, where the payer pays %s`, async (pays) => {
    await fc.assert(
      fc.asyncProperty(cases, async (scheduleCase) => {
        const { isPaid, end, left } = await playCase(pays, scheduleCase);
        ends.set(`${pays}: ${end}`, (ends.get(`${pays}: ${end}`) ?? 0) + 1);
        if (pays === "before") expect(isPaid).toBe(true);
        if (!isPaid) expect([end, left]).toEqual(["CANCELLED CANCELLED", 1]);
        // Money that arrived is never forgotten: it pays the order, or was refunded.
        const allowed = isPaid ? ["PAID SUCCEEDED"] : ["CANCELLED CANCELLED"];
        if (scheduleCase.refund === 1_000) allowed.push("PARTIALLY_REFUNDED PARTIALLY_REFUNDED");
        if (scheduleCase.refund === null) allowed.push("REFUNDED REFUNDED");
        if (scheduleCase.hasRival) allowed.push("CANCELLED REFUNDED");
        expect(allowed).toContain(end);
      }),
      { numRuns: pays === "never" ? runs : 2 * runs, endOnFailure: true },
    );
  });

  test("and all of them were covered", () => {
    expect([...ends.values()].reduce((sum, count) => sum + count)).toBe(5 * runs);
  });
});
