import { expect, test } from "vitest";
import { shop, startServer } from "../../../../../test/kit/harness.ts";
import { linkIn, password, storefront, tokenIn } from "../../../../../test/kit/shopper.ts";
import { replaceSql } from "../../../../../test/kit/database.ts";
import { removeSpentRows } from "./tasks/remove-spent-rows.ts";
import { MailNotTaken, type Mail } from "../../../ports/mailer.ts";

test("a mail that the mail server refuses is tried again with a new token, and the earlier token ends", async () => {
  const taken: Mail[] = [];
  let refuse = true;
  const seen: Mail[] = [];
  const mailer = {
    send: async (mail: Mail) => {
      seen.push(mail);
      if (refuse) throw new MailNotTaken("the server is busy", 451);
      taken.push(mail);
    },
    close: async () => undefined,
  };
  const server = await startServer({ mailer });
  const store = storefront(server, await server.addSite());
  await store.register("later@example.com");
  for (let round = 0; round < 6; round += 1) {
    await server.runTasks();
    server.clock.advance(60 * 60_000);
  }
  expect(taken).toEqual([]);
  expect(seen.length).toBe(6);
  refuse = false;
  await server.runTasks();
  expect(taken).toHaveLength(1);
  // More tries than an address may get mails in an hour: only the first of a mail counts.
  for (const earlier of seen.slice(0, -1)) expect((await store.post("/auth/verify-email", { token: tokenIn(earlier) })).status).toBe(400);
  expect((await store.post("/auth/verify-email", { token: tokenIn(taken[0]) })).status).toBe(200);
  await server.runTasks();
  expect(taken).toHaveLength(1);
  expect(server.logged()).not.toContain("later@example.com");
  for (const mail of seen) expect(server.logged()).not.toContain(tokenIn(mail));
  await server.stop();
});

test("a mail to a customer who was removed or confirmed meanwhile is not sent", async () => {
  const server = await startServer();
  const site = await server.addSite();
  const store = storefront(server, site);
  await store.register("gone@example.com");
  await store.register("quick@example.com");
  await server.deps.sql`delete from customers where site_id = ${site.id} and email = 'gone@example.com'`;
  await server.deps.sql`update customers set email_verified_at = now() where site_id = ${site.id} and email = 'quick@example.com'`;
  await server.runTasks();
  expect(server.mails).toEqual([]);
  const [{ count } = { count: -1 }] = await server.deps.sql<{ count: number }>`select count(*)::int as count from outbox`;
  expect(count).toBe(0);
  await server.stop();
});

test("a token is in its mail and nowhere else", async () => {
  const server = await startServer();
  const site = await server.addSite();
  const store = storefront(server, site);
  await store.register("hidden@example.com");
  await server.runTasks();
  await store.post("/auth/request-password-reset", { email: "hidden@example.com", resetUrlBase: "https://evil.example/" });
  await server.runTasks();
  const session = (await store.logIn("hidden@example.com")) ?? "";
  const { sql } = server.deps;
  const dump = JSON.stringify([
    await sql<object>`select token_hash::text, purpose, expires_at from customer_tokens`,
    await sql<object>`select payload, kind from outbox`,
    await sql<object>`select id, count from attempts`,
    await sql<object>`select email, password_hash from customers`,
  ]);
  const secrets = [...server.mails.map(tokenIn), session];
  expect(secrets).toHaveLength(3);
  const metrics = await server.ask("/metrics");
  for (const secret of [...secrets, "correct horse battery"]) {
    for (const place of [dump, server.logged(), metrics.text]) expect(place).not.toContain(secret);
  }
  expect(dump).toContain("$argon2id$");
  await server.stop();
});

test("no kind of mail goes to an address more than three times an hour, changed passwords included", async () => {
  const server = await startServer();
  const store = storefront(server, await server.addSite());
  await store.register("busy@example.com");
  let current = password;
  for (let round = 0; round < 8; round += 1) {
    const token = (await store.logIn("busy@example.com", current)) ?? "";
    const next = `the ${round}th good password`;
    const headers = { authorization: `Bearer ${token}` };
    expect((await store.post("/account/change-password", { currentPassword: current, newPassword: next }, headers)).status).toBe(200);
    current = next;
  }
  await server.runTasks();
  expect(server.mails.filter(({ subject }) => /changed/.test(subject))).toHaveLength(3);
  await server.stop();
});

