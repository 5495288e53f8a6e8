import { AsyncLocalStorage } from "node:async_hooks";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Database, Sql } from "../../server/src/ports/database.ts";
import { addMember } from "../kit/admins.ts";
import { openTestDatabase, replaceSql, type TestDatabase } from "../kit/database.ts";
import { pageDraft } from "../kit/documents.ts";
import { startServer, type TestServer } from "../kit/harness.ts";
import { releaser } from "../kit/releases.ts";
import { sampleSite } from "../kit/sample-site.ts";
import { catalogItems, checkoutClient, paymentPlugin } from "../kit/checkout-client.ts";

/** Runs work of another process: within a transaction, the database refuses every handle but the transaction's own. */
const outside = AsyncLocalStorage.snapshot();

/** Called before each transaction of `holding` commits, with its handle. */
let beforeCommit: ((tx: Sql) => Promise<void>) | undefined;

function withOpenTransactions(sql: Database): Database {
  const through: Sql = (strings, ...values) => sql(strings, ...values);
  return Object.assign(replaceSql(sql, through), {
    begin: <T>(work: Parameters<typeof sql.begin<T>>[0], options?: { statementTimeoutMs?: number }) =>
      sql.begin<T>(async (tx) => {
        const result = await work(tx);
        await beforeCommit?.(tx);
        return result;
      }, options),
  });
}

// Each is done in a transaction that locks something of the site.
const names = ["checkout", "publication", "draft", "release", "import"] as const;

/** Tables that are on every node of Citus, so that a write of one site locks them for all. */
const sharedTables = ["sites", "api_keys", "previews", "members", "invitations"];

let database: TestDatabase;
let holding: TestServer;
let other: TestServer;
// needs: server-postgres. The embedded database runs one transaction at a time.
describe.skipIf(inject("database") === "embedded")("two sites", () => {
  beforeAll(async () => {
    database = await openTestDatabase();
    holding = await startServer({ database, takesPayments: true, throughSql: withOpenTransactions });
    other = await startServer({ database, takesPayments: true, clock: holding.clock });
  });
  afterAll(async () => {
    await other.stop();
    await holding.stop();
    await database.drop();
  });

  test.each(names)("another site waits for no lock of a transaction of one site (%s), which writes no shared table", async (name) => {
    const [work, others] = [await workOf(holding), await workOf(other)];
    const written = new Set<string>();
    let held = 0;
    beforeCommit = async (tx) => {
      held += 1;
      const rows = await tx<{ table: string }>`
      select relation::regclass::text as table from pg_locks
      where pid = pg_backend_pid() and mode = 'RowExclusiveLock' and relation::regclass::text = any (${sharedTables})`;
      for (const { table } of rows) written.add(table);
      // The server ends a transaction that does nothing for too long.
      const alive = setInterval(() => void tx`select`.catch(() => undefined), 1_000);
      await outside(async () => {
        for (const each of names) await others[each]();
      });
      clearInterval(alive);
    };
    await work[name]().finally(() => (beforeCommit = undefined));
    expect(held).toBeGreaterThan(0);
    expect([...written]).toEqual([]);
  });
});

type Work = Record<(typeof names)[number], () => Promise<void>>;

/** What a site does all day, each of which must succeed. */
async function workOf(server: TestServer): Promise<Work> {
  const shell = { name: "A site", defaultLocale: "en", locales: ["en", "de"], currency: "eur" };
  const site = await server.addSite({
    ...sampleSite(),
    plugins: paymentPlugin(),
    products: catalogItems({ CHAIR: { price: 100, stock: 1_000 } }),
    site: shell,
  });
  const own = releaser(server, site, await addMember(server, site, "OWNER"));
  let count = 0;
  const newPage = () => own.create("pages", pageDraft(`page-${(count += 1)}`));
  const expectOk = ({ status, text }: { status: number; text: string }) =>
    expect([status < 300, text.slice(0, 300)]).toEqual([true, expect.anything()]);
  return {
    checkout: async () => expectOk(await checkoutClient(server, site).intent({ CHAIR: 1 })),
    publication: async () => expectOk(await own.publish("pages", (await newPage()).id)),
    draft: async () => {
      const { id } = await newPage();
      const { revision } = await own.inLocale("pages", id);
      expectOk(await own.save("pages", id, pageDraft(`page-${(count += 1)}`), revision));
    },
    release: async () => {
      const { id } = await own.make();
      await own.add(id, await newPage());
      expectOk(await own.publishRelease(id));
    },
    import: async () => {
      const products = catalogItems({ CHAIR: { price: 100 + (count += 1) } });
      expectOk(await own.api.post(`${own.base}/bundle`, { bundle: 1, site: { slug: site.slug, ...shell }, products }));
    },
  };
}
