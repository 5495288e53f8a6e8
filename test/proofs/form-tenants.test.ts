import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { exportBundle } from "../../server/src/features/content/bundle/index.ts";
import { listForms, listSubmissions, removeOldSubmissions, sendFormMail } from "../../server/src/features/shop/forms/index.ts";
import type { Database, Sql } from "../../server/src/ports/database.ts";
import { addMember, asAdmin, codeOf } from "../kit/admins.ts";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { formOf, formsPlugin, submissionsOf, submitter } from "../kit/form-site.ts";
import { startServer, type TestServer, type TestSite } from "../kit/harness.ts";
import { loosenStatements, runsOf } from "./loosened-statements.ts";

let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startServer({ database });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

const day = 24 * 60 * 60_000;
const names = ["alpha", "beta"] as const;
type Name = (typeof names)[number];

/** Two sites with a form of the same slug and id, with another schema in each, and other recipients of notices. */
async function tenants(by: TestServer, sql: Sql, settings: Partial<Record<Name, object>> = {}) {
  const add = async (name: Name) => {
    const schema = { type: "object", required: [name], properties: { [name]: { type: "string", title: `Title of ${name}` } } };
    const about = { name: `Form of ${name}`, submitLabel: name, successMessage: `Thanks of ${name}` };
    return by.addSite({
      site: {
        name: `Site ${name}`,
        settings: { forms: { notify: [`${name}@settings.example`], ...settings[name] }, mail: { senderName: name } },
      },
      forms: [formOf({ schema, ...about })],
      ...formsPlugin(`${name}@plugin.example`),
    });
  };
  const [alpha, beta] = [await add("alpha"), await add("beta")];
  await sql`
    update forms set version = 7, id = (select id from forms as theirs where theirs.site_id = ${alpha.id})
    where site_id = ${beta.id}`;
  await sql`delete from outbox`;
  by.mails.length = 0;
  return { alpha, beta };
}
type TenantPair = Awaited<ReturnType<typeof tenants>>;

