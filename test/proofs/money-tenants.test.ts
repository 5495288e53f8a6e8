import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { isOfAdminApi } from "../../server/src/lib/http/operation.ts";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { startServer, type TestServer } from "../kit/harness.ts";
import { sampled } from "../kit/sampled.ts";
import { loosenStatements } from "./loosened-statements.ts";
import { moneyRows, runMoneyRow } from "./money-matrix.ts";

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

const isNoticed = (by: TestServer, { sql }: TestDatabase, name: string, ownIsFirst: boolean) =>
  runMoneyRow(by, sql, name, { ownIsFirst }).then(
    () => false,
    () => true,
  );

test("every operation on orders and payments has a row here", () => {
  const operations = server.vitrine.operations
    .filter((operation) => !isOfAdminApi(operation))
    .filter(({ path }) => /\/(checkout|account\/orders|plugins\/svc\.payments|webhooks\/svc\.payments)\b/.test(path))
    .map(({ id }) => id);
  expect(operations.length).toBeGreaterThanOrEqual(9);
  expect(
    Object.keys(moneyRows)
      .filter((name) => !name.includes(" "))
      .sort(),
  ).toEqual(operations.sort());
});

test.each(sampled(Object.keys(moneyRows), (name) => name))(
  "%s: one site's data are unknown to another site, whatever they have in common",
  async (name) => {
    for (const ownIsFirst of [false, true]) await runMoneyRow(server, database.sql, name, { ownIsFirst });
  },
);

// The view through which customers see their orders: each comparison with the site in it is made true in turn, and both reads must notice.
test("each comparison with the site in the view of own orders is needed", async () => {
  const replace = (definition: string) => database.sql.begin((tx) => tx.script(`create or replace view own_orders as ${definition}`));
  const [view] = await database.sql<{ definition: string }>`select pg_get_viewdef('own_orders'::regclass) as definition`;
  const { definition = "" } = view ?? {};
  const comparisons = [...definition.matchAll(/(?:\w+\.)?site_id = (?:\w+\.)?site_id/g)];
  expect(comparisons).toHaveLength(2);
  for (const name of ["listOwnOrders", "getOwnOrder"]) {
    for (const { index, 0: comparison } of comparisons) {
      await replace(`${definition.slice(0, index)}(${comparison} or true)${definition.slice(index + comparison.length)}`);
      expect([name, comparison, await isNoticed(server, database, name, false)]).toEqual([name, comparison, true]);
    }
    await replace(definition);
    expect([name, await isNoticed(server, database, name, false)]).toEqual([name, false]);
  }
});

const tables =
  /\b(orders|own_orders|order_lines|order_numbers|order_events|refunds|payments|processor_events|idempotent_requests|variants|products|plugins)\b/;
const binding = /(?:\w+\.)?site_id = (?:\$\d+|\w+\.(?:site_)?id)|sites\.id = (?:\$\d+|\w+\.site_id)|(?<=from sites where )id = \$\d+/g;

/** Comparisons without a visible effect. */
const unseen = [
  // discount-tenants.test.ts makes these true in turn.
  (statement: string) => /\bdiscount(?:s|_codes|_uses)\b/.test(statement),
  // gift-card-tenants.test.ts does.
  (statement: string) => /\b(?:from|into|update) gift_card(?:s|_keys|_changes)\b/.test(statement),
  (statement: string, comparison: string) =>
    statement.includes('as "productTitle"') && /^(?:categories|orders|order_lines)\./.test(comparison),
  // Takes locks, and nothing else: on rows that the next statement changes.
  (statement: string) => /^\s*select id from variants\b[^]*\bfor no key update\s*$/.test(statement),
  (statement: string) => /^\s*select id from orders\b[^]*\bfor no key update\s*$/.test(statement),
  // It decides how many orders are read at once, and no order is left out.
  (statement: string, comparison: string) => statement.includes("as line_count") && comparison.startsWith("counted."),
  (statement: string) => /^\s*select site_id from site_versions\b[^]*\bfor key share\s*$/.test(statement),
  // The processor is asked about them; what it says is compared with the attempts of the payment once more, under its lock.
  (statement: string) => /^\s*select id, created_at as "createdAt" from refunds/.test(statement),
  // The inner query names notes of the order alone, and only of an order with more notes than it keeps.
  (statement: string, comparison: string) => statement.includes("kind = 'NOTE' and id in (") && !comparison.startsWith("old."),
  // The id of a try is unique over all sites.
  (statement: string) => statement.includes("try_id = "),
  // Due rows are looked up once more, site by site: here the site only serves the lookup, since the index begins with it.
  (statement: string) => statement.includes("min(payments.check_at)") || statement.includes('found.site_id as "siteId"'),
  // It names sites that may have something to delete; the statement that does so decides.
  (statement: string) => statement.includes("select distinct due.site_id"),
  // The surrounding statement compares the site as well, and the ids that it finds belong to no other site.
  (statement: string, comparison: string) => statement.includes("skip locked") && comparison.startsWith("found.site_id"),
  (statement: string, comparison: string) => statement.includes("delete from") && comparison.startsWith("old.site_id"),
];

// As in tenants.test.ts, for sales: each comparison with the site is made true in turn, and some row must notice.
test.runIf(!inject("fromMemory"))("each comparison with the site in a statement on orders is needed", { timeout: 300_000 }, async () => {
  // By the keys, which begin with the site: the first row is the same in every run, wherever rows are stored. Expensive
  // plans are not worth compiling.
  const copy = await openTestDatabase({ off: ["enable_seqscan", "enable_bitmapscan", "enable_hashjoin", "enable_mergejoin", "jit"] });
  const { mutants } = await loosenStatements({
    start: (throughSql) => startServer({ database: copy, throughSql, takesPayments: true, fromMemory: false }),
    runs: Object.fromEntries(
      [false, true].flatMap((ownIsFirst) =>
        Object.keys(moneyRows).map((name) => [
          `${name}, ${ownIsFirst}`,
          (by: TestServer) => runMoneyRow(by, copy.sql, name, { ownIsFirst }),
        ]),
      ),
    ),
    isMeant: (text) => tables.test(text) || /customers as claimed|for key share/.test(text),
    binding,
    isUnseen: (statement, comparison) => unseen.some((isUnseen) => isUnseen(statement, comparison)),
  });
  await copy.drop();
  expect(mutants).toBeGreaterThanOrEqual(42);
});