test("a mail server that comes back after a day gets at most three mails of a kind for an address", async () => {
  const taken: Mail[] = [];
  let away = true;
  const send = async (mail: Mail) => {
    if (away) throw new MailNotTaken("ECONNECTION");
    taken.push(mail);
  };
  const server = await startServer({ mailer: { send, close: async () => undefined } });
  const store = storefront(server, await server.addSite());
  await store.register("patient@example.com");
  for (let hour = 0; hour < 24; hour += 1) {
    for (let request = 0; request < 2; request += 1) {
      await store.post("/auth/request-password-reset", { email: "patient@example.com", resetUrlBase: "https://elsewhere.example/" });
    }
    await server.runTasks();
    server.clock.advance(60 * 60_000);
  }
  away = false;
  await server.runTasks();
  const resets = taken.filter(({ text }) => text.includes("/reset-password"));
  expect([taken.length, resets.length]).toEqual([4, 3]);
  const works = [];
  for (const reset of resets)
    works.push((await store.post("/auth/reset-password", { token: tokenIn(reset), password: "good and new" })).status);
  // The last that was sent, or whichever was issued last of those sent together.
  expect(works.filter((status) => status === 200)).toHaveLength(1);
  await server.stop();
});

test("a client can cause a limited number of mails an hour, and the response does not show the limit", async () => {
  const server = await startServer({ mailsPerClient: 5 });
  const store = storefront(server, await server.addSite());
  for (let index = 0; index < 9; index += 1) await store.register(`user+${index}@example.com`);
  await server.runTasks();
  server.mails.length = 0;
  for (let index = 0; index < 9; index += 1) {
    const body = { email: `user+${index}@example.com`, resetUrlBase: "https://elsewhere.example/" };
    expect((await store.post("/auth/request-password-reset", body)).json).toMatchObject({ data: { accepted: true } });
  }
  await server.runTasks();
  expect(server.mails).toHaveLength(5);
  const rows = await server.deps.sql<{ payload: unknown }>`select payload from outbox`;
  expect(JSON.stringify(rows)).not.toContain("127.0.0.1");
  await server.stop();
});

test("a mail that links to a page of the shop links to the hosted page too", async () => {
  const server = await startServer();
  const site = await server.addSite({ site: { allowedOrigins: ["https://shop.example"] } });
  const store = storefront(server, site);
  await store.register("owner@example.com");
  await server.runTasks();
  server.mails.length = 0;
  await store.post("/auth/request-password-reset", { email: "owner@example.com", resetUrlBase: "https://shop.example/imprint" });
  const [mail] = await store.mailsTo("owner@example.com");
  const links = [...(mail?.text.matchAll(/https?:\/\/\S+/g) ?? [])].map(([link]) => new URL(link));
  expect(links.map(({ pathname }) => pathname)).toEqual(["/imprint", `/sites/${site.slug}/reset-password`]);
  expect(links[1]?.searchParams.get("token")).toBe(mail && linkIn(mail).searchParams.get("token"));
  expect(mail?.html).toContain(`/sites/${site.slug}/reset-password?token=`);
  await server.stop();
});

test("a token is invalid if its customer is removed during the request", async () => {
  const server = await startServer({
    throughSql: (sql) =>
      replaceSql(sql, async (strings, ...values) => {
        if (strings.join("").includes('as "emailVerified", created_at')) await sql`delete from customers`;
        return sql(strings, ...values);
      }),
  });
  const store = storefront(server, await server.addSite());
  await store.register("leaving@example.com");
  const token = (await store.logIn("leaving@example.com")) ?? "";
  const headers = { authorization: `Bearer ${token}` };
  expect(await server.ask(`${shop}/account`, { headers })).toMatchObject({ status: 401, json: { code: "token_invalid" } });
  await server.stop();
});

test("a login that fails before its password is compared does not count", async () => {
  let broken = true;
  const hashing = { hash: async () => "", verify: async () => (broken ? Promise.reject(new Error("no memory")) : true) };
  const server = await startServer({ hashing });
  const site = await server.addSite();
  const store = storefront(server, site);
  await store.register("right@example.com");
  for (let index = 0; index < 12; index += 1) {
    await fetch(`${server.url}${shop}/auth/login`, {
      method: "POST",
      headers: { "x-api-key": site.key, "content-type": "application/json" },
      body: JSON.stringify({ email: "right@example.com", password }),
    });
  }
  broken = false;
  expect(await store.logIn("right@example.com")).toBeDefined();
  await server.stop();
});

test("a job removes spent tokens and counts, and keeps the others", async () => {
  const server = await startServer();
  const site = await server.addSite();
  const store = storefront(server, site);
  await store.register("old@example.com");
  await server.runTasks();
  await store.post("/auth/login", { email: "old@example.com", password: "wrong one" });
  server.clock.advance(9 * 24 * 60 * 60_000);
  await store.register("new@example.com");
  await server.runTasks();
  await removeSpentRows.run(server.deps);
  const [left] = await server.deps.sql<{ tokens: number; counts: number }>`
    select (select count(*)::int from customer_tokens) as tokens, (select count(*)::int from attempts) as counts`;
  expect(left?.tokens).toBe(1);
  expect(left?.counts).toBe(2);
  await server.stop();
});
