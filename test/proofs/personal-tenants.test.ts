import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { addShop, dump, erase, exportOf, runCommand } from "../kit/erasing.ts";
import { submitter } from "../kit/form-site.ts";
import { startServer, type TestServer, type TestSite } from "../kit/harness.ts";
import { loosenStatements, runsOf } from "./loosened-statements.ts";
import { insertView } from "../kit/saved-views.ts";
import { password, storefront } from "../kit/shopper.ts";
import { dataOf, checkoutClient } from "../kit/checkout-client.ts";
import { sampled } from "../kit/sampled.ts";

let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startServer({ database, takesPayments: true });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

/** By command: its effect on a person of one site must neither show nor touch the other's. Throws otherwise. */
const rows: Record<string, (by: TestServer, ownSite: TestSite, other: TestSite, first: string) => Promise<void>> = {
  "customer list": async (by, ownSite) => {
    const { output } = await runCommand<{ orders: number }[]>(by, "customer list", { slug: ownSite.slug, limit: 50 });
    expect(output.map(({ orders }) => orders)).toEqual([1, 1]);
  },
  "customer export": async (by, ownSite, other, first) => {
    const both = [await exportOf(by, ownSite, "twin@example.com"), await exportOf(by, other, "twin@example.com")];
    for (const [index, { account, orders, payments, submissions, waitingMails }] of both.entries()) {
      const name = index === 0 ? ownSite.slug : other.slug;
      expect([account?.firstName, ...orders.map(({ notes }) => notes), ...payments.map(({ metadata }) => metadata.site)]).toEqual(
        Array(4).fill(name),
      );
      expect(account?.addresses.map(({ address }) => address.city)).toEqual([name]);
      expect(JSON.stringify(orders.map(({ events }) => events))).not.toContain(index === 0 ? other.slug : ownSite.slug);
      const form = name === first ? "contact" : "renamed";
      expect(submissions.map((submission) => submission.form)).toEqual([form]);
      expect([submissions.map(({ data }) => data.name), waitingMails.length, account?.mailedLinks.length]).toEqual([[name], 1, 1]);
    }
  },
  "customer erase": (by, ownSite, other) => eraseTenant(by, ownSite, other),
  "customer erase, where the accounts have other ids": (by, ownSite, other) => eraseTenant(by, ownSite, other),
};

async function eraseTenant(by: TestServer, ownSite: TestSite, other: TestSite): Promise<void> {
  const rowsOf = async () => (await dump(database.sql)).filter(({ row }) => row.includes(other.id));
  const before = await rowsOf();
  expect((await erase(by, ownSite, "twin@example.com")).output).toMatchObject({
    orders: [1_001, 1_002],
    ordersOfOthers: [1_003],
    payments: 1,
    submissions: 1,
  });
  expect(await rowsOf()).toEqual(before);
  expect((await dump(database.sql)).filter(({ row }) => row.includes(ownSite.id) && row.includes("twin@"))).toEqual([]);
}

/** Two sites with a person of the same address, and the same ids where a key of site and id allows. */
async function runRow(by: TestServer, name: string): Promise<void> {
  const { sql } = database;
  for (const turned of [false, true]) {
    await sql`delete from sites`;
    await sql`delete from outbox`;
    const sites = [await addShop(server), await addShop(server)] as [TestSite, TestSite];
    for (const site of sites) {
      for (const who of ["twin", "bob"]) await storefront(server, site).register(`${who}@example.com`, { firstName: site.slug });
    }
    await server.runTasks();
    for (const site of sites) {
      const store = storefront(server, site);
      const bearer = { authorization: `Bearer ${await store.logIn("twin@example.com")}`, "idempotency-key": "one" };
      const { session, intent, pluginIntent } = checkoutClient(server, site);
      const bought = [
        dataOf(await session({ CHAIR: 1 }, { notes: site.slug }, bearer)),
        dataOf(await intent({ CHAIR: 1 }, { notes: site.slug, customerEmail: "twin@example.com" })),
        // Bob's, received by the other tenant; and one without an owner, attributed to the other tenant.
        dataOf(
          await session(
            { CHAIR: 1 },
            { customerEmail: "twin@example.com" },
            { authorization: `Bearer ${await store.logIn("bob@example.com")}` },
          ),
        ),
        dataOf(await session({ CHAIR: 1 }, { customerId: (await exportOf(server, site, "twin@example.com")).account?.id })),
        dataOf(await pluginIntent({ amount: 500, metadata: { site: site.slug, email: "twin@example.com" } })),
      ];
      for (const { checkoutUrl, clientSecret } of bought) await server.sandbox.pay(checkoutUrl ?? clientSecret ?? "");
      await server.sandbox.settled();
      await addTraces(site);
      await submitter(server, site)({ name: site.slug, email: "twin@example.com", message: "x" });
      await store.post("/auth/request-password-reset", { email: "twin@example.com", resetUrlBase: "https://shop.example/" });
      await store.post("/auth/login", { email: "twin@example.com", password: `not ${password}` });
    }
    await giveSameIds(sites, name.includes("other ids") ? ["customer"] : []);
    await rows[name]?.(by, sites[turned ? 1 : 0], sites[turned ? 0 : 1], sites[0].slug);
  }
}

