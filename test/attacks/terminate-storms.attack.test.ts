import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createClient } from "../../client/src/index.ts";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { startLoad, unexpected } from "../machines/load.ts";
import { publishSite, quiet, type PublishedSite } from "../machines/site.ts";
import { scratchFolder, serveProcess, type ServingProcess } from "../kit/vitrine-process.ts";
import { recordAttack } from "./record.ts";

const storms = 200;

// needs: server-postgres. Connections over a network.
describe.skipIf(inject("database") === "embedded")("a server whose database ends all of its connections", () => {
  let folder: Awaited<ReturnType<typeof scratchFolder>>;
  let database: TestDatabase;
  let server: ServingProcess;
  let site: PublishedSite;
  let admin: pg.Client;
  beforeAll(async () => {
    folder = await scratchFolder();
    database = await openTestDatabase();
    // Few connections, so that most requests wait for one and get it the moment that another statement ends.
    const env = { ...quiet, DATABASE_URL: database.url ?? "", DATA_DIR: folder.path, DATABASE_POOL: "3" };
    site = await publishSite(env);
    server = await serveProcess([], env);
    admin = new pg.Client(inject("postgresUrl"));
    await admin.connect();
  });
  afterAll(async () => {
    await server.end("SIGKILL");
    await admin.end();
    await database.drop();
    await folder.remove();
  });

  test(`returns 503 at most, and keeps serving, ${storms} times under load`, { timeout: 180_000 }, async (context) => {
    const load = startLoad({ urls: [server.url], apiKey: site.apiKey, clients: 24, pauseMs: 0 });
    let ended = 0;
    for (let storm = 0; storm < storms; storm += 1) {
      const { rowCount } = await admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()",
        [new URL(database.url ?? "").pathname.slice(1)],
      );
      ended += rowCount ?? 0;
      await wait(150);
    }
    const tally = await load.stop();
    expect(unexpected(tally, / (ok|503)$/)).toEqual({});
    expect(Object.keys(tally)).toEqual(expect.arrayContaining(["submitForm ok", "submitForm 503", "listProducts ok", "listProducts 503"]));
    expect(ended).toBeGreaterThan(storms);

    const { catalog, forms } = createClient({ baseUrl: server.url, apiKey: site.apiKey, retries: 0 });
    const goesWell = async () => {
      await catalog.listProducts({ q: "afterwards" });
      await forms.submitForm({ slug: "contact", data: { text: "Hello" } });
      return true;
    };
    await expect.poll(() => goesWell().catch(() => false), { timeout: 5_000 }).toBe(true);
    expect(server.output()).not.toContain("unexpected error");
    expect(await server.end("SIGTERM")).toBe(0);
    recordAttack(context, {
      attack: "Storms of pg_terminate_backend under load",
      unit: "storms",
      tried: storms,
      promise: "the process kept serving; every response was a success or a 503",
    });
  });
});
