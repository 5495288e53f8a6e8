import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { eraseFromWebhookEvents, recordWebhookEvents, resealWebhookSecrets } from "../../server/src/features/server/webhooks/index.ts";
import { sealContext } from "../../server/src/features/server/webhooks/secrets.ts";
import { newWebhookSecret } from "../../server/src/features/server/webhooks/signature.ts";
import { forgetOldWebhookEvents } from "../../server/src/features/server/webhooks/tasks/forget-old-webhook-events.ts";
import { KeyRing } from "../../server/src/lib/secrets/secret.ts";
import { addMember, asAdmin, codeOf, type TestAdmin } from "../kit/admins.ts";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { startServer, type TestServer, type TestSite } from "../kit/harness.ts";
import { startReceiver, type Receiver } from "../kit/webhook-receiver.ts";
import { loosenStatements, runsOf } from "./loosened-statements.ts";

const ring = new KeyRing([
  { id: "test", bytes: Buffer.alloc(32, 7) },
  { id: "next", bytes: Buffer.alloc(32, 9) },
]);

let database: TestDatabase;
let server: TestServer;
const receivers: Receiver[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startServer({ database, secrets: ring });
  receivers.push(await startReceiver(), await startReceiver());
});
afterAll(async () => {
  for (const receiver of receivers) await receiver.close();
  await server.stop();
  await database.drop();
});

const uuid = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const [first, second, onlyTheirs] = [uuid(1), uuid(2), uuid(3)];
const dayMs = 24 * 60 * 60_000;

interface Tenant {
  site: TestSite;
  owner: TestAdmin;
  receiver: Receiver;
}

/** Two endpoints with the ids of every site, and one event that was delivered to the first. In the site of the others there is more of everything. */
async function fill(by: TestServer, { site, receiver }: Tenant, isTheirs: boolean): Promise<void> {
  const { secrets, clock } = by.deps;
  const { sql } = database;
  const now = clock.now();
  const add = (id: string, events: string[], includePersonal: boolean) => sql`
    insert into webhooks (site_id, id, url, events, description, include_personal, secret, created_at, updated_at)
    values (
      ${site.id}, ${id}, ${receiver.url}, ${events}, ${isTheirs ? "theirs" : "ours"}, ${includePersonal},
      ${secrets.seal(newWebhookSecret(), sealContext(site.id, id))}, ${now}, ${now}
    )`;
  await add(first, isTheirs ? ["*"] : ["key.created"], isTheirs);
  await add(second, ["key.created"], false);
  if (isTheirs) await add(onlyTheirs, ["*"], true);
  if (isTheirs) await sql`update webhooks set failing_since = ${now} where site_id = ${site.id} and id = ${onlyTheirs}`;
  await sql`insert into webhook_sequences (site_id, id, last_sequence) values (${site.id}, ${uuid(9)}, ${isTheirs ? 500 : 10})`;
  const event = (id: string, sequence: number | null) => sql`
    insert into webhook_events (site_id, id, type, subject, data, personal, sequence, content_version, catalog_version, created_at)
    values (
      ${site.id}, ${id}, 'key.created', ${`order:${uuid(100)}`}, ${JSON.stringify({ id, name: isTheirs ? "theirs" : "ours" })}::json,
      '{"email":"person@example.com"}', ${sequence}, ${sequence}, ${sequence}, ${now}
    )`;
  await event(uuid(11), isTheirs ? 501 : 9);
  if (isTheirs) await event(uuid(12), 502);
  const delivery = (id: string, webhookId: string, eventId: string, state: string) => sql`
    insert into webhook_deliveries (site_id, id, webhook_id, event_id, event, sequence, state, next_at, attempts, created_at)
    values (
      ${site.id}, ${id}, ${webhookId}, ${eventId}, 'key.created', ${isTheirs ? 501 : 9}, ${state}, ${state === "PENDING" ? now : null},
      '[{"at":"2026-11-20T09:30:00.000Z","status":200,"durationMs":1,"error":null,"answer":"person@example.com"}]', ${now}
    )`;
  await delivery(uuid(21), first, uuid(11), "DELIVERED");
  if (isTheirs) {
    await delivery(uuid(22), first, uuid(12), "PENDING");
    await delivery(uuid(23), onlyTheirs, uuid(12), "PENDING");
    await delivery(uuid(24), second, uuid(12), "PENDING");
    await sql`
      insert into webhook_events (site_id, id, type, subject, data, sequence, content_version, catalog_version, created_at)
      values
        (${site.id}, ${uuid(14)}, 'customer.registered', ${`customer:${uuid(101)}`}, '{}', 503, 503, 503, ${now}),
        (${site.id}, ${uuid(15)}, 'form.submitted', ${`form:${uuid(102)}`}, '{"form":"none"}', 504, 504, 504, ${now})`;
    await event(uuid(13), null);
  }
}

