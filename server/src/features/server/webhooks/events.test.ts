import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, asAdmin, type TestAdmin } from "../../../../../test/kit/admins.ts";
import { madeNotes } from "../../../../../test/kit/assets.ts";
import { categoryBody } from "../../../../../test/kit/categories.ts";
import { catalogItems, checkoutClient, dataOf, paymentPlugin } from "../../../../../test/kit/checkout-client.ts";
import { pageDraft } from "../../../../../test/kit/documents.ts";
import { contactForm, submitter } from "../../../../../test/kit/form-site.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { productBody } from "../../../../../test/kit/products.ts";
import { releaser } from "../../../../../test/kit/releases.ts";
import { sampleSite } from "../../../../../test/kit/sample-site.ts";
import { storefront, tokenIn } from "../../../../../test/kit/shopper.ts";
import { addWebhook, deliverAll, startReceiver, type Receiver } from "../../../../../test/kit/webhook-receiver.ts";
import { webhookBodies, webhookEventTypes } from "./event-types.ts";
import { Compile } from "typebox/compile";

let server: TestServer;
let site: TestSite;
let owner: TestAdmin;
let plain: Receiver;
let trusted: Receiver;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
  site = await server.addSite({
    ...sampleSite("events"),
    site: { locales: ["en", "de"], allowedOrigins: ["https://shop.example"] },
    products: catalogItems({ CHAIR: { price: 4_200, stock: 8 } }),
    forms: [contactForm()],
    plugins: { ...paymentPlugin(), "svc.forms": { enabled: true } },
  });
  owner = await addMember(server, site, "OWNER");
  [plain, trusted] = [await startReceiver(), await startReceiver()];
  await addWebhook(server, site, owner, { url: plain.url });
  await addWebhook(server, site, owner, { url: trusted.url, includePersonal: true });
});
afterAll(async () => {
  await plain.close();
  await trusted.close();
  await server.stop();
});

const api = () => asAdmin(server, owner);
const base = () => `/sites/${site.slug}`;
/** What the plain receiver got since the last time, in the order of its numbers; the trusted one got as much. */
async function newEvents() {
  plain.received.length = 0;
  trusted.received.length = 0;
  await deliverAll(server);
  expect(trusted.received.map(({ body }) => body.sequence).sort()).toEqual(plain.received.map(({ body }) => body.sequence).sort());
  return plain.received.map(({ body }) => body).sort((a, b) => a.sequence - b.sequence);
}
const seenTypes = new Set<string>();
async function expectEvents(...expected: readonly [type: string, data: object][]) {
  const events = await newEvents();
  for (const { type } of events) seenTypes.add(type);
  expect(events.map(({ type, data }) => [type, data])).toEqual(expected.map(([type, data]) => [type, expect.objectContaining(data)]));
  const checks = new Map(webhookBodies.map(({ type, schema }) => [type as string, Compile(schema)]));
  for (const { body } of [...plain.received, ...trusted.received]) expect([body, checks.get(body.type)?.Check(body)]).toEqual([body, true]);
  return events;
}

test("what happens to content is told, with the versions that show it", async () => {
  const content = releaser(server, site, owner);
  const page = await content.create("pages", { locale: "en", ...pageDraft("news") });
  expect(await newEvents()).toEqual([]);
  await content.publish("pages", page.id);
  const [event] = await expectEvents(["content.published", { id: page.id, kind: "page", locale: "en", slug: "news" }]);
  const answer = await server.ask("/api/public/v1/pages/news", { key: site.key });
  expect(answer.status).toBe(200);
  const [versions] = await server.deps.sql<{ content: number }>`
    select content_version::float8 as content from site_versions where site_id = ${site.id}`;
  expect(Number(answer.headers.get("x-content-version"))).toBeGreaterThanOrEqual(event?.data.contentVersion as number);
  expect(Number(answer.headers.get("x-catalog-version"))).toBeGreaterThanOrEqual(event?.data.catalogVersion as number);
  expect(event?.data).toMatchObject({ contentVersion: versions?.content, url: "http://localhost:3000/api/public/v1/pages/news?locale=en" });

  await content.save("pages", page.id, pageDraft("latest"), (await content.inLocale("pages", page.id)).revision);
  await content.publish("pages", page.id);
  await expectEvents(
    ["content.moved", { id: page.id, slug: "latest", previousSlug: "news" }],
    ["content.published", { id: page.id, slug: "latest" }],
  );
  const release = await content.make("Spring");
  await content.add(release.id, page, "UNPUBLISH");
  await content.publishRelease(release.id);
  await expectEvents(["content.unpublished", { id: page.id, slug: "latest" }], ["release.published", { id: release.id, name: "Spring" }]);
});

