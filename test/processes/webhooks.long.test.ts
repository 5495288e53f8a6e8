import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, inject, test } from "vitest";
import { systemClock, systemIds } from "../../server/src/adapters/system.ts";
import { importBundle } from "../../server/src/features/content/bundle/index.ts";
import { newApiKey } from "../../server/src/features/server/sites/api-key.ts";
import { recordWebhookEvents } from "../../server/src/features/server/webhooks/index.ts";
import { sealContext } from "../../server/src/features/server/webhooks/secrets.ts";
import { newWebhookSecret } from "../../server/src/features/server/webhooks/signature.ts";
import { KeyRing, parseSecretKeys } from "../../server/src/lib/secrets/secret.ts";
import { catalogItems } from "../kit/checkout-client.ts";
import { openTestDatabase } from "../kit/database.ts";
import { startServer } from "../kit/harness.ts";
import { scratchFolder, serveProcess, type ServingProcess } from "../kit/vitrine-process.ts";
import { startReceiver } from "../kit/webhook-receiver.ts";

const secretKey = Buffer.alloc(32, 7).toString("base64");
const minute = 60_000;

// needs: server-postgres. Two processes on one database.
test.skipIf(inject("database") === "embedded")(
  "webhooks lose no event when processes are killed, keep the order of each subject, and whoever asks after one sees what it is about",
  { timeout: 6 * minute },
  async () => {
    const [folder, database, receiver] = [await scratchFolder(), await openTestDatabase(), await startReceiver()];
    const { sql } = database;
    const start = (name: string) =>
      serveProcess([], {
        DATABASE_URL: database.url ?? "",
        SECRET_KEY: secretKey,
        MAIL_CATCHER: "on",
        PROCESSOR_API_URL: "http://127.0.0.1:9",
        RATE_LIMITS: "off",
        WEBHOOK_ALLOWED_NETWORKS: "127.0.0.0/8",
        DATA_DIR: join(folder.path, name),
      });
    const servers = [await start("one"), await start("two")];
    const kill = async (index: number, name: string) => {
      await servers[index]?.end("SIGKILL");
      servers[index] = await start(name);
    };
    const secrets = new KeyRing(parseSecretKeys(secretKey) ?? [{ id: "", bytes: new Uint8Array() }]);
    const key = newApiKey();
    const change = async (number: number) => {
      const texts = { blockTypes: [{ type: "text", title: "Text", schema: { type: "object", properties: { text: { type: "string" } } } }] };
      const page = (slug: string) => ({
        slug,
        locale: "en",
        title: `${slug} ${number}`,
        composition: [{ id: "a", type: "text", props: { text: String(number) } }],
      });
      const { siteId } = await importBundle(
        { publicUrl: "http://localhost:3000", sql, clock: systemClock, ids: systemIds, secrets },
        JSON.stringify({
          bundle: 1,
          ...texts,
          apiKeys: [{ name: "test", key }],
          pages: [page("one"), page("two")],
          site: { slug: "busy", name: "Busy", defaultLocale: "en", locales: ["en"], currency: "eur" },
          products: catalogItems({ CHAIR: { price: 1_000 + number } }),
        }),
        { dryRun: false, setStock: false, onProgress: () => undefined },
      );
      return siteId;
    };
    try {
      const siteId = await change(0);
      const id = systemIds.next();
      await sql`
        insert into webhooks (site_id, id, url, events, description, secret, created_at, updated_at)
        values (
          ${siteId}, ${id}, ${receiver.url}, '{*}', '', ${secrets.seal(newWebhookSecret(), sealContext(siteId, id))},
          ${systemClock.now()}, ${systemClock.now()}
        )`;
      const stale: string[] = [];
      let asked = 0;
      const ask = async (server: ServingProcess, path: string, data: Record<string, unknown>) => {
        const answer = await fetch(`${server.url}${path}`, { headers: { "x-api-key": key } }).catch(() => undefined);
        if (answer?.status !== 200) return;
        asked += 1;
        const seen = ["x-content-version", "x-catalog-version"].map((name) => Number(answer.headers.get(name)));
        const told = [data.contentVersion, data.catalogVersion] as number[];
        if (seen.some((version, index) => version < (told[index] ?? 0))) stale.push(`${path}: ${seen.join()} after ${told.join()}`);
      };
      const asking: Promise<unknown>[] = [];
      receiver.answer(({ body: { data, type } }, response) => {
        response.writeHead(204).end();
        const path = type.startsWith("content.") ? `/api/public/v1/pages/${String(data.slug)}` : "/api/v1/shop/products/slug/chair";
        for (const server of servers) asking.push(ask(server, path, data));
      });
      const endsAt = Date.now() + 20_000;
      const writing = (async () => {
        for (let number = 1; Date.now() < endsAt; number += 1) await change(number);
      })();
      await sleep(4_000);
      await kill(0, "three");
      await sleep(4_000);
      await kill(1, "four");
      await writing;
      // The leases of those that were killed end after two minutes.
      await expect
        .poll(
          async () => {
            const [rows] = await sql<{ open: number }>`
              select (
                (select count(*) from webhook_events where sequence is null) + (select count(*) from webhook_deliveries where state <> 'DELIVERED')
              )::int as open`;
            return rows?.open;
          },
          { timeout: 4 * minute, interval: 1_000 },
        )
        .toBe(0);
      await Promise.all(asking);
      const events = await sql<{ sequence: number }>`select sequence::float8 as sequence from webhook_events order by sequence`;
      const firsts = [...new Map(receiver.received.toReversed().map(({ body }) => [body.sequence, body])).values()].toReversed();
      expect(firsts.map(({ sequence }) => sequence).sort((a, b) => a - b)).toEqual(events.map(({ sequence }) => sequence));
      for (const subject of new Set(firsts.map(({ data }) => data.id))) {
        const order = firsts.filter(({ data }) => data.id === subject).map(({ sequence }) => sequence);
        expect(order).toEqual([...order].sort((a, b) => a - b));
      }
      expect([events.length > 20, asked > 20, stale]).toEqual([true, true, []]);
    } finally {
      for (const server of servers) await server.end("SIGKILL");
      await receiver.close();
      await database.drop();
      await folder.remove();
    }
  },
);