/** What the shop's people wrote about the orders and searched for, and an address of the customer. */
async function addTraces(site: TestSite): Promise<void> {
  const { sql } = database;
  await insertView(server, site, { query: "q=twin%40example.com" });
  for (const [kind, details] of [
    ["NOTE", { text: site.slug }],
    ["FULFILLED", { tracking: { number: site.slug } }],
  ] as const) {
    await sql`
      insert into order_events (site_id, id, order_id, at, kind, details)
      select site_id, gen_random_uuid(), id, created_at, ${kind}, ${JSON.stringify(details)}::json from orders where site_id = ${site.id}`;
  }
  await sql`
    insert into refunds (site_id, id, payment_id, amount, refunded_before, status, reason, created_at, updated_at)
    select site_id, gen_random_uuid(), id, 1, 0, 'SUCCEEDED', ${site.slug}, created_at, created_at from payments where site_id = ${site.id}`;
  await sql`
    insert into customer_addresses (site_id, id, customer_id, address, created_at, updated_at)
    select site_id, gen_random_uuid(), id, ${JSON.stringify({ country: "NO", city: site.slug })}::json, created_at, created_at
    from customers
    where site_id = ${site.id}`;
}

async function giveSameIds([first, second]: [TestSite, TestSite], but: string[]): Promise<void> {
  const { sql } = database;
  const pairs = await sql<{ kind: string; to: string; was: string }>`
    select 'customer' as kind, a.id as to, b.id as was from customers a join customers b on b.site_id = ${second.id} and b.email = a.email where a.site_id = ${first.id}
    union all
    select 'form', a.id, b.id from forms a join forms b on b.site_id = ${second.id} where a.site_id = ${first.id}
    union all
    select 'submission', a.id, b.id from form_submissions a join form_submissions b on b.site_id = ${second.id} where a.site_id = ${first.id}
    union all
    select 'order', a.id, b.id from orders a join orders b on b.site_id = ${second.id} and b.number = a.number where a.site_id = ${first.id}
    union all
    select 'payment', a.id, b.id
    from payments a
    left join orders oa on oa.site_id = a.site_id and oa.id = a.order_id
    join payments b on b.site_id = ${second.id}
    left join orders ob on ob.site_id = b.site_id and ob.id = b.order_id
    where a.site_id = ${first.id} and oa.number is not distinct from ob.number`;
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = 'replica'`;
    for (const { kind, to, was } of pairs.filter((pair) => !but.includes(pair.kind))) {
      if (kind === "customer") {
        await tx`update customers set id = ${to} where site_id = ${second.id} and id = ${was}`;
        await tx`update customer_tokens set customer_id = ${to} where site_id = ${second.id} and customer_id = ${was}`;
        await tx`update orders set customer_id = ${to} where site_id = ${second.id} and customer_id = ${was}`;
        await tx`update customer_addresses set customer_id = ${to} where site_id = ${second.id} and customer_id = ${was}`;
        await tx`update orders set claimed_customer_id = ${to} where site_id = ${second.id} and claimed_customer_id = ${was}`;
      } else if (kind === "form") {
        await tx`update forms set id = ${to}, slug = 'renamed' where site_id = ${second.id} and id = ${was}`;
        await tx`update form_submissions set form_id = ${to} where site_id = ${second.id} and form_id = ${was}`;
      } else if (kind === "submission") await tx`update form_submissions set id = ${to} where site_id = ${second.id} and id = ${was}`;
      else if (kind === "order") {
        await tx`update orders set id = ${to} where site_id = ${second.id} and id = ${was}`;
        await tx`update order_lines set order_id = ${to} where site_id = ${second.id} and order_id = ${was}`;
        await tx`update order_events set order_id = ${to} where site_id = ${second.id} and order_id = ${was}`;
        await tx`update payments set order_id = ${to} where site_id = ${second.id} and order_id = ${was}`;
      } else {
        await tx`update payments set id = ${to} where site_id = ${second.id} and id = ${was}`;
        await tx`update refunds set payment_id = ${to} where site_id = ${second.id} and payment_id = ${was}`;
        await tx`update processor_events set payment_id = ${to} where site_id = ${second.id} and payment_id = ${was}`;
        await tx`update idempotent_requests set payment_id = ${to} where site_id = ${second.id} and payment_id = ${was}`;
      }
      await tx`
        update outbox set payload = replace(payload::text, ${was}, ${to})::json where payload ->> 'siteId' = ${second.id}`;
    }
  });
}

test.each(sampled(Object.keys(rows), (name) => name))(
  "%s: one site's person is unknown to another site, whatever they have in common",
  { timeout: 180_000 },
  async (name) => {
    await runRow(server, name);
  },
);

const binding = /(?:\w+\.)?site_id = (?:\$\d+|\w+\.(?:site_)?id)|payload ->> 'siteId' = \$\d+|sites\.id = (?:\$\d+|\w+\.site_id)/g;

// As in tenants.test.ts, for personal data: each comparison with the site is made true in turn.
test.runIf(!inject("fromMemory"))("each comparison with the site in a statement on people is needed", { timeout: 600_000 }, async () => {
  const { mutants } = await loosenStatements({
    start: (throughSql) => startServer({ database, throughSql, fromMemory: false, secrets: server.deps.secrets }),
    runs: runsOf(Object.keys(rows), (by, name) => runRow(by, name)),
    // admin-tenants.test.ts has the log of changes.
    // account-tenants.test.ts has the list of customers, and webhook-tenants.test.ts the webhooks.
    isMeant: (text) => !/audit_entries|webhook/.test(text) && !text.includes("counted.matches, page.id, page.email, page.first_name"),
    binding,
    // Statements that only take locks: on rows that a later statement changes.
    isUnseen: (statement) =>
      /for update of customer_tokens|for no key update of payments|check_at is not null as "isOpen" from payments/.test(
        statement.replaceAll(/\s+/g, " "),
      ),
  });
  expect(mutants).toBeGreaterThanOrEqual(23);
});
