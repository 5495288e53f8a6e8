import { afterAll, beforeAll, expect, test } from "vitest";
import { addShop, canariesOf, payAll, plant, tablesWith } from "../../../../../test/kit/erasing.ts";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { storefront, tokenIn } from "../../../../../test/kit/shopper.ts";
import { dataOf, catalogItems, paymentPlugin, checkoutClient } from "../../../../../test/kit/checkout-client.ts";
import { periodicJobs } from "../../../jobs.ts";

const day = 24 * 60 * 60_000;

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
});
afterAll(() => server.stop());

async function runJobs(): Promise<void> {
  for (const { run } of periodicJobs(server.deps)) await run();
}

test("the data of a person who never paid is removed after 90 days, and that of a payer is not", async () => {
  const [paid, unpaid] = [canariesOf("31"), canariesOf("32")];
  const site = await addShop(server);
  await payAll(server, await plant(server, site, paid));
  await server.sandbox.webhooks({ mode: "drop" });
  const { session, order } = checkoutClient(server, site);
  const { orderId = "" } = dataOf(await session({ CHAIR: 1 }, { customerEmail: unpaid.email, notes: unpaid.address }));
  server.clock.advance(61 * 60_000);
  await server.checkPayments();
  expect((await order(orderId)).status).toBe("CANCELLED");
  server.clock.advance(89 * day);
  await runJobs();
  expect(await tablesWith(server.deps.sql, unpaid)).toEqual(["orders", "payments"]);
  server.clock.advance(2 * day);
  await runJobs();
  expect(await tablesWith(server.deps.sql, unpaid)).toEqual([]);
  expect(await tablesWith(server.deps.sql, paid)).toEqual(expect.arrayContaining(["customers", "orders", "payments"]));
  await server.sandbox.webhooks({ mode: "send" });
});

test("the processor's events are kept as long as they can come again", async () => {
  const site = await addShop(server);
  await payAll(server, await plant(server, site, canariesOf("33")));
  const count = async () => (await server.deps.sql`select 1 as one from processor_events where site_id = ${site.id}`).length;
  expect(await count()).toBeGreaterThan(0);
  server.clock.advance(34 * day);
  await runJobs();
  expect(await count()).toBeGreaterThan(0);
  server.clock.advance(2 * day);
  await runJobs();
  expect(await count()).toBe(0);
});

test("an unconfirmed account without an order is removed if the site has a retention for it", async () => {
  const settings = { customers: { unconfirmedRetentionDays: 10 } };
  const products = catalogItems({ CHAIR: { price: 100 } });
  const sites = [await server.addSite({ site: { settings }, plugins: paymentPlugin(), products }), await server.addSite()] as const;
  const store = storefront(server, sites[0]);
  for (const name of ["idle", "confirmed", "buyer"]) await store.register(`${name}@example.com`);
  await storefront(server, sites[1]).register("idle@example.com");
  await store.post("/auth/verify-email", { token: tokenIn((await store.mailsTo("confirmed@example.com"))[0]) });
  const bearer = { authorization: `Bearer ${await store.logIn("buyer@example.com")}` };
  dataOf(await checkoutClient(server, sites[0]).session({ CHAIR: 1 }, {}, bearer));
  const left = async () =>
    (
      await server.deps.sql<{ email: string }>`
        select email from customers where site_id in (${sites[0].id}, ${sites[1].id}) order by site_id, email`
    ).map(({ email }) => email);
  server.clock.advance(10 * day - 1);
  await runJobs();
  expect(await left()).toHaveLength(4);
  server.clock.advance(2);
  await runJobs();
  expect(await left()).toEqual(["buyer@example.com", "confirmed@example.com", "idle@example.com"]);
});

test("a mail that was given up is removed a month later, and a refund is not", async () => {
  const { sql, clock } = server.deps;
  await sql`
    insert into outbox (id, kind, payload, due_at, failed_at, created_at)
    values (gen_random_uuid(), 'customer-mail', '{"email":"given-up@example.com"}', ${clock.now()}, ${clock.now()}, ${clock.now()}),
      (gen_random_uuid(), 'refund-payment', '{"paymentId":"given-up"}', '9999-01-01', null, ${clock.now()})`;
  const left = async () =>
    (await sql<{ kind: string }>`select kind from outbox where payload::text like '%given-up%' order by kind`).map(({ kind }) => kind);
  server.clock.advance(30 * day);
  await runJobs();
  expect(await left()).toEqual(["customer-mail", "refund-payment"]);
  server.clock.advance(1);
  await runJobs();
  expect(await left()).toEqual(["refund-payment"]);
});
