import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { newApiKey } from "../../server/src/features/server/sites/api-key.ts";
import { startSandbox, type Sandbox } from "../../sandbox/src/index.ts";
import { createClient } from "../../client/src/index.ts";
import type { Shop } from "../kit/ledgers.ts";
import { crashingProcesses, type CrashingProcess } from "./crashing-process.ts";
import { killAtSteps } from "./killed-steps.ts";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { cms, shop as shopApi } from "../kit/harness.ts";
import { sandboxClient, type SandboxClient } from "../kit/sandbox-client.ts";
import { catalogItems, paymentPlugin, returnUrls } from "../kit/checkout-client.ts";
import { scratchFolder } from "../kit/vitrine-process.ts";

// Opening a folder that was left behind takes the embedded database a second or two.
const isEmbedded = inject("database") === "embedded";
const stride = isEmbedded ? 7 : 4;
const stock = 5;
const minute = 60_000;

let folder: Awaited<ReturnType<typeof scratchFolder>>;
let database: TestDatabase | undefined;
let sandbox: Sandbox;
let processor: SandboxClient;
const processes = crashingProcesses();
let server: CrashingProcess;
let nowMs = Date.parse("2026-11-20T09:30:00.000Z");
/** The receiver of an account's events: the running process. */
const endpoints = new Map<string, { slug: string; secret: string }>();

const restart = async () => {
  await server?.kill();
  server = await processes.next({
    databaseUrl: database?.url,
    folder: join(folder.path, "database"),
    processorUrl: `http://127.0.0.1:${sandbox.port}`,
    nowMs,
  });
};

const wait = async (milliseconds: number) => {
  nowMs += milliseconds;
  await server.setClock(nowMs);
};

beforeAll(async () => {
  folder = await scratchFolder();
  if (!isEmbedded) database = await openTestDatabase();
  sandbox = await startSandbox({
    port: 0,
    host: "127.0.0.1",
    now: () => new Date(nowMs),
    endpointsOf: async (account) => {
      const endpoint = endpoints.get(account);
      return endpoint ? [{ url: `${server.url}${cms}/webhooks/svc.payments/${endpoint.slug}`, secret: endpoint.secret }] : [];
    },
  });
  processor = sandboxClient(`http://127.0.0.1:${sandbox.port}`);
  await restart();
});
afterAll(async () => {
  await processes.close();
  await sandbox.close();
  await database?.drop();
  await folder.remove();
});

interface Store extends Shop {
  key: string;
  variantId: string;
}

async function newStore(): Promise<Store> {
  const plugins = paymentPlugin();
  const { secretKey: account, webhookSecrets } = plugins["svc.payments"].config;
  const [key, slug] = [newApiKey(), `site-${randomUUID().slice(0, 12)}`];
  const { siteId } = await server.importSite({
    bundle: 1,
    apiKeys: [{ name: "test", key }],
    site: { slug, name: "A shop", defaultLocale: "en", locales: ["en"], currency: "eur", settings: { orders: { confirmationMail: true } } },
    plugins,
    products: catalogItems({ CHAIR: { price: 4_200, stock } }),
  });
  endpoints.set(account, { slug, secret: webhookSecrets[0] ?? "" });
  const { data } = await createClient({ baseUrl: server.url, apiKey: key }).catalog.listProducts();
  return { siteId, account, stock: { CHAIR: stock }, key, variantId: data[0]?.variants[0]?.id ?? "" };
}

interface Bought {
  status: number;
  text: string;
  orderId: string;
  handover: string;
}

