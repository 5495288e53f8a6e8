import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, asAdmin, codeOf } from "../../../../../../test/kit/admins.ts";
import { contactForm, submitter } from "../../../../../../test/kit/form-site.ts";
import { cms, startServer, type TestServer } from "../../../../../../test/kit/harness.ts";
import { addSubmissionOf } from "../../../../../../test/kit/staff-forms.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const text = { type: "object", required: ["text"], properties: { text: { type: "string" } } };
async function begin() {
  const site = await server.addSite({ forms: [contactForm()] });
  const api = asAdmin(server, await addMember(server, site, "OWNER"));
  const base = `/sites/${site.slug}/forms`;
  const readForm = async (slug: string) => {
    // Every process learns of a change within a second.
    server.clock.advance(1_000);
    const answer = await server.ask(`${cms}/plugins/svc.forms/forms/${slug}`, { key: site.key });
    return answer.json as { data?: { name: string } };
  };
  const audited = async () =>
    server.deps.sql<{ action: string; id: string }>`
      select action, target_id as id from audit_entries where site_id = ${site.id} order by at, id`;
  return { site, api, base, readForm, audited };
}
const ifMatch = (revision: number) => ({ headers: { "if-match": `"${revision}"` } });

test("a new form is public within a second, with the defaults of a bundle, and its slug is taken", async () => {
  const { site, api, base, readForm, audited } = await begin();
  expect((await readForm("feedback")).data).toBeUndefined();
  const created = await api.post(base, { slug: "feedback", name: "Feedback", schema: text });
  expect([created.status, created.headers.get("etag")]).toEqual([201, '"1"']);
  expect(created.json).toMatchObject({ data: { slug: "feedback", revision: 1, uiSchema: {}, submitLabel: "Send" } });
  expect((await readForm("feedback")).data?.name).toBe("Feedback");
  expect((await submitter(server, site, "feedback")({ text: "Hi" })).status).toBe(202);
  expect(codeOf(await api.post(base, { slug: "feedback", name: "Other", schema: text }))).toBe("form_slug_taken");
  expect((await api.get(`${base}?q=FEED`)).json).toMatchObject({ total: 1, data: [{ slug: "feedback" }] });
  expect((await api.get(`${base}?sort=name:desc`)).json).toMatchObject({ total: 2, data: [{ slug: "feedback" }, { slug: "contact" }] });
  expect(await audited()).toEqual([{ action: "createForm", id: "feedback" }]);
});

test("a form is refused by the rules of bundles, with the place of each fault", async () => {
  const { api, base } = await begin();
  const errorsOf = async (form: object) => {
    const answer = await api.post(base, { slug: "feedback", name: "Feedback", schema: text, ...form });
    return [answer.status, ...((answer.json as { errors?: { path: string }[] }).errors ?? []).map(({ path }) => path)];
  };
  expect(await errorsOf({ schema: { type: "object", properties: { _hp: {} } } })).toEqual([400, "/schema/properties/_hp"]);
  expect(await errorsOf({ schema: { type: "string" } })).toEqual([400, "/schema/type"]);
  expect(await errorsOf({ uiSchema: { a: "x".repeat(70_000) } })).toEqual([400, "/uiSchema"]);
  expect(await errorsOf({ name: " " })).toEqual([400, "/name"]);
  expect(await errorsOf({ slug: "No Slug" })).toEqual([400, "/slug"]);
  expect(await errorsOf({ notify: [] })).toEqual([400, "/notify"]);
  expect((await api.get(`${base}/feedback`)).status).toBe(404);
});

test("a change needs the revision that was seen, and visitors get it within a second; the same form again changes nothing", async () => {
  const { api, base, readForm, audited } = await begin();
  const body = { name: "Changed", schema: text };
  expect((await api.put(`${base}/contact`, body)).status).toBe(428);
  expect((await api.put(`${base}/contact`, body, ifMatch(2))).status).toBe(412);
  expect((await readForm("contact")).data).toMatchObject({ name: "Contact" });
  const changed = await api.put(`${base}/contact`, body, ifMatch(1));
  expect([changed.status, changed.headers.get("etag")]).toEqual([200, '"2"']);
  expect((await readForm("contact")).data?.name).toBe("Changed");
  expect((await api.put(`${base}/contact`, body, ifMatch(2))).headers.get("etag")).toBe('"2"');
  const conflict = await api.put(`${base}/contact`, { ...body, name: "Late" }, ifMatch(1));
  expect([conflict.status, conflict.json]).toMatchObject([412, { revision: 2, changedBy: { name: "Ada Admin" } }]);
  expect((await api.put(`${base}/none`, body, ifMatch(1))).status).toBe(404);
  const create = { headers: { "if-none-match": "*" } };
  expect((await api.put(`${base}/contact`, body, create)).status).toBe(412);
  expect((await api.put(`${base}/new`, body, create)).status).toBe(201);
  expect((await api.put(`${base}/No%20Slug`, body, create)).status).toBe(400);
  expect((await audited()).map(({ action }) => action)).toEqual(["putForm", "putForm"]);
});

test("a form with submissions is deleted only by force, and is gone from the public within a second", async () => {
  const { site, api, base, readForm } = await begin();
  await addSubmissionOf(server, site);
  await addSubmissionOf(server, site, "contact", { isSpam: true });
  const refused = await api.delete(`${base}/contact`, ifMatch(1));
  expect([refused.status, codeOf(refused), refused.json]).toMatchObject([409, "form_has_submissions", { submissions: 2 }]);
  expect((await api.delete(`${base}/contact?force=true`, ifMatch(3))).status).toBe(412);
  expect((await readForm("contact")).data).toBeDefined();
  expect((await api.delete(`${base}/contact?force=true`, ifMatch(1))).status).toBe(204);
  expect((await readForm("contact")).data).toBeUndefined();
  expect((await submitter(server, site)({ name: "Ada", email: "a@example.com", message: "Hi" })).status).toBe(404);
  expect((await api.delete(`${base}/contact`, ifMatch(1))).status).toBe(404);
  expect(await server.deps.sql<object>`select id from form_submissions where site_id = ${site.id}`).toEqual([]);
});

test("visitors who submit a form while it is deleted are told that it is gone, or their words are counted", async () => {
  const { site, api, base } = await begin();
  const submit = submitter(server, site);
  const [deleted, ...answers] = await Promise.all([
    api.delete(`${base}/contact?force=true`, ifMatch(1)),
    ...Array.from({ length: 10 }, () => submit({ name: "Ada", email: "a@example.com", message: "Hi" })),
  ]);
  expect(deleted.status).toBe(204);
  for (const { status } of answers) expect([202, 404]).toContain(status);
});
