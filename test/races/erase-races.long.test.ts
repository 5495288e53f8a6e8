import fc from "fast-check";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { connectPostgres } from "../../server/src/adapters/postgres.ts";
import { erasePerson } from "../../server/src/features/people/personal-data/index.ts";
import type { Database } from "../../server/src/ports/database.ts";
import { byStaff } from "../kit/by-staff.ts";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { addShop, canariesOf, dump, payAll, plant } from "../kit/erasing.ts";
import { startServer, type TestServer } from "../kit/harness.ts";
import { password, storefront, tokenIn } from "../kit/shopper.ts";
import { Stage, type CountBlocked } from "../kit/interleaving.ts";
import { checkoutClient } from "../kit/checkout-client.ts";

let database: TestDatabase;
let watcher: Database | undefined;
let server: TestServer;
let stage: Stage;
let countBlocked: CountBlocked;
beforeAll(async () => {
  database = await openTestDatabase();
  stage = new Stage();
  server = await startServer({ database, takesPayments: true, throughSql: (sql) => stage.sql(sql) });
  countBlocked = stage.countQueued;
  if (!database.url) return;
  const sql = connectPostgres({ url: database.url, poolSize: 1, preparedStatements: true, onIdleError: () => undefined });
  watcher = sql;
  countBlocked = async () => {
    const [row] = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return row?.count ?? 0;
  };
});
afterAll(async () => {
  await watcher?.close();
  await server.stop();
  await database.drop();
});

let marks = 5_000;
const runs = inject("database") === "embedded" ? 4 : 12;

// `server.ask` throws at every 500.
test(
  "an erasure at the moment of a login, a change, a checkout, a mail and a reset leaves nothing, or is refused",
  { timeout: 300_000 },
  async () => {
    const ends = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const canaries = canariesOf(String((marks += 1)));
        const { email } = canaries;
        const site = await addShop(server);
        const planted = await plant(server, site, canaries);
        await payAll(server, planted);
        const store = storefront(server, site);
        const token = tokenIn((await store.mailsTo(email)).find(({ text }) => text.includes("shop.example/r")));
        await store.post("/auth/request-password-reset", { email, resetUrlBase: "https://shop.example/r" });
        await checkoutClient(server, site).variantId("CHAIR");
        const bearer = { authorization: `Bearer ${planted.token}` };
        const played = await stage.play(
          scheduler,
          [
            { act: () => erasePerson(server.deps, site.id, { id: null, email }, { isDry: false, by: byStaff }) },
            { act: () => store.post("/auth/login", { email, password }) },
            { act: () => checkoutClient(server, site).session({ CHAIR: 1 }, { notes: canaries.address }, bearer) },
            {
              act: () =>
                server.ask("/api/v1/shop/account", {
                  method: "PATCH",
                  body: JSON.stringify({ phone: canaries.phone }),
                  headers: { "content-type": "application/json", ...bearer },
                }),
            },
            { act: () => store.post("/auth/reset-password", { token, password: "brand new and long" }) },
            { act: () => server.runTasks() },
          ],
          countBlocked,
        );
        for (const outcome of played) {
          if (outcome.status === "rejected" && !/lock timeout/.test(String(outcome.reason))) throw outcome.reason;
        }
        const [erased, , bought] = played as PromiseSettledResult<{ status?: number; open?: { orders: number[] } }>[];
        if (erased?.status !== "fulfilled") return;
        const wasRefused = (erased.value.open?.orders ?? []).length > 0;
        ends.add(wasRefused ? "refused" : "erased");
        await server.runTasks();
        const heldRows = (await dump(database.sql)).filter(({ row }) =>
          [...Object.values(canaries), planted.id].some((canary) => row.includes(canary)),
        );
        if (wasRefused) expect([bought?.status === "fulfilled" && bought.value.status, heldRows.length > 0]).toEqual([201, true]);
        else expect(heldRows).toEqual([]);
        const left = await store.account(planted.token);
        if (!wasRefused) expect(left.status).toBe(401);
      }),
      { numRuns: runs, endOnFailure: true },
    );
    expect([...ends]).toContain("erased");
  },
);