/** Gives beta a submission of its own under the id of each of alpha's. */
async function copySubmissions(sql: Sql, { alpha, beta }: TenantPair, { isSpam = false, olderByDays = 0 } = {}): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    insert into form_submissions (site_id, id, form_id, form_version, data, client, is_spam, created_at)
    select ${beta.id}, id, form_id, 7, '{"beta":"of beta"}', 'beta', ${isSpam}, created_at - make_interval(days => ${olderByDays})
    from form_submissions where site_id = ${alpha.id} order by id
    returning id`;
  return rows.map(({ id }) => id);
}

const recipients = (name: Name) => [`${name}@plugin.example`, `${name}@settings.example`];

/**
 * An action on one must neither show nor touch the other, either way round: a statement that finds the same row for
 * both finds the wrong one for one of them. Throws otherwise.
 */
const rows: Record<string, (by: TestServer, sql: Sql, deps: TestServer["deps"]) => Promise<void>> = {
  submitForm: async (by, sql) => {
    const sites = await tenants(by, sql);
    for (const name of names) {
      const submit = submitter(by, sites[name], "form");
      for (const other of names) {
        const answer = await submit({ [other]: "x" });
        expect([name, other, answer.status]).toEqual([name, other, name === other ? 202 : 400]);
        if (name === other) expect(answer.json).toEqual({ ok: true, successMessage: `Thanks of ${name}` });
      }
      expect(await sql<{ siteId: string }>`select site_id as "siteId" from outbox`).toEqual([{ siteId: sites[name].id }]);
      await sql`delete from outbox`;
    }
    expect(await submissionsOf({ deps: { ...by.deps, sql: sql as Database } }, sites.alpha)).toMatchObject([
      { data: { alpha: "x" }, version: 1 },
    ]);
    expect(await submissionsOf({ deps: { ...by.deps, sql: sql as Database } }, sites.beta)).toMatchObject([
      { data: { beta: "x" }, version: 7 },
    ]);
    // Nor is the other's taken for it where both are of one version.
    await sql`update forms set version = 1 where site_id = ${sites.beta.id}`;
    expect((await submitter(by, sites.alpha, "form")({ alpha: "y" })).status).toBe(202);
    const ofBeta = await submissionsOf({ deps: { ...by.deps, sql: sql as Database } }, sites.beta);
    expect(ofBeta.map(({ data }) => data)).toEqual([{ beta: "x" }]);
    await sql`delete from outbox`;
    // Switches that are off in one are on in the other, and the other way round.
    for (const name of names) {
      await sql`update plugins set enabled = (site_id = ${sites[name].id}) where site_id in (${sites.alpha.id}, ${sites.beta.id})`;
      for (const asked of names) {
        expect([name, asked, (await submitter(by, sites[asked], "form")({ [asked]: "y" })).status]).toEqual([
          name,
          asked,
          name === asked ? 202 : 404,
        ]);
      }
    }
    // The own site decides about notices, either way round.
    const both = [sites.alpha.id, sites.beta.id];
    await sql`update plugins set enabled = true, config = '{}' where site_id = any (${both}::uuid[])`;
    for (const told of names) {
      await sql`update sites set settings = '{}' where id = any (${both}::uuid[])`;
      await sql`update sites set settings = '{"forms":{"notify":["told@settings.example"]}}' where id = ${sites[told].id}`;
      for (const asked of names) {
        await sql`delete from outbox`;
        await submitter(by, sites[asked], "form")({ [asked]: "z" });
        expect([told, asked, await sql<object>`select id from outbox`]).toMatchObject([told, asked, { length: Number(told === asked) }]);
      }
    }
  },

  "the mail": async (by, sql, deps) => {
    const sites = await tenants(by, sql);
    await submitter(by, sites.alpha, "form")({ alpha: "of alpha" });
    const [submissionId = ""] = await copySubmissions(sql, sites);
    for (const name of names) {
      by.mails.length = 0;
      await sendFormMail.handle(deps)({ payload: { siteId: sites[name].id, submissionId }, attempt: 1 });
      expect(by.mails.map(({ to, alsoTo = [] }) => [to, ...alsoTo].sort())).toEqual([recipients(name)]);
      for (const mail of by.mails) {
        expect(mail).toMatchObject({ from: { name }, subject: `New submission: Form of ${name} – Site ${name}` });
        expect(mail.text).toContain(`Title of ${name}: of ${name}\n`);
      }
    }
    // The suspended one sends no notices.
    await sql`update sites set suspended_at = now() where id = ${sites.beta.id}`;
    by.mails.length = 0;
    for (const name of names) await sendFormMail.handle(deps)({ payload: { siteId: sites[name].id, submissionId }, attempt: 1 });
    expect(by.mails.map(({ to, alsoTo = [] }) => [to, ...alsoTo].sort())).toEqual([recipients("alpha")]);
  },

  "the job that removes old submissions": async (by, sql, deps) => {
    const left = async (sites: TenantPair) => {
      const counts = names.map((name) => sql<object>`select id from form_submissions where site_id = ${sites[name].id}`);
      return (await Promise.all(counts)).map(({ length }) => length);
    };
    // Both are younger than alpha keeps them, and older than beta does.
    const keptSites = await tenants(by, sql, { alpha: { retentionDays: 60 }, beta: { retentionDays: 10 } });
    await submitter(by, keptSites.alpha, "form")({ alpha: "x" });
    await copySubmissions(sql, keptSites, { olderByDays: 20 });
    // Alpha's is fresh, though beta's under the same id is older than alpha keeps any.
    const fresh = await tenants(by, sql, { alpha: { retentionDays: 10 } });
    await submitter(by, fresh.alpha, "form")({ alpha: "x" });
    await copySubmissions(sql, fresh, { olderByDays: 20 });
    // Beta's is spam, alpha's is not.
    const spam = await tenants(by, sql);
    await submitter(by, spam.alpha, "form")({ alpha: "x" });
    await copySubmissions(sql, spam, { isSpam: true, olderByDays: 40 });
    await removeOldSubmissions.run(deps);
    expect([await left(keptSites), await left(fresh), await left(spam)]).toEqual([
      [1, 0],
      [1, 1],
      [1, 0],
    ]);
    by.clock.advance(11 * day);
    await removeOldSubmissions.run(deps);
    expect([await left(keptSites), await left(fresh), await left(spam)]).toEqual([
      [1, 0],
      [0, 1],
      [1, 0],
    ]);
  },

  "the staff's lists": async (by, sql, deps) => {
    const sites = await tenants(by, sql);
    for (const text of ["1", "2"]) await submitter(by, sites.alpha, "form")({ alpha: text });
    await copySubmissions(sql, sites, { isSpam: true });
    expect(await listForms(deps, sites.alpha.id)).toMatchObject([{ name: "Form of alpha", version: 1, submissions: 2, spam: 0 }]);
    expect(await listForms(deps, sites.beta.id)).toMatchObject([{ name: "Form of beta", version: 7, submissions: 0, spam: 2 }]);
    const wanted = { limit: 10, withSpam: true, withTotal: true };
    for (const name of names) {
      const submissionPage = await listSubmissions(deps, sites[name].id, "form", wanted);
      expect(submissionPage?.submissions.map(({ data }) => Object.keys(data))).toEqual([[name], [name]]);
      expect([submissionPage?.fields, submissionPage?.total]).toEqual([[name], 2]);
    }
    // The slug of one is unknown in the other, and so are its submissions.
    await sql`update forms set slug = 'renamed', id = gen_random_uuid() where site_id = ${(await formless(by, sites.beta, sql)).id}`;
    const ofAlpha = await listSubmissions(deps, sites.alpha.id, "form", wanted);
    const ofBeta = await listSubmissions(deps, sites.beta.id, "form", wanted);
    expect([ofAlpha?.submissions.length, ofBeta]).toEqual([2, undefined]);
    expect(await listSubmissions(deps, sites.alpha.id, "renamed", wanted)).toBeUndefined();
    expect((await listSubmissions(deps, sites.beta.id, "renamed", wanted))?.submissions).toEqual([]);
  },

  "the people's submissions": async (by, sql) => {
    for (const acting of names) {
      const sites = await tenants(by, sql);
      const other = names.find((name) => name !== acting) ?? acting;
      await submitter(by, sites.alpha, "form")({ alpha: "of alpha" });
      const [id = ""] = await copySubmissions(sql, sites);
      await sql`update form_submissions set read_at = now(), is_spam = true where site_id = ${sites[other].id}`;
      const api = asAdmin(by, await addMember(by, sites[acting], "OWNER"));
      const base = `/sites/${sites[acting].slug}/forms/form/submissions`;
      const shown = { id, read: false, spam: false, data: { [acting]: `of ${acting}` } };
      expect((await api.get(base)).json).toMatchObject({ total: 1, data: [shown] });
      expect((await api.get(`${base}/${id}`)).json).toMatchObject({ data: shown });
      const { text } = await api.get(`${base}.csv`);
      expect([text.split("\r\n").length, text.includes(`of ${acting}`), text.includes(`Title of ${other}`)]).toEqual([3, true, false]);
      const states = async (name: Name) =>
        sql<object>`select read_at is not null as read, is_spam as spam from form_submissions where site_id = ${sites[name].id}`;
      expect((await api.patch(`${base}/${id}`, { read: true, spam: true })).json).toMatchObject({ data: { read: true, spam: true } });
      const [entry] = await sql<{ changes: object[] }>`
        select changes from audit_entries where site_id = ${sites[acting].id} and action = 'updateSubmission'`;
      expect(entry?.changes).toHaveLength(2);
      expect((await api.patch(`${base}/${id}`, { read: false, spam: false })).status).toBe(200);
      expect([await states(acting), await states(other)]).toEqual([[{ read: false, spam: false }], [{ read: true, spam: true }]]);
      expect((await api.delete(`${base}/${id}`)).status).toBe(204);
      expect([await states(acting), await states(other)]).toEqual([[], [{ read: true, spam: true }]]);
      expect(codeOf(await api.get(`${base}/${id}`))).toBe("submission_not_found");
      await sql`update forms set slug = 'renamed' where site_id = ${sites[acting].id}`;
      expect(codeOf(await api.get(base))).toBe("form_not_found");
    }
  },

  "the people's forms": async (by, sql) => {
    for (const acting of names) {
      const sites = await tenants(by, sql);
      const other = names.find((name) => name !== acting) ?? acting;
      await sql`
        insert into forms (site_id, id, slug, name, schema, ui_schema, submit_label, success_message, created_at, updated_at)
        select ${sites[other].id}, gen_random_uuid(), 'more-' || number, 'More', '{}', '{}', 'Send', 'Thanks', now(), now()
        from generate_series(1, 500) as number`;
      const { get, put, delete: remove } = asAdmin(by, await addMember(by, sites[acting], "OWNER"));
      const base = `/sites/${sites[acting].slug}/forms`;
      const revision = acting === "alpha" ? 1 : 7;
      const ifMatch = (seen: number) => ({ headers: { "if-match": `"${seen}"` } });
      const body = { name: "Changed", schema: { type: "object", properties: {} } };
      expect((await get(base)).json).toMatchObject({ total: 1, data: [{ slug: "form", name: `Form of ${acting}`, revision }] });
      expect((await get(`${base}/form`)).json).toMatchObject({ data: { name: `Form of ${acting}`, revision } });
      expect((await put(`${base}/new`, body, { headers: { "if-none-match": "*" } })).status).toBe(201);
      expect((await put(`${base}/form`, body, ifMatch(revision))).json).toMatchObject({
        data: { name: "Changed", revision: revision + 1 },
      });
      await sql`
        insert into form_submissions (site_id, id, form_id, form_version, data, client, created_at)
        select site_id, gen_random_uuid(), id, 1, '{}', '', now() from forms where site_id = ${sites[other].id} and slug = 'form'`;
      const left = async () => sql<{ name: string }>`select name from forms where slug = 'form' and site_id = ${sites[other].id}`;
      expect((await remove(`${base}/form`, ifMatch(revision + 1))).status).toBe(204);
      expect([(await get(`${base}/form`)).status, await left()]).toEqual([404, [{ name: `Form of ${other}` }]]);
      await sql`update forms set slug = 'form', id = gen_random_uuid() where site_id = ${sites[acting].id}`;
      expect((await remove(`${base}/form`, ifMatch(1))).status).toBe(204);
      expect([(await get(`${base}/form`)).status, await left()]).toEqual([404, [{ name: `Form of ${other}` }]]);
    }
  },

  "the export": async (by, sql, deps) => {
    const sites = await tenants(by, sql);
    for (const name of names) {
      const text = (await exportBundle(deps, sites[name].slug, { format: "json", withSecrets: false })) ?? "";
      expect((JSON.parse(text) as { forms: object[] }).forms).toMatchObject([{ name: `Form of ${name}`, submitLabel: name }]);
    }
  },

  "the import": async (by, sql) => {
    const sites = await tenants(by, sql);
    const forms = [formOf({ schema: { type: "object" }, name: "Changed" })];
    const site = { slug: sites.alpha.slug, name: "Site alpha", defaultLocale: "en", locales: ["en"], currency: "eur" };
    await by.import({ bundle: 1, site, forms });
    const formQueries = names.map((name) => sql<object>`select name, version from forms where site_id = ${sites[name].id}`);
    expect((await Promise.all(formQueries)).flat()).toEqual([
      { name: "Changed", version: 2 },
      { name: "Form of beta", version: 7 },
    ]);
  },
};

/** The site without any submissions, so that its form can be given another id. */
async function formless(_by: TestServer, site: TestSite, sql: Sql): Promise<TestSite> {
  await sql`delete from form_submissions where site_id = ${site.id}`;
  return site;
}

test.each(Object.keys(rows))("%s: one site's forms are unknown to another site, whatever they have in common", async (name) => {
  await rows[name]?.(server, database.sql, server.deps);
});

test("every operation on forms that writes has a row here", () => {
  const operations = server.vitrine.operations
    .filter(({ path, method }) => path.includes("/svc.forms/") && method !== "GET")
    .map(({ id }) => id);
  expect(operations).toEqual(Object.keys(rows).filter((name) => !name.includes(" ")));
});

const tables = /\b(forms|form_submissions)\b/;
const binding = /(?:\w+\.)?site_id = (?:\$\d+|\w+\.(?:site_)?id)|sites\.id = (?:\$\d+|\w+\.site_id)/g;

// As in tenants.test.ts, for submissions: each comparison with the site is made true in turn, and some row must notice.
test.runIf(!inject("fromMemory"))("each comparison with the site in a statement on forms is needed", { timeout: 300_000 }, async () => {
  const { mutants } = await loosenStatements({
    start: (throughSql) => startServer({ database, throughSql, fromMemory: false }),
    runs: runsOf(Object.keys(rows), async (by, name) => rows[name]?.(by, database.sql, by.deps)),
    isMeant: (text) => tables.test(text),
    // Old rows are looked up once more, site by site; there the surrounding comparison has the same effect.
    isUnseen: (statement, comparison) =>
      statement.includes('found.site_id as "siteId"') ||
      (/^(?:old\.site_id|sites\.id) = \$/.test(comparison) && statement.includes("delete from")) ||
      comparison === "old.site_id = sites.id",
    binding,
  });
  expect(mutants).toBeGreaterThanOrEqual(14);
});
