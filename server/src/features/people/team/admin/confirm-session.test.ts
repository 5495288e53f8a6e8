import { afterAll, beforeAll, expect, test } from "vitest";
import { addAdmin, addToken, asAdmin, codeOf, cookiesOf } from "../../../../../../test/kit/admins.ts";
import { startServer, type TestServer } from "../../../../../../test/kit/harness.ts";
import { password } from "../../../../../../test/kit/shopper.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const confirm = (headers: Readonly<Record<string, string>>, sentPassword = password) =>
  asAdmin(server, { headers }).post("/session/confirm", { password: sentPassword });

test("a confirmation renews the cookie of the same session, and the earlier one is worth nothing", async () => {
  const admin = await addAdmin(server, { signedInMsAgo: 60 * 60_000 });
  const answer = await confirm(admin.headers);
  expect([answer.status, answer.json]).toEqual([
    200,
    (await asAdmin(server, { headers: { cookie: cookiesOf(answer) } }).get("/session")).json,
  ]);
  expect(codeOf(await asAdmin(server, admin).get("/session"))).toBe("session_invalid");
  const rows = await server.deps.sql<{ id: string; at: Date }>`
    select id, confirmed_at as at from admin_sessions where admin_id = ${admin.id} and ended_at is null`;
  expect(rows).toEqual([{ id: admin.sessionId, at: server.clock.now() }]);
  // The session does not live longer by it.
  expect(answer.headers.getSetCookie()[0]).toContain(`Max-Age=${90 * 24 * 60 * 60 - 60 * 60};`);
});

test("a wrong password confirms nothing, and counts like one of a sign-in", async () => {
  const admin = await addAdmin(server, { signedInMsAgo: 60 * 60_000 });
  const wrong = await confirm(admin.headers, "not this one");
  expect([wrong.status, codeOf(wrong), wrong.headers.getSetCookie()]).toEqual([401, "invalid_credentials", []]);
  expect((await asAdmin(server, admin).get("/session")).status).toBe(200);
  for (let index = 1; index < 10; index += 1) await confirm(admin.headers, "not this one");
  expect((await confirm(admin.headers)).status).toBe(429);
  expect((await asAdmin(server).post("/session", { email: admin.email, password })).status).toBe(429);
});

test("an account without a password, and a token, confirm nothing", async () => {
  const admin = await addAdmin(server);
  const { headers } = await addToken(server, admin.id, { role: "OWNER" });
  expect(codeOf(await confirm(headers))).toBe("needs_session");
  await server.deps.sql`update admins set password_hash = null where id = ${admin.id}`;
  expect(codeOf(await confirm(admin.headers))).toBe("invalid_credentials");
  expect(codeOf(await confirm(admin.headers, ""))).toBe("invalid_credentials");
});
