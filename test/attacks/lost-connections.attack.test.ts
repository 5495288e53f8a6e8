import { afterAll, beforeAll, expect, test } from "vitest";
import { DatabaseUnavailable, type Database, type Sql } from "../../server/src/ports/database.ts";
import { ProcessorFailure, type Processor } from "../../server/src/ports/processor.ts";
import { compareLedgers, type Shop } from "../kit/ledgers.ts";
import { replaceSql } from "../kit/database.ts";
import { shop as shopApi, startServer, type Answer, type TestServer, type TestSite } from "../kit/harness.ts";
import { dataOf, catalogItems, paymentPlugin, returnUrls, checkoutClient } from "../kit/checkout-client.ts";
import { recordAttack } from "./record.ts";

const stock = 100;
const minute = 60_000;

/** The database fails at one step, a statement or a commit, before or after that takes effect, for this step or for all that follow. */
interface Loss {
  step: number;
  when: "before" | "after";
  lasts: boolean;
}
const losses = [
  { when: "before", lasts: false },
  { when: "before", lasts: true },
  { when: "after", lasts: false },
  { when: "after", lasts: true },
] as const;

let loss: Loss | undefined;
let steps = 0;
let isAway = false;
const away = () => new DatabaseUnavailable("The test took the database away.");

/** Whether the database fails at the next step. */
function nextStep(): Loss["when"] | undefined {
  if (isAway) return "before";
  if (!loss || (steps += 1) !== loss.step) return undefined;
  isAway = loss.lasts;
  return loss.when;
}

/** Makes the database fail at a step of the work, if the work has that many. Returns whether it failed. */
async function losing<T>(at: Loss, work: () => Promise<T>): Promise<{ result: T; wasLost: boolean }> {
  [loss, steps] = [at, 0];
  try {
    return { result: await work(), wasLost: steps >= at.step };
  } finally {
    [loss, isAway] = [undefined, false];
  }
}

function losableSql(sql: Database): Database {
  const over =
    (inner: Sql): Sql =>
    async <Row extends object>(strings: TemplateStringsArray, ...values: Parameters<Sql> extends [unknown, ...infer V] ? V : never) => {
      const lost = nextStep();
      if (lost === "before") throw away();
      const rows = await inner<Row>(strings, ...values);
      if (lost === "after") throw away();
      return rows;
    };
  const begin: Database["begin"] = async (work, options) => {
    if (isAway) throw away();
    let lost: Loss["when"] | undefined;
    const result = await sql.begin(async (tx) => {
      const done = await work(Object.assign(over(tx), { script: tx.script }));
      lost = nextStep();
      if (lost === "before") throw away();
      return done;
    }, options);
    if (lost === "after") throw away();
    return result;
  };
  return Object.assign(replaceSql(sql, over(sql)), { begin });
}

const processorModes = ["well", "refuses", "answers too late"] as const;
let mode: (typeof processorModes)[number] = "well";

function failingProcessor(processor: Processor): Processor {
  const open: Processor["open"] = async (secretKey, request) => {
    if (mode === "refuses") throw new ProcessorFailure("refused", "parameter_missing");
    const opened = await processor.open(secretKey, request);
    if (mode === "answers too late") throw new ProcessorFailure("timeout");
    return opened;
  };
  return { ...processor, open };
}

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true, throughSql: losableSql, throughProcessor: failingProcessor });
});
afterAll(() => server.stop());

interface Store {
  site: TestSite;
  shop: Shop;
  variantId: string;
}

async function newStore(): Promise<Store> {
  const plugins = paymentPlugin();
  const site = await server.addSite({ plugins, products: catalogItems({ CHAIR: { price: 4_200, stock } }) });
  const shop = { siteId: site.id, account: plugins["svc.payments"].config.secretKey, stock: { CHAIR: stock } };
  // Known beforehand, so that all steps are the checkout's.
  return { site, shop, variantId: await checkoutClient(server, site).variantId("CHAIR") };
}

/** One chair. Every other time on the processor's page. */
const buy = ({ site, variantId }: Store, step: number, key?: string): Promise<Answer> => {
  const items = [{ variantId, quantity: 1 }];
  const headers = key === undefined ? {} : { "idempotency-key": key };
  const { post } = checkoutClient(server, site);
  return step % 2 === 0
    ? post(`${shopApi}/checkout/session`, { items, ...returnUrls }, headers)
    : post(`${shopApi}/checkout/payment-intent`, { items }, headers);
};
const pay = async (bought: Answer) => {
  const { checkoutUrl, clientSecret } = dataOf(bought);
  await server.sandbox.pay(checkoutUrl ?? clientSecret ?? "");
};
const errors = async ({ shop }: Store) => compareLedgers(server.deps.sql, shop, await server.sandbox.ledger());
const left = ({ site }: Store) => checkoutClient(server, site).stock("CHAIR");
/** Orders that reserve a chair, with the minutes that they live, and those until their payment is polled. */
const standing = ({ site }: Store) => server.deps.sql<{ id: string; isPaid: boolean; minutes: number; checkIn: number | null }>`
  select
    orders.id, orders.status = 'PAID' as "isPaid",
    extract(epoch from orders.expires_at - ${server.clock.now()}::timestamptz)::int / 60 as minutes,
    extract(epoch from payments.check_at - ${server.clock.now()}::timestamptz)::int / 60 as "checkIn"
  from orders join payments on payments.site_id = orders.site_id and payments.order_id = orders.id
  where orders.site_id = ${site.id} and orders.status <> 'CANCELLED'`;

