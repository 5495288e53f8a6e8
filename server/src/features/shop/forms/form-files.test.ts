import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addMember, asAdmin, codeOf, type TestAdmin } from "../../../../../test/kit/admins.ts";
import { anyPicture } from "../../../../../test/kit/assets.ts";
import { applicationForm, formOf, formsPlugin, partsSubmitter, submissionsOf, submitter } from "../../../../../test/kit/form-site.ts";
import { cms, startServer, TestClock, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { parseRaw, sendRaw } from "../../../../../test/kit/raw.ts";
import { addSubmissionFile, addSubmissionOf } from "../../../../../test/kit/staff-forms.ts";
import { keysOf } from "../../../../../test/kit/stored-file.ts";
import { objectPrefix } from "../../content/media/object-key.ts";
import { sweepMedia } from "../../content/media/tasks/sweep-media.ts";

const dayMs = 24 * 60 * 60_000;
const clock = new TestClock();
let server: TestServer;
let site: TestSite;
let owner: TestAdmin;
beforeAll(async () => {
  server = await startServer({ clock });
});
beforeEach(async () => {
  site = await server.addSite({ forms: [applicationForm()] });
  owner = await addMember(server, site, "OWNER");
});
afterAll(() => server.stop());

const notes = (name = "cv.txt", text = `My life ${randomUUID()}`) => new File([text], name, { type: "text/plain" });
const picture = async (name = "me.png") => new File([new Uint8Array(await anyPicture())], name, { type: "image/png" });
const base = () => `/sites/${site.slug}/forms/apply/submissions`;
const keys = () => keysOf(server.deps.store, objectPrefix(site.id));
const errorsOf = ({ json }: { json: unknown }) =>
  (json as { errors?: { path: string; code: string }[] }).errors?.map(({ path, code }) => `${code} ${path}`);
/** What is left of files that were sent: on this machine, in the store and in the database. */
const leftovers = async () => {
  const [rows] = await server.deps.sql<{ files: number; sent: number }>`
    select
      (select count(*)::int from asset_files where site_id = ${site.id}) as files,
      (select count(*)::int from form_submission_files where site_id = ${site.id}) as sent`;
  return { local: await readdir(server.deps.media.uploads).catch(() => []), keys: await keys(), ...rows };
};
const nothing = { local: [], keys: [], files: 0, sent: 0 };
const sweepAfter = async (days: number) => {
  clock.advance(days * dayMs + 1);
  await sweepMedia.run(server.deps);
};
interface Sent {
  id: string;
  data: { cv: { id: string; name: string; type: string; size: number }; pictures?: { id: string; name: string }[] };
}
const submissions = async () => ((await asAdmin(server, owner).get(base())).json as { data: Sent[] }).data;
const submitOne = async (cv = notes()): Promise<Sent> => {
  const { status, text } = await partsSubmitter(server, site)({ name: "Ada", cv });
  if (status !== 202) throw new Error(text);
  const [newest] = await submissions();
  if (!newest) throw new Error("There is no submission.");
  return newest;
};

test("a form keeps files and texts, and its people download them", async () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ name: "Ada", email: "", age: "36", consent: "on" })) form.append(name, value);
  for (const day of ["mon", "tue"]) form.append("days", day);
  form.append("cv", notes("../../Æ \u202e cv\u0000.txt", "My life"));
  for (const name of ["one.png", "two.png"]) form.append("pictures", await picture(name));
  expect((await partsSubmitter(server, site)(form)).json).toMatchObject({ ok: true });
  const [submission] = await submissions();
  const id = expect.any(String) as string;
  expect(submission?.data).toEqual({
    name: "Ada",
    age: 36,
    consent: true,
    days: ["mon", "tue"],
    cv: { id, name: "Æ cv.txt", type: "text/plain", size: 7 },
    pictures: ["one.png", "two.png"].map((name) => ({ id, name, type: "image/png", size: expect.any(Number) as number })),
  });
  const answer = await asAdmin(server, owner).get(`${base()}/${submission?.id}/files/${submission?.data.cv.id}`);
  expect([answer.status, answer.text]).toEqual([200, "My life"]);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "cache-control": "no-store",
    "content-type": "application/octet-stream",
    "content-disposition": `attachment; filename="_ cv.txt"; filename*=UTF-8''%C3%86%20cv.txt`,
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
  });
  const path = `/api/admin/v1${base()}/${submission?.id}/files/${submission?.data.cv.id}`;
  const head = await server.ask(path, { method: "HEAD", headers: owner.headers });
  expect([head.status, head.text]).toEqual([200, ""]);
  // The media library does not list them, and they have no public address.
  expect((await asAdmin(server, owner).get(`/sites/${site.slug}/assets`)).json).toMatchObject({ total: 0 });
  expect((await leftovers()).local).toEqual([]);
});

