import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, addToken, asAdmin, codeOf, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { editor, entryDraft, pageDraft } from "../../../../../../test/kit/documents.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { addFailedTask, addOrder, addSubmission, markInvalid } from "../../../../../../test/kit/made-sales.ts";
import { catalogItems } from "../../../../../../test/kit/checkout-client.ts";
import type { Overview } from "../overview.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const form = (slug: string) => ({ slug, name: `The form ${slug}`, schema: { type: "object", properties: {} } });
const note = { slug: "note", title: "Note", schema: { type: "object", properties: { text: { type: "string" } } } };
const siteIn = (timeZone?: string, more: object = {}) =>
  server.addSite({ site: { settings: timeZone === undefined ? {} : { timeZone } }, contentTypes: [note], ...more });
const overview = async (site: TestSite, who: Pick<TestAdmin, "headers">, query = ""): Promise<Overview> => {
  const { status, json } = await asAdmin(server, who).get(`/sites/${site.slug}/overview${query}`);
  expect(status).toBe(200);
  return (json as { data: Overview }).data;
};
const salesOf = ({ sales = [] }: Overview) => sales.filter(({ orders }) => orders > 0).map(({ list: _, ...sold }) => sold);

// It is 2026-11-20, 09:30 in Greenwich.
test("sales stand on the day on which they were paid, by the clocks of the site, and refunds are subtracted there", async () => {
  const site = await siteIn("Pacific/Auckland");
  const who = await addMember(server, site, "SALES");
  // 22:30 in Auckland, on the 20th; midnight there is 11:00 in Greenwich.
  await addOrder(server, site, { paidAt: "2026-11-20T09:29:59.999Z", total: 500 });
  await addOrder(server, site, { paidAt: "2026-11-19T11:00:00.000Z", total: 300, refunded: 100 });
  await addOrder(server, site, { paidAt: "2026-11-19T10:59:59.999Z", total: 700, refunded: 700 });
  await addOrder(server, site, { paidAt: "2026-11-19T10:00:00.000Z", total: 80, currency: "usd" });
  await addOrder(server, site, { total: 9_999 });
  const seen = await overview(site, who);
  expect([seen.days, seen.timeZone, seen.sales?.length]).toEqual([7, "Pacific/Auckland", 14]);
  expect(salesOf(seen)).toEqual([
    { day: "2026-11-19", currency: "eur", orders: 1, revenue: 0 },
    { day: "2026-11-19", currency: "usd", orders: 1, revenue: 80 },
    { day: "2026-11-20", currency: "eur", orders: 2, revenue: 700 },
  ]);
  expect(seen.sales?.at(-2)?.list).toBe(
    `/api/admin/v1/sites/${site.slug}/orders?paid=true&from=2026-11-19T11:00:00.000Z&to=2026-11-20T11:00:00.000Z`,
  );
});

test("days without sales are there with zero, as many as were asked for, over changes of the clocks too", async () => {
  const site = await siteIn("Europe/Berlin");
  const who = await addMember(server, site, "OWNER");
  // The 25th of October had 25 hours, and ended at 23:00 in Greenwich.
  await addOrder(server, site, { paidAt: "2026-10-24T22:00:00.000Z", total: 1 });
  await addOrder(server, site, { paidAt: "2026-10-25T22:59:59.999Z", total: 2 });
  await addOrder(server, site, { paidAt: "2026-10-25T23:00:00.000Z", total: 4 });
  for (const [days, first] of [
    [7, "2026-11-14"],
    [30, "2026-10-22"],
    [90, "2026-08-23"],
  ] as const) {
    const { sales = [] } = await overview(site, who, `?days=${days}`);
    expect([sales.length, sales[0]?.day, sales.at(-1)?.day]).toEqual([days, first, "2026-11-20"]);
    expect(new Set(sales.map(({ day }) => day)).size).toBe(days);
    expect(sales.every(({ currency }) => currency === "eur")).toBe(true);
  }
  expect(salesOf(await overview(site, who, "?days=30"))).toEqual([
    { day: "2026-10-25", currency: "eur", orders: 2, revenue: 3 },
    { day: "2026-10-26", currency: "eur", orders: 1, revenue: 4 },
  ]);
  expect(salesOf(await overview(site, who))).toEqual([]);
  const wrong = await asAdmin(server, who).get(`/sites/${site.slug}/overview?days=8`);
  expect([wrong.status, codeOf(wrong)]).toEqual([400, "invalid_query"]);
});

