import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, asAdmin, codeOf, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { contactForm, formsPlugin, submitter } from "../../../../../../test/kit/form-site.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { addSubmissionOf } from "../../../../../../test/kit/staff-forms.ts";

let server: TestServer;
let site: TestSite;
let owner: TestAdmin;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

async function begin(): Promise<void> {
  site = await server.addSite({ forms: [contactForm()], ...formsPlugin("desk@shop.example") });
  owner = await addMember(server, site, "OWNER");
}
const base = () => `/sites/${site.slug}/forms/contact/submissions`;
const list = async (query = "") => {
  const answer = await asAdmin(server, owner).get(`${base()}${query}`);
  const { data = [], total } = answer.json as {
    data?: { id: string; read: boolean; spam: boolean; data: object | null }[];
    total?: number;
  };
  return { status: answer.status, ids: data.map(({ id }) => id), data, total };
};
const audited = async () =>
  server.deps.sql<{ action: string; changes: unknown; label: string }>`
    select action, changes, target_label as label from audit_entries where site_id = ${site.id} order by at, id`;

test("a list shows the submissions of one form, the newest first, and only those that meet all conditions", async () => {
  await begin();
  const at = (text: string) => new Date(`2026-11-${text}T12:00:00Z`);
  const first = await addSubmissionOf(server, site, "contact", { at: at("01"), data: { message: "Grüße aus Køge", topics: ["chairs"] } });
  const second = await addSubmissionOf(server, site, "contact", { at: at("02"), data: { message: "100 % wool_?" } });
  const spam = await addSubmissionOf(server, site, "contact", { at: at("03"), isSpam: true, data: { message: "CHAIRS cheap" } });
  expect(await list()).toMatchObject({ ids: [spam, second, first], total: 3 });
  expect((await list("?sort=submittedAt")).ids).toEqual([first, second, spam]);
  expect(await list("?spam=false&pageSize=1&page=2")).toMatchObject({ ids: [first], total: 2 });
  expect((await list("?spam=true")).ids).toEqual([spam]);
  expect((await list("?q=chairs")).ids).toEqual([spam, first]);
  expect((await list(`?q=${encodeURIComponent("GRÜSSE".replace("SS", "ß"))}`)).ids).toEqual([first]);
  expect((await list(`?q=${encodeURIComponent("% wool_")}`)).ids).toEqual([second]);
  // The names of fields are not what somebody entered.
  expect((await list("?q=message")).ids).toEqual([]);
  expect((await list("?from=2026-11-02T12:00:00Z&to=2026-11-03T12:00:00Z")).ids).toEqual([second]);
  expect((await list("?sort=data")).status).toBe(400);
  expect((await list("?spam=maybe")).status).toBe(400);
});

test("a list leaves out the data of a long submission, which a request for it alone has", async () => {
  await begin();
  const data = { message: "x".repeat(20_000) };
  const id = await addSubmissionOf(server, site, "contact", { data });
  expect((await list()).data).toMatchObject([{ id, data: null }]);
  expect((await asAdmin(server, owner).get(`${base()}/${id}`)).json).toMatchObject({ data: { id, data } });
});

