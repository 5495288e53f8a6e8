import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { startServer, type TestServer, type TestSite } from "../kit/harness.ts";
import { sampled } from "../kit/sampled.ts";
import { adminTenantRows } from "./admin-tenant-rows.ts";
import { loosenStatements, runsOf } from "./loosened-statements.ts";

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

/** Both sites have sizes: a statement that took another site's, too, would have two of them. */
async function addSizes({ deps: { sql, clock } }: TestServer, sites: readonly TestSite[]): Promise<void> {
  for (const { id } of sites) {
    await sql`insert into site_usage (site_id, id, bytes, measured_at) values (${id}, ${id}, 1, ${clock.now()})`;
    await sql`insert into asset_totals (site_id, id, bytes) values (${id}, ${id}, 1)`;
  }
}

/** Runs a row on two new tenants, with each of them as the acting one: the row that is found first is right for one at most. */
async function runRow(by: TestServer, name: string): Promise<void> {
  for (const turned of [false, true]) {
    const [first, second] = [await by.addSite(), await by.addSite()];
    await addSizes(by, [first, second]);
    await adminTenantRows[name]?.(by, turned ? second : first, turned ? first : second);
  }
}

test.each(sampled(Object.keys(adminTenantRows), (name) => name))(
  "%s: the people and the log of one site are unknown to another",
  async (name) => {
    await runRow(server, name);
  },
);

const memberTables =
  /\b(?:members|saved_views|operator_entries|admin_tokens|invitations|audit_entries|site_events)\b|from api_keys where site_id|from content_references as links\s+join translations|stock_movements|variant_prices|product_id as "productId", sku|'revision', products.revision|update products set slug|update variants set sku|stocks\.variants, stocks\.stock|order_lines as lines|former_catalog_slugs|parent_id as "parentId"|as siblings|categories set (?:position|slug)|position = placed\.place|delete from (?:categories|plans) where|update products set category_id|plans\.interval_count as "intervalCount"|as taken, count|listed\.option|following\.product_id|select id, slug from products where site_id = \$0 and slug = any|select locale, slug from catalog_translations/;
const binding = /(?:\w+\.)?site_id = (?:\$\d+|\w+\.(?:site_)?id)|sites\.id = (?:\$\d+|\w+\.site_id)|sites\.slug = \$\d+/g;

// As in tenants.test.ts, for people and their log: each comparison with the site is made true in turn, and some row must notice.
test.runIf(!inject("fromMemory"))(
  "each comparison with the site in a statement on members and their log is needed",
  { timeout: 600_000 },
  async () => {
    const { mutants } = await loosenStatements({
      start: (throughSql) => startServer({ database, throughSql, fromMemory: false }),
      runs: runsOf(Object.keys(adminTenantRows), (by, name) => runRow(by, name)),
      isMeant: (text) => memberTables.test(text),
      binding,
      isUnseen: (statement, comparison) =>
        // It names sites that may have something to delete or to erase; the statement that does so decides.
        statement.includes("select distinct due.site_id") ||
        // It only tells whose turn a picture's rendering takes.
        statement.includes("select admin_id as account from members") ||
        // A person is taken out of every site's log.
        statement.includes("set admin_id = null") ||
        statement.includes("target_type = any") ||
        // The id is of one invitation anywhere; the site beside it keeps an address of another site from reaching it.
        /^\s*(?:delete from invitations|update invitations)/.test(statement) ||
        statement.includes("where invitations.site_id = ") ||
        // Of the rows themselves.
        /update members set revision = \$1 where|select role, revision from members/.test(statement) ||
        // The deletion that follows compares the site too.
        statement.includes("select id, email, role from invitations") ||
        // It limits a page of products; the statement around it compares the site too.
        (statement.includes("following.product_id") && comparison === "variants.site_id = $4"),
    });
    expect(mutants).toBeGreaterThanOrEqual(15);
  },
);
