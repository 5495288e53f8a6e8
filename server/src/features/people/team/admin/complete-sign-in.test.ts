import { afterAll, beforeAll, expect, test } from "vitest";
import { addAdmin, asAdmin, codeOf, cookiesOf, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { openTestDatabase, type TestDatabase } from "../../../../../../test/kit/database.ts";
import { startServer, type TestServer } from "../../../../../../test/kit/harness.ts";
import { addRecoveryCode, addTotp } from "../../../../../../test/kit/second-factors.ts";
import { password } from "../../../../../../test/kit/shopper.ts";

let database: TestDatabase;
let server: TestServer;
/** Another process on the same database. */
let other: TestServer;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startServer({ database });
  other = await startServer({ database, clock: server.clock, secrets: server.deps.secrets });
});
afterAll(async () => {
  await server.stop();
  await other.stop();
  await database.drop();
});

type Headers = Readonly<Record<string, string>>;
/** The cookie of a sign-in that waits for its second factor. */
async function half({ email }: Pick<TestAdmin, "email">): Promise<string> {
  const answer = await asAdmin(server).post("/session", { email, password });
  expect([answer.status, answer.json]).toMatchObject([200, { data: { state: "SECOND_FACTOR" } }]);
  return cookiesOf(answer);
}
const complete = (cookie: string, code: string, { by = server, headers = {} }: { by?: TestServer; headers?: Headers } = {}) =>
  asAdmin(by, { headers: { cookie } }).post("/session/second-factor", { code }, { headers });
const outcome = (answer: { status: number; json: unknown }) => codeOf(answer) ?? answer.status;
const me = (cookie: string) => asAdmin(server, { headers: { cookie } }).get("/me");
const mailsTo = async (email: string) => {
  await server.runTasks();
  return server.mails.filter(({ to }) => to === email);
};

test("a code completes the sign-in with a new cookie; the one of the first step is worth nothing", async () => {
  const admin = await addAdmin(server);
  const app = await addTotp(server, admin.id);
  const first = await half(admin);
  const done = await complete(first, app.code());
  expect([done.status, done.json]).toMatchObject([201, { data: { admin: { id: admin.id, secondFactors: ["TOTP"] } } }]);
  const [session] = done.headers.getSetCookie();
  expect(session).toMatch(/^vitrine-3000=[A-Za-z0-9_-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(cookiesOf(done)).not.toContain(first.replace("vitrine-3000=", ""));
  expect(outcome(await me(cookiesOf(done).split("; ")[0]!))).toBe(200);
  expect(outcome(await me(first))).toBe("session_invalid");
  expect(outcome(await complete(first, app.code(1)))).toBe("session_invalid");
  // Only the whole sign-in is one from a new browser.
  expect((await mailsTo(admin.email)).map(({ subject }) => subject)).toEqual(["New sign-in to your account – Vitrine"]);
  const log = await server.deps.sql`select action from account_audit_entries where admin_id = ${admin.id}`;
  expect(log).toEqual([{ action: "completeSignIn" }]);
});

test("a code is good a step before and after its own, once, and none from before it is", async () => {
  const admin = await addAdmin(server);
  const app = await addTotp(server, admin.id);
  const attempt = async (code: string) => outcome(await complete(await half(admin), code));
  expect([await attempt(app.code(-2)), await attempt(app.code(2))]).toEqual(["second_factor_wrong", "second_factor_wrong"]);
  expect([await attempt(app.code(-1)), await attempt(app.code(-1))]).toEqual([201, "second_factor_wrong"]);
  const now = app.code();
  expect([await attempt(app.code(1)), await attempt(now), await attempt(app.code(1))]).toEqual([
    201,
    "second_factor_wrong",
    "second_factor_wrong",
  ]);
  // One that lies on a step of its own later is good again.
  server.clock.advance(60_000);
  expect(await attempt(app.code())).toBe(201);
});

test("a code that two send at once signs one of them in", async () => {
  const admin = await addAdmin(server);
  const app = await addTotp(server, admin.id);
  const [mine, theirs] = [await half(admin), await half(admin)];
  const answers = await Promise.all([complete(mine, app.code()), complete(theirs, app.code(), { by: other })]);
  expect(answers.map(outcome).sort()).toEqual([201, "second_factor_wrong"]);
  // The same step twice at once: the first ends it.
  const recovery = await addRecoveryCode(server, admin.id);
  const shared = await half(admin);
  const twice = await Promise.all([complete(shared, app.code(1)), complete(shared, recovery, { by: other })]);
  expect(twice.map(outcome).sort()).toEqual([201, "session_invalid"]);
});

test("a recovery code is good once, however it is typed, and a mail says how many are left", async () => {
  const admin = await addAdmin(server);
  await addTotp(server, admin.id);
  const [code, spare] = [await addRecoveryCode(server, admin.id), await addRecoveryCode(server, admin.id)];
  const typed = ` ${code.slice(0, 8).toUpperCase()} - ${code.slice(8)}`;
  const answer = await asAdmin(server).post("/session", { email: admin.email, password });
  expect(answer.json).toMatchObject({ data: { methods: ["TOTP", "RECOVERY_CODE"] } });
  expect(outcome(await complete(cookiesOf(answer), typed))).toBe(201);
  expect(outcome(await complete(await half(admin), typed))).toBe("second_factor_wrong");
  const told = (await mailsTo(admin.email)).find(({ subject }) => subject.startsWith("A recovery code"));
  expect(told?.text).toContain("Recovery codes that are left: 1.");
  // Letters that look like digits.
  await server.deps.sql`delete from recovery_codes where admin_id = ${admin.id}`;
  expect(outcome(await complete(await half(admin), spare))).toBe("second_factor_wrong");
  const stranger = await addAdmin(server);
  await addTotp(server, stranger.id);
  expect(outcome(await complete(await half(admin), await addRecoveryCode(server, stranger.id)))).toBe("second_factor_wrong");
});

test("a hundred guesses at once, at two processes, are five tries; then the sign-in is over, and a mail tells", async () => {
  const admin = await addAdmin(server);
  const app = await addTotp(server, admin.id);
  const cookie = await half(admin);
  const guess = (index: number) => complete(cookie, app.wrong(), { by: index % 2 ? other : server });
  const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => guess(index)));
  const wrong = answers.filter((answer) => outcome(answer) === "second_factor_wrong");
  const others = answers.map(outcome).filter((one) => one !== "second_factor_wrong");
  expect(others).toHaveLength(95);
  // A busy machine has no connection for some of them in time.
  expect(others.filter((one) => one !== "session_invalid" && one !== "unavailable")).toEqual([]);
  expect(wrong.map(({ json }) => (json as { triesLeft: number }).triesLeft).sort()).toEqual([0, 1, 2, 3, 4]);
  const late = await complete(cookie, app.code());
  expect([late.status, (late.json as { detail: string }).detail]).toEqual([401, "The second factor was wrong too often. Sign in again."]);
  expect((await mailsTo(admin.email)).map(({ subject }) => subject)).toEqual(["Somebody knows your password – Vitrine"]);
  expect(outcome(await complete(await half(admin), app.code()))).toBe(201);
});