test("the mail names the files with links for people of the site, and the CSV names them", async () => {
  site = await server.addSite({ forms: [applicationForm()], ...formsPlugin("desk@shop.example") });
  owner = await addMember(server, site, "OWNER");
  const { id, data } = await submitOne(notes("cv.txt", "My life"));
  server.mails.length = 0;
  await server.runTasks();
  const path = `${base()}/${id}/files/${data.cv.id}`;
  expect(server.mails[0]?.text).toContain(`CV:\n  cv.txt (1 KB)\n  ${server.deps.publicUrl}/api/admin/v1${path}`);
  expect((await asAdmin(server, owner).get(`${base()}.csv`)).text).toContain('"Ada","","","","","cv.txt",""');
});

test("a form without files takes parts as well, and JSON as before", async () => {
  const plain = await server.addSite({ forms: [formOf({ schema: { type: "object", properties: { a: { type: "number" } } } })] });
  expect((await partsSubmitter(server, plain, "form")({ a: "1.5" })).status).toBe(202);
  expect((await submitter(server, plain, "form")({ a: 2 })).status).toBe(202);
  expect((await submissionsOf(server, plain)).map(({ data }) => data)).toEqual([{ a: 1.5 }, { a: 2 }]);
});

test.each<[string, () => Promise<Record<string, string | File>> | Record<string, string | File>, string[]]>([
  ["is missing", () => ({ name: "Ada" }), ["required /data/cv"]],
  ["was not chosen", () => ({ name: "Ada", cv: new File([], "") }), ["required /data/cv"]],
  ["is a text", () => ({ name: "Ada", cv: "x" }), ["upload /data/cv"]],
  ["is empty", () => ({ name: "Ada", cv: notes("cv.txt", "") }), ["empty_file /data/cv"]],
  ["is of another type than the field takes", async () => ({ name: "Ada", cv: await picture("cv.pdf") }), ["x-accept /data/cv"]],
  ["only says its type", () => ({ name: "Ada", cv: notes(), pictures: notes("me.png") }), ["x-accept /data/pictures/0"]],
  [
    "is a page",
    () => ({ name: "Ada", cv: new File(["<!doctype html><script>alert(1)</script>"], "cv.pdf", { type: "application/pdf" }) }),
    ["file_type_refused /data/cv"],
  ],
  [
    "is broken",
    async () => ({ name: "Ada", cv: notes(), pictures: new File([new Uint8Array((await anyPicture()).subarray(0, 40))], "a.png") }),
    ["file_damaged /data/pictures/0"],
  ],
  ["is too large", () => ({ name: "Ada", cv: notes("cv.txt", "x".repeat(2 ** 20 + 1)) }), ["file_too_large /data/cv"]],
  ["is for no field", () => ({ name: "Ada", cv: notes(), other: notes() }), ["upload /data/other"]],
  ["is for a field of text", () => ({ name: notes(), cv: notes() }), ["upload /data/name"]],
  ["comes with an invalid text", () => ({ name: "Ada", age: "many", cv: notes() }), ["type /data/age"]],
])("a file that %s is refused at its field and leaves nothing", async (_name, parts, errors) => {
  const answer = await partsSubmitter(server, site)(await parts());
  expect([answer.status, codeOf(answer), errorsOf(answer)]).toEqual([400, "validation_failed", errors]);
  expect(await submissionsOf(server, site)).toEqual([]);
  expect(await leftovers()).toEqual(nothing);
});

test("more files than a field or a submission takes are refused", async () => {
  const form = new FormData();
  form.append("name", "Ada");
  for (let count = 0; count < 2; count += 1) form.append("cv", notes());
  expect(errorsOf(await partsSubmitter(server, site)(form))).toEqual(["upload /data/cv"]);
  for (let count = 0; count < 4; count += 1) form.append("pictures", await picture());
  expect(errorsOf(await partsSubmitter(server, site)(form))).toEqual(
    expect.arrayContaining(["too_many_files /data/pictures/3", "maxItems /data/pictures"]),
  );
  expect(await leftovers()).toEqual(nothing);
});

test("JSON names no file", async () => {
  const { id, data } = await submitOne();
  const submit = submitter(server, site, "apply");
  for (const cv of [data.cv, data.cv.id, { path: "/etc/passwd" }, { index: 0 }, {}]) {
    expect(errorsOf(await submit({ name: "Eve", cv }))).toEqual(["upload /data/cv"]);
  }
  expect((await submissions()).map((one) => one.id)).toEqual([id]);
});

