import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { systemClock, systemIds } from "../../server/src/adapters/system.ts";
import { importBundle } from "../../server/src/features/content/bundle/index.ts";
import { newApiKey } from "../../server/src/features/server/sites/api-key.ts";
import { KeyRing, parseSecretKeys } from "../../server/src/lib/secrets/secret.ts";
import { startSandbox, type Sandbox } from "../../sandbox/src/index.ts";
import { attempt, createClient, type CreateCheckoutSessionInput } from "../../client/src/index.ts";
import { signTestWebhook } from "../../client/src/webhook.ts";
import { compareLedgers, type Shop } from "../kit/ledgers.ts";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { sandboxClient, type SandboxClient } from "../kit/sandbox-client.ts";
import { catalogItems, paymentPlugin, returnUrls } from "../kit/checkout-client.ts";
import { scratchFolder, serveProcess, type ServingProcess } from "../kit/vitrine-process.ts";

const repeats = 20;
const secretKey = Buffer.alloc(32, 7).toString("base64");

// needs: server-postgres. Two processes on one database.
describe.skipIf(inject("database") === "embedded")("two processes on one database", { timeout: 120_000 }, () => {
  let folder: Awaited<ReturnType<typeof scratchFolder>>;
  let database: TestDatabase;
  let sandbox: Sandbox;
  let processor: SandboxClient;
  let servers: ServingProcess[];
  beforeAll(async () => {
    folder = await scratchFolder();
    database = await openTestDatabase();
    sandbox = await startSandbox({ port: 0, host: "127.0.0.1" });
    processor = sandboxClient(`http://127.0.0.1:${sandbox.port}`);
    const start = (name: string) =>
      serveProcess([], {
        DATABASE_URL: database.url ?? "",
        SECRET_KEY: secretKey,
        MAIL_CATCHER: "on",
        PROCESSOR_API_URL: processor.url,
        RATE_LIMITS: "off",
        DATA_DIR: join(folder.path, name),
      });
    servers = await Promise.all([start("one"), start("two")]);
  });
  afterAll(async () => {
    for (const server of servers) await server.end("SIGKILL");
    await sandbox.close();
    await database.drop();
    await folder.remove();
  });

  const newShop = async (stock: number) => {
    const plugins = paymentPlugin();
    const { secretKey: account, webhookSecrets } = plugins["svc.payments"].config;
    const [key, slug] = [newApiKey(), `site-${randomUUID().slice(0, 12)}`];
    const settings = { orders: { confirmationMail: true } };
    const site = { slug, name: "A shop", defaultLocale: "en", locales: ["en"], currency: "eur", settings };
    const bundle = {
      bundle: 1,
      apiKeys: [{ name: "test", key }],
      site,
      plugins,
      products: catalogItems({ CHAIR: { price: 4_200, stock } }),
    };
    const secrets = new KeyRing(parseSecretKeys(secretKey) ?? [{ id: "", bytes: new Uint8Array() }]);
    const importing = { publicUrl: "http://localhost:3000", sql: database.sql, clock: systemClock, ids: systemIds, secrets };
    const { siteId } = await importBundle(importing, JSON.stringify(bundle), {
      dryRun: false,
      setStock: false,
      onProgress: () => undefined,
    });
    const [variant] = await database.sql<{ id: string }>`select id from variants where site_id = ${siteId}`;
    const shop: Shop = { siteId, account, stock: { CHAIR: stock } };
    return { shop, key, slug, variantId: variant?.id ?? "", webhookSecret: webhookSecrets[0] ?? "" };
  };
  /** Sends requests to both processes in turn. */
  const visitor = (index: number, apiKey?: string) => createClient({ baseUrl: servers[index % 2]?.url ?? "", apiKey, retries: 0 });
  const buy = (index: number, { key, variantId }: Awaited<ReturnType<typeof newShop>>, more: Partial<CreateCheckoutSessionInput> = {}) =>
    visitor(index, key).checkout.createCheckoutSession({ items: [{ variantId, quantity: 1 }], ...returnUrls, ...more });
  const errors = async (shop: Shop) => compareLedgers(database.sql, shop, await processor.ledger());

  test(`sell the last five to five of two hundred customers, ${repeats} times`, async () => {
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      const store = await newShop(5);
      const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => attempt(buy(index, store))));
      const kinds = answers.map(({ error }) => error?.code ?? "bought");
      const count = (kind: string) => kinds.filter((one) => one === kind).length;
      expect([count("bought"), count("out_of_stock"), [...new Set(kinds)].sort()]).toEqual([5, 195, ["bought", "out_of_stock"]]);
      expect(await errors(store.shop)).toEqual([]);
    }
  });

  test("process one of a hundred copies of an event, and send one mail", async () => {
    const store = await newShop(10);
    await processor.webhooks({ mode: "hold" });
    const bought = await Promise.all(
      Array.from({ length: 4 }, (_, index) => buy(index, store, { customerEmail: `ada${index}@example.com` })),
    );
    for (const { checkoutUrl } of bought) await processor.pay(checkoutUrl);
    const meant = ["payment_intent.succeeded", "checkout.session.completed"];
    const events = (await processor.events()).filter(({ account, type }) => account === store.shop.account && meant.includes(type));
    expect(events).toHaveLength(8);
    const tell = async ({ payload: body }: { payload: string }, index: number) => {
      // As the processor does with an event that a busy server refused.
      for (;;) {
        const signature = await signTestWebhook({ body, secret: store.webhookSecret });
        const { data, error } = await attempt(visitor(index).payments.receiveProcessorEvent({ siteSlug: store.slug, body, signature }));
        if (error?.code !== "unavailable") return data?.handled ?? error;
      }
    };
    const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => events.map((event) => tell(event, index))).flat());
    expect(new Set(answers)).toEqual(new Set([true]));
    expect(await errors(store.shop)).toEqual([]);
    const rows = await database.sql<{
      eventId: string;
    }>`select event_id as "eventId" from processor_events where site_id = ${store.shop.siteId}`;
    expect(rows.map(({ eventId }) => eventId).sort()).toEqual(events.map(({ id }) => id).sort());
    const orders = await database.sql<{ status: string }>`select status from orders where site_id = ${store.shop.siteId}`;
    expect(orders.map(({ status }) => status)).toEqual(["PAID", "PAID", "PAID", "PAID"]);
    expect(await database.sql`select stock from variants where site_id = ${store.shop.siteId}`).toEqual([{ stock: 6 }]);

    // Either process runs the tasks of the outbox.
    const waiting = async () => (await database.sql<{ id: string }>`select id from outbox`).length;
    await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
    const caught = await Promise.all(["one", "two"].map((name) => readdir(join(folder.path, name, "mail"))));
    expect(caught.flat().filter((name) => name.endsWith(".json"))).toHaveLength(4);
  });
});
