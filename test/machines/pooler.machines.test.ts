import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectPostgres } from "../../server/src/adapters/postgres.ts";
import { scratchFolder, serveProcess, vitrine, type ServingProcess } from "../kit/vitrine-process.ts";
import { startLoad, unexpected } from "./load.ts";
import { startPooler, type Pooler } from "./pooler.ts";
import { startPostgresServer, type PostgresServer } from "./postgres-server.ts";
import { publishSite, quiet, type PublishedSite } from "./site.ts";

let folder: Awaited<ReturnType<typeof scratchFolder>>;
let postgres: PostgresServer;
let pooler: Pooler;
let servers: ServingProcess[];
let site: PublishedSite;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await scratchFolder();
  postgres = await startPostgresServer();
  // Fewer connections than either server would use for itself.
  pooler = await startPooler(postgres, 5);
  env = {
    ...quiet,
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: postgres.url,
    PREPARED_STATEMENTS: "off",
    DATA_DIR: join(folder.path, "data"),
  };
  site = await publishSite(env);
  servers = [await serveProcess([], env), await serveProcess([], env)];
});
afterAll(async () => {
  for (const server of servers) await server.end("SIGKILL");
  await pooler.remove();
  await postgres.remove();
  await folder.remove();
});

const urls = () => servers.map(({ url }) => url);

test("two servers share five connections, and every kind of request gets a response", async () => {
  const load = startLoad({ urls: urls(), apiKey: site.apiKey, clients: 12 });
  await expect
    .poll(() => Math.min(...["getPage ok", "listProducts ok", "submitForm ok"].map((outcome) => load.tally()[outcome] ?? 0)), {
      timeout: 30_000,
    })
    .toBeGreaterThan(200);
  const [row] = await postgres.run<{ pooled: number }>(
    "select count(*)::int as pooled from pg_stat_activity where datname = 'vitrine' and query not like 'listen%'",
  );
  expect(row?.pooled).toBeLessThanOrEqual(5);
  expect(unexpected(await load.stop(), / ok$/)).toEqual({});
});

test("notifications bypass the pooler: a publication shows at once, not after the next poll", async () => {
  const listening = await postgres.run("select pid from pg_stat_activity where query like 'listen%'");
  expect(listening).toHaveLength(2);
  for (let round = 0; round < 5; round += 1) {
    await site.publish(`Round ${round}`);
    await expect
      .poll(() => Promise.all(urls().map((url) => site.titleAt(url))), { timeout: 1_000, interval: 20 })
      .toEqual([`Round ${round}`, `Round ${round}`]);
  }
});

test("a transaction has its limits, and leaves them to no other", async () => {
  const sql = connectPostgres({ url: pooler.url, poolSize: 1, preparedStatements: false, onIdleError: () => undefined });
  const limits = async (run: typeof sql) => {
    const [row] = await run<{ statement: string; lock: string; idle: string }>`
      select
        current_setting('statement_timeout') as statement,
        current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle`;
    return row;
  };
  const within = await sql.begin((tx) => limits(tx as never));
  expect(within).toEqual({ statement: "2s", lock: "1s", idle: "5s" });
  expect(await sql.begin((tx) => limits(tx as never), { statementTimeoutMs: 60_000 })).toEqual({
    statement: "1min",
    lock: "1s",
    idle: "1min",
  });
  expect(await limits(sql)).toEqual({ statement: "0", lock: "0", idle: "0" });
  await sql.close();
});

test("the doctor reports what single statements lack, and succeeds once the role has it", async () => {
  const limitsOf = async () => {
    const { stdout } = await vitrine(["doctor", "--json"], env);
    return (JSON.parse(stdout) as { check: string; ok: boolean; detail: string }[]).find(({ check }) => check === "limits");
  };
  expect(await limitsOf()).toMatchObject({ ok: false, detail: expect.stringContaining("alter role") as string });
  await postgres.run("alter role postgres set statement_timeout = '2s'");
  await postgres.run("alter role postgres set lock_timeout = '1s'");
  await postgres.run("alter role postgres set idle_in_transaction_session_timeout = '5s'");
  await pooler.end("SIGKILL");
  await pooler.start();
  expect(await limitsOf()).toMatchObject({ ok: true });
});

test("a pooler that is killed under load costs 503s, and none once it is back", async () => {
  const load = startLoad({ urls: urls(), apiKey: site.apiKey, clients: 8, pauseMs: 20 });
  for (let round = 0; round < 3; round += 1) {
    await pooler.end("SIGKILL");
    await expect.poll(() => (load.tally()["submitForm 503"] ?? 0) > round, { timeout: 10_000 }).toBe(true);
    await pooler.start();
    const answered = load.tally()["submitForm ok"] ?? 0;
    await expect.poll(() => load.tally()["submitForm ok"] ?? 0, { timeout: 5_000 }).toBeGreaterThan(answered);
  }
  expect(unexpected(await load.stop(), / (ok|503)$/)).toEqual({});
});
