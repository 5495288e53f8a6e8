import { Registry } from "prom-client";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { sendCustomerMail } from "../features/shop/customers/index.ts";
import { refundPayment } from "../features/shop/payments/index.ts";
import { BacklogView } from "../features/server/operating/index.ts";
import { addToOutbox } from "../lib/tasks/outbox.ts";
import type { TaskKind } from "../lib/tasks/task.ts";
import { RequestLimits } from "../lib/http/request-limits.ts";
import { connectPostgres } from "../adapters/postgres.ts";
import type { Sql } from "../ports/database.ts";
import { cms, shop, startServer, TestClock, type TestServer } from "../../../test/kit/harness.ts";
import { addMember } from "../../../test/kit/admins.ts";
import { madeNotes, upload } from "../../../test/kit/assets.ts";
import { sampleSite } from "../../../test/kit/sample-site.ts";
import { meterServer } from "./metrics.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** The values of a scrape, by name with labels. */
async function scraped(registry: { metrics(): Promise<string> }): Promise<Map<string, number>> {
  const lines = (await registry.metrics()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]));
}

const withoutPayload = ({ name, lane }: TaskKind): TaskKind => ({ name, lane });

/** The metrics of a server with another database, or one that responds differently. */
function metered(parts: Partial<Parameters<typeof meterServer>[1]>): Registry {
  const registry = new Registry();
  const { deps, directory } = server;
  meterServer(registry, { ...deps, directory, limits: undefined, taskKinds: [sendCustomerMail], ...parts });
  return registry;
}

test("waiting tasks are reported by kind, with their age, and an unknown kind as `other`", async () => {
  const clock = new TestClock();
  const ctx = { now: clock.now(), ids: server.deps.ids };
  await addToOutbox(server.deps.sql, ctx, withoutPayload(sendCustomerMail), {});
  await addToOutbox(server.deps.sql, ctx, { name: "canary-kind", lane: "notices" }, {});
  clock.advance(90_000);
  const before = await scraped(metered({ clock }));
  expect(before.get('vitrine_outbox_tasks{kind="customer-mail",lane="codes"}')).toBe(1);
  expect(before.get('vitrine_outbox_tasks{kind="other",lane="other"}')).toBe(1);
  expect(before.get('vitrine_outbox_oldest_task_seconds{kind="customer-mail",lane="codes"}')).toBe(90);
  expect(before.get('vitrine_outbox_overdue_seconds{kind="customer-mail",lane="codes"}')).toBe(90);
  expect([...before.keys()].join()).not.toContain("canary");
  await server.deps.sql`update outbox set skipped = 7 where kind = 'customer-mail'`;
  clock.advance(10_000);
  expect((await scraped(metered({ clock }))).get('vitrine_outbox_skipped_tasks{kind="customer-mail",lane="codes"}')).toBe(7);
  await server.deps.sql`update outbox set failed_at = due_at`;
  const after = await scraped(metered({ clock }));
  expect(after.get('vitrine_outbox_tasks{kind="customer-mail",lane="codes"}')).toBe(0);
  expect(after.get('vitrine_outbox_given_up_tasks{kind="customer-mail",lane="codes"}')).toBe(1);
  expect(after.get('vitrine_outbox_oldest_task_seconds{kind="customer-mail",lane="codes"}')).toBe(0);
  await server.deps.sql`delete from outbox`;
});

test("the database is queried once in ten seconds, however often metrics are scraped", async () => {
  const clock = new TestClock();
  let asked = 0;
  const counting: Sql = (strings, ...values) => {
    asked += 1;
    return server.deps.sql(strings, ...values);
  };
  const view = new BacklogView({ sql: counting, clock });
  await Promise.all(Array.from({ length: 20 }, () => view.read()));
  const once = asked;
  clock.advance(9_999);
  await view.read();
  expect(asked).toBe(once);
  clock.advance(1);
  await view.read();
  expect(asked).toBe(2 * once);
});

test.each([
  ["refuses", () => Promise.reject(new Error("canary of the database"))],
  ["does not respond", () => new Promise<never>(() => undefined)],
])("a database that %s removes only its own metrics from a scrape", async (_name, answer) => {
  const told = await scraped(metered({ sql: Object.assign(answer as Sql, server.deps.sql) }));
  expect([...told.keys()].filter((name) => /outbox|payments_o|orders/.test(name))).toEqual([]);
  expect(told.get('vitrine_turns_running{queue="reads"}')).toBe(0);
  expect(told.has("vitrine_cache_entries")).toBe(true);
});

test("cache hits, cache misses and turns are counted", async () => {
  const site = await server.addSite(sampleSite());
  const before = await scraped(server.vitrine.registry);
  for (let times = 0; times < 3; times += 1) await server.ask(`${cms}/pages/home`, { key: site.key });
  const after = await scraped(server.vitrine.registry);
  const risen = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  const memory = inject("fromMemory");
  expect([risen("vitrine_cache_hits_total"), risen("vitrine_cache_misses_total")]).toEqual(memory ? [2, 1] : [0, 3]);
  expect((after.get("vitrine_cache_bytes") ?? 0) > 0).toBe(memory);
  expect(after.get("vitrine_sites_in_memory")).toBeGreaterThan(0);
});