test("marking a submission changes the marks alone, is recorded without its words, and stops its e-mail", async () => {
  await begin();
  await submitter(server, site)({ name: "Ada", email: "ada@example.com", message: "Private words" });
  const [{ id } = { id: "" }] = (await list()).data;
  const { patch, get } = asAdmin(server, owner);
  expect((await list("?read=false")).ids).toEqual([id]);
  expect((await patch(`${base()}/${id}`, { read: true })).json).toMatchObject({ data: { read: true, spam: false, data: { name: "Ada" } } });
  // Again: nothing changes, and nothing is recorded.
  expect((await patch(`${base()}/${id}`, { read: true })).status).toBe(200);
  expect([(await list("?read=false")).ids, (await list("?read=true")).ids]).toEqual([[], [id]]);
  expect((await patch(`${base()}/${id}`, { spam: true })).json).toMatchObject({ data: { read: true, spam: true } });
  const entries = await audited();
  expect(entries.map(({ action, changes }) => [action, changes])).toEqual([
    ["updateSubmission", [{ member: "read", from: false, to: true }]],
    ["updateSubmission", [{ member: "spam", from: false, to: true }]],
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/Ada|Private/);
  server.mails.length = 0;
  await server.runTasks();
  expect(server.mails).toEqual([]);
  expect((await patch(`${base()}/${id}`, { data: {} })).status).toBe(400);
  expect((await patch(`${base()}/${id}`, { read: null })).status).toBe(400);
  expect((await get(`${base()}/${id}`)).json).toMatchObject({ data: { read: true, spam: true } });
});

test("a deleted submission is gone with its e-mail; deleting needs forms:write, and marking does not", async () => {
  await begin();
  await submitter(server, site)({ name: "Ada", email: "ada@example.com", message: "Hello" });
  const [{ id } = { id: "" }] = (await list()).data;
  const seller = asAdmin(server, await addMember(server, site, "SALES"));
  expect((await seller.patch(`${base()}/${id}`, { read: true })).status).toBe(200);
  expect(codeOf(await seller.delete(`${base()}/${id}`))).toBe("permission_missing");
  expect((await asAdmin(server, owner).delete(`${base()}/${id}`)).status).toBe(204);
  expect(codeOf(await asAdmin(server, owner).delete(`${base()}/${id}`))).toBe("submission_not_found");
  expect((await audited()).at(-1)).toMatchObject({ action: "deleteSubmission", label: "Contact" });
  server.mails.length = 0;
  await server.runTasks();
  expect(server.mails).toEqual([]);
});

test("a submission is found only under its own form and site; a form that does not exist is 404", async () => {
  await begin();
  const [elsewhere, eve] = [site, owner];
  const id = await addSubmissionOf(server, elsewhere);
  await begin();
  for (const path of [`${base()}/${id}`, `${base()}/no-uuid`, base().replace("contact", "none"), base().replace("contact", "No%20Slug")]) {
    expect([path, (await asAdmin(server, owner).get(path)).status]).toEqual([path, 404]);
  }
  const elsewhereBase = `/sites/${elsewhere.slug}/forms/contact/submissions/${id}`;
  expect(codeOf(await asAdmin(server, owner).get(elsewhereBase))).toBe("site_not_found");
  expect((await asAdmin(server, eve).get(elsewhereBase)).status).toBe(200);
});

test("CSV has a row for each submission that meets the conditions, and no cell that a spreadsheet would run", async () => {
  await begin();
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 0, minute));
  for (let minute = 0; minute < 450; minute += 1) {
    await addSubmissionOf(server, site, "contact", { at: at(minute), data: { name: `Visitor ${minute}`, message: "Hi" } });
  }
  await addSubmissionOf(server, site, "contact", { at: at(500), data: { name: "=1+1", message: "\tx", more: 1 } });
  await addSubmissionOf(server, site, "contact", { at: at(501), isSpam: true, data: { name: "spam" } });
  const answer = await asAdmin(server, owner).get(`${base()}.csv?spam=false`);
  expect([answer.status, answer.headers.get("content-type"), answer.headers.get("content-disposition")]).toEqual([
    200,
    "text/csv; charset=utf-8",
    'attachment; filename="contact.csv"',
  ]);
  const [head, ...rows] = answer.text.trimEnd().split("\r\n");
  // A text that is read as UTF-8 has lost the mark.
  expect(head?.replace("\ufeff", "")).toBe('"id","submitted at","version","spam","name","email","topic","message","other"');
  expect(rows).toHaveLength(451);
  expect(rows[0]).toMatch(/"no","'=1\+1","","","'\tx","\{""more"":1\}"$/);
  expect(rows.at(-1)).toContain('"Visitor 0"');
  const narrow = await asAdmin(server, owner).get(`${base()}.csv?q=visitor%207&to=2026-11-01T00:10:00Z`);
  expect(narrow.text.trimEnd().split("\r\n")).toHaveLength(2);
  expect((await asAdmin(server, owner).get(`${base()}.csv`.replace("contact", "none"))).status).toBe(404);
});
