import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { taskKinds } from "../../server/src/jobs.ts";
import { addToOutbox } from "../../server/src/lib/tasks/outbox.ts";
import { lanes } from "../../server/src/lib/tasks/task.ts";
import type { Mail } from "../../server/src/ports/mailer.ts";
import { runCommand } from "../kit/erasing.ts";
import { contactForm, formsPlugin, submissionsOf, submitter } from "../kit/form-site.ts";
import { shop, startServer, type TestServer, type TestSite } from "../kit/harness.ts";
import { storefront } from "../kit/shopper.ts";

let server: TestServer;
/** Delivered mails, in order; mails that `hangs` names stay with the mail server until `release`. */
let mails: Mail[];
let underway: Mail[];
let hangs: (mail: Mail) => boolean;
let release: () => void;
let released: Promise<void>;

beforeAll(async () => {
  server = await startServer({
    mailer: {
      send: async (mail) => {
        underway.push(mail);
        if (hangs(mail)) await released;
        mails.push(mail);
      },
      close: async () => undefined,
    },
  });
});
beforeEach(() => {
  [mails, underway, hangs] = [[], [], () => false];
  released = new Promise((resolve) => (release = resolve));
});
afterAll(() => server.stop());

const addShop = (...people: string[]): Promise<TestSite> => server.addSite({ forms: [contactForm()], ...formsPlugin(...people) });
async function submit(site: TestSite, times = 1): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    const answer = await submitter(server, site)({ name: "Ada", email: "ada@example.com", message: `Hello ${index}` });
    expect(answer.status).toBe(202);
  }
}
let signups = 0;
/** Requests a site, and resolves with the address that the code goes to. */
async function signUp(): Promise<string> {
  const name = `new-shop-${(signups += 1)}`;
  const body = { siteName: "New", siteSlug: name, email: `${name}@example.com`, password: "a long password of mine" };
  const answer = await server.ask("/api/public/v1/signup", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return body.email;
}
const reset = async (site: TestSite, email: string) => {
  const body = JSON.stringify({ email, resetUrlBase: "https://shop.example/reset" });
  return server.ask(`${shop}/auth/request-password-reset`, {
    method: "POST",
    key: site.key,
    headers: { "content-type": "application/json" },
    body,
  });
};

test("sites take turns: after another's flood, a site's one mail is among the first to be sent and not the last", async () => {
  const [loud, quiet] = [await addShop("loud@shop.example"), await addShop("quiet@shop.example")];
  await submit(loud, 20);
  await submit(quiet);
  await server.runTasks();
  expect(mails).toHaveLength(21);
  // The workers of a lane begin at once, so that the second task taken may be the first or the last of them to reach the mail server.
  expect(underway.findIndex(({ to }) => to === "quiet@shop.example")).toBeLessThan(lanes.notices.workers);
});

test("a code is sent while every worker for notices waits for the mail server", async () => {
  hangs = ({ subject }) => subject.startsWith("New submission");
  const sites = [await addShop("a@shop.example"), await addShop("b@shop.example"), await addShop("c@shop.example")];
  for (const site of sites) await submit(site, 4);
  const running = [server.runTasks()];
  await expect.poll(() => underway.length).toBe(4);
  const email = await signUp();
  running.push(server.runTasks());
  await expect.poll(() => mails.map(({ to }) => to)).toEqual([email]);
  release();
  await Promise.all(running);
  await server.runTasks();
  expect(mails).toHaveLength(13);
});

test("a submission sends one mail to all the addresses that the site names", async () => {
  const people = Array.from({ length: 20 }, (_, index) => `person-${index}@shop.example`);
  const site = await addShop(...people);
  await submit(site);
  expect(await waitingOf(site, "form-mail")).toBe(1);
  await server.runTasks();
  expect(mails.map(({ to, alsoTo = [] }) => [to, ...alsoTo])).toEqual([people]);
});

/** Waiting tasks of a site, for objects that no longer exist. */
const fill = (site: TestSite, kind: string, lane: string, count: number) => server.deps.sql`
  insert into outbox (id, kind, lane, payload, due_at, created_at)
  select gen_random_uuid(), ${kind}, ${lane}, json_build_object('siteId', ${site.id}::text), ${server.clock.now()}, ${server.clock.now()}
  from generate_series(1, ${count}::int)`;
const waitingOf = async ({ id }: TestSite, kind: string) =>
  (await server.deps.sql<{ count: number }>`select count(*)::int as count from outbox where site_id = ${id} and kind = ${kind}`)[0]?.count;

test("beyond the limit of a site's waiting mails, a submission is stored with the same response, and other sites get their mails", async () => {
  const [full, other] = [await addShop("full@shop.example"), await addShop("other@shop.example")];
  await fill(full, "form-mail", "notices", 499);
  await submit(full, 3);
  await submit(other, 3);
  expect([await waitingOf(full, "form-mail"), await waitingOf(other, "form-mail")]).toEqual([500, 3]);
  expect(await submissionsOf(server, full)).toHaveLength(3);
  const { output, text } = await runCommand<{ check: string; ok: boolean }[]>(server, "doctor", {});
  expect(output).toContainEqual(expect.objectContaining({ check: "skipped", ok: false }));
  expect(text).toContain(`2 mails about submitted forms of ${full.slug} were skipped and will not be sent`);
  await server.deps.sql`delete from outbox`;
  expect((await runCommand(server, "doctor", {})).text).toContain("no site has too many mails waiting");
});

test("beyond the limit of waiting mails to a site's customers, a request for one gets the same response, known or unknown", async () => {
  const full = await addShop();
  await storefront(server, full).register("known@customer.example");
  await server.runTasks();
  mails.length = 0;
  const ask = async (email: string) => {
    const { status, text, headers } = await reset(full, email);
    return [status, text, [...headers.keys()].sort()];
  };
  const before = await ask("nobody@customer.example");
  await server.deps.sql`delete from outbox`;
  await fill(full, "customer-mail", "codes", 500);
  for (const email of ["known@customer.example", "nobody@customer.example"]) expect(await ask(email)).toEqual(before);
  expect(await waitingOf(full, "customer-mail")).toBe(500);
  const [row] = await server.deps.sql<{ skipped: number }>`select sum(skipped)::int as skipped from outbox`;
  expect(row?.skipped).toBe(2);
  await server.deps.sql`delete from outbox`;
});

test("a refund is never skipped, and a signup's code is not affected by others' waiting mails", async () => {
  const full = await addShop();
  for (const { name, lane } of taskKinds) await fill(full, name, lane, 5_000);
  await signUp();
  const ctx = { now: server.clock.now(), ids: server.deps.ids };
  for (const kind of taskKinds.filter(({ lane }) => lane === "money")) await addToOutbox(server.deps.sql, ctx, kind, { siteId: full.id });
  expect(await waitingOf(full, "refund-payment")).toBe(5_001);
  const [row] = await server.deps.sql<{ count: number }>`
    select count(*)::int as count from outbox where kind = 'signup-mail' and site_id <> ${full.id}`;
  expect(row?.count).toBe(1);
  await server.deps.sql`delete from outbox`;
});
