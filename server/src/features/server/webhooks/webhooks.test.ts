import { Webhook as Verifier } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { addMember, asAdmin, codeOf, type TestAdmin } from "../../../../../test/kit/admins.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { addWebhook, deliverAll, startReceiver, type Received, type Receiver } from "../../../../../test/kit/webhook-receiver.ts";
import type { WebhookDelivery } from "./delivery.ts";
import { recordWebhookEvents } from "./record-events.ts";
import { forgetOldWebhookEvents } from "./tasks/forget-old-webhook-events.ts";

const second = 1_000;
const hour = 60 * 60 * second;

let server: TestServer;
let site: TestSite;
let owner: TestAdmin;
let receiver: Receiver;
beforeAll(async () => {
  server = await startServer({
    webhookTimeoutMs: 1_000,
    resolveName: async (name) => [name === "inside.example" ? "10.0.0.7" : "127.0.0.1"],
  });
});
beforeEach(async () => {
  site = await server.addSite();
  owner = await addMember(server, site, "OWNER");
  receiver = await startReceiver();
});
afterEach(() => receiver.close());
afterAll(() => server.stop());

const api = () => asAdmin(server, owner);
const base = () => `/sites/${site.slug}/webhooks`;
const read = async (id: string) => (await api().get(`${base()}/${id}`)).json as { data: Record<string, unknown> };
const deliveries = async (id: string, query = "") =>
  ((await api().get(`${base()}/${id}/deliveries${query}`)).json as { data: WebhookDelivery[] }).data;