/** Everything about the webhooks of a site but its encrypted secrets, which are renewed together. */
async function stateOf({ id }: TestSite): Promise<string[]> {
  const rows = await database.sql<{ row: string }>`
    select (to_jsonb(stored) - 'secret' - 'former_secret')::text as row from webhooks as stored where site_id = ${id}
    union all select to_jsonb(stored)::text from webhook_events as stored where site_id = ${id}
    union all select to_jsonb(stored)::text from webhook_deliveries as stored where site_id = ${id}
    union all select to_jsonb(stored)::text from webhook_sequences as stored where site_id = ${id}
    union all select to_jsonb(stored)::text from outbox as stored where site_id = ${id}
    order by row`;
  return rows.map(({ row }) => row);
}

const rows: Record<string, (by: TestServer, own: Tenant, theirs: Tenant) => Promise<void>> = {
  "what people see and change": async (by, { site, owner }) => {
    const api = asAdmin(by, owner);
    const at = (path = "") => `/sites/${site.slug}/webhooks${path}`;
    const shown = { description: "ours", waiting: 0, revision: 1 };
    expect((await api.get(at())).json).toMatchObject({ total: 2, data: [shown, shown] });
    expect((await api.get(at(`/${first}`))).json).toMatchObject({ data: shown });
    expect(codeOf(await api.get(at(`/${onlyTheirs}`)))).toBe("webhook_not_found");
    const listed = await api.get(at(`/${first}/deliveries?state=DELIVERED&event=key.created`));
    expect(listed.json).toMatchObject({ total: 1, data: [{ id: uuid(21), sequence: 9 }] });
    expect(codeOf(await api.post(at(`/${first}/deliveries/${uuid(22)}/redeliver`)))).toBe("delivery_not_found");
    expect((await api.patch(at(`/${first}`), { description: "new" }, { revision: 1 })).json).toMatchObject({ data: { revision: 2 } });
    expect((await api.post(at(`/${first}/rotate`))).json).toMatchObject({ data: { description: "new", revision: 3 } });
    expect((await api.patch(at(`/${second}`), { enabled: false }, { revision: 1 })).json).toMatchObject({ data: { enabled: false } });
    expect((await api.delete(at(`/${second}`), { revision: 2 })).status).toBe(204);
    // One place is left.
    await database.sql`
      insert into webhooks (site_id, id, url, events, description, secret, created_at, updated_at)
      select ${site.id}::uuid, gen_random_uuid(), 'https://hooks.example/', '{*}', '', '', ${by.clock.now()}::timestamptz, ${by.clock.now()}::timestamptz
      from generate_series(1, 18)`;
    expect((await api.post(at(), { url: "https://hooks.example/", events: ["*"] })).status).toBe(201);
    expect(codeOf(await api.post(at(), { url: "https://hooks.example/", events: ["*"] }))).toBe("too_many_webhooks");
  },
  "what is recorded": async (by, { site }) => {
    const { sql, ids } = by.deps;
    const ctx = { now: by.clock.now(), ids };
    const personal = async () => ({ email: "person@example.com" });
    const data = { id: uuid(50), name: "App" };
    for (const type of ["customer.registered", "key.revoked", "key.created"] as const)
      await sql.begin((tx) => recordWebhookEvents(tx, ctx, site.id, [{ type, data, personal }]));
    const recorded = await database.sql<{ type: string; personal: object | null }>`
      select type, personal from webhook_events where site_id = ${site.id} and sequence is null`;
    expect(recorded).toEqual([{ type: "key.created", personal: null }]);
  },
  "what happens, and is delivered": async (by, { site, owner, receiver }) => {
    const { clock } = by;
    const { sql, ids } = by.deps;
    const api = asAdmin(by, owner);
    const at = (path: string) => `/sites/${site.slug}/webhooks${path}`;
    const record = (id: string, type: "key.created" | "key.revoked") =>
      sql.begin((tx) => recordWebhookEvents(tx, { now: clock.now(), ids }, site.id, [{ type, data: { id, name: "App" } }]));
    const personal = async () => ({ email: "person@example.com" });
    await sql.begin((tx) =>
      recordWebhookEvents(tx, { now: clock.now(), ids }, site.id, [{ type: "customer.registered", data: { id: uuid(50) }, personal }]),
    );
    await record(uuid(51), "key.revoked");
    await record(uuid(52), "key.created");
    const deliver = async () => {
      receiver.received.length = 0;
      // Only tasks of this site: nothing is due in the other.
      await by.runTasks();
      clock.advance(1_000);
      await by.runTasks();
      return receiver.received.map(({ body }) => [body.type, body.sequence]).sort();
    };
    expect(await deliver()).toEqual([
      ["key.created", 11],
      ["key.created", 11],
    ]);
    expect(receiver.received.every(({ text }) => text.includes(`"id":"${uuid(52)}"`) && !text.includes("person@"))).toBe(true);
    expect(receiver.received[0]?.body.data.url).toContain(`/sites/${site.slug}/`);
    await api.post(at(`/${first}/test`));
    expect(await deliver()).toEqual([["webhook.test", 12]]);
    expect((await api.post(at(`/${first}/deliveries/${uuid(21)}/redeliver`))).json).toMatchObject({ data: { id: uuid(21) } });
    expect(await deliver()).toEqual([["key.created", 9]]);
    const period = { from: new Date(clock.now().getTime() - dayMs).toISOString(), to: clock.now().toISOString() };
    expect((await api.post(at(`/${second}/replay`), period)).json).toEqual({ data: { deliveries: 2 } });
    expect((await deliver()).map(([type]) => type)).toEqual(["key.created", "key.created"]);
  },
  "what fails": async (by, { site, owner, receiver }) => {
    const { clock } = by;
    const test = () => asAdmin(by, owner).post(`/sites/${site.slug}/webhooks/${first}/test`);
    receiver.answer((_received, response) => response.writeHead(500).end());
    await test();
    await by.runTasks();
    const failing = async () => {
      const [webhook] = await database.sql<{ isFailing: boolean; enabled: boolean }>`
        select failing_since is not null as "isFailing", enabled from webhooks where site_id = ${site.id} and id = ${first}`;
      return webhook;
    };
    expect(await failing()).toEqual({ isFailing: true, enabled: true });
    const overview = await asAdmin(by, owner).get(`/sites/${site.slug}/overview`);
    expect(overview.json).toMatchObject({ data: { failingWebhooks: { count: 1 } } });
    receiver.answer((_received, response) => response.end());
    clock.advance(6_000);
    await by.runTasks();
    expect(await failing()).toEqual({ isFailing: false, enabled: true });
    await database.sql`update webhooks set failing_since = ${new Date(clock.now().getTime() - 6 * dayMs)} where site_id = ${site.id} and id = ${first}`;
    receiver.answer((_received, response) => response.writeHead(500).end());
    await test();
    await by.runTasks();
    expect(await failing()).toEqual({ isFailing: true, enabled: false });
    by.mails.length = 0;
    await by.runTasks();
    expect(by.mails.map(({ to, text }) => [to, text.includes("ours")])).toEqual([[owner.email, true]]);
  },
  "what is forgotten": async (by, { site }) => {
    const { sql } = by.deps;
    await sql.begin((tx) => eraseFromWebhookEvents(tx, site.id, { orders: [uuid(100)] }));
    await sql.begin((tx) => eraseFromWebhookEvents(tx, site.id, { forms: ["none"], customers: [uuid(101)] }));
    const [left] = await database.sql<{ personal: number; answers: number }>`
      select
        (select count(*)::int from webhook_events where site_id = ${site.id} and personal is not null) as personal,
        (select count(*)::int from webhook_deliveries where site_id = ${site.id} and attempts::text like '%person@%') as answers`;
    expect(left).toEqual({ personal: 0, answers: 0 });
    await database.sql`update webhook_events set created_at = created_at - interval '31 days' where site_id = ${site.id}`;
    await forgetOldWebhookEvents.run(by.deps);
    expect(await database.sql<{ id: string }>`select id from webhook_events where site_id = ${site.id}`).toEqual([]);
    await sql.begin((tx) => resealWebhookSecrets(tx, renewed));
    for (const row of await database.sql<{
      siteId: string;
      id: string;
      secret: Uint8Array;
    }>`select site_id as "siteId", id, secret from webhooks`) {
      expect(renewed.isCurrent(row.secret)).toBe(true);
      expect(renewed.open(row.secret, sealContext(row.siteId, row.id))).toMatch(/^whsec_/);
    }
    // Back, for the rows to come.
    await sql.begin((tx) => resealWebhookSecrets(tx, by.deps.secrets));
  },
};

