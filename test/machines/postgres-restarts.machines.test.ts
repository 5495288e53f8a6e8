import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scratchFolder, serveProcess, type ServingProcess } from "../kit/vitrine-process.ts";
import { startLoad, unexpected } from "./load.ts";
import { startPostgresServer, type PostgresServer } from "./postgres-server.ts";
import { publishSite, quiet, type PublishedSite } from "./site.ts";

let folder: Awaited<ReturnType<typeof scratchFolder>>;
let postgres: PostgresServer;
let server: ServingProcess;
let site: PublishedSite;

beforeAll(async () => {
  folder = await scratchFolder();
  postgres = await startPostgresServer();
  const env = { ...quiet, DATABASE_URL: postgres.url, DATA_DIR: join(folder.path, "data") };
  site = await publishSite(env);
  server = await serveProcess([], env);
});
afterAll(async () => {
  await server.end("SIGKILL");
  await postgres.remove();
  await folder.remove();
});

test("a database that restarts twenty times under load costs 503s, and none once it is back", async () => {
  const load = startLoad({ urls: [server.url], apiKey: site.apiKey, clients: 8, pauseMs: 20 });
  for (let round = 0; round < 20; round += 1) {
    await postgres.restart(round % 2 === 0 ? "immediate" : "fast");
    // Every kind of request succeeds again, and soon nothing fails.
    const goesWell = async () => {
      const before = load.tally();
      await new Promise((resolve) => setTimeout(resolve, 250));
      const after = load.tally();
      const grown = Object.keys(after).filter((outcome) => (after[outcome] ?? 0) > (before[outcome] ?? 0));
      return grown.sort();
    };
    await expect.poll(goesWell, { timeout: 5_000, interval: 1 }).toEqual(["getPage ok", "listProducts ok", "submitForm ok"]);
  }
  const tally = await load.stop();
  expect(unexpected(tally, / (ok|503)$/)).toEqual({});
  // It was down, and clients noticed.
  expect(Object.keys(tally)).toContain("submitForm 503");
  expect(server.output()).not.toContain("unexpected error");
  // No accepted write is lost, not even by the crashes.
  const [row] = await postgresRows();
  expect(row?.submissions).toBeGreaterThanOrEqual(tally["submitForm ok"] ?? Infinity);
  expect(await server.end("SIGTERM")).toBe(0);
});

async function postgresRows(): Promise<{ submissions: number }[]> {
  const { default: pg } = await import("pg");
  const client = new pg.Client(postgres.url);
  await client.connect();
  const { rows } = await client.query<{ submissions: number }>("select count(*)::int as submissions from form_submissions");
  await client.end();
  return rows;
}