/** Checks payments until none is due. */
async function settle(): Promise<void> {
  await server.checkPayments();
  await server.sandbox.settled();
  await server.runTasks();
}

test("a checkout that loses its database reserves no stock for longer than its order lives", { timeout: 600_000 }, async (context) => {
  const stores: { store: Store; sold: number; name: string }[] = [];
  const answers: Record<string, number> = {};
  let [checkouts, untold] = [0, 0];
  for (const hasKey of [false, true]) {
    for (const openingGoes of processorModes) {
      for (const { when, lasts } of losses) {
        const store = await newStore();
        const about = `${hasKey ? "with" : "without"} a key, the processor ${openingGoes}, lost ${when}${lasts ? " and from then on" : ""}`;
        const told: string[] = [];
        let sold = 0;
        for (let step = 1, goesOn = true; goesOn; step += 1) {
          const key = hasKey ? `order-${step}` : undefined;
          const before = await standing(store);
          mode = openingGoes;
          const { result: first, wasLost } = await losing({ step, when, lasts }, () => buy(store, step, key));
          mode = "well";
          [goesOn, checkouts] = [wasLost, checkouts + 1];
          answers[first.status] = (answers[first.status] ?? 0) + 1;
          if (first.status !== 201 && hasKey) {
            // As time would, should the server have missed it.
            await server.deps.sql`update idempotent_requests set leased_until = least(leased_until, statement_timestamp())`;
          }
          const bought = first.status !== 201 && hasKey ? await buy(store, step, key) : first;
          if (hasKey) expect([about, step, bought.status]).toEqual([about, step, 201]);
          if (bought.status === 201) told.push(dataOf(bought).orderId ?? "");

          const orders = await standing(store);
          // All reserved stock is in an existing order: with a key in the one that the client knows, and in no other.
          expect([about, step, await left(store)]).toEqual([about, step, stock - orders.length]);
          expect([about, step, orders.map(({ id }) => id)]).toEqual([about, step, expect.arrayContaining(told)]);
          if (hasKey) expect([about, step, orders.length - before.length]).toEqual([about, step, 1]);
          // Each unpaid one ends by itself, because its payment is polled by then.
          for (const { isPaid, minutes, checkIn } of orders) {
            if (!isPaid) expect([about, step, minutes <= 60, checkIn !== null && checkIn <= minutes]).toEqual([about, step, true, true]);
          }
          if (bought.status === 201 && step % 3 === 0) {
            await pay(bought);
            sold += 1;
          }
        }
        untold += (await standing(store)).length - told.length;
        stores.push({ name: about, store, sold });
      }
    }
  }
  server.clock.advance(3 * minute);
  await settle();
  server.clock.advance(58 * minute);
  await settle();
  for (const { name, store, sold } of stores) {
    expect([name, await errors(store)]).toEqual([name, []]);
    expect([name, await left(store)]).toEqual([name, stock - sold]);
  }
  // The database failed in every way, and without a key some orders were unknown to their client.
  expect(Object.keys(answers).sort()).toEqual(["201", "502", "503", "504"]);
  expect(untold).toBeGreaterThan(0);
  recordAttack(context, {
    attack: "The database lost at each statement and commit of a checkout, before and after its effect",
    unit: "checkouts",
    tried: checkouts,
    promise: "orders that stand and stock are what there was; unpaid goods were back within the hour; a key had one order",
  });
});

test("the job that expires unpaid orders returns the stock once, whenever it loses its database", { timeout: 600_000 }, async (context) => {
  let runs = 0;
  for (const { when, lasts } of losses) {
    const store = await newStore();
    for (let step = 1, goesOn = true; goesOn; step += 1) {
      dataOf(await buy(store, step));
      mode = "answers too late";
      expect((await buy(store, step + 1)).status).toBe(504);
      mode = "well";
      server.clock.advance(61 * minute);
      const { wasLost } = await losing({ step, when, lasts }, () => server.checkPayments().catch(() => undefined));
      goesOn = wasLost;
      // The leases have expired. Of four workers the other three may not have noticed yet that one has failed.
      const afterwards = async () => {
        server.clock.advance(20 * minute);
        await settle();
        return [when, lasts, step, await left(store)];
      };
      await expect.poll(() => afterwards().catch(() => undefined), { timeout: 20_000 }).toEqual([when, lasts, step, stock]);
      runs += 1;
    }
  }
  recordAttack(context, {
    attack: "The database lost at each statement and commit of the job that expires unpaid orders",
    unit: "runs",
    tried: runs,
    promise: "the stock was back, once",
  });
});
