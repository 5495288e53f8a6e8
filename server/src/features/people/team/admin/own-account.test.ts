import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addAdmin, addSession, addToken, asAdmin, codeOf, cookiesOf, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { startServer, type TestServer } from "../../../../../../test/kit/harness.ts";
import { password } from "../../../../../../test/kit/shopper.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ mailsPerClient: 1_000 });
});
afterAll(() => server.stop());

const fresh = "a fresh long password";
const signIn = (email: string, sentPassword: string) => asAdmin(server).post("/session", { email, password: sentPassword });
const change = (who: Pick<TestAdmin, "headers">, currentPassword = password, newPassword = fresh) =>
  asAdmin(server, who).post("/me/password", { currentPassword, password: newPassword });
const actionsAbout = (adminId: string) =>
  server.deps.sql<{ action: string; changes: unknown }>`
    select action, changes from account_audit_entries where admin_id = ${adminId} order by at, id`;

describe("the own account", () => {
  test("is read and changed, in the members that were sent, and the log keeps no name", async () => {
    const admin = await addAdmin(server, { name: "Ada" });
    const { get, patch } = asAdmin(server, admin);
    const before = (await get("/me")).json;
    expect(before).toMatchObject({ data: { id: admin.id, name: "Ada", locale: "en", secondFactors: [], isOperator: false } });
    expect((await patch("/me", {})).json).toEqual(before);
    expect((await patch("/me", { name: "Grace of Canary" })).json).toMatchObject({ data: { name: "Grace of Canary", locale: "en" } });
    expect((await patch("/me", { locale: "pt-BR" })).json).toMatchObject({ data: { name: "Grace of Canary", locale: "pt-BR" } });
    const log = await actionsAbout(admin.id);
    expect(log).toEqual([
      { action: "updateMe", changes: [{ member: "name" }] },
      { action: "updateMe", changes: [{ member: "locale", from: "en", to: "pt-BR" }] },
    ]);
    for (const body of [
      { name: null },
      { name: "  " },
      { name: "x".repeat(101) },
      { locale: "fr" },
      { isOperator: true },
      { email: "a@b.co" },
    ])
      expect([body, codeOf(await patch("/me", body))]).toEqual([body, "validation_failed"]);
    expect((await get("/me")).json).toMatchObject({ data: { isOperator: false, email: admin.email } });
  });
});

describe("a change of the password", () => {
  test("keeps this session with a new cookie, ends all others, keeps tokens, and tells by mail", async () => {
    const admin = await addAdmin(server);
    const [other, token] = [await addSession(server, admin.id), await addToken(server, admin.id, { role: "VIEWER" })];
    await asAdmin(server).post("/password-reset", { email: admin.email });
    await server.runTasks();
    const answer = await change(admin);
    expect([answer.status, answer.json]).toMatchObject([200, { data: { id: admin.id } }]);
    expect(codeOf(await asAdmin(server, admin).get("/me"))).toBe("session_invalid");
    expect(codeOf(await asAdmin(server, other).get("/me"))).toBe("session_invalid");
    expect((await asAdmin(server, { headers: { cookie: cookiesOf(answer) } }).get("/me")).status).toBe(200);
    expect((await asAdmin(server, token).get("/me")).status).toBe(200);
    expect([(await signIn(admin.email, password)).status, (await signIn(admin.email, fresh)).status]).toEqual([401, 201]);
    // The link that was asked for before sets nothing any more.
    expect(await server.deps.sql`select id from admin_links where admin_id = ${admin.id}`).toEqual([]);
    await server.runTasks();
    const subjects = server.mails.filter(({ to }) => to === admin.email).map(({ subject }) => subject);
    expect(subjects).toContain("Your password was changed – Vitrine");
    const logged = JSON.stringify(await actionsAbout(admin.id));
    expect(logged).toContain("changeOwnPassword");
    expect(logged).not.toContain(fresh);
  });

  test("is refused with a wrong password, a common one, a token, and an old sign-in, and changes nothing then", async () => {
    const admin = await addAdmin(server);
    const { headers } = await addToken(server, admin.id, { role: "OWNER" });
    const old = await addSession(server, admin.id, 16 * 60_000);
    expect(codeOf(await change(admin, "wrong"))).toBe("invalid_credentials");
    expect(codeOf(await change(admin, password, "password1"))).toBe("validation_failed");
    expect(codeOf(await change(admin, password, admin.email))).toBe("validation_failed");
    expect(codeOf(await change({ headers }))).toBe("needs_session");
    expect(codeOf(await change(old))).toBe("confirmation_needed");
    expect((await signIn(admin.email, password)).status).toBe(201);
    expect((await asAdmin(server, admin).get("/me")).status).toBe(200);
  });

  test("of several at once happens once, and nobody else stays signed in", async () => {
    const admin = await addAdmin(server);
    const sessions = [admin, ...(await Promise.all([1, 2, 3].map(() => addSession(server, admin.id))))];
    const answers = await Promise.all(sessions.map((one, index) => change(one, password, `${fresh} ${index}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(["invalid_credentials", "session_invalid"]).toContain(codeOf(answer));
    const open = await server.deps.sql`select id from admin_sessions where admin_id = ${admin.id} and ended_at is null`;
    expect(open).toHaveLength(1);
    const right = await Promise.all(sessions.map((_, index) => signIn(admin.email, `${fresh} ${index}`)));
    expect(right.map(({ status }) => status === 201)).toEqual(answers.map(({ status }) => status === 200));
  });
});