test("each figure counts what waits, and names a list", async () => {
  const products = catalogItems({
    OUT: { price: 100, stock: 0 },
    FEW: { price: 100, stock: 5 },
    MANY: { price: 100, stock: 6 },
    ANY: { price: 100 },
  });
  const site = await siteIn(undefined, { forms: [form("contact"), form("quiet")], products });
  const who = await addMember(server, site, "OWNER", { name: "Olga" });
  const now = server.clock.now().toISOString();
  await addOrder(server, site, { paidAt: now });
  await addOrder(server, site, { paidAt: now, total: 10, refunded: 5 });
  await addOrder(server, site, { paidAt: now, isFulfilled: true });
  await addOrder(server, site, { paidAt: now, total: 10, refunded: 10 });
  await addOrder(server, site, { paymentStatus: "FAILED" });
  for (const more of [{}, {}, { isSpam: true }, { at: "2026-11-01T00:00:00.000Z" }]) await addSubmission(server, site, "contact", more);
  for (const lane of ["notices", "notices", "money"] as const) await addFailedTask(server, site, lane);
  const edit = editor(server, site, who);
  const page = await edit.create("pages", pageDraft("first"));
  server.clock.advance(1_000);
  const entry = await edit.create("entries", { contentType: "note", ...entryDraft("second") });
  server.clock.advance(1_000);
  const gone = await edit.create("pages", pageDraft("gone"));
  for (const { id } of [page, entry, gone]) await markInvalid(server, site, id);
  await edit.trash("pages", gone.id);
  const publishAt = new Date(server.clock.now().getTime() + 60_000).toISOString();
  expect((await edit.api.put(`${edit.base}/entries/${entry.id}/en/schedule`, { publishAt, revision: 1 })).status).toBe(200);

  const seen = await overview(site, who);
  const base = `/api/admin/v1/sites/${site.slug}`;
  const since = "2026-11-14T00:00:00.000Z";
  expect(seen).toMatchObject({
    timeZone: "UTC",
    toFulfil: { count: 2, list: `${base}/orders?fulfilment=TO_FULFIL` },
    failedPayments: { count: 1, list: `${base}/payments?status=FAILED&from=${since}` },
    lowStock: { count: 2, list: `${base}/products?status=ACTIVE&stock=low` },
    scheduled: { pages: { count: 0 }, entries: { count: 1 } },
    invalidDocuments: { pages: { count: 1 }, entries: { count: 1 } },
    failingWebhooks: { count: 0, list: `${base}/webhooks?state=failing` },
    failedMails: { count: 2, list: `${base}/outbox?state=failed&mail=true` },
  });
  expect(seen.newSubmissions).toEqual([
    {
      form: { slug: "contact", name: "The form contact" },
      count: 2,
      list: `${base}/forms/contact/submissions?from=${since}&spam=false&read=false`,
    },
  ]);
  expect(seen.recentEdits?.map(({ id, contentType, editedBy, locale }) => [id, contentType, editedBy?.name, locale])).toEqual([
    [entry.id, "note", "Olga", "en"],
    [page.id, "page", "Olga", "en"],
  ]);
  const { api } = edit;
  for (const { count, list } of [seen.scheduled, seen.invalidDocuments].flatMap((each) => (each ? [each.pages, each.entries] : []))) {
    const answer = await api.get(list.replace("/api/admin/v1", ""));
    expect([list, answer.status, (answer.json as { total: number }).total]).toEqual([list, 200, count]);
  }
  for (const { document } of seen.recentEdits ?? []) expect((await api.get(document.replace("/api/admin/v1", ""))).status).toBe(200);
});

test("a role sees its own figures, and not that there are others; a token sees no more than its role", async () => {
  const site = await siteIn();
  const everybody = ["days", "timeZone", "lowStock", "scheduled", "invalidDocuments", "recentEdits", "reviews"];
  const sellers = ["sales", "toFulfil", "failedPayments"];
  for (const [role, more] of [
    ["VIEWER", []],
    ["AUTHOR", []],
    ["EDITOR", ["newSubmissions"]],
    ["SALES", [...sellers, "newSubmissions"]],
    ["ADMIN", [...sellers, "newSubmissions", "failingWebhooks", "failedMails", "storage"]],
    ["OWNER", [...sellers, "newSubmissions", "failingWebhooks", "failedMails", "storage"]],
  ] as const) {
    const member = await addMember(server, site, role);
    expect([role, Object.keys(await overview(site, member)).sort()]).toEqual([role, [...everybody, ...more].sort()]);
    const token = await addToken(server, member.id, { role: "VIEWER" });
    expect(Object.keys(await overview(site, token)).sort()).toEqual([...everybody].sort());
  }
});

test("the documents that were edited last are at most eight", async () => {
  const site = await siteIn();
  const who = await addMember(server, site, "OWNER");
  const edit = editor(server, site, who);
  for (let index = 0; index < 10; index += 1) {
    await edit.create("pages", pageDraft(`page-${index}`));
    server.clock.advance(1_000);
  }
  const { recentEdits = [] } = await overview(site, who);
  expect(recentEdits.map(({ slug }) => slug)).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((index) => `page-${index}`));
});
