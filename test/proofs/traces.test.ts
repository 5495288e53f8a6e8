import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { TracingSettings } from "../../server/src/lib/observing/tracing-settings.ts";
import { cms, shop, startServer, type TestServer, type TestServerOptions } from "../kit/harness.ts";
import { startCollector, tracingTo, type CollectedSpan, type Collector } from "../kit/collector.ts";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { previews } from "../kit/previews.ts";
import { sampleSite } from "../kit/sample-site.ts";
import { catalogItems, paymentPlugin, checkoutClient } from "../kit/checkout-client.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function traced(
  settings: Partial<TracingSettings> = {},
  options: TestServerOptions = {},
): Promise<{ server: TestServer; collector: Collector }> {
  const collector = await startCollector();
  closers.push(() => collector.close());
  const server = await startServer({ database, fromMemory: false, ...options, tracing: tracingTo(collector.url, settings) });
  closers.push(() => server.stop());
  return { server, collector };
}

/** The span of that name, once it arrived. */
async function arrived(collector: Collector, name: string | RegExp): Promise<CollectedSpan> {
  const find = () => collector.spans().find((span) => (typeof name === "string" ? span.name === name : name.test(span.name)));
  await expect.poll(find, { timeout: 10_000 }).toBeDefined();
  return find()!;
}

const childrenOf = (collector: Collector, { spanId }: CollectedSpan) =>
  collector.spans().filter(({ parentSpanId }) => parentSpanId === spanId);
const requestLines = (server: TestServer) =>
  server
    .logged()
    .split("\n")
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line) as { operationId?: string; traceId?: string; requestId: string });

const caller = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7" };
const traceparent = (flags: string) => `00-${caller.traceId}-${caller.spanId}-${flags}`;
const pageSpan = `GET ${cms}/pages/{slug}`;

test("a request is a span with its route, and its statements are children of it", async () => {
  const { server, collector } = await traced({
    serviceName: "corner-bakery",
    resourceAttributes: { "deployment.environment.name": "test" },
  });
  const site = await server.addSite(sampleSite());
  const { headers } = await server.ask(`${cms}/pages/home?locale=de`, { key: site.key });
  const span = await arrived(collector, pageSpan);
  expect(span).toMatchObject({ kind: 2, status: 0, service: { "service.name": "corner-bakery", "deployment.environment.name": "test" } });
  expect(span.parentSpanId ?? "").toBe("");
  expect(span.attributes).toEqual({
    "http.request.method": "GET",
    "http.route": `${cms}/pages/{slug}`,
    "http.response.status_code": 200,
    "url.scheme": "http",
    "vitrine.operation": "getPage",
    "vitrine.request.id": headers.get("x-request-id"),
  });
  const statements = childrenOf(collector, span);
  expect(statements.map(({ attributes }) => attributes["db.query.text"]).join()).toContain("published_documents");
  expect(statements.map(({ name }) => name)).toContain("select api_keys");
  for (const { kind, traceId, attributes } of statements) {
    expect([kind, traceId, attributes["db.system.name"]]).toEqual([3, span.traceId, "postgresql"]);
    expect(attributes["db.query.text"]).toMatch(/\$1/);
  }
  expect(requestLines(server).find(({ operationId }) => operationId === "getPage")?.traceId).toBe(span.traceId);
});

test("the work after a body is part of its request, and statements in a transaction are part of the transaction", async () => {
  const { server, collector } = await traced();
  const site = await server.addSite();
  const body = JSON.stringify({ email: "reader@customer.example", password: "canary-password-1" });
  const headers = { "content-type": "application/json" };
  expect((await server.ask(`${shop}/auth/register`, { method: "POST", key: site.key, headers, body })).status).toBe(201);
  const request = await arrived(collector, `POST ${shop}/auth/register`);
  const transaction = childrenOf(collector, request).find(({ name }) => name === "transaction");
  expect(transaction).toBeDefined();
  expect(childrenOf(collector, transaction!).map(({ name }) => name)).toContain("insert outbox");

  await server.runTasks();
  const task = await arrived(collector, "outbox customer-mail");
  expect([task.kind, task.parentSpanId ?? ""]).toEqual([5, ""]);
  await expect.poll(() => childrenOf(collector, task).map(({ name }) => name)).toContain("mail send");
  expect(collector.bytes()).not.toMatch(/canary|customer\.example/);
});