/** The keys of the server, with the other one in front. */
const renewed = new KeyRing(ring.keys().reverse() as ReturnType<KeyRing["keys"]>);

/** Two sites for all rows of one server: what the rows leave there is removed. */
const sitesOf = new WeakMap<TestServer, readonly TestSite[]>();

async function runRow(by: TestServer, name: string): Promise<void> {
  const sites = sitesOf.get(by) ?? [await by.addSite(), await by.addSite()];
  sitesOf.set(by, sites);
  for (const turned of [false, true]) {
    // Also what a loosened statement has done to the sites of another server.
    await database.sql`delete from webhooks`;
    await database.sql`delete from webhook_events`;
    await database.sql`delete from webhook_sequences`;
    await database.sql`delete from outbox`;
    await database.sql`delete from members`;
    const tenants = await Promise.all(
      sites.map(async (site, index) => ({ site, owner: await addMember(by, site, "OWNER"), receiver: receivers[index] as Receiver })),
    );
    const [own, theirs] = (turned ? tenants.reverse() : tenants) as [Tenant, Tenant];
    for (const { receiver } of [own, theirs]) {
      receiver.answer((_received, response) => response.end());
      receiver.received.length = 0;
    }
    await fill(by, own, false);
    await fill(by, theirs, true);
    const before = await stateOf(theirs.site);
    await rows[name]?.(by, own, theirs);
    expect(await stateOf(theirs.site)).toEqual(before);
    expect(theirs.receiver.received).toEqual([]);
  }
}