test("a thousand endpoints that hang delay no other", { timeout: 4 * minute }, async () => {
  const server = await startServer({ webhookTimeoutMs: 200 });
  const [hanging, receiver] = [await startReceiver(), await startReceiver()];
  hanging.answer(() => undefined);
  const { clock } = server;
  const { sql, ids, secrets } = server.deps;
  const add = async (siteId: string, url: string) => {
    const id = ids.next();
    await sql`
      insert into webhooks (site_id, id, url, events, description, secret, created_at, updated_at)
      values (${siteId}, ${id}, ${url}, '{*}', '', ${secrets.seal(newWebhookSecret(), sealContext(siteId, id))}, ${clock.now()}, ${clock.now()})`;
  };
  const good = await server.addSite();
  await add(good.id, receiver.url);
  const all = [good.id];
  for (let number = 0; number < 1_000; number += 1) {
    const id = ids.next();
    await sql`
      insert into sites (id, slug, name, default_locale, locales, currency, allowed_origins, settings, created_at, updated_at)
      values (${id}, ${`hanging-${number}`}, 'Hanging', 'en', '{en}', 'eur', '{}', '{}', ${clock.now()}, ${clock.now()})`;
    await sql`insert into site_versions (site_id, id) values (${id}, ${id})`;
    await add(id, hanging.url);
    all.push(id);
  }
  const happen = async () => {
    for (const siteId of all) {
      const event = { type: "key.created", data: { id: ids.next(), name: "App" } } as const;
      await sql.begin((tx) => recordWebhookEvents(tx, { now: clock.now(), ids }, siteId, [event]));
    }
  };
  await happen();
  await server.runTasks();
  clock.advance(1_000);
  await server.runTasks();
  const failing = await sql<{ siteId: string }>`select site_id as "siteId" from webhooks where failing_since is not null`;
  expect([failing.length, receiver.received.length]).toEqual([1_000, 1]);
  // From now on they wait for each other.
  await happen();
  await server.runTasks();
  clock.advance(6_000);
  let isOver = false;
  const running = server.runTasks().then(() => (isOver = true));
  await expect.poll(() => receiver.received.length, { timeout: 5_000, interval: 20 }).toBe(2);
  expect(isOver).toBe(false);
  await running;
  await hanging.close();
  await receiver.close();
  await server.stop();
});
