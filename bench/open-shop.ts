import { eventPattern, type EventPattern } from "./checkout-event.ts";
import { checkoutSite, type CheckoutSite } from "./checkout-site.ts";
import { hearCheckout, type HeardCheckout } from "./heard-checkout.ts";
import { firstNumber, prepareOrders } from "./prepared-orders.ts";
import type { ServerProcess } from "./process.ts";
import type { Scratch } from "./scratch.ts";
import { shopping, type Shopping } from "./shopping.ts";
import { writeBundle, type BenchSite } from "./site.ts";
import { clients } from "./checkout-client.ts";
import { poolSize } from "./uncached.ts";
import { onPostgres, runVitrine, startSandbox, startVitrine, type Settings } from "./vitrine.ts";

/** A site that sells on a database of its own, with a sandbox that responds at once and sends no events. */
export interface Shop {
  site: CheckoutSite;
  url: string;
  sandbox: ServerProcess;
  sandboxUrl: string;
  settings: Settings;
  vitrine: ServerProcess;
  heard: HeardCheckout;
  shopping: Omit<Shopping, "port">;
}

/** Makes the shop, with so many orders that wait for their payment. */
export async function openShop(scratch: Scratch, benchSite: BenchSite, prepared: number): Promise<Shop> {
  const site = checkoutSite(benchSite, clients);
  const url = await scratch.database();
  const bundle = await writeBundle(scratch, site.bundle);
  await runVitrine(scratch, onPostgres(url), "migrate");
  await runVitrine(scratch, onPostgres(url), "site", "import", bundle);

  const sandbox = await startSandbox(scratch);
  const sandboxUrl = `http://127.0.0.1:${sandbox.port}`;
  await control(sandboxUrl, "webhooks", { mode: "drop" });
  const settings = {
    ...onPostgres(url),
    DATABASE_POOL: String(poolSize),
    PROCESSOR_API_URL: sandboxUrl,
    RATE_LIMIT_WRITES_PER_SECOND: "1000000",
    RATE_LIMIT_WRITES_BURST: "1000000",
  };
  const vitrine = await startVitrine(scratch, settings);
  const variantIds = await variantIdsOf(scratch, url, site.skus);
  const unpaid = { headers: site.headers, siteSlug: site.slug, webhookSecret: site.webhookSecret, variantIds };
  const event = await preparePayments(scratch, { url, sandboxUrl, prepared }, { ...unpaid, port: vitrine.port });
  const heard = await hearCheckout(url, sandboxUrl, { ...unpaid, event });
  return { site, url, sandbox, sandboxUrl, settings, vitrine, heard, shopping: { ...unpaid, event } };
}

/** Throws unless every order is paid and its goods are gone from the stock. */
export async function checkLedger(scratch: Scratch, { url, site: { skus, stock } }: Shop): Promise<void> {
  const [ledger] = (await scratch.on(
    url,
    `select
      (select count(*)::int from orders where status <> 'PAID') as unpaid,
      (select count(*)::int from payments where status <> 'SUCCEEDED') as "paymentsOpen",
      (select count(*)::int from orders where number < ${firstNumber}) as sold,
      (select (${skus.length * stock} - sum(stock))::int from variants where sku like 'BENCH-%') as gone`,
  )) as { unpaid: number; paymentsOpen: number; sold: number; gone: number }[];
  if (ledger?.unpaid !== 0 || ledger.paymentsOpen !== 0 || ledger.sold !== ledger.gone) {
    throw new Error(`The books are not right after the checkouts: ${JSON.stringify(ledger)}`);
  }
}

/** Makes one unpaid order, copies it, and then pays it: returns the event of the payment, as a pattern. */
async function preparePayments(
  scratch: Scratch,
  { url, sandboxUrl, prepared }: { url: string; sandboxUrl: string; prepared: number },
  about: Omit<Shopping, "event">,
): Promise<EventPattern> {
  const guest = shopping({ ...about, event: undefined });
  const opened = await guest.open(0);
  guest.close();
  await prepareOrders(scratch, url, opened.orderId, prepared);
  await control(sandboxUrl, "pay", { session: opened.sessionId, email: "guest@shop.example" });
  const events = (await control(sandboxUrl, "events")) as { type: string; payload: string }[];
  const completed = events.find(({ type }) => type === "checkout.session.completed");
  if (!completed) throw new Error("The sandbox made no event of a payment.");
  const event = eventPattern(completed.payload);
  const payer = shopping({ ...about, event });
  await payer.settle(0, opened);
  payer.close();
  return event;
}

async function variantIdsOf(scratch: Scratch, url: string, skus: readonly string[]): Promise<string[]> {
  const rows = (await scratch.on(url, "select id, sku from variants where sku like 'BENCH-%' order by sku")) as { id: string }[];
  if (rows.length !== skus.length) throw new Error("The goods of the bench are not there.");
  return rows.map(({ id }) => id);
}

/** A POST with a body, a GET without one. */
async function control(sandboxUrl: string, name: string, body?: object): Promise<unknown> {
  const posted = body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(`${sandboxUrl}/sandbox/${name}`, posted);
  if (!answer.ok) throw new Error(`The sandbox returned ${answer.status} for ${name}.`);
  return answer.json();
}
