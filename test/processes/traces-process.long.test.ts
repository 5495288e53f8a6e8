import { join } from "node:path";
import { writeFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { startCollector } from "../kit/collector.ts";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { scratchFolder, serveProcess } from "../kit/vitrine-process.ts";

let database: TestDatabase | undefined;
let databaseEnv: Record<string, string> = {};
beforeAll(async () => {
  if (inject("database") === "embedded") return;
  database = await openTestDatabase();
  databaseEnv = { DATABASE_URL: database.url ?? "", SECRET_KEY: Buffer.alloc(32, 7).toString("base64"), MAIL_CATCHER: "on" };
});
afterAll(() => database?.drop());

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A server in a process of its own, which reports at its end whether the tracing library was loaded. */
async function serve(env: Record<string, string>) {
  const folder = await scratchFolder();
  closers.push(() => folder.remove());
  const witness = join(folder.path, "witness.cjs");
  await writeFile(
    witness,
    `const session = new (require("node:inspector").Session)();
    let isLoaded = false;
    session.connect();
    session.on("Debugger.scriptParsed", ({ params }) => (isLoaded ||= params.url.includes("/dist/otlp-tracing")));
    session.post("Debugger.enable");
    process.on("exit", () => process.stderr.write("traces loaded: " + isLoaded + "\\n"));`,
  );
  const server = await serveProcess([], {
    DATA_DIR: join(folder.path, "data"),
    NODE_OPTIONS: `--require ${witness}`,
    ...databaseEnv,
    ...env,
  });
  closers.push(() => server.end("SIGKILL"));
  return server;
}

test("a process sends traces to the configured endpoint, the last of them when it stops", { timeout: 120_000 }, async () => {
  const collector = await startCollector();
  closers.push(() => collector.close());
  const server = await serve({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: "x-collector-key=a%20key",
    OTEL_RESOURCE_ATTRIBUTES: "service.name=shop,deployment.environment.name=test",
    OTEL_BSP_SCHEDULE_DELAY: "60000",
  });
  await fetch(`${server.url}/healthz`);
  expect(await server.end("SIGTERM")).toBe(0);
  const span = collector.spans().find(({ name }) => name === "GET /healthz");
  expect(span?.service).toMatchObject({ "service.name": "shop", "deployment.environment.name": "test", "service.version": "0.1.0" });
  expect(collector.spans().map(({ name }) => name)).toContain("job check payments");
  expect(collector.headers()[0]?.["x-collector-key"]).toBe("a key");
  expect(server.output()).toContain("traces loaded: true");
  expect(server.output()).not.toContain("a key");
});

test("without an endpoint no tracing code is loaded", { timeout: 120_000 }, async () => {
  const server = await serve({ OTEL_SERVICE_NAME: "shop" });
  await fetch(`${server.url}/healthz`);
  expect(await server.end("SIGTERM")).toBe(0);
  expect(server.output()).toContain("traces loaded: false");
});
