import { afterAll, beforeAll, expect, test } from "vitest";
import { replaceSql } from "../../../../../../test/kit/database.ts";
import { contactForm, formOf, formsPlugin, submitter, submissionsOf } from "../../../../../../test/kit/form-site.ts";
import { startServer, type TestServer } from "../../../../../../test/kit/harness.ts";
import type { Database, Sql } from "../../../../ports/database.ts";
import { longTest } from "../../../../../../test/kit/sampled.ts";

/** What happens just before a submission is stored. */
let before: (() => Promise<unknown>) | undefined;
let server: TestServer;
beforeAll(async () => {
  const throughSql = (sql: Database): Database => {
    const begin: Database["begin"] = async (work, options) => {
      const happens = before;
      before = undefined;
      await happens?.();
      return sql.begin(work, options);
    };
    const through: Sql = (strings, ...values) => sql(strings, ...values);
    return Object.assign(replaceSql(sql, through), { begin });
  };
  server = await startServer({ throughSql });
});
afterAll(() => server.stop());

const good = { name: "Ada", email: "ada@example.com", message: "Hello" };

test("a submission is checked against the version of the form that it is stored with", async () => {
  const site = await server.addSite({ forms: [contactForm()] });
  const submit = submitter(server, site);
  const change = (schema: object) => () =>
    server.import({
      bundle: 1,
      site: { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" },
      forms: [{ ...formOf({ schema }), slug: "contact" }],
    });
  before = change({ type: "object", required: ["order"], properties: { order: { type: "string" } } });
  expect((await submit(good)).json).toMatchObject({
    code: "validation_failed",
    errors: expect.arrayContaining([expect.objectContaining({ path: "/data/order" })]) as unknown[],
  });
  expect(await submissionsOf(server, site)).toEqual([]);
  before = change({ type: "object", additionalProperties: true });
  expect((await submit({ order: "1" })).status).toBe(202);
  expect(await submissionsOf(server, site)).toMatchObject([{ version: 3 }]);
});

test("a form that is removed during the request stores nothing", async () => {
  const site = await server.addSite({ forms: [contactForm()] });
  before = () => server.deps.sql`delete from forms where site_id = ${site.id}`;
  expect((await submitter(server, site)(good)).json).toMatchObject({ code: "form_not_found" });
});

test("two hundred submissions at once are all stored, with any number of recipients", async () => {
  const recipients = Array.from({ length: 20 }, (_, index) => `desk${index}@shop.example`);
  const site = await server.addSite({ forms: [contactForm()], ...formsPlugin(...recipients) });
  const submit = submitter(server, site);
  const answers = await Promise.all(Array.from({ length: 200 }, () => submit(good)));
  expect(answers.filter(({ status }) => status !== 202)).toEqual([]);
  expect(await submissionsOf(server, site)).toHaveLength(200);
  const [queued] = await server.deps.sql<{ mails: number }>`
    select count(*)::int as mails from outbox where payload ->> 'siteId' = ${site.id}`;
  expect(queued?.mails).toBe(100);
});

longTest("one client can use up half of the mails about a form", async () => {
  const other = await startServer({ submissionsPerClient: 300, trustedProxies: ["127.0.0.1"] });
  const site = await other.addSite({ forms: [contactForm()], ...formsPlugin("ops@shop.example") });
  const from = (address: string) => submitter(other, site, "contact", { "x-forwarded-for": address });
  for (let times = 0; times < 60; times += 1) expect((await from("192.0.2.1")(good)).status).toBe(202);
  expect((await from("198.51.100.1")(good)).status).toBe(202);
  await other.runTasks();
  expect(other.mails).toHaveLength(51);
  expect(await submissionsOf(other, site)).toHaveLength(61);
  await other.stop();
});