test("an account takes twenty wrong codes a day over all sign-ins and processes; a right one counts for nothing, and a new password begins anew", async () => {
  const admin = await addAdmin(server);
  const app = await addTotp(server, admin.id);
  for (let round = 0; round < 22; round += 1) {
    expect(outcome(await complete(await half(admin), app.code()))).toBe(201);
    server.clock.advance(60_000);
  }
  for (let round = 0; round < 4; round += 1) {
    const cookie = await half(admin);
    const by = round % 2 ? other : server;
    for (let index = 0; index < 5; index += 1) expect(outcome(await complete(cookie, app.wrong(), { by }))).toBe("second_factor_wrong");
  }
  const refused = await complete(await half(admin), app.code());
  expect([refused.status, codeOf(refused), Number(refused.headers.get("retry-after")) > 80_000]).toEqual([429, "rate_limited", true]);
  // Somebody else's account is open.
  const stranger = await addAdmin(server);
  expect(outcome(await complete(await half(stranger).catch(() => ""), "000000"))).toBe("session_missing");
  const session = await asAdmin(server, admin).post("/session/confirm", { password });
  const again = "another long password";
  await asAdmin(server, { headers: { cookie: cookiesOf(session) } }).post("/me/password", { currentPassword: password, password: again });
  const fresh = await asAdmin(server).post("/session", { email: admin.email, password: again });
  expect(outcome(await complete(cookiesOf(fresh), app.code()))).toBe(201);
});

test("the step is good for ten minutes, opens nothing else, and ends with a new password", async () => {
  const admin = await addAdmin(server);
  const app = await addTotp(server, admin.id);
  const [late, reset] = [await half(admin), await half(admin)];
  for (const path of ["/me", "/session", "/me/tokens", "/me/totp"]) {
    const answer = await asAdmin(server, { headers: { cookie: late } }).ask(path === "/me/totp" ? "DELETE" : "GET", path);
    expect([path, codeOf(answer)]).toEqual([path, "session_invalid"]);
  }
  const malformed = await complete(late, "12 34");
  expect(codeOf(malformed)).toBe("validation_failed");
  const [row] = await server.deps.sql<{ tries: number }>`
    select max(second_factor_tries)::int as tries from admin_sessions where admin_id = ${admin.id}`;
  expect(row?.tries).toBe(0);
  await asAdmin(server, admin).post("/me/password", { currentPassword: password, password: "another long password" });
  expect(outcome(await complete(reset, app.code()))).toBe("session_invalid");
  const answer = await asAdmin(server).post("/session", { email: admin.email, password: "another long password" });
  server.clock.advance(10 * 60_000);
  expect(outcome(await complete(cookiesOf(answer), app.code()))).toBe("session_invalid");
});

test("a page of another site completes nothing, and a disabled account neither", async () => {
  const admin = await addAdmin(server);
  const app = await addTotp(server, admin.id);
  const cookie = await half(admin);
  expect(outcome(await complete(cookie, app.code(), { headers: { origin: "https://evil.example" } }))).toBe("cross_site_request");
  await server.deps.sql`update admins set disabled_at = created_at where id = ${admin.id}`;
  expect(outcome(await complete(cookie, app.code()))).toBe("session_invalid");
});

test("an app that is added while somebody signs in with the password alone is asked for", async () => {
  for (let round = 0; round < 5; round += 1) {
    const admin = await addAdmin(server);
    const [answer] = await Promise.all([asAdmin(server).post("/session", { email: admin.email, password }), addTotp(other, admin.id)]);
    const [whole] = await server.deps.sql<{ count: number }>`
      select count(*)::int as count from admin_sessions where admin_id = ${admin.id} and state = 'FULL' and id <> ${admin.sessionId}`;
    expect([answer.status, whole?.count]).toEqual(answer.status === 200 ? [200, 0] : [201, 1]);
  }
});
