import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { scratchFolder, serveProcess, type ServingProcess } from "../kit/vitrine-process.ts";
import { startLoad, unexpected } from "./load.ts";
import { startPostgresServer, type PostgresServer } from "./postgres-server.ts";
import { freePort } from "../kit/free-port.ts";
import { folderFor, startProgram, type Started } from "./programs.ts";
import { publishSite, quiet, type PublishedSite } from "./site.ts";

const burst = 100;

let folder: Awaited<ReturnType<typeof scratchFolder>>;
let redisFolder: Awaited<ReturnType<typeof folderFor>>;
let postgres: PostgresServer;
let port: number;
let redis: Started;
let servers: ServingProcess[];
let site: PublishedSite;
let clients = 0;

const startRedis = () =>
  startProgram("redis-server", ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", redisFolder.path], port);

beforeAll(async () => {
  [folder, redisFolder, postgres, port] = [await scratchFolder(), await folderFor({}), await startPostgresServer(), await freePort()];
  redis = await startRedis();
  const env = {
    ...quiet,
    DATABASE_URL: postgres.url,
    DATA_DIR: join(folder.path, "data"),
    REDIS_URL: `redis://127.0.0.1:${port}`,
    // Limits count the address that a proxy reports, so that each test has clients of its own.
    RATE_LIMITS: "on",
    RATE_LIMIT_READS_PER_SECOND: "1",
    RATE_LIMIT_READS_BURST: String(burst),
    TRUST_PROXY: "127.0.0.1",
    RATE_LIMIT_WRITES_BURST: "100000",
    RATE_LIMIT_WRITES_PER_SECOND: "100000",
    FORM_SUBMISSIONS_PER_CLIENT_PER_HOUR: "1000000",
  };
  site = await publishSite(env);
  servers = [await serveProcess([], env), await serveProcess([], env)];
});
afterAll(async () => {
  for (const server of servers) await server.end("SIGKILL");
  await redis.end("SIGKILL");
  await postgres.remove();
  for (const { remove } of [folder, redisFolder]) await remove();
});
beforeEach(() => {
  clients += 1;
});

const ask = async (server: number, address: string) => {
  const answer = await fetch(`${servers[server]?.url}/api/public/v1/pages/home`, {
    headers: { "x-api-key": site.apiKey, "x-forwarded-for": address },
  });
  await answer.arrayBuffer();
  return answer.status;
};
/** How many of a client's requests to both servers succeed: one bucket's worth, or two, if they share nothing. */
async function passed(address: string): Promise<number> {
  const statuses: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    for (let count = 0; count < 25; count += 1) statuses.push(...(await Promise.all([ask(0, address), ask(1, address)])));
    // They settle once a second.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
  }
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  return statuses.filter((status) => status === 200).length;
}
const isShared = async () => (await passed(`10.0.${clients}.${(clients += 1)}`)) < 1.5 * burst;
const said = (message: string) => servers.every((server) => server.output().includes(message));

test("two servers have one limit for a client", async () => {
  expect(await isShared()).toBe(true);
});

test("a Redis that is killed makes limits per process, fails no request, and is used again once it is back", async () => {
  const load = startLoad({ urls: servers.map(({ url }) => url), apiKey: site.apiKey, clients: 4, pauseMs: 20, fetch: asMany });
  await redis.end("SIGKILL");
  expect(await isShared()).toBe(false);
  expect(said("limits are per process until it does")).toBe(true);
  redis = await startRedis();
  await expect.poll(() => said("limits are shared again"), { timeout: 20_000 }).toBe(true);
  await expect.poll(isShared, { timeout: 60_000 }).toBe(true);
  expect(unexpected(await load.stop(), / ok$/)).toEqual({});
});

test("a Redis that hangs delays no request", async () => {
  redis.process.kill("SIGSTOP");
  const load = startLoad({ urls: servers.map(({ url }) => url), apiKey: site.apiKey, clients: 4, pauseMs: 20, fetch: asMany });
  expect(await isShared()).toBe(false);
  // Redis is called once a second, beside the requests: a request that waited for it would wait for ever.
  expect(await Promise.all(Array.from({ length: 20 }, (_, index) => ask(index % 2, `10.2.0.${index}`)))).toEqual(Array(20).fill(200));
  redis.process.kill("SIGCONT");
  await expect.poll(isShared, { timeout: 60_000 }).toBe(true);
  expect(unexpected(await load.stop(), / ok$/)).toEqual({});
});

let asked = 0;
/** Each request as if from a client of its own, below every limit. */
const asMany: typeof fetch = (input, init) => {
  const number = (asked += 1);
  const headers = new Headers(init?.headers);
  headers.set("x-forwarded-for", `10.9.${(number >> 8) & 255}.${number & 255}`);
  return fetch(input, { ...init, headers });
};