test("a body that is cut off, too large or no form leaves nothing", async () => {
  const send = (body: Buffer | string, headers: Record<string, string> = {}) =>
    server.ask(`${cms}/plugins/svc.forms/forms/apply/submit`, {
      method: "POST",
      key: site.key,
      body,
      headers: { "content-type": "multipart/form-data; boundary=x", ...headers },
    });
  const part = (head: string, body: string) => `--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
  const name = part('name="name"', "Ada");
  const cv = part('name="cv"; filename="cv.txt"', "My life");
  expect((await send(`${name}${cv}--x--`)).status).toBe(202);
  await server.deps.sql`delete from form_submissions where site_id = ${site.id}`;
  await sweepAfter(2);
  for (const [body, code] of [
    [`${name}${cv}`, "bad_request"],
    [`${name}${cv.slice(0, -6)}`, "bad_request"],
    ["", "bad_request"],
    ["no form", "bad_request"],
    [`${part('name="name"', "A\0da")}${cv}--x--`, "bad_request"],
    [`${part('name="__proto__"', "{}")}${name}${cv}--x--`, "bad_request"],
    [`${part('name="name"', "x".repeat(10 * 2 ** 20))}${cv}--x--`, "body_too_large"],
    [`${part('name="name"', "x").repeat(1_100)}${cv}--x--`, "body_too_large"],
    [`${name}${part('name="pictures"; filename="a.png"', "x".repeat(21 * 2 ** 20))}--x--`, "body_too_large"],
  ] as const) {
    expect([body.slice(-60), codeOf(await send(body))]).toEqual([body.slice(-60), code]);
  }
  expect(codeOf(await send(name, { "content-type": "multipart/form-data" }))).toBe("bad_request");
  expect(await submissionsOf(server, site)).toEqual([]);
  expect(await leftovers()).toEqual(nothing);
});

test("announced gigabytes are refused before a byte is sent", async () => {
  const head = [
    `POST ${cms}/plugins/svc.forms/forms/apply/submit HTTP/1.1`,
    "host: localhost",
    `x-api-key: ${site.key}`,
    "content-type: multipart/form-data; boundary=x",
    `content-length: ${10 * 2 ** 30}`,
    "connection: close",
  ];
  const { status, body } = parseRaw(await sendRaw(server.port, `${head.join("\r\n")}\r\n\r\n`));
  expect([status, body.includes("body_too_large")]).toEqual([413, true]);
});

test("spam is kept without its files", async () => {
  expect((await partsSubmitter(server, site)({ name: "Eve", cv: notes(), _hp: "http://spam.example" })).status).toBe(202);
  expect(await submissionsOf(server, site)).toMatchObject([{ isSpam: true, data: { name: "Eve" } }]);
  expect(await leftovers()).toEqual(nothing);
});

test("a site without room takes no file", async () => {
  await server.deps.sql`update sites set media_quota_mb = 1 where id = ${site.id}`;
  await server.deps.sql`insert into asset_totals (site_id, id, bytes) values (${site.id}, ${randomUUID()}, ${2 ** 20})`;
  expect(codeOf(await partsSubmitter(server, site)({ name: "Ada", cv: notes() }))).toBe("quota_exceeded");
  expect(await submissionsOf(server, site)).toEqual([]);
  expect(await leftovers()).toEqual(nothing);
});

test("the bytes go with the last submission or asset that has them", async () => {
  const text = `Shared ${randomUUID()}`;
  const [first, second] = [await submitOne(notes("a.txt", text)), await submitOne(notes("b.txt", text))];
  expect(await keys()).toHaveLength(1);
  await asAdmin(server, owner).delete(`${base()}/${first.id}`);
  await sweepAfter(3);
  owner = await addMember(server, site, "OWNER");
  const path = (one: Sent) => `${base()}/${one.id}/files/${one.data.cv.id}`;
  expect((await asAdmin(server, owner).get(path(second))).text).toBe(text);
  expect(codeOf(await asAdmin(server, owner).get(path(first)))).toBe("submission_file_not_found");
  await server.deps.sql`delete from forms where site_id = ${site.id}`;
  await sweepAfter(3);
  expect(await leftovers()).toEqual(nothing);
});

test("a process that dies before the submission is stored leaves nothing after the sweep", async () => {
  const { sql } = server.deps;
  await sql`alter table form_submission_files add constraint dies check (name <> 'dies.txt')`;
  await partsSubmitter(server, site)({ name: "Ada", cv: notes("dies.txt") }).catch(() => undefined);
  await sql`alter table form_submission_files drop constraint dies`;
  expect(await submissionsOf(server, site)).toEqual([]);
  expect(await keys()).toHaveLength(1);
  await sweepAfter(2);
  expect(await leftovers()).toEqual(nothing);
});

test("a file is reached through its own submission, form and site alone", async () => {
  const { id, data } = await submitOne();
  const path = (submission: string, file: string, slug = site.slug) => `/sites/${slug}/forms/apply/submissions/${submission}/files/${file}`;
  const other = await server.addSite({ forms: [applicationForm()] });
  const others = await addSubmissionOf(server, other, "apply");
  const foreign = await addSubmissionFile(server, other, others);
  const own = await addSubmissionOf(server, site, "apply");
  for (const asked of [path(own, data.cv.id), path(id, foreign), path(others, foreign), path(id, "x"), path("x", data.cv.id)]) {
    expect(codeOf(await asAdmin(server, owner).get(asked))).toBe("submission_file_not_found");
  }
  const stranger = await addMember(server, other, "OWNER");
  expect(codeOf(await asAdmin(server, stranger).get(path(id, data.cv.id)))).toBe("site_not_found");
  expect((await asAdmin(server, owner).get(path(id, data.cv.id))).status).toBe(200);
});
