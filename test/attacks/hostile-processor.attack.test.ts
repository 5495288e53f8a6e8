import { afterAll, beforeAll, expect, test } from "vitest";
import { stripeProcessor } from "../../server/src/adapters/stripe-processor.ts";
import { startServer, type Answer, type TestServer, type TestSite } from "../kit/harness.ts";
import { catalogItems, paymentPlugin, checkoutClient } from "../kit/checkout-client.ts";
import { startCanary, type Canary } from "./canary.ts";
import { answering, growthDuring, startHostileServer, type HostileServer } from "./hostile-server.ts";
import { honestly, price, type Mode } from "./processor-answers.ts";
import { lies } from "./processor-lies.ts";
import { broken, errors, redirects } from "./processor-modes.ts";
import { recordAttack } from "./record.ts";

/** The limit of this process's growth: the hostile server runs in it too. */
const growthMiB = 400;
const timeoutMs = 500;
const stock = 1_000;

/** How the processor responds from now on, also over kept connections. */
let mode: Mode;

let canary: Canary;
let hostile: HostileServer;
let server: TestServer;
let site: TestSite;
let account: string;
let store: ReturnType<typeof checkoutClient>;
beforeAll(async () => {
  canary = await startCanary();
  hostile = await startHostileServer();
  hostile.mode = answering((socket, request) => mode(socket, request));
  const processor = stripeProcessor({ apiUrl: `http://127.0.0.1:${hostile.port}`, timeoutMs });
  server = await startServer({ throughProcessor: () => processor });
  const plugins = paymentPlugin();
  account = plugins["svc.payments"].config.secretKey;
  site = await server.addSite({ plugins, products: catalogItems({ CHAIR: { price, stock } }) });
  store = checkoutClient(server, site);
});
afterAll(async () => {
  await server.stop();
  await hostile.close();
  await canary.close();
});

const isPlain = (url: string) => /^https?:\/\/[!-~]{1,8000}$/.test(url) && new URL(url).host === "pay.example";

/** One checkout of each kind. */
const checkouts = {
  session: () => store.session({ CHAIR: 1 }),
  intent: () => store.intent({ CHAIR: 1 }),
  "session of the plugin": () => store.pluginSession({ amount: price }),
  "intent of the plugin": () => store.pluginIntent({ amount: price }),
};

test("a processor that redirects, floods, stalls and lies gains nothing, and stops nobody", { timeout: 480_000 }, async (context) => {
  let tried = 0;
  let connections = 0;
  const outcomes = new Map<string, number>();
  const check = (name: string, kind: string, { status, json, text }: Answer, isTaken: boolean) => {
    tried += 1;
    const { code = "" } = json as { code?: string };
    outcomes.set(`${status} ${code}`, (outcomes.get(`${status} ${code}`) ?? 0) + 1);
    const expected = isTaken ? ["201 "] : ["400 amount_out_of_range", "502 processor_error", "504 processor_timeout"];
    expect([name, kind, `${status} ${code}`]).toEqual([name, kind, expect.toBeOneOf(expected)]);
    expect(text).not.toContain(account);
    expect(text.length).toBeLessThan(20_000);
  };
  // A processor without a fault is trusted: the requests below are refused because of their fault.
  mode = honestly;
  for (const [kind, ask] of Object.entries(checkouts)) check("is honest", kind, await ask(), true);
  const growth = await growthDuring(async () => {
    for (const [name, next] of Object.entries({ ...redirects({ canary: canary.port, processor: hostile.port }), ...errors(account) })) {
      mode = next;
      check(name, "session", await checkouts.session(), false);
      check(name, "intent", await checkouts.intent(), false);
    }
    for (const [name, next] of Object.entries(broken)) {
      mode = next;
      const answers = await Promise.all(Object.entries(checkouts).map(async ([kind, ask]) => [kind, await ask()] as const));
      for (const [kind, answer] of answers) check(name, kind, answer, false);
    }
    for (const [name, { mode: next, only, isTaken = false }] of lies(canary.port)) {
      mode = next;
      // Once before, so that a used id is used again.
      if (name === "the same id for all") await checkouts["intent of the plugin"]().then(() => checkouts["session of the plugin"]());
      for (const kind of ["session", "intent"] as const)
        if (only === undefined || only === kind) check(name, kind, await checkouts[kind](), isTaken);
    }
    connections = hostile.connections();
    // The jobs, which poll all of these payments, meet the same faults.
    const jobModes = [...Object.values(broken), ...lies(canary.port).map(([, lie]) => lie.mode)].filter((_mode, at) => at % 12 === 0);
    for (const next of jobModes) {
      mode = next;
      server.clock.advance(10_000);
      await server.checkPayments();
    }
  });
  expect(growth).toBeLessThan(growthMiB);
  expect(canary.heard().slice(1)).toEqual([]);
  expect(connections).toBeGreaterThan(100);
  expect(outcomes.size).toBeGreaterThan(2);
  const logged = server.logged();
  expect(logged).not.toContain(account);

  // Nothing was paid, and once the processor is healthy again all reserved stock comes back and the next payer is served.
  mode = honestly;
  for (let round = 0; round < 40; round += 1) {
    server.clock.advance(30 * 60_000);
    await server.checkPayments();
  }
  const orders = await server.deps.sql<{ status: string }>`select distinct status from orders where site_id = ${site.id}`;
  expect(orders).toEqual([{ status: "CANCELLED" }]);
  expect(await store.stock("CHAIR")).toBe(stock);
  expect(await store.session({ CHAIR: 1 })).toMatchObject({
    status: 201,
    json: { data: { checkoutUrl: expect.toSatisfy(isPlain) as string } },
  });
  expect((await store.intent({ CHAIR: 1 })).status).toBe(201);
  console.log(`${tried} checkouts: ${JSON.stringify(Object.fromEntries(outcomes))}, +${Math.round(growth)} MiB`);
  recordAttack(context, {
    attack: "A payment processor that redirects, floods, stalls and lies",
    unit: "checkouts",
    tried,
    promise: `each returned a documented problem, no other server got a request or a key, nothing was paid, no stock was lost, the process grew by less than ${growthMiB} MiB`,
  });
});