test.each(Object.keys(rows))("%s of one site is unknown to another", (name) => runRow(server, name));

const binding = /(?:\w+\.)?site_id = (?:\$\d+|\w+\.(?:site_)?id)/g;

/** Comparisons without a visible effect. */
const unseen = [
  // Takes a lock, and nothing else.
  (statement: string) => /^\s*select from webhooks\b[^]*\bfor no key update\s*$/.test(statement),
  // It names sites that may have something to delete; the statement that does so decides.
  (statement: string) => statement.includes("select distinct due.site_id"),
  // The surrounding statement compares the site as well.
  (statement: string, comparison: string) => /\bin \(\s*select/.test(statement) && /^(?:old|webhook_events)\./.test(comparison),
];

// As in tenants.test.ts: each comparison with the site is made true in turn. Deliveries are left out, which a loosened statement may repeat for ever.
test.runIf(!inject("fromMemory"))("each comparison with the site in a statement on webhooks is needed", { timeout: 300_000 }, async () => {
  const { mutants } = await loosenStatements({
    start: (throughSql) => startServer({ database, throughSql, fromMemory: false, secrets: ring }),
    runs: runsOf(["what people see and change", "what is recorded", "what is forgotten"], runRow),
    isMeant: (text) => text.includes("webhook"),
    binding,
    isUnseen: (statement, comparison) => unseen.some((isUnseen) => isUnseen(statement, comparison)),
  });
  expect(mutants).toBeGreaterThanOrEqual(10);
});