test("a call to the payment processor is part of its request", async () => {
  const { server, collector } = await traced({}, { takesPayments: true });
  const site = await server.addSite({ plugins: paymentPlugin(), products: catalogItems({ CHAIR: { price: 5_000, stock: 5 } }) });
  const answer = await checkoutClient(server, site).session({ CHAIR: 1 }, { customerEmail: "canary@customer.example" });
  expect(answer.status).toBe(201);
  const request = await arrived(collector, `POST ${shop}/checkout/session`);
  const call = childrenOf(collector, request).find(({ name }) => name === "processor open");
  expect(call).toMatchObject({ kind: 3, status: 0 });
  expect(collector.bytes()).not.toMatch(/canary|customer\.example|sk_test_|cs_test_|checkoutUrl/);
  expect((await server.ask("/metrics")).text).toContain('vitrine_processor_call_duration_seconds_count{call="open",outcome="succeeded"} 1');
});

test("a failure is recorded by its code", async () => {
  const { server, collector } = await traced(
    {},
    { mailer: { send: () => Promise.reject(new Error("canary of the mail server")), close: async () => undefined } },
  );
  const site = await server.addSite();
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ email: "reader@customer.example", password: "a-long-password-1" });
  await server.ask(`${shop}/auth/register`, { method: "POST", key: site.key, headers, body });
  await server.runTasks();
  const mail = await arrived(collector, "mail send");
  expect([mail.status, mail.attributes["error.type"]]).toEqual([2, "Error"]);
  expect((await arrived(collector, "outbox customer-mail")).status).toBe(2);
  expect(collector.bytes()).not.toContain("canary");
});

test("no secret, URL, header or body is in a span", async () => {
  const { server, collector } = await traced();
  const site = await server.addSite(sampleSite());
  const canary = { "x-custom": "canary-1", authorization: "Bearer canary-2", cookie: "canary=3", "user-agent": "canary-4" };
  const headers = { ...canary, tracestate: "canary=5", baggage: "canary=6", "content-type": "application/json" };
  const { token } = await previews(server, site).issue("with-draft");
  await server.ask(`${cms}/preview/${token}?token=canary-7`, { headers });
  await server.ask(`${cms}/preview/pv_canary8`, { headers });
  await server.ask(`${cms}/pages/canary-9?locale=canary-10`, { key: site.key, headers });
  await server.ask("/canary-11", { headers });
  await server.ask(`${shop}/auth/login`, {
    method: "POST",
    key: site.key,
    headers,
    body: '{"email":"canary12@a.example","password":"canary-13"}',
  });
  await server.ask(`${shop}/auth/login`, { method: "POST", key: site.key, headers, body: "{canary-14" });
  await server.ask(`${cms}/pages`, { key: site.key, headers: { ...headers, traceparent: "00-canary-15" } });
  await arrived(collector, `GET ${cms}/pages`);
  // An address without an operation has no route.
  await arrived(collector, "GET");
  const everything = collector.bytes() + JSON.stringify(collector.headers().map(({ host: _host, ...rest }) => rest));
  for (const secret of [/canary/i, token, token.slice(3, 31), site.key, site.slug]) expect(everything).not.toMatch(secret);
});

test("a caller's trace is continued only if its header is valid", async () => {
  const { server, collector } = await traced();
  const site = await server.addSite(sampleSite());
  const ask = async (header: string | undefined) => {
    const before = collector.spans().filter(({ name }) => name === pageSpan).length;
    await server.ask(`${cms}/pages/home`, { key: site.key, headers: header === undefined ? {} : { traceparent: header } });
    const now = () => collector.spans().filter(({ name }) => name === pageSpan);
    await expect.poll(() => now().length, { timeout: 10_000 }).toBe(before + 1);
    return now().at(-1)!;
  };
  expect(await ask(traceparent("01"))).toMatchObject({ traceId: caller.traceId, parentSpanId: caller.spanId });
  // Of a later version, with more at its end.
  expect(await ask(`cc${traceparent("01").slice(2)}-more`)).toMatchObject({ traceId: caller.traceId });
  const zero = (text: string) => "0".repeat(text.length);
  for (const invalid of [
    "",
    `${traceparent("01")}-more`,
    traceparent("01").toUpperCase(),
    `ff${traceparent("01").slice(2)}`,
    traceparent("01").replace(caller.traceId, zero(caller.traceId)),
    traceparent("01").replace(caller.spanId, zero(caller.spanId)),
    traceparent("1"),
    `${traceparent("01")}, ${traceparent("01")}`,
  ]) {
    const span = await ask(invalid);
    expect([invalid, span.traceId === caller.traceId, span.parentSpanId ?? ""]).toEqual([invalid, false, ""]);
  }
});

