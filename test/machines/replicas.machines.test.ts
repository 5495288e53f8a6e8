import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createClient } from "../../client/src/index.ts";
import { scratchFolder, serveProcess, type ServingProcess } from "../kit/vitrine-process.ts";
import { startLoad, unexpected } from "./load.ts";
import { startPostgresServer, type PostgresServer } from "./postgres-server.ts";
import { publishSite, quiet, type PublishedSite } from "./site.ts";

let folder: Awaited<ReturnType<typeof scratchFolder>>;
let primary: PostgresServer;
let replicas: PostgresServer[];
let server: ServingProcess;
let site: PublishedSite;

beforeAll(async () => {
  folder = await scratchFolder();
  primary = await startPostgresServer();
  const env = { ...quiet, DATABASE_URL: primary.url, DATA_DIR: join(folder.path, "data"), CACHE_MEMORY_MB: "0" };
  site = await publishSite(env);
  replicas = [await primary.startReplica(), await primary.startReplica()];
  server = await serveProcess([], { ...env, DATABASE_REPLICA_URLS: replicas.map(({ url }) => url).join(",") });
});
afterAll(async () => {
  await server.end("SIGKILL");
  for (const postgres of [...replicas, primary]) await postgres.remove();
  await folder.remove();
});
beforeEach(async () => {
  for (const replica of replicas) await replica.run("select pg_wal_replay_resume()").catch(() => replica.start());
  await expect.poll(readFrom, { timeout: 20_000 }).toEqual([true, true]);
});

const transactions = async ({ run }: PostgresServer) =>
  Number((await run<{ count: string }>("select xact_commit as count from pg_stat_database where datname = 'vitrine'"))[0]?.count);

let searched = 0;
/** The replicas that serve reads, by their counters. */
async function readFrom(): Promise<boolean[]> {
  const before = await Promise.all(replicas.map(transactions));
  // Each requests something else: equal requests share one read.
  const client = createClient({ baseUrl: server.url, apiKey: site.apiKey, retries: 0 });
  await Promise.all(Array.from({ length: 100 }, () => client.catalog.listProducts({ q: `word${(searched += 1)}` })));
  // PostgreSQL counts once a second, for each connection.
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  const after = await Promise.all(replicas.map(transactions));
  return after.map((count, index) => count - (before[index] ?? 0) > 25);
}

test("no visitor gets an older page after a newer one, however far behind the replicas are", async () => {
  const number = (title: string) => Number(title.replace(/\D/g, "") || 0);
  let reading = true;
  let published = 0;
  const errors: string[] = [];
  // Each reader remembers the newest title that any of them saw, as people who sit side by side do.
  let newest = 0;
  const reader = async () => {
    while (reading) {
      const newestBefore = newest;
      const shownNumber = number(await site.titleAt(server.url));
      if (shownNumber < newestBefore) errors.push(`${shownNumber} after ${newestBefore}`);
      newest = Math.max(newest, shownNumber);
    }
  };
  const readers = Array.from({ length: 6 }, reader);
  for (let round = 1; round <= 12; round += 1) {
    const [one, other] = round % 2 === 0 ? replicas : [...replicas].reverse();
    await one?.run("select pg_wal_replay_pause()");
    await site.publish(`Number ${round}`);
    published = round;
    await expect.poll(() => newest, { timeout: 1_000, interval: 20 }).toBe(published);
    if (round % 3 === 0) await other?.run("select pg_wal_replay_pause()");
    for (const replica of replicas) await replica.run("select pg_wal_replay_resume()");
  }
  reading = false;
  await Promise.all(readers);
  expect(errors).toEqual([]);
});

test("a new publication is shown, though no replica has it", async () => {
  for (const replica of replicas) await replica.run("select pg_wal_replay_pause()");
  await site.publish("Read what you publish");
  await expect.poll(() => site.titleAt(server.url), { timeout: 1_000, interval: 20 }).toBe("Read what you publish");
  expect(new Set(await Promise.all(Array.from({ length: 40 }, () => site.titleAt(server.url))))).toEqual(
    new Set(["Read what you publish"]),
  );
});

test("a replica that falls behind is left out, and read again when it has caught up", async () => {
  await replicas[0]?.run("select pg_wal_replay_pause()");
  await site.publish("Something for the log");
  await expect.poll(readFrom, { timeout: 20_000 }).toEqual([false, true]);
  expect(server.output()).toContain("a replica is left out");
  await replicas[0]?.run("select pg_wal_replay_resume()");
  await expect.poll(readFrom, { timeout: 20_000 }).toEqual([true, true]);
});

test("replicas that crash under load cost no request", async () => {
  const load = startLoad({ urls: [server.url], apiKey: site.apiKey, clients: 6, pauseMs: 10 });
  for (const replica of [...replicas, ...replicas]) await replica.restart("immediate");
  for (const replica of replicas) await replica.stop("immediate");
  await expect.poll(() => site.titleAt(server.url)).toBeTruthy();
  for (const replica of replicas) await replica.start();
  expect(unexpected(await load.stop(), / ok$/)).toEqual({});
  await expect.poll(readFrom, { timeout: 20_000 }).toEqual([true, true]);
});
