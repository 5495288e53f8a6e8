import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, asAdmin, codeOf } from "../../../../../../test/kit/admins.ts";
import { contactForm, submitter } from "../../../../../../test/kit/form-site.ts";
import { startServer, type TestServer } from "../../../../../../test/kit/harness.ts";
import { paidOrder } from "../../../../../../test/kit/staff-orders.ts";
import { catalogItems } from "../../../../../../test/kit/checkout-client.ts";
import { paymentPlugin } from "../../../../../../test/kit/checkout-client.ts";
import { mailKindNames } from "../../../../lib/mails/mail-kinds.ts";
import { mailTextFinding } from "../../operating/mail-text-finding.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
});
afterAll(() => server.stop());

interface Listed {
  kind: string;
  enabled: boolean;
  texts: { locale: string; own: boolean; problem: string | null }[];
  placeholders: { name: string; required: boolean }[];
}

async function begin(settings: object = {}) {
  const products = catalogItems({ "LYKT-28": { price: 9_000, stock: 5 } });
  const members = { name: "Laden", defaultLocale: "de", locales: ["de", "en"], settings };
  const site = await server.addSite({ site: members, products, forms: [contactForm()], plugins: paymentPlugin() });
  const owner = await addMember(server, site, "OWNER");
  const api = asAdmin(server, owner);
  const base = `/sites/${site.slug}`;
  const patch = async (mails: unknown) => {
    const etag = (await api.get(base)).headers.get("etag") ?? "";
    return api.patch(base, { settings: { mails } }, { headers: { "if-match": etag } });
  };
  const errors = async (mails: unknown) => {
    const answer = await patch(mails);
    return [answer.status, ...((answer.json as { errors?: { path: string }[] }).errors ?? []).map(({ path }) => path)];
  };
  const list = async () => ((await api.get(`${base}/mails`)).json as { data: Listed[] }).data;
  return { site, owner, api, base, patch, errors, list };
}
const text = { subject: "Bestellung {number}", body: "Danke!\n\n{order}\n\n{shopLink}" };

test("the list has every kind, with what switches it on and the locales of the site", async () => {
  const { list, patch } = await begin({ orders: { confirmationMail: true }, forms: { notify: ["team@example.com"] } });
  expect((await patch({ "order-paid": { de: text } })).status).toBe(200);
  const mails = await list();
  expect(mails.map(({ kind }) => kind)).toEqual(mailKindNames);
  const enabled = Object.fromEntries(mails.map((mail) => [mail.kind, mail.enabled]));
  expect(enabled).toMatchObject({ "verify-email": true, "order-paid": true, "order-notice": false, "form-notice": true });
  expect(mails.find(({ kind }) => kind === "order-paid")?.texts).toMatchObject([
    { locale: "de", own: true, problem: null },
    { locale: "en", own: false, problem: null },
  ]);
});

test("a buyer gets the site's own text once it is saved, and ours once it is removed", async () => {
  const { site, patch, base, api } = await begin({ orders: { confirmationMail: true } });
  expect((await patch({ "order-paid": { de: text } })).status).toBe(200);
  const mailOf = async () => {
    server.mails.length = 0;
    await paidOrder(server, site);
    await server.runTasks();
    return server.mails[0];
  };
  const own = await mailOf();
  expect(own?.subject).toBe("Bestellung 1001");
  expect(own?.text).toMatch(/^Danke!\n\nBestellung 1001\n/);
  expect((await patch({ "order-paid": { de: null } })).json).toMatchObject({ data: { settings: { mails: { "order-paid": {} } } } });
  expect((await mailOf())?.subject).toContain("Laden");

  await server.deps.sql`
    update sites set settings = ${JSON.stringify({ orders: { confirmationMail: true }, mails: { "order-paid": { de: { subject: "S", body: "{gone}" } } } })}::json
    where id = ${site.id}`;
  expect((await mailOf())?.subject).toContain("Laden");
  expect(server.logged()).toContain("cannot be rendered");
  expect((await api.get(`${base}/mails/order-paid/preview`)).json).toMatchObject({
    data: { own: false, problem: expect.stringContaining("{gone}") },
  });
  expect(await mailTextFinding(server.deps.sql)).toMatchObject({
    ok: false,
    detail: expect.stringContaining("order-paid in de") as string,
  });
  // What an older version stored hinders no other change.
  const etag = (await api.get(base)).headers.get("etag") ?? "";
  expect((await api.patch(base, { name: "Other" }, { headers: { "if-match": etag } })).status).toBe(200);
});

test("customers and the team get own texts, too", async () => {
  const { site, patch } = await begin({ forms: { notify: ["team@example.com"] } });
  const own = { "verify-email": { de: { subject: "Hallo", body: "Hallo {name},\n{link}\n{disownLink}" } } };
  expect((await patch({ ...own, "form-notice": { de: { subject: "Neu: {form}", body: "{fields}" } } })).status).toBe(200);
  server.mails.length = 0;
  const customer = { email: "ada@example.com", password: "a password of its own", firstName: "{link}", lastName: "L" };
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", key: site.key, headers, body: JSON.stringify(customer) };
  expect((await server.ask("/api/v1/shop/auth/register", init)).status).toBe(201);
  expect((await submitter(server, site)({ name: "Eve", email: "eve@example.com", message: "{site}\r\n<b>" })).status).toBe(202);
  await server.runTasks();
  const [confirm, notice] = ["ada@example.com", "team@example.com"].map((to) => server.mails.find((mail) => mail.to === to));
  expect(confirm?.text).toMatch(/^Hallo \{link\},\nhttps?:\S+token=\S+\nhttps?:\S+not-me\?token=\S+\n/);
  expect(notice?.subject).toBe("Neu: Contact");
  expect(notice?.text).toContain("{site}");
  expect(notice?.html).not.toContain("<b>");
});

