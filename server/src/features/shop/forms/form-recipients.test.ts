import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { contactForm, formsPlugin, submitter, submissionsOf } from "../../../../../test/kit/form-site.ts";
import { MailNotTaken, type Mail } from "../../../ports/mailer.ts";
import { longTest } from "../../../../../test/kit/sampled.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.mails.length = 0;
});

const good = { name: "Ada Lovelace", email: "ada@example.com", message: "Hello,\n\nwhere is my chair?" };
const sent = async () => {
  await server.runTasks();
  return server.mails.splice(0);
};

describe("the recipients that a site names", () => {
  test("get one mail together, each once, from the settings and from the plugin", async () => {
    const site = await server.addSite({
      site: { settings: { forms: { notify: ["Ops@Shop.example", "owner@shop.example"] } } },
      forms: [contactForm()],
      ...formsPlugin("ops@shop.example", "desk@shop.example", "OWNER@shop.example"),
    });
    await submitter(server, site)(good);
    expect((await sent()).map(({ to, alsoTo }) => [to, alsoTo])).toEqual([
      ["ops@shop.example", ["owner@shop.example", "desk@shop.example"]],
    ]);
  });

  test("are the only recipients, whatever the submission contains", async () => {
    const site = await server.addSite({ forms: [contactForm()], ...formsPlugin("ops@shop.example") });
    const submit = submitter(server, site);
    for (const email of ["victim@else.example", "a@b.example", "ops@shop.example"]) {
      await submit({ ...good, email, name: `${email}, <${email}>`, message: `Bcc: ${email}` });
    }
    expect(new Set((await sent()).map(({ to, from }) => `${to} ${from.address}`))).toEqual(
      new Set(["ops@shop.example no-reply@vitrine.example"]),
    );
    const silent = await server.addSite({ forms: [contactForm()] });
    await submitter(server, silent)(good);
    expect(await sent()).toEqual([]);
    expect(await submissionsOf(server, silent)).toHaveLength(1);
  });

  longTest("get a mail that was refused at first later, if the site still names them", async () => {
    const taken: (readonly string[])[] = [];
    let isAway = true;
    const send = async ({ to, alsoTo = [] }: Mail) => {
      if (isAway) throw new MailNotTaken("ECONNECTION");
      taken.push([to, ...alsoTo]);
    };
    const other = await startServer({ mailer: { send, close: async () => undefined } });
    const site = await other.addSite({ forms: [contactForm()], ...formsPlugin("first@shop.example", "second@shop.example") });
    await submitter(other, site)(good);
    await other.runTasks();
    expect(taken).toEqual([]);
    isAway = false;
    await other.deps.sql`
      update plugins set config = '{"notify":["second@shop.example","third@shop.example"]}' where site_id = ${site.id}`;
    other.clock.advance(60 * 60_000);
    for (let round = 0; round < 3; round += 1) await other.runTasks();
    expect(taken).toEqual([["second@shop.example", "third@shop.example"]]);
    await other.stop();
  });

  test("get one mail for each task that the previous version wrote", async () => {
    const site = await server.addSite({ forms: [contactForm()], ...formsPlugin("ops@shop.example", "desk@shop.example") });
    await submitter(server, site)(good);
    const { sql } = server.deps;
    await sql`update outbox set payload = (payload::jsonb || '{"to":"ops@shop.example"}')::json`;
    await sql`
      insert into outbox (id, kind, payload, due_at, created_at)
      select gen_random_uuid(), kind, (payload::jsonb || '{"to":"desk@shop.example"}')::json, due_at, created_at from outbox`;
    expect((await sent()).map(({ to, alsoTo }) => [to, alsoTo]).sort()).toEqual([
      ["desk@shop.example", undefined],
      ["ops@shop.example", undefined],
    ]);
  });

  test("get no mail about a submission, form or site that is gone meanwhile", async () => {
    const { sql } = server.deps;
    const ended: Record<string, (siteId: string) => Promise<unknown>> = {
      "a submission that is gone": (id) => sql`delete from form_submissions where site_id = ${id}`,
      "a form that is gone": (id) => sql`delete from forms where site_id = ${id}`,
      "a site that is suspended": (id) => sql`update sites set suspended_at = now() where id = ${id}`,
      "a site that names nobody any more": (id) => sql`update plugins set config = '{"notify":[]}' where site_id = ${id}`,
      "a site without forms": (id) => sql`update plugins set enabled = false where site_id = ${id} and plugin = 'svc.forms'`,
      "what turned out to be spam": (id) => sql`update form_submissions set is_spam = true where site_id = ${id}`,
    };
    for (const [what, end] of Object.entries(ended)) {
      const site = await server.addSite({ forms: [contactForm()], ...formsPlugin("ops@shop.example") });
      await submitter(server, site)(good);
      await end(site.id);
      expect([what, await sent()]).toEqual([what, []]);
    }
    expect(await sql`select id from outbox`).toEqual([]);
  });

  longTest("get a limited number of mails an hour, and every submission is stored", async () => {
    const site = await server.addSite({ forms: [contactForm()], ...formsPlugin("ops@shop.example", "desk@shop.example") });
    const submit = submitter(server, site);
    const answers = await Promise.all(Array.from({ length: 120 }, () => submit(good)));
    expect(answers.every(({ status }) => status === 202)).toBe(true);
    expect(await submissionsOf(server, site)).toHaveLength(120);
    expect(await sent()).toHaveLength(100);
    server.clock.advance(60 * 60_000);
    await submit(good);
    expect(await sent()).toHaveLength(1);
  });
});