/** Undefined when there was no response. */
async function buy(store: Store, way: "session" | "payment-intent", { key, quantity = 1 }: { key?: string; quantity?: number } = {}) {
  const headers = { "x-api-key": store.key, "content-type": "application/json", ...(key ? { "idempotency-key": key } : {}) };
  const items = [{ variantId: store.variantId, quantity }];
  const body = JSON.stringify({ items, customerEmail: "ada@example.com", ...(way === "session" ? returnUrls : {}) });
  const answer = await fetch(`${server.url}${shopApi}/checkout/${way}`, { method: "POST", headers, body }).catch(() => undefined);
  const text = await answer?.text().catch(() => undefined);
  if (!answer || text === undefined) return undefined;
  const { orderId = "", checkoutUrl, clientSecret } = (JSON.parse(text) as { data?: Record<string, string> }).data ?? {};
  return { status: answer.status, text, orderId, handover: checkoutUrl ?? clientSecret ?? "" } satisfies Bought;
}
async function mustBuy(...args: Parameters<typeof buy>): Promise<Bought> {
  const bought = await buy(...args);
  if (bought?.status !== 201) throw new Error(`Nothing was bought: ${bought?.status} ${bought?.text}`);
  return bought;
}

/** All work that happens in time when no process dies. */
async function settleAll(): Promise<void> {
  await server.checkPayments();
  await server.runTasks();
  await processor.settled();
  await server.runTasks();
}
const standing = async ({ siteId }: Store) => (await server.orders(siteId)).map(({ status }) => status).sort();
const expectSameLedgers = async (store: Store) => expect(await server.compare(store, await processor.ledger())).toEqual([]);
const eventsOf = async ({ account }: Store) => (await processor.events()).filter((event) => event.account === account).map(({ id }) => id);

/**
 * Repeats some work for a shop of its own, killed at its steps, until it completes; then it is killed after the last. Each time a new process takes
 * over.
 */
async function atEveryStep<T>(flow: {
  /** Recovers from the events that it delivers itself. */
  holdsEvents?: boolean;
  begin(store: Store): Promise<T>;
  act(store: Store, begun: T): Promise<unknown>;
  recover(store: Store, begun: T, about: { step: number; result: unknown }): Promise<void>;
}): Promise<number> {
  const steps = await killAtSteps(stride, {
    server: () => server,
    restart,
    begin: async () => {
      const store = await newStore();
      const begun = await flow.begin(store);
      // Events of the processor come later, so that the steps are the same each time.
      await processor.webhooks({ mode: "hold" });
      return { store, begun };
    },
    act: ({ store, begun }) => flow.act(store, begun),
    recover: async ({ store, begun }, result, step) => {
      if (!flow.holdsEvents) await processor.webhooks({ mode: "send" });
      await flow.recover(store, begun, { step, result });
      await settleAll();
      await expectSameLedgers(store);
    },
  });
  expect(steps).toBeGreaterThan(3);
  return steps;
}