test("a bad text is refused with its place, in a patch and in a bundle", async () => {
  const { errors, site } = await begin();
  const at = "/settings/mails";
  expect(await errors({ "order-paid": { de: { ...text, body: "{gone}" } } })).toEqual([400, `${at}/order-paid/de/body`]);
  expect(await errors({ "order-paid": { fr: text } })).toEqual([400, `${at}/order-paid/fr`]);
  expect(await errors({ "order-lost": { de: text } })).toEqual([400, `${at}/order-lost`]);
  expect(await errors({ "order-paid": { deutsch: text } })).toEqual([400, `${at}/order-paid/deutsch`]);
  expect(await errors({ "order-paid": { de: { ...text, html: "<b>" } } })).toEqual([400, `${at}/order-paid/de/html`]);
  expect(await errors({ "order-paid": { de: { ...text, subject: "a\r\nBcc: b" } } })).toEqual([400, `${at}/order-paid/de/subject`]);
  expect(await errors({ "order-paid": { de: { ...text, body: "B".repeat(5_001) } } })).toEqual([400, `${at}/order-paid/de/body`]);
  expect(await errors({ "verify-email": { de: { subject: "S", body: "{link}" } } })).toEqual([400, `${at}/verify-email/de/body`]);
  const shell = { slug: site.slug, name: "Laden", defaultLocale: "de", locales: ["de"], currency: "eur" };
  const bundle = (body: string) => ({
    bundle: 1,
    site: { ...shell, settings: { mails: { "order-paid": { de: { subject: "S", body } } } } },
  });
  await expect(server.import(bundle("{"))).rejects.toThrow(/settings\/mails\/order-paid\/de\/body/);
  await server.import(bundle("{order}"));
});

test("a text that is not stored is previewed about a real order of the site", async () => {
  const { site, api } = await begin();
  const base = `/sites/${site.slug}/mails`;
  const orderId = await paidOrder(server, site);
  const own = { locale: "de", subject: "Danke für {number}", body: "{order}" };
  const { json } = await api.post(`${base}/order-paid/preview`, { ...own, order: orderId });
  expect(json).toMatchObject({ data: { locale: "de", own: true, subject: "Danke für 1001", problem: null } });
  expect(JSON.stringify(json)).not.toContain("Sample A");
  expect((await api.post(`${base}/order-paid/preview`, own)).json).toMatchObject({
    data: { text: expect.stringContaining("Sample A") as string },
  });
  // Nothing is stored, and without a text it is the one that is sent.
  for (const kind of ["order-paid", "order-shipped", "order-partly-shipped", "order-refunded", "order-cancelled", "order-notice"])
    expect((await api.post(`${base}/${kind}/preview`, { order: orderId })).json).toMatchObject({ data: { own: false } });
  expect((await api.post(`${base}/order-paid/preview`, { ...own, body: "{gone}" })).json).toMatchObject({ errors: [{ path: "/body" }] });
  expect((await api.post(`${base}/order-paid/preview`, { subject: "S" })).json).toMatchObject({ errors: [{ path: "/body" }] });
  expect((await api.post(`${base}/verify-email/preview`, { order: orderId })).json).toMatchObject({ errors: [{ path: "/order" }] });
  const { site: other, api: others } = await begin();
  expect(codeOf(await others.post(`/sites/${other.slug}/mails/order-paid/preview`, { order: orderId }))).toBe("order_not_found");
});

test("a test goes to the person who asks, in the text of the request, ten times an hour", async () => {
  const { api, base, owner, site } = await begin({ mail: { senderName: "Der Laden" } });
  server.mails.length = 0;
  const send = (body: object, kind = "order-paid") => api.post(`${base}/mails/${kind}/test`, body);
  expect((await send({ subject: "Nur {number}", body: "Probe" })).status).toBe(202);
  await server.runTasks();
  expect((await send({ locale: "en" })).status).toBe(202);
  await server.runTasks();
  expect(server.mails.map(({ to, subject }) => [to, subject])).toEqual([
    [owner.email, "[Test] Nur 1001"],
    [owner.email, "[Test] Your order 1001 – Laden"],
  ]);
  expect(server.mails[0]).toMatchObject({ from: { name: "Der Laden" }, text: "Probe\n" });
  expect((await send({ subject: "S" })).json).toMatchObject({ errors: [{ path: "/body" }] });
  expect((await send({ subject: "S {", body: "B" })).json).toMatchObject({ errors: [{ path: "/subject" }] });
  expect((await send({ subject: "S", body: "{shopLink}" })).json).toMatchObject({ errors: [{ path: "/body", code: "empty" }] });
  expect(codeOf(await send({ locale: "fr" }))).toBe("locale_unsupported");
  expect(codeOf(await send({}, "constructor"))).toBe("mail_kind_not_found");
  const more = await Promise.all(Array.from({ length: 12 }, () => send({})));
  expect(more.filter(({ status }) => status === 202)).toHaveLength(8);
  expect(codeOf(await send({}))).toBe("rate_limited");
  const audited = await server.deps.sql`
    select distinct action, target_id as id from audit_entries where site_id = ${site.id} and action = 'sendTestMail'`;
  expect(audited).toEqual([{ action: "sendTestMail", id: "order-paid" }]);
});