test("what happens to files is told", async () => {
  const asset = await madeNotes({ server, site, owner });
  await expectEvents(["asset.changed", { id: asset.id, change: "CREATED" }]);
  await api().patch(`${base()}/assets/${asset.id}`, { title: "Notes" }, { revision: 1 });
  await expectEvents(["asset.changed", { id: asset.id, change: "UPDATED" }]);
  expect((await api().delete(`${base()}/assets/${asset.id}`, { revision: 2 })).status).toBe(204);
  await expectEvents(["asset.deleted", { id: asset.id }]);
});

test("what happens to the catalogue is told", async () => {
  const product = dataOf<{ id: string; slug: string }>(await api().post(`${base()}/products`, productBody("one")));
  await expectEvents(["product.changed", { id: product.id, slug: product.slug, change: "CREATED" }]);
  const changed = await api().put(`${base()}/products/${product.id}`, { ...productBody("one"), title: "High stool" }, { revision: 1 });
  expect(changed.status).toBe(200);
  await expectEvents(["product.changed", { id: product.id, change: "UPDATED" }]);
  expect(
    (await api().delete(`${base()}/products/${product.id}`, { headers: { "if-match": changed.headers.get("etag") ?? "" } })).status,
  ).toBe(204);
  await expectEvents(["product.deleted", { id: product.id, slug: product.slug }]);

  const category = dataOf<{ id: string }>(await api().post(`${base()}/categories`, categoryBody("one")));
  await expectEvents(["category.changed", { id: category.id, change: "CREATED" }]);
  expect((await api().delete(`${base()}/categories/${category.id}`, { revision: 1 })).status).toBe(204);
  await expectEvents(["category.changed", { id: category.id, change: "DELETED" }]);

  const planBody = { slug: "club", name: "Club", price: 900, currency: "EUR", interval: "month" };
  const plan = dataOf<{ id: string }>(await api().post(`${base()}/plans`, planBody));
  await expectEvents(["plan.changed", { id: plan.id, slug: "club", change: "CREATED" }]);
  expect((await api().delete(`${base()}/plans/${plan.id}`, { revision: 1 })).status).toBe(204);
  await expectEvents(["plan.changed", { id: plan.id, slug: "club", change: "DELETED" }]);
});

test("what happens to orders is told, and who bought only to those who may know", async () => {
  const { intent, variantId } = checkoutClient(server, site);
  const email = "buyer@example.com";
  const address = { name: "Bea Buyer", line1: "Canary Street 1", postalCode: "24937", city: "Flensburg", country: "DE" };
  const placed = dataOf(await intent({ CHAIR: 3 }, { customerEmail: email, shippingAddress: address }));
  const chair = await variantId("CHAIR");
  await expectEvents(
    ["stock.low", { id: chair, sku: "CHAIR", stock: 5 }],
    ["order.placed", { id: placed.orderId, status: "PENDING", total: 12_600 }],
  );
  expect(JSON.stringify(plain.received)).not.toMatch(/buyer@example|Canary Street/);
  // Of two subjects either may be first.
  const told = trusted.received.find(({ body }) => body.type === "order.placed");
  expect(told?.body.data).toMatchObject({ email, shippingAddress: { line1: "Canary Street 1" } });

  await server.sandbox.pay(placed.clientSecret ?? "");
  await server.sandbox.settled();
  await expectEvents(["order.paid", { id: placed.orderId, status: "PAID" }]);
  const fulfilled = await api().post(`${base()}/orders/${placed.orderId}/fulfil`, { notify: false });
  expect(fulfilled.status).toBe(200);
  await expectEvents(["order.fulfilled", { id: placed.orderId, status: "FULFILLED", fulfilment: "FULFILLED" }]);
  const refund = { amount: 100, reason: "Scratched" };
  const headers = { "idempotency-key": randomUUID() };
  expect((await api().post(`${base()}/orders/${placed.orderId}/refund`, refund, { headers })).status).toBe(200);
  await server.sandbox.settled();
  await expectEvents(["order.refunded", { id: placed.orderId, status: "PARTIALLY_REFUNDED", amount: 100 }]);

  const second = dataOf(await intent({ CHAIR: 1 }));
  await expectEvents(["order.placed", { id: second.orderId }]);
  expect((await api().post(`${base()}/orders/${second.orderId}/cancel`)).status).toBe(200);
  await server.sandbox.settled();
  await expectEvents(
    ["payment.failed", { orderId: second.orderId, status: "CANCELLED" }],
    ["order.cancelled", { id: second.orderId, status: "CANCELLED" }],
  );
});