/** Records that keys of these ids were made, in transactions one after the other. */
async function makeKeys(...ids: string[]): Promise<void> {
  const { sql, clock } = server.deps;
  for (const id of ids) {
    const event = { type: "key.created", data: { id, name: id } } as const;
    await sql.begin((tx) => recordWebhookEvents(tx, { now: clock.now(), ids: server.deps.ids }, site.id, [event]));
  }
}
const uuid = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`;
function verify({ text, headers }: Received, secret: string): unknown {
  vi.useFakeTimers({ toFake: ["Date"], now: server.clock.now() });
  try {
    return new Verifier(secret).verify(text, headers);
  } finally {
    vi.useRealTimers();
  }
}

test("the library of Standard Webhooks verifies each delivery, and the secret is shown once", async () => {
  const { id, secret } = await addWebhook(server, site, owner, { url: receiver.url });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  for (const path of [base(), `${base()}/${id}`]) expect((await api().get(path)).text).not.toContain(secret);
  const answer = await api().post(`${base()}/${id}/test`);
  expect([answer.status, answer.json]).toMatchObject([200, { data: { state: "PENDING", event: "webhook.test" } }]);
  await makeKeys(uuid(1));
  await deliverAll(server);
  expect(receiver.received.map(({ body }) => body.type)).toEqual(["webhook.test", "key.created"]);
  for (const received of receiver.received) {
    expect(verify(received, secret)).toEqual(received.body);
    expect(() => verify({ ...received, text: `${received.text} ` }, secret)).toThrow();
  }
  const [latest] = await deliveries(id);
  expect(latest).toMatchObject({ state: "DELIVERED", attempts: [{ status: 204, error: null }], nextAt: null });
  expect(latest?.eventId).toBe(receiver.received[1]?.headers["webhook-id"]);
  expect(server.logged()).not.toContain(secret);
  expect(server.logged()).not.toContain(receiver.url);
});

test("after a rotation both secrets sign for 24 hours", async () => {
  const { id, secret } = await addWebhook(server, site, owner, { url: receiver.url });
  const rotated = ((await api().post(`${base()}/${id}/rotate`)).json as { data: { secret: string; revision: number } }).data;
  expect([rotated.secret === secret, rotated.revision]).toEqual([false, 2]);
  await makeKeys(uuid(1));
  await deliverAll(server);
  const [both] = receiver.received as [Received];
  for (const each of [secret, rotated.secret]) expect(verify(both, each)).toEqual(both.body);
  server.clock.advance(24 * hour);
  await makeKeys(uuid(2));
  await deliverAll(server);
  const later = receiver.received[1] as Received;
  expect(verify(later, rotated.secret)).toEqual(later.body);
  expect(() => verify(later, secret)).toThrow();
});

test("a failed delivery is tried again at the times of the table, with the same webhook-id, and then given up", async () => {
  const { id } = await addWebhook(server, site, owner, { url: receiver.url });
  receiver.answer((_received, response) => response.writeHead(500).end("broken"));
  await makeKeys(uuid(1));
  await deliverAll(server);
  const [first] = await deliveries(id);
  expect(first).toMatchObject({ state: "PENDING", attempts: [{ status: 500, error: "status", answer: "broken" }] });
  for (const seconds of [5, 300, 1_800, 2 * 3_600, 5 * 3_600, 10 * 3_600, 14 * 3_600, 20 * 3_600, 24 * 3_600]) {
    const [before] = await deliveries(id);
    const waitMs = Date.parse(before?.nextAt ?? "") - server.clock.now().getTime();
    expect(waitMs).toBeGreaterThanOrEqual(seconds * second);
    expect(waitMs).toBeLessThanOrEqual(seconds * second * 1.1);
    server.clock.advance(waitMs - 1);
    await server.runTasks();
    expect(receiver.received).toHaveLength(before?.attempts.length ?? 0);
    server.clock.advance(1);
    await deliverAll(server);
  }
  expect(await deliveries(id, "?state=FAILED&event=key.created")).toMatchObject([{ state: "FAILED", nextAt: null }]);
  expect([receiver.received.length, new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size]).toEqual([10, 1]);
  expect((await read(id)).data).toMatchObject({ enabled: true, failingSince: expect.any(String) });
  expect((await api().get(`${base()}?state=failing`)).json).toMatchObject({ total: 1, data: [{ id }] });
  expect((await api().get(`/sites/${site.slug}/overview`)).json).toMatchObject({ data: { failingWebhooks: { count: 1 } } });
});

test("Retry-After delays a retry, as seconds or as a date, and never hastens it", async () => {
  const waitAfter = async (status: number, retryAfter: string) => {
    const { id } = await addWebhook(server, site, owner, { url: receiver.url });
    receiver.answer((_received, response) => response.writeHead(status, { "retry-after": retryAfter }).end());
    await makeKeys(server.deps.ids.next());
    await deliverAll(server);
    const [delivery] = await deliveries(id);
    const waitMs = Date.parse(delivery?.nextAt ?? "") - server.clock.now().getTime();
    return waitMs / second;
  };
  expect(await waitAfter(429, new Date(server.clock.now().getTime() + 601 * second).toUTCString())).toBeGreaterThan(590);
  expect(await waitAfter(503, "700")).toBe(700);
  expect(await waitAfter(429, "0")).toBeGreaterThanOrEqual(5);
  expect(await waitAfter(500, "700")).toBeLessThan(6);
  expect(await waitAfter(503, "99999999")).toBe(24 * 3_600);
  for (const nonsense of ["-5", "soon", "1e99"]) expect(await waitAfter(429, nonsense)).toBeLessThan(6);
});

test("410 disables the endpoint, and what it missed can be replayed", async () => {
  const { id } = await addWebhook(server, site, owner, { url: receiver.url });
  receiver.answer((_received, response) => response.writeHead(410).end());
  await makeKeys(uuid(1), uuid(2));
  const from = server.clock.now().toISOString();
  await deliverAll(server);
  expect((await read(id)).data).toMatchObject({ enabled: false, disabledBecause: "GONE", waiting: 0 });
  await makeKeys(uuid(3));
  await deliverAll(server);
  const period = { from, to: server.clock.now().toISOString() };
  const refused = await api().post(`${base()}/${id}/replay`, period);
  expect([refused.status, codeOf(refused)]).toEqual([409, "webhook_disabled"]);
  receiver.received.length = 0;
  receiver.answer((_received, response) => response.end());
  const { revision } = (await read(id)).data;
  const enabled = await api().patch(`${base()}/${id}`, { enabled: true }, { revision: revision as number });
  expect(enabled.json).toMatchObject({ data: { enabled: true, disabledBecause: null } });
  expect((await api().post(`${base()}/${id}/replay`, period)).json).toEqual({ data: { deliveries: 3 } });
  await deliverAll(server);
  expect(receiver.received.map(({ body }) => body.data.id).sort()).toEqual([uuid(1), uuid(2), uuid(3)]);
});

test("five days of failures disable the endpoint, and those who may enable it again get a mail in their language", async () => {
  const german = await addMember(server, site, "ADMIN");
  await addMember(server, site, "EDITOR");
  await server.deps.sql`update admins set locale = 'de' where id = ${german.id}`;
  const { id } = await addWebhook(server, site, owner, { url: receiver.url, description: "Packs parcels" });
  receiver.answer((_received, response) => response.writeHead(500).end());
  await makeKeys(uuid(1));
  await deliverAll(server);
  server.clock.advance(119 * hour);
  await deliverAll(server);
  expect((await read(id)).data).toMatchObject({ enabled: true });
  server.clock.advance(hour);
  await makeKeys(uuid(2));
  await deliverAll(server);
  expect((await read(id)).data).toMatchObject({ enabled: false, disabledBecause: "FAILURES" });
  await server.runTasks();
  const mails = server.mails.filter(({ text }) => text.includes("Packs parcels"));
  expect(mails.map(({ to, subject }) => [to, subject.split(" – ")[0]]).sort()).toEqual(
    [
      [owner.email, "A webhook of A site was disabled"],
      [german.email, "Ein Webhook von A site wurde deaktiviert"],
    ].sort(),
  );
});

test("the events of one subject come in their order, four at once at most", async () => {
  await addWebhook(server, site, owner, { url: receiver.url });
  receiver.answer((_received, response) => void setTimeout(() => response.end(), Math.random() * 20));
  for (let round = 0; round < 6; round += 1) await makeKeys(...Array.from({ length: 8 }, (_, number) => uuid(number)));
  await deliverAll(server);
  expect(receiver.received).toHaveLength(48);
  for (let number = 0; number < 8; number += 1) {
    const own = receiver.received.filter(({ body }) => body.data.id === uuid(number)).map(({ body }) => body.sequence);
    expect(own).toEqual([...own].sort((a, b) => a - b));
  }
  expect(new Set(receiver.received.map(({ body }) => body.sequence)).size).toBe(48);
  expect(receiver.mostAtOnce()).toBeLessThanOrEqual(4);
});

test("an endpoint that hangs delays no other, also of the same site", async () => {
  const hanging = await startReceiver();
  hanging.answer(() => undefined);
  const endpoints = await Promise.all(
    Array.from({ length: 6 }, (_, number) => addWebhook(server, site, owner, { url: number === 5 ? receiver.url : hanging.url })),
  );
  await makeKeys(uuid(1));
  const began = performance.now();
  await server.runTasks();
  server.clock.advance(second);
  const running = server.runTasks();
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 900 });
  expect(performance.now() - began).toBeLessThan(5_000);
  await running;
  expect(await deliveries(endpoints[0]?.id ?? "")).toMatchObject([{ state: "PENDING", attempts: [{ status: null, error: "timeout" }] }]);
  const lanes = await server.deps.sql<{ lane: string }>`select lane from outbox where site_id = ${site.id}`;
  expect(lanes.map(({ lane }) => lane)).toEqual(Array.from({ length: 5 }, () => "failingWebhooks"));
  await hanging.close();
});

test("a name that leads to a private network fails for good, and is tried anew when somebody asks", async () => {
  const { id } = await addWebhook(server, site, owner, { url: "https://inside.example/hook" });
  await makeKeys(uuid(1));
  await deliverAll(server);
  const [delivery] = await deliveries(id);
  expect(delivery).toMatchObject({ state: "FAILED", attempts: [{ status: null, error: "address_not_allowed", answer: null }] });
  const { revision } = (await read(id)).data;
  await api().patch(`${base()}/${id}`, { url: receiver.url.replace("127.0.0.1", "outside.example") }, { revision: revision as number });
  expect((await api().post(`${base()}/${id}/deliveries/${delivery?.id}/redeliver`)).json).toMatchObject({ data: { state: "PENDING" } });
  server.clock.advance(5 * second);
  await server.runTasks();
  expect((await deliveries(id))[0]).toMatchObject({ state: "DELIVERED", attempts: [{}, { status: 204 }] });
  expect(receiver.received[0]?.headers["webhook-id"]).toBe(delivery?.eventId);
});

test("a webhook needs an address that may be reached, its revision, and the permission", async () => {
  const bad = await api().post(base(), { url: "https://169.254.169.254/latest", events: ["*"] });
  expect([bad.status, codeOf(bad)]).toEqual([400, "validation_failed"]);
  for (const body of [{ url: receiver.url }, { url: receiver.url, events: [] }, { url: receiver.url, events: ["order.eaten"] }]) {
    expect((await api().post(base(), body)).status).toBe(400);
  }
  const { id } = await addWebhook(server, site, owner, { url: receiver.url });
  expect((await api().patch(`${base()}/${id}`, { enabled: false })).status).toBe(428);
  const conflict = await api().patch(`${base()}/${id}`, { enabled: false }, { revision: 7 });
  expect([conflict.status, codeOf(conflict)]).toEqual([412, "revision_conflict"]);
  const editor = asAdmin(server, await addMember(server, site, "EDITOR"));
  for (const answer of [await editor.get(base()), await editor.post(`${base()}/${id}/test`)]) {
    expect([answer.status, codeOf(answer)]).toEqual([403, "permission_missing"]);
  }
  for (let number = 1; number < 20; number += 1) await addWebhook(server, site, owner, { url: receiver.url });
  expect(codeOf(await api().post(base(), { url: receiver.url, events: ["*"] }))).toBe("too_many_webhooks");
  expect((await api().delete(`${base()}/${id}`, { revision: 1 })).status).toBe(204);
  expect((await api().get(`${base()}/${id}`)).status).toBe(404);
});

test("events and deliveries are forgotten after 30 days", async () => {
  await addWebhook(server, site, owner, { url: receiver.url });
  await makeKeys(uuid(1));
  await deliverAll(server);
  const count = async () => {
    const [rows] = await server.deps.sql<{ events: number; deliveries: number }>`
      select
        (select count(*)::int from webhook_events where site_id = ${site.id}) as events,
        (select count(*)::int from webhook_deliveries where site_id = ${site.id}) as deliveries`;
    return rows;
  };
  server.clock.advance(29 * 24 * hour);
  await forgetOldWebhookEvents.run(server.deps);
  expect(await count()).toEqual({ events: 1, deliveries: 1 });
  server.clock.advance(24 * hour);
  await forgetOldWebhookEvents.run(server.deps);
  expect(await count()).toEqual({ events: 0, deliveries: 0 });
});
