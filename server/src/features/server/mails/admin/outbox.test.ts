import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, asAdmin, codeOf } from "../../../../../../test/kit/admins.ts";
import { startServer, type TestServer } from "../../../../../../test/kit/harness.ts";
import { addFailedTask } from "../../../../../../test/kit/made-sales.ts";
import { addToOutbox } from "../../../../lib/tasks/outbox.ts";
import { MailNotTaken } from "../../../../ports/mailer.ts";
import { sendCustomerMail } from "../../../shop/customers/index.ts";
import type { OutboxTask } from "../outbox-task.ts";

let server: TestServer;
let isDown = false;
const sent: string[] = [];
beforeAll(async () => {
  server = await startServer({
    mailer: {
      send: ({ to }) => (isDown ? Promise.reject(new MailNotTaken("EENVELOPE", 550)) : Promise.resolve(void sent.push(to))),
      close: () => Promise.resolve(),
    },
  });
});
afterAll(() => server.stop());

async function begin() {
  const site = await server.addSite();
  const api = asAdmin(server, await addMember(server, site, "OWNER"));
  const base = `/sites/${site.slug}/outbox`;
  const list = async (query = "") => (await api.get(base + query)).json as { data: OutboxTask[]; total: number };
  return { site, api, base, list };
}

test("a mail that the mail server refuses waits with its reason, fails after three days, and is sent when somebody tries it again", async () => {
  const { site, api, base, list } = await begin();
  const email = `${randomUUID()}@example.com`;
  const register = { email, password: "a password of its own", firstName: "Ada", lastName: "Lovelace" };
  expect(
    (
      await server.ask("/api/v1/shop/auth/register", {
        method: "POST",
        key: site.key,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(register),
      })
    ).status,
  ).toBe(201);
  isDown = true;
  await server.runTasks();
  const [task] = (await list("?state=waiting&mail=true")).data;
  expect(task).toMatchObject({ kind: "customer-mail", state: "waiting", mail: true, attempts: 1, lastError: "MailNotTaken EENVELOPE 550" });
  expect(task?.nextAttemptAt).toBe(new Date(server.clock.now().getTime() + 10_000).toISOString());
  expect(JSON.stringify(await list())).not.toContain(email);
  expect(codeOf(await api.post(`${base}/${task?.id}/retry`))).toBe("task_not_failed");

  server.clock.advance(73 * 60 * 60_000);
  await server.runTasks();
  expect(await list("?state=failed")).toMatchObject({
    total: 1,
    data: [{ id: task?.id, state: "failed", attempts: 2, nextAttemptAt: null }],
  });
  expect(await list("?state=waiting")).toMatchObject({ total: 0 });
  isDown = false;
  const retried = await api.post(`${base}/${task?.id}/retry`);
  expect([retried.status, retried.json]).toMatchObject([200, { data: { state: "waiting", attempts: 2 } }]);
  await server.runTasks();
  expect([sent.filter((to) => to === email), (await list()).total]).toEqual([[email], 0]);
  const audited = await server.deps.sql`
    select action, target_type as type, target_label as label from audit_entries where site_id = ${site.id}`;
  expect(audited).toEqual([{ action: "retryTask", type: "task", label: "customer-mail" }]);
});

test("the first screen's figure of failed mails names the list that has as many", async () => {
  const { site, api } = await begin();
  for (const lane of ["notices", "notices", "money"] as const) await addFailedTask(server, site, lane);
  const { data } = (await api.get(`/sites/${site.slug}/overview`)).json as { data: { failedMails: { count: number; list: string } } };
  expect(data.failedMails.count).toBe(2);
  const list = await api.get(data.failedMails.list.replace("/api/admin/v1", ""));
  expect(list.json).toMatchObject({ total: 2 });
});

test("pages are bounded, and what is not a state is refused", async () => {
  const { site, api, base, list } = await begin();
  for (let index = 0; index < 3; index += 1) await addFailedTask(server, site, "notices");
  const pages = [await list("?pageSize=2"), await list("?pageSize=2&page=2"), await list("?page=3&pageSize=2")];
  expect(pages.map(({ data }) => data.length)).toEqual([2, 1, 0]);
  expect(new Set(pages.flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(3);
  expect((await api.get(`${base}?state=done`)).status).toBe(400);
  expect((await api.get(`${base}?mail=yes`)).status).toBe(400);
});

test("a task of another site, or of none, does not exist", async () => {
  const { site, base, api } = await begin();
  const other = await server.addSite();
  const id = await addFailedTask(server, other, "notices");
  for (const unknown of [id, randomUUID(), "none"]) expect(codeOf(await api.post(`${base}/${unknown}/retry`))).toBe("task_not_found");
  const ctx = { now: server.clock.now(), ids: server.deps.ids };
  await addToOutbox(server.deps.sql, ctx, sendCustomerMail, { siteId: other.id, mail: "reset-password", email: null });
  expect((await api.get(base)).json).toMatchObject({ total: 0 });
  expect(await server.deps.sql`select action from audit_entries where site_id = ${site.id}`).toEqual([]);
});

test("of two who try a task again at once, one succeeds", async () => {
  const { site, api, base } = await begin();
  const id = await addFailedTask(server, site, "notices");
  const answers = await Promise.all([1, 2, 3].map(() => api.post(`${base}/${id}/retry`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});
