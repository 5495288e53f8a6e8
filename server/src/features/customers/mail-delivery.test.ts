import { expect, test } from "vitest";
import { startServer } from "../../../../test/harness.ts";
import { storefront, tokenIn } from "../../../../test/shopper.ts";
import { MailNotTaken, type Mail } from "../../ports/mailer.ts";

test("a mail that is not taken is tried again with a fresh token, and the earlier one is worth nothing", async () => {
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

test("a mail that makes no sense any more is not sent", async () => {
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

test("no token is in the database, nor anywhere but in its mail", async () => {
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
