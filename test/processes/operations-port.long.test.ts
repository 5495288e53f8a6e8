import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { asAdmin, openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { scratchFolder, serveProcess, type ServingProcess } from "../kit/vitrine-process.ts";

let folder: Awaited<ReturnType<typeof scratchFolder>>;
let database: TestDatabase | undefined;
let server: ServingProcess;
let env: Record<string, string>;

beforeEach(async () => {
  folder = await scratchFolder();
  database = inject("database") === "postgres" ? await openTestDatabase() : undefined;
  const onPostgres = database && { DATABASE_URL: database.url ?? "", SECRET_KEY: Buffer.alloc(32, 7).toString("base64") };
  env = { ...onPostgres, MAIL_CATCHER: "on", HOST: "127.0.0.1", DATA_DIR: folder.path, OPERATIONS_PORT: "0" };
});
afterEach(async () => {
  await server.end("SIGKILL");
  await database?.drop();
  await folder.remove();
});

async function serve(more: Record<string, string> = {}): Promise<string> {
  server = await serveProcess([], { ...env, ...more });
  const port = /"operationsPort":(\d+)/.exec(server.output())?.[1];
  return `http://127.0.0.1:${port}`;
}
const get = async (url: string) => {
  const response = await fetch(url);
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
};

test("health, readiness and metrics are on a port of their own, and nowhere else", async () => {
  const operations = await serve();
  expect(await get(`${operations}/healthz`)).toMatchObject({ status: 200, text: '{"status":"ok"}' });
  expect(await get(`${operations}/readyz`)).toMatchObject({ status: 200, text: '{"status":"ready"}' });
  const metrics = await get(`${operations}/metrics`);
  expect([metrics.status, metrics.type]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
  expect(metrics.text).toContain("vitrine_process_");
  for (const path of ["/", "/metrics/", "/readyz/", "/openapi.json", "/toString"]) {
    expect(await get(operations + path)).toMatchObject({ status: 404, type: "application/problem+json; charset=utf-8" });
  }
  for (const path of ["/healthz", "/readyz", "/metrics"]) expect((await get(server.url + path)).status).toBe(404);
  expect(await server.end("SIGTERM")).toBe(0);
});

test("METRICS=off switches metrics off", async () => {
  const operations = await serve({ METRICS: "off" });
  expect((await get(`${operations}/readyz`)).status).toBe(200);
  expect((await get(`${operations}/metrics`)).status).toBe(404);
});

// needs: server-postgres. Several processes on one database.
describe.skipIf(inject("database") === "embedded")("with workers", () => {
  test("the port belongs to the first process, which asks the others", async () => {
    const operations = await serve({ WORKERS: "2" });
    expect(await get(`${operations}/readyz`)).toMatchObject({ status: 200, text: '{"status":"ready"}' });
    expect((await get(`${operations}/metrics`)).text).toMatch(/worker="1"/);
    expect((await get(`${server.url}/readyz`)).status).toBe(404);
    const name = new URL(database?.url ?? "").pathname.slice(1);
    await asAdmin(`alter database ${name} allow_connections false`);
    await asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    await expect.poll(async () => (await get(`${operations}/readyz`)).status, { timeout: 10_000 }).toBe(503);
    expect(await get(`${operations}/healthz`)).toMatchObject({ status: 200 });
    await asAdmin(`alter database ${name} allow_connections true`);
    await expect.poll(async () => (await get(`${operations}/readyz`)).status, { timeout: 10_000 }).toBe(200);
    expect(await server.end("SIGTERM")).toBe(0);
  });
});

test("they respond while one idle client holds all the connections that it may", async () => {
  const operations = await serve({ CONNECTIONS_PER_CLIENT: "5" });
  const port = Number(new URL(server.url).port);
  const idle = Array.from({ length: 20 }, () => connect(port, "127.0.0.1"));
  for (const socket of idle) socket.on("error", () => undefined).resume();
  await expect.poll(() => idle.filter((socket) => socket.closed).length).toBe(15);
  for (let probes = 0; probes < 20; probes += 1) expect((await get(`${operations}/readyz`)).status).toBe(200);
  for (const socket of idle) socket.destroy();
});