test("turns are reported by queue: running, waiting and refused", async () => {
  const { ConcurrencyLimiter } = await import("../lib/limits/concurrency-limiter.ts");
  const processorLimiter = new ConcurrencyLimiter({ atOnce: 1, maxWaiting: 1 });
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const [one, two, three] = ["a site", "a site", "a site"].map((site) => processorLimiter.run(site, () => ended));
  await expect(three).rejects.toThrow();
  const other = processorLimiter.run("another", () => ended);
  const during = await scraped(metered({ processorLimiter }));
  const told = ["running", "waiting", "refused_total"].map((what) => during.get(`vitrine_turns_${what}{queue="payments"}`));
  expect(told).toEqual([2, 1, 1]);
  end();
  await Promise.all([one, two, other]);
  const after = await scraped(metered({ processorLimiter }));
  expect(after.get('vitrine_turns_running{queue="payments"}')).toBe(0);
});

test("limits are reported as shared only while Redis responds", async () => {
  const clock = new TestClock();
  const plenty = { perSecond: 1, burst: 10 };
  let isAway = false;
  const shared = {
    settle: async (debits: readonly unknown[]) => (isAway ? Promise.reject(new Error("away")) : debits.map(() => 10)),
    close: async () => undefined,
  };
  const limits = new RequestLimits({ clock, rates: { reads: plenty, writes: plenty, credentials: plenty, processorTime: plenty }, shared });
  const registry = metered({ limits });
  const toldAfter = async (away: boolean) => {
    isAway = away;
    limits.take("reads", "client", plenty);
    await limits.settle();
    return (await scraped(registry)).get("vitrine_limits_shared");
  };
  expect([await toldAfter(false), await toldAfter(true), await toldAfter(false)]).toEqual([1, 0, 1]);
  expect((await scraped(server.vitrine.registry)).has("vitrine_limits_shared")).toBe(false);
});

test("connections are reported by state", async () => {
  const told = await scraped(server.vitrine.registry);
  const embedded = inject("database") === "embedded";
  expect(told.has("vitrine_database_waiting")).toBe(!embedded);
  // Nothing listens there: no connection is open, and none waits.
  const sql = connectPostgres({
    url: "postgres://nobody@127.0.0.1:1/x",
    poolSize: 7,
    preparedStatements: true,
    onIdleError: () => undefined,
  });
  const away = await scraped(metered({ sql }));
  expect(away.get("vitrine_database_connections_max")).toBe(7);
  await sql.close();
});

test("a metric of the database is the same in every process: the highest is reported, and the sum of all others", async () => {
  const { AggregatorRegistry } = await import("prom-client");
  const told = await server.vitrine.registry.getMetricsAsJSON();
  const common = /^vitrine_(outbox_(tasks|given_up_tasks|oldest_task_seconds|overdue_seconds)|payments_\w+|orders_pending)$/;
  expect(told.filter(({ name }) => common.test(name)).map(({ aggregator }) => aggregator)).toEqual(Array.from({ length: 8 }, () => "max"));
  const both = await scraped(AggregatorRegistry.aggregate([told, told]));
  const once = await scraped(server.vitrine.registry);
  expect(both.get("vitrine_cache_max_bytes")).toBe(2 * (once.get("vitrine_cache_max_bytes") ?? 0));
  expect(both.get("vitrine_orders_pending")).toBe(0);
  expect([...both].find(([name]) => name.startsWith("vitrine_build_info"))?.[1]).toBe(2);
});

test("mails and tasks are counted by result", async () => {
  const before = await scraped(server.vitrine.registry);
  const site = await server.addSite();
  const registered = await server.ask(`${shop}/auth/register`, {
    method: "POST",
    key: site.key,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "reader@customer.example", password: "a-long-password-1" }),
  });
  expect(registered.status).toBe(201);
  await addToOutbox(server.deps.sql, { now: server.clock.now(), ids: server.deps.ids }, withoutPayload(refundPayment), {});
  await server.runTasks();
  const after = await scraped(server.vitrine.registry);
  const risen = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  expect(risen('vitrine_outbox_tries_total{kind="customer-mail",outcome="done"}')).toBe(1);
  expect(risen('vitrine_mails_total{outcome="taken"}')).toBe(1);
  // Its payload names no payment.
  expect(risen('vitrine_outbox_tries_total{kind="refund-payment",outcome="tried_again"}')).toBe(1);
  await server.deps.sql`delete from outbox`;
});

test("work on files of media libraries is counted by its outcome, and what waits for it is shown", async () => {
  const site = await server.addSite();
  const owner = await addMember(server, site, "OWNER");
  const outcomes = async () => {
    const told = await scraped(server.vitrine.registry);
    return ["done", "file_type_refused"].map((outcome) => told.get(`vitrine_pictures_total{work="prepare",outcome="${outcome}"}`));
  };
  const [done = 0, refused = 0] = await outcomes();
  await madeNotes({ server, site, owner });
  expect((await upload(server, site, owner, Buffer.from([0x7f, 0x45, 0x4c, 0x46]))).status).toBe(415);
  expect(await outcomes()).toEqual([done + 1, refused + 1]);
  const pictures = { load: { waiting: 3, working: 1 } };
  const told = await scraped(metered({ pictures }));
  expect(["waiting", "working"].map((state) => told.get(`vitrine_pictures{state="${state}"}`))).toEqual([3, 1]);
  expect(told.get('vitrine_turns_running{queue="uploads"}')).toBe(0);
});
