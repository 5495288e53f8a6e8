import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jobs, taskHandlers, taskKinds } from "../../server/src/jobs.ts";
import { addMember, asAdmin } from "../kit/admins.ts";
import { editor, pageDraft } from "../kit/documents.ts";
import { submitter } from "../kit/form-site.ts";
import { startServer, type TestServer, type TestSite } from "../kit/harness.ts";
import { addProofSite } from "../kit/proof-site.ts";
import { releaser } from "../kit/releases.ts";
import { insertDelivery } from "../kit/webhooks.ts";
import { storefront } from "../kit/shopper.ts";
import { readEverything } from "../kit/site-rows.ts";
import { dataOf, checkoutClient } from "../kit/checkout-client.ts";

// Every job and every task that changes something for people leaves a row in the log, in the transaction of the change. One that is missing here
// fails, and so does one that says it changes nothing for people and does.

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
  // Every event is lost: what becomes of payments is the work of jobs and tasks alone.
  await server.sandbox.webhooks({ mode: "drop" });
});
afterAll(() => server.stop());

const dayMs = 24 * 60 * 60_000;
const run = async (name: string) => {
  for (const job of jobs.filter((one) => one.name === name)) await job.run(server.deps);
};
const ownerOf = (site: TestSite) => addMember(server, site, "OWNER");
const inAMinute = () => new Date(server.clock.now().getTime() + 60_000).toISOString();

/** An order of the site that waits for its payment. */
async function unpaid(site: TestSite) {
  const { orderId = "", checkoutUrl = "" } = dataOf(await checkoutClient(server, site).session({ "FJELL-OAK-WOOD": 1 }));
  return { orderId, checkoutUrl };
}

/** An endpoint that has failed for days, with a delivery. */
async function failingWebhook(site: TestSite) {
  const { webhookId, deliveryId } = await insertDelivery(server, site);
  const now = server.clock.now();
  await server.deps.sql`
    update webhooks set failing_since = ${new Date(now.getTime() - 6 * dayMs)} where site_id = ${site.id} and id = ${webhookId}`;
  await server.deps.sql`
    update webhook_deliveries set state = 'PENDING', next_at = ${now} where site_id = ${site.id} and id = ${deliveryId}`;
  return { siteId: site.id, webhookId };
}

/** Each job and task that changes something for people, at a site of its own: prepares the change, and returns the payload of a task. */
const changing: Readonly<Record<string, (site: TestSite) => Promise<unknown>>> = {
  "publish scheduled": async (site) => {
    const siteEditor = editor(server, site, await ownerOf(site));
    const { id } = await siteEditor.create("pages", pageDraft("planned"));
    dataOf(await siteEditor.api.put(`${siteEditor.base}/pages/${id}/en/schedule`, { publishAt: inAMinute(), revision: 1 }));
    server.clock.advance(60_000);
  },
  "publish releases": async (site) => {
    const siteReleaser = releaser(server, site, await ownerOf(site));
    const { id } = await siteReleaser.make();
    await siteReleaser.add(id, await siteReleaser.create("pages", pageDraft("released")));
    dataOf(await siteReleaser.plan(id, inAMinute()));
    server.clock.advance(60_000);
  },
  "empty trash": async (site) => {
    const siteEditor = editor(server, site, await ownerOf(site));
    const { id } = await siteEditor.create("pages", pageDraft("trashed"));
    expect((await siteEditor.trash("pages", id)).status).toBe(204);
    server.clock.advance(31 * dayMs);
  },
  "check payments": async (site) => {
    await unpaid(site);
    server.clock.advance(dayMs);
  },
  "refund-payment": async (site) => {
    const { orderId, checkoutUrl } = await unpaid(site);
    await server.sandbox.pay(checkoutUrl);
    server.clock.advance(60_000);
    await run("check payments");
    const [payment] = await server.deps.sql<{ id: string }>`select id from payments where site_id = ${site.id} and order_id = ${orderId}`;
    return { siteId: site.id, paymentId: payment?.id };
  },
  "finish-refund": async (site) => {
    const { orderId, checkoutUrl } = await unpaid(site);
    await server.sandbox.pay(checkoutUrl);
    server.clock.advance(60_000);
    await run("check payments");
    const owner = await addMember(server, site, "OWNER");
    await server.sandbox.behave("error-before", { operation: "refunds.create" });
    const headers = { "idempotency-key": "lost" };
    await asAdmin(server, owner).post(`/sites/${site.slug}/orders/${orderId}/refund`, { amount: 1 }, { headers });
    await server.sandbox.behave("none");
    const [refund] = await server.deps.sql<{ id: string }>`select id from refunds where site_id = ${site.id}`;
    return { siteId: site.id, refundId: refund?.id };
  },
  "webhook-deliveries": failingWebhook,
  "webhook-retries": failingWebhook,
  "forget buyers of unpaid orders": async (site) => {
    await unpaid(site);
    server.clock.advance(dayMs);
    await run("check payments");
    server.clock.advance(91 * dayMs);
  },
  "remove old submissions": async (site) => {
    const spam = { text: "Buy", _hp: "filled" };
    expect((await submitter(server, site)(spam)).status).toBeLessThan(300);
    server.clock.advance(31 * dayMs);
  },
  "remove unconfirmed customers": async (site) => {
    await storefront(server, site).register("unconfirmed@example.com");
    server.clock.advance(9 * dayMs);
  },
  "remove deleted sites": async (site) => {
    await server.deps.sql`update sites set deleted_at = ${server.clock.now()} where id = ${site.id}`;
    server.clock.advance(15 * dayMs);
  },
};

