import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addAdmin, addMember, adminApi, asAdmin, codeOf, cookiesOf } from "../../../../../../test/kit/admins.ts";
import { startServer, type TestServer } from "../../../../../../test/kit/harness.ts";
import { password } from "../../../../../../test/kit/shopper.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const signIn = (email: string, sentPassword = password, headers: Record<string, string> = {}) =>
  asAdmin(server).post("/session", { email, password: sentPassword }, { headers });
const session = (cookie: string) => asAdmin(server, { headers: { cookie } }).get("/session");

test("a password opens a session that says who is signed in, and what they may do where", async () => {
  const site = await server.addSite();
  const { email, id } = await addMember(server, site, "EDITOR", { name: "Grace" });
  const answer = await signIn(` ${email.toUpperCase()}`);
  expect(answer.status).toBe(201);
  expect(answer.json).toMatchObject({
    data: {
      admin: { id, email, name: "Grace", locale: "en", isOperator: false, secondFactors: [] },
      sites: [{ slug: site.slug, role: "EDITOR", permissions: expect.arrayContaining(["content:publish"]) as string[] }],
    },
  });
  expect(JSON.stringify(answer.json)).not.toContain("settings:write");
  const [sessionCookie] = answer.headers.getSetCookie();
  expect(sessionCookie).toMatch(/^vitrine-3000=[A-Za-z0-9_-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/);
  const again = await session(cookiesOf(answer));
  expect([again.status, again.json]).toEqual([200, answer.json]);
  const sessionRows = await server.deps.sql<{ row: string }>`select to_jsonb(admin_sessions)::text as row from admin_sessions`;
  expect(sessionRows.map(({ row }) => row).join()).not.toContain(/vitrine-3000=([^;]+)/.exec(sessionCookie ?? "")?.[1]);
});

test("a wrong password, an unknown address and an account without a password get the same answer, and no cookie", async () => {
  const { email } = await addAdmin(server);
  const invited = await addAdmin(server);
  await server.deps.sql`update admins set password_hash = null where id = ${invited.id}`;
  const disabled = await addAdmin(server);
  await server.deps.sql`update admins set disabled_at = now() where id = ${disabled.id}`;
  const answers = [
    await signIn(email, "not this one"),
    await signIn("nobody@example.com"),
    await signIn(invited.email),
    await signIn(invited.email, ""),
    await signIn(disabled.email),
  ];
  const visibleAnswers = answers.map(({ status, text, headers }) => [
    status,
    text.replace(/"requestId":"[^"]+"/, ""),
    headers.getSetCookie(),
  ]);
  expect(new Set(visibleAnswers.map((one) => JSON.stringify(one))).size).toBe(1);
  expect([answers[0]?.status, codeOf(answers[0]!)]).toEqual([401, "invalid_credentials"]);
});

test("ten wrong passwords from one client close the account for it, whatever is sent at once, and a right one counts for nothing", async () => {
  const { email } = await addAdmin(server);
  for (let index = 0; index < 12; index += 1) expect((await signIn(email)).status).toBe(201);
  const guesses = await Promise.all(Array.from({ length: 30 }, (_, index) => signIn(email, `wrong ${index}`)));
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(20);
  const right = await signIn(email);
  expect([right.status, codeOf(right), right.headers.get("retry-after")]).toEqual([429, "rate_limited", "900"]);
  server.clock.advance(15 * 60_000);
  expect((await signIn(email)).status).toBe(201);
});

test("a password alone opens nothing where there is a second factor", async () => {
  const { email } = await addAdmin(server, { hasSecondFactor: true });
  const answer = await signIn(email);
  expect([answer.status, answer.json]).toEqual([200, { data: { state: "SECOND_FACTOR", methods: ["TOTP"] } }]);
  const half = await session(cookiesOf(answer));
  expect([half.status, codeOf(half)]).toEqual([401, "session_invalid"]);
});

test("signing in again ends the session of the same browser, and no other one", async () => {
  const { email, headers } = await addAdmin(server);
  const first = cookiesOf(await signIn(email));
  const second = cookiesOf(await signIn(email, password, { cookie: first }));
  expect([(await session(first)).status, (await session(second)).status]).toEqual([401, 200]);
  expect((await asAdmin(server, { headers }).get("/session")).status).toBe(200);
});

test("a password that changes while it is compared opens nothing", async () => {
  const { email, id } = await addAdmin(server);
  const other = await server.deps.passwords.turn({ group: "admins", client: "" }, ({ hash }) => hash("another one"));
  const [answer] = await Promise.all([signIn(email), server.deps.sql`update admins set password_hash = ${other} where id = ${id}`]);
  const sessions = await server.deps.sql<{ id: string }>`select id from admin_sessions where admin_id = ${id} and ended_at is null`;
  expect(sessions).toHaveLength(answer.status === 201 ? 2 : 1);
});

test("a request of another site signs nobody in", async () => {
  const { email } = await addAdmin(server);
  for (const headers of [
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site", origin: "http://localhost:3000" },
    { origin: "https://evil.example", authorization: "Bearer x" },
  ]) {
    const answer = await signIn(email, password, headers);
    expect([answer.status, codeOf(answer), answer.headers.getSetCookie()]).toEqual([403, "cross_site_request", []]);
  }
  expect((await signIn(email, password, { origin: "http://localhost:3000", "sec-fetch-site": "same-origin" })).status).toBe(201);
});

describe("the cookie", () => {
  test("cannot be planted by another host over https", async () => {
    const secure = await startServer({ publicUrl: "https://cms.example/base" });
    const { email } = await addAdmin(secure);
    const answer = await asAdmin(secure).post("/session", { email, password });
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-vitrine=\S+; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    const [, secret = ""] = /=([^;]+)/.exec(answer.headers.getSetCookie()[0] ?? "") ?? [];
    const asked = async (cookie: string) => (await secure.ask(`${adminApi}/session`, { headers: { cookie } })).status;
    expect([await asked(`__Host-vitrine=${secret}`), await asked(`vitrine=${secret}`)]).toEqual([200, 401]);
    await secure.stop();
  });

  test("counts beside others that something else on the host has planted", async () => {
    const ada = await addAdmin(server);
    const { cookie = "" } = ada.headers;
    const name = "vitrine-3000";
    const planted = [`${name}=`, `${name}=x`, ...Array.from({ length: 100 }, () => `${name}=${randomBytes(32).toString("base64url")}`)];
    for (const cookies of [
      [...planted, cookie],
      [cookie, ...planted],
      [cookie, cookie],
      [`vitrine-3000=${"A".repeat(43)}`, cookie],
    ]) {
      const answer = await session(cookies.join("; "));
      expect([answer.status, (answer.json as { data?: { admin: { id: string } } }).data?.admin.id]).toEqual([200, ada.id]);
    }
    expect(codeOf(await session(planted.join("; ")))).toBe("session_invalid");
  });

  test("beside that of another person is ambiguous", async () => {
    const [ada, eve] = [await addAdmin(server), await addAdmin(server)];
    const answer = await session(`${eve.headers.cookie}; ${ada.headers.cookie}`);
    expect([answer.status, codeOf(answer)]).toEqual([400, "credentials_ambiguous"]);
  });
});

describe("a session", () => {
  test("ends when its person signs out, and stays for the others", async () => {
    const admin = await addAdmin(server);
    const other = cookiesOf(await signIn(admin.email));
    const out = await asAdmin(server, admin).delete("/session");
    expect([out.status, out.text, out.headers.getSetCookie()[0]]).toEqual([204, "", expect.stringContaining("vitrine-3000=; Max-Age=0")]);
    const after = await asAdmin(server, admin).get("/session");
    expect([after.status, codeOf(after)]).toEqual([401, "session_invalid"]);
    expect((await session(other)).status).toBe(200);
  });

  test("ends after 14 days without use, and after 90 days in any case", async () => {
    const dayMs = 24 * 60 * 60_000;
    const [used, unused] = [await addAdmin(server), await addAdmin(server)];
    const alive = async ({ headers }: typeof used) => (await asAdmin(server, { headers }).get("/session")).status;
    server.clock.advance(14 * dayMs - 1);
    expect(await alive(used)).toBe(200);
    server.clock.advance(1);
    expect([await alive(unused), await alive(used)]).toEqual([401, 200]);
    for (let day = 24; day < 90; day += 10) {
      server.clock.advance(10 * dayMs);
      expect([day, await alive(used)]).toEqual([day, 200]);
    }
    server.clock.advance(6 * dayMs - 1);
    expect(await alive(used)).toBe(200);
    server.clock.advance(1);
    expect(await alive(used)).toBe(401);
  });

  test("notes its uses, once a minute at most", async () => {
    const { sessionId, headers } = await addAdmin(server);
    const written = async () => {
      await asAdmin(server, { headers }).get("/session");
      const [row] = await server.deps.sql<{ writer: string; at: Date }>`
        select xmin::text as writer, last_seen_at as at from admin_sessions where id = ${sessionId}`;
      return row;
    };
    const first = await written();
    server.clock.advance(59_999);
    expect((await written())?.writer).toBe(first?.writer);
    server.clock.advance(1);
    expect((await written())?.at).toEqual(server.clock.now());
  });
});