test.each([
  ["always_off", false, undefined, false],
  ["always_on", false, "00", true],
  ["always_on", true, "00", false],
  ["always_on", true, undefined, true],
  ["always_off", true, "01", true],
  ["always_off", true, undefined, false],
  ["traceidratio", false, "01", false],
  ["traceidratio", true, "01", true],
] as const)("%s, with the caller's flag (%s) %s, is recorded: %s", async (decides, isParentBased, flags, isRecorded) => {
  const { server, collector } = await traced({ sampler: { decides, isParentBased, ratio: 0 } });
  const site = await server.addSite(sampleSite());
  const headers: Record<string, string> = flags === undefined ? {} : { traceparent: traceparent(flags) };
  await server.ask(`${cms}/pages/home`, { key: site.key, headers });
  await expect.poll(() => requestLines(server).length).toBeGreaterThan(0);
  expect(requestLines(server).some(({ traceId }) => traceId !== undefined)).toBe(isRecorded);
  await closers.pop()?.();
  expect(collector.spans().length > 0).toBe(isRecorded);
});

test("a cached response, a refusal or a poll leaves no span", async () => {
  const { server, collector } = await traced({}, { fromMemory: true });
  const site = await server.addSite(sampleSite());
  for (let times = 0; times < 5; times += 1) await server.ask(`${cms}/pages/home`, { key: site.key });
  await server.ask(`${cms}/pages/home`, { key: site.key, headers: { "x-api-key": "twice, given" } });
  await server.directory.poll();
  await server.runTasks();
  await closers.pop()?.();
  const requests = collector.spans().filter(({ kind }) => kind === 2);
  expect(requests.filter(({ name }) => name === pageSpan).length).toBeLessThanOrEqual(2);
  const ids = new Set(collector.spans().map(({ spanId }) => spanId));
  for (const { kind, parentSpanId } of collector.spans()) if (kind !== 2) expect(ids.has(parentSpanId ?? "")).toBe(true);
});

test.each(["refuses", "hangs", "away"] as const)("a collector that %s does not affect a request, and is logged once", async (mode) => {
  const { server, collector } = await traced({ timeoutMs: 50, batch: { delayMs: 1, maxSpans: 16 } });
  if (mode === "away") await collector.close().finally(() => closers.shift());
  else collector.mode = mode;
  const site = await server.addSite(sampleSite());
  const lost = async () =>
    Number(/vitrine_spans_exported_total\{outcome="not_taken"\} (\d+)/.exec((await server.ask("/metrics")).text)?.[1]);
  await expect
    .poll(
      async () => {
        const answers = await Promise.all(Array.from({ length: 20 }, () => server.ask(`${cms}/pages/home`, { key: site.key })));
        expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
        return lost();
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(30);
  expect(server.logged().match(/the collector refuses traces/g)).toHaveLength(1);
  expect(server.logged()).not.toContain("canary of the collector");
  expect(server.logged()).not.toContain(collector.url);
  if (mode === "away") return;
  collector.mode = "takes";
  await expect
    .poll(
      async () => {
        await server.ask(`${cms}/pages/home`, { key: site.key });
        return server.logged();
      },
      { timeout: 20_000 },
    )
    .toContain("the collector accepts traces again");
});

test("a stop exports the remaining spans, and does not wait for a collector that hangs", async () => {
  const { server, collector } = await traced({ batch: { delayMs: 60_000, maxSpans: 2_048 } });
  const site = await server.addSite(sampleSite());
  await server.ask(`${cms}/pages/home`, { key: site.key });
  expect(collector.spans()).toEqual([]);
  await closers.pop()?.();
  expect(collector.spans().map(({ name }) => name)).toContain(pageSpan);

  const hanging = await traced({ timeoutMs: 60_000, batch: { delayMs: 60_000, maxSpans: 2_048 } });
  hanging.collector.mode = "hangs";
  await hanging.server.ask("/healthz");
  // Within the time limit of this test, which is half of the exporter's.
  await closers.pop()?.();
  expect(hanging.collector.spans()).toEqual([]);
});