/** Jobs that change nothing for people, each with its reason and the tables of a site that it writes. */
const unseen: Readonly<Record<string, { because: string; writes: readonly string[] }>> = {
  "forget old answers": { because: "an idempotency key is good for a day", writes: ["idempotent_requests"] },
  "forget old changes": { because: "the tags of changes are for caches, which know the later ones", writes: ["site_changes"] },
  "forget old events": { because: "no event can be delivered again after so long", writes: ["processor_events"] },
  "remove ended previews": { because: "the preview ended by itself, or somebody's cancellation is in the log", writes: ["previews"] },
  "remove ended signups": { because: "no site came of it", writes: [] },
  "remove old audit": { because: "a row about removed rows would itself be removed, and so on", writes: ["audit_entries"] },
  "forget old webhook events": {
    because: "events and deliveries are kept for so long, and nobody can ask for them then",
    writes: ["webhook_events", "webhook_deliveries"],
  },
  "remove old events": { because: "no stream can be resumed from them", writes: ["site_events"] },
  "remove spent rows": {
    because: "the tokens open nothing any more, and the counters count nothing",
    writes: ["customer_tokens", "attempts"],
  },
  "remove spent sessions": {
    because: "they ended by themselves, or their end is in the log",
    writes: ["admin_tokens", "operator_entries"],
  },
  "remove tasks that were given up": { because: "a task was given up days ago, and nothing was done then", writes: ["outbox"] },
  "measure sites": { because: "it measures, and changes nothing", writes: ["site_usage"] },
  "sweep media": {
    because: "the bytes and addresses that go are those of assets whose deletion or replacement is in the log",
    writes: ["asset_files", "asset_addresses", "asset_variants", "asset_totals", "asset_uploads", "asset_upload_parts"],
  },
  "rewrite catalog words": {
    because: "it completes an upgrade: the words of the search follow from texts that do not change",
    writes: ["products", "categories", "catalog_translations", "search_words", "sites", "site_changes"],
  },
  "rewrite query values": {
    because: "it completes the change of a type that is in the log",
    writes: ["published_rows", "sites", "site_changes"],
  },
};

/** A task that only prepares what visitors would ask for. */
const preparing = ["render-common-widths"];

/** Tasks that hand on what others have recorded. */
const handing = ["webhook-events", "purge-caches"];

/** Tasks that send a mail, or that write what the processor reports into the timeline of an order. */
const mailing = [
  ...[
    "customer-mail",
    // It makes the cards that an order has paid for, which the order and the history of each card tell.
    "issue-gift-cards",
    "gift-card-mail",
    "form-mail",
    "order-mail",
    "order-notice",
    "order-update",
    "payment-notice",
    "early-incident",
    "signup-mail",
    "test-mail",
  ],
  ...["admin-link", "admin-notice", "admin-email-code", "invitation-mail", "first-link", "webhook-disabled-mail"],
];

test("every job and every task is in one of the tables", () => {
  const names = [...jobs, ...taskKinds].map(({ name }) => name);
  expect([...Object.keys(changing), ...Object.keys(unseen), ...mailing, ...preparing, ...handing].sort()).toEqual(names.sort());
});

describe.each(Object.entries(changing))("%s", (name, prepare) => {
  test("leaves a row in the log, with its name", async () => {
    const site = await addProofSite(server, "changed", { settings: { customers: { unconfirmedRetentionDays: 8 } } });
    const payload = await prepare(site);
    const rows = () => server.deps.sql<{ id: string }>`
      select id from audit_entries where site_id = ${site.id} and action = ${name} and actor_kind = 'JOB'
      union all
      select id from account_audit_entries where target_id = ${site.id} and action = ${name} and actor_kind = 'JOB'`;
    expect(await rows()).toEqual([]);
    if (payload) await taskHandlers(server.deps)[name]?.({ payload, attempt: 1 });
    else await run(name);
    expect((await rows()).length).toBeGreaterThan(0);
  });
});

const tableOf = (line: string) => line.split(" ")[0] ?? "";

describe("of a site in which everything happened, and is old", () => {
  let site: TestSite;
  let other: TestServer;
  beforeAll(async () => {
    other = await startServer({ takesPayments: true, mailsPerClient: 1_000 });
    const oldSite = await addProofSite(other, "old");
    site = oldSite;
    const owner = await addMember(other, oldSite, "OWNER");
    const siteReleaser = releaser(other, oldSite, owner);
    await siteReleaser.previewRelease((await siteReleaser.make()).id);
    await siteReleaser.publish("pages", (await siteReleaser.create("pages", pageDraft("published"))).id);
    await oldSite.asker().order();
    await oldSite.asker().mailedToken("reset-password");
    await other.runTasks();
    other.clock.advance(500 * dayMs);
  });
  afterAll(() => other.stop());

  test.each(Object.entries(unseen))("%s changes its own tables at most", async (name, { writes }) => {
    const before = await readEverything(other.deps.sql, site.id);
    for (const job of jobs.filter((one) => one.name === name)) await job.run(other.deps);
    const after = await readEverything(other.deps.sql, site.id);
    const written = [...before.filter((line) => !after.includes(line)), ...after.filter((line) => !before.includes(line))].map(tableOf);
    expect([...new Set(written)].filter((table) => !writes.includes(table))).toEqual([]);
  });
});