test("what happens to customers and forms is told, and who they are only to those who may know", async () => {
  const store = storefront(server, site);
  const email = "canary@example.com";
  const id = await store.register(email, { firstName: "Canaryfirst" });
  const [mail] = await store.mailsTo(email);
  expect((await store.post("/auth/verify-email", { token: tokenIn(mail) })).status).toBe(200);
  await expectEvents(["customer.registered", { id }], ["customer.verified", { id }]);
  expect(trusted.received[0]?.body.data).toMatchObject({ email, firstName: "Canaryfirst" });
  // A password by mail proves the address, too.
  const late = await store.register("late@example.com");
  await store.post("/auth/request-password-reset", { email: "late@example.com", resetUrlBase: "https://shop.example/reset" });
  const resetMail = (await store.mailsTo("late@example.com")).find(({ text }) => text.includes("https://shop.example/reset"));
  const reset = { token: tokenIn(resetMail), password: "another long password" };
  expect((await store.post("/auth/reset-password", reset)).status).toBe(200);
  await expectEvents(["customer.registered", { id: late }], ["customer.verified", { id: late }]);
  expect((await submitter(server, site)({ name: "Canaryfirst", email, message: "Hello" })).status).toBe(202);
  await expectEvents(["form.submitted", { form: "contact" }]);
  expect(trusted.received[0]?.body.data).toMatchObject({ fields: { email, message: "Hello" } });
  expect((await submitter(server, site)({ name: "Bot", email, message: "Spam", _hp: "x" })).status).toBe(202);
  expect(await newEvents()).toEqual([]);
  expect((await api().post(`${base()}/customers/${id}/erase`, { confirm: email })).status).toBe(200);
  await expectEvents(["customer.erased", { id }]);
  expect(JSON.stringify(plain.received)).not.toMatch(/canary/i);
});

test("what happens to settings and keys is told", async () => {
  const { headers } = await api().get(base());
  expect((await api().patch(base(), { name: "New name" }, { headers: { "if-match": headers.get("etag") ?? "" } })).status).toBe(200);
  await expectEvents(["settings.changed", { changed: ["name"] }]);
  const key = dataOf<{ id: string }>(await api().post(`${base()}/keys`, { name: "App" }));
  expect((await api().delete(`${base()}/keys/${key.id}`)).status).toBe(204);
  await expectEvents(["key.created", { id: key.id, name: "App" }], ["key.revoked", { id: key.id, name: "App" }]);
});

test("these are all events", () => {
  expect(webhookEventTypes.filter((type) => !seenTypes.has(type))).toEqual(["webhook.test"]);
});

test("a site whose endpoints want nothing of it stores nothing", async () => {
  const quiet = await server.addSite();
  const quietOwner = await addMember(server, quiet, "OWNER");
  await addWebhook(server, quiet, quietOwner, { url: plain.url, events: ["order.paid"] });
  await asAdmin(server, quietOwner).post(`/sites/${quiet.slug}/keys`, { name: "App" });
  const rows = await server.deps.sql<{ id: string }>`select id from webhook_events where site_id = ${quiet.id}`;
  const tasks = await server.deps.sql<{ id: string }>`select id from outbox where site_id = ${quiet.id}`;
  expect([rows, tasks]).toEqual([[], []]);
});
