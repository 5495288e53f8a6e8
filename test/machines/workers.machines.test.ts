import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createClient } from "../../client/src/index.ts";
import { scratchFolder, serveProcess, vitrine, type ServingProcess } from "../kit/vitrine-process.ts";
import { startLoad, unexpected } from "./load.ts";
import { startPostgresServer, type PostgresServer } from "./postgres-server.ts";
import { publishSite, quiet, type PublishedSite } from "./site.ts";

let folder: Awaited<ReturnType<typeof scratchFolder>>;
let postgres: PostgresServer;
let env: Record<string, string>;
let site: PublishedSite;
const serving: ServingProcess[] = [];

beforeAll(async () => {
  folder = await scratchFolder();
  postgres = await startPostgresServer();
  env = { ...quiet, DATABASE_URL: postgres.url, DATA_DIR: join(folder.path, "data"), WORKERS: "2", METRICS: "on" };
  site = await publishSite(env);
});
afterEach(async () => {
  for (const server of serving.splice(0)) await server.end("SIGKILL");
});
afterAll(async () => {
  await postgres.remove();
  await folder.remove();
});

const serve = async (more: Record<string, string> = {}) => {
  const server = await serveProcess([], { ...env, ...more });
  serving.push(server);
  return server;
};
const linesOf = (server: ServingProcess) =>
  server
    .output()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as { msg: string; worker?: number; operationId?: string });
const said = (server: ServingProcess, message: string) => linesOf(server).filter(({ msg }) => msg === message).length;
const metrics = async (url: string) => (await fetch(`${url}/metrics`)).text();
const servedBy = (text: string) => new Set([...text.matchAll(/vitrine_request\w+_count\{.*worker="(\d)"/g)].map(([, worker]) => worker));

test("every worker serves and logs its number, and any of them has the metrics of all", async () => {
  const server = await serve();
  const load = startLoad({ urls: [server.url], apiKey: site.apiKey, clients: 8 });
  await expect.poll(async () => servedBy(await metrics(server.url)), { timeout: 20_000 }).toEqual(new Set(["1", "2"]));
  expect(unexpected(await load.stop(), / ok$/)).toEqual({});
  const writers = linesOf(server).filter(({ operationId }) => operationId === "submitForm");
  expect(new Set(writers.map(({ worker }) => worker))).toEqual(new Set([1, 2]));
  expect(await server.end("SIGTERM")).toBe(0);
  await expect(fetch(server.url)).rejects.toThrow();
});

test("a client has one limit across all workers", async () => {
  const server = await serve({ RATE_LIMITS: "on", RATE_LIMIT_READS_PER_SECOND: "1", RATE_LIMIT_READS_BURST: "200" });
  // Each request on a connection of its own, so that they fall on both workers.
  const ask = async () => {
    const answer = await fetch(`${server.url}/api/public/v1/pages/home`, { headers: { "x-api-key": site.apiKey, connection: "close" } });
    return answer.status;
  };
  let answered = 0;
  for (let round = 0; round < 6; round += 1) {
    const statuses = await Promise.all(Array.from({ length: 50 }, ask));
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    answered += statuses.filter((status) => status === 200).length;
    // Settled once a second.
    await new Promise((resolve) => setTimeout(resolve, 1_200));
  }
  // Alone each would have let 200 pass, and a few for the time that passed.
  expect(answered).toBeGreaterThanOrEqual(190);
  expect(answered).toBeLessThan(260);
});

test("a worker that dies is replaced, and the others go on", async () => {
  const server = await serve();
  // A dying worker does not receive a signal.
  const scraping = setInterval(() => void metrics(server.url).catch(() => undefined), 20);
  for (let round = 1; round <= 3; round += 1) {
    const [victim] = await pidsOf(server);
    process.kill(victim ?? 0, "SIGKILL");
    await expect.poll(() => said(server, "a worker serves again"), { timeout: 20_000 }).toBe(round);
    const client = createClient({ baseUrl: server.url, apiKey: site.apiKey });
    for (let count = 0; count < 10; count += 1) expect((await client.content.getPage({ slug: "home" })).slug).toBe("home");
  }
  clearInterval(scraping);
  expect(said(server, "a worker ended: starting another")).toBe(3);
  expect(await server.end("SIGTERM")).toBe(0);
});

test("a stop signal to all processes at once, as systemd sends it, cuts off no request", async () => {
  const server = await serve();
  const load = startLoad({ urls: [server.url], apiKey: site.apiKey, clients: 8 });
  await expect.poll(() => load.tally()["submitForm ok"] ?? 0, { timeout: 20_000 }).toBeGreaterThan(20);
  for (const pid of await pidsOf(server)) process.kill(pid, "SIGTERM");
  expect(await server.end("SIGTERM")).toBe(0);
  // A failed connection was never a request.
  expect(unexpected(await load.stop(), / (ok$|network_error)/)).toEqual({});
  expect(said(server, "a worker ended: starting another")).toBe(0);
});

test("twenty workers replaced under load lose no request", { timeout: 600_000 }, async () => {
  const server = await serve();
  const before = await pidsOf(server);
  const load = startLoad({ urls: [server.url], apiKey: site.apiKey, clients: 8, pauseMs: 20 });
  // On a busy machine a worker may not reach its database in time: then the old ones go on, and the reload is repeated.
  const reloads = () => [said(server, "reloaded"), said(server, "a new worker failed to start: the old ones keep serving")] as const;
  for (let asked = 1; reloads()[0] < 10; asked += 1) {
    server.signal("SIGHUP");
    await expect.poll(() => reloads()[0] + reloads()[1], { timeout: 60_000 }).toBe(asked);
    expect(reloads()[1]).toBeLessThan(5);
  }
  const tally = await load.stop();
  expect(unexpected(tally, / ok$/)).toEqual({});
  expect(Object.values(tally).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(1_000);
  const after = await pidsOf(server);
  expect(after).toHaveLength(2);
  expect(before.filter((pid) => after.includes(pid))).toEqual([]);
  expect(await server.end("SIGTERM")).toBe(0);
});

test("under load every worker shows a publication within a second", async () => {
  const server = await serve();
  const load = startLoad({ urls: [server.url], apiKey: site.apiKey, clients: 8 });
  for (let round = 0; round < 5; round += 1) {
    await site.publish(`Round ${round}`);
    // Ten connections in turn meet both workers.
    const titles = () => Promise.all(Array.from({ length: 10 }, () => site.titleAt(server.url)));
    await expect.poll(async () => new Set(await titles()), { timeout: 1_000, interval: 50 }).toEqual(new Set([`Round ${round}`]));
  }
  expect(unexpected(await load.stop(), / ok$/)).toEqual({});
});

test("the reason why workers cannot start is logged once, and the process exits", async () => {
  const { code, stdout, stderr } = await vitrine(["serve"], { ...env, DATABASE_URL: "postgres://postgres@127.0.0.1:9/none" });
  // The output has the progress of the start, and no reason.
  expect([code, stdout.includes("does not respond")]).toEqual([1, false]);
  expect(stderr.match(/The database does not respond/g)).toHaveLength(1);
});

async function pidsOf(server: ServingProcess): Promise<number[]> {
  const children = await readFile(`/proc/${server.pid}/task/${server.pid}/children`, "utf8");
  return children.trim().split(" ").filter(Boolean).map(Number);
}