describe(`killed at each ${stride}th step`, { timeout: 120_000 }, () => {
  test.each(["session", "payment-intent"] as const)("a checkout by %s leaves nothing but what the client knows", async (way) => {
    await atEveryStep({
      begin: async () => undefined,
      act: (store) => buy(store, way),
      recover: async (store, _begun, { result }) => {
        const answered = result as Bought | undefined;
        await wait(3 * minute);
        await settleAll();
        await expectSameLedgers(store);
        // An order with a response waits to be paid; any other is cancelled, and its stock is back.
        const statuses = await standing(store);
        expect(statuses).toEqual(answered ? ["PENDING"] : statuses.map(() => "CANCELLED"));
        expect(await server.stock(store.siteId)).toEqual({ CHAIR: answered ? stock - 1 : stock });
        const bought = answered ?? (await mustBuy(store, way));
        await processor.pay(bought.handover);
        await settleAll();
        expect((await server.orders(store.siteId)).find(({ id }) => id === bought.orderId)).toMatchObject({ status: "PAID" });
        expect(await server.stock(store.siteId)).toEqual({ CHAIR: stock - 1 });
      },
    });
  });

  test.each(["session", "payment-intent"] as const)("a checkout by %s with a key leads to its order", async (way) => {
    await atEveryStep({
      begin: async () => undefined,
      act: (store) => buy(store, way, { key: "order-1" }),
      recover: async (store, _begun, { step, result }) => {
        const answered = result as Bought | undefined;
        await server.endLeases();
        // Sometimes the client comes back only after the order was given up.
        const isLate = step % 4 > 1;
        if (isLate) {
          await wait(3 * minute);
          await settleAll();
        }
        const bought = await mustBuy(store, way, { key: "order-1" });
        if (answered) expect(bought.text).toBe(answered.text);
        const [first, ...others] = await standing(store);
        if (isLate) expect([first, ...others].filter((status) => status === "PENDING")).toEqual(["PENDING"]);
        else expect([first, others]).toEqual(["PENDING", []]);
        await processor.pay(bought.handover);
        await settleAll();
        expect((await mustBuy(store, way, { key: "order-1" })).text).toBe(bought.text);
        expect((await standing(store)).filter((status) => status !== "CANCELLED")).toEqual(["PAID"]);
        expect(await server.stock(store.siteId)).toEqual({ CHAIR: stock - 1 });
      },
    });
  });

  test("the events of a payment mark it as paid once, and send one mail", async () => {
    await atEveryStep({
      holdsEvents: true,
      begin: async (store) => {
        await processor.webhooks({ mode: "hold" });
        const { handover } = await mustBuy(store, "session");
        await processor.pay(handover);
      },
      act: async (store) => processor.deliver(await eventsOf(store)),
      recover: async (store) => {
        for (const { status } of await processor.deliver(await eventsOf(store))) expect(status).toBe(200);
        expect(await standing(store)).toEqual(["PAID"]);
        await server.endLeases();
        await server.runTasks();
        expect(await server.mails()).toEqual(["ada@example.com"]);
        await processor.webhooks({ mode: "send" });
      },
    });
  });

  test("the job that expires unpaid orders returns the stock once", async () => {
    await atEveryStep({
      begin: async (store) => {
        await mustBuy(store, "session", { quantity: 2 });
        await mustBuy(store, "payment-intent");
        await wait(61 * minute);
      },
      act: () => server.checkPayments(),
      recover: async (store) => {
        // The leases of a job have expired by then.
        await wait(20 * minute);
        await settleAll();
        expect(await server.orders(store.siteId)).toMatchObject([{ status: "CANCELLED" }, { status: "CANCELLED" }]);
        expect(await server.stock(store.siteId)).toEqual({ CHAIR: stock });
      },
    });
  });

  test("the refund task refunds once", async () => {
    await atEveryStep({
      begin: async (store) => {
        const late = await mustBuy(store, "session", { quantity: stock });
        await server.cancelHere(store.siteId, late.orderId);
        const other = await mustBuy(store, "session", { quantity: stock });
        await processor.pay(other.handover);
        await processor.settled();
        await server.runTasks();
        // The goods are sold, and the page is still open.
        await processor.pay(late.handover);
        await processor.settled();
      },
      act: () => server.runTasks(),
      recover: async (store) => {
        await server.endLeases();
        await wait(minute);
        await settleAll();
        expect(await server.orders(store.siteId)).toMatchObject([
          { status: "CANCELLED", paymentStatus: "REFUNDED" },
          { status: "PAID", paymentStatus: "SUCCEEDED" },
        ]);
        const refunds = (await processor.ledger()).refunds.filter(({ account }) => account === store.account);
        expect(refunds).toMatchObject([{ amount: stock * 4_200 }]);
      },
    });
  });

  test("a refund by the staff, requested again, is made once", async () => {
    await atEveryStep({
      begin: async (store) => {
        const { handover } = await mustBuy(store, "session");
        await processor.pay(handover);
        await processor.settled();
        await server.runTasks();
        return (await server.orders(store.siteId))[0]?.number ?? 0;
      },
      act: (store, number) => server.refund(store.siteId, number, 1_000),
      recover: async (store, number, { result }) => {
        // A client with a response does not repeat the request.
        if (!result) expect(await server.refund(store.siteId, number, 1_000)).toMatchObject({ status: "PARTIALLY_REFUNDED" });
        await processor.settled();
        const refunds = (await processor.ledger()).refunds.filter(({ account }) => account === store.account);
        expect(refunds).toMatchObject([{ amount: 1_000 }]);
      },
    });
  });
});
