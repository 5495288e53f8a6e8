import { afterAll, beforeAll, expect, test } from "vitest";
import { addAdmin, addMember, addSession, addToken, asAdmin, codeOf, cookiesOf } from "../../../../../../test/kit/admins.ts";
import { startServer, type TestServer } from "../../../../../../test/kit/harness.ts";
import { addRecoveryCode, addTotp, appWith } from "../../../../../../test/kit/second-factors.ts";
import { password } from "../../../../../../test/kit/shopper.ts";
import { KeyRing } from "../../../../lib/secrets/secret.ts";
import { secretsRotate } from "../../../server/operating/cli/secrets-rotate.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

type Who = { headers: Readonly<Record<string, string>> };
type Started = { data: { secret: string; uri: string; qrSvg: string } };
const start = async (who: Who) => ((await asAdmin(server, who).post("/me/totp")).json as Started).data;
const confirm = (who: Who, code: string) => asAdmin(server, who).post("/me/totp/confirm", { code });
const subjectsTo = async (email: string) => {
  await server.runTasks();
  return server.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
};
const factorsOf = async (who: Who) =>
  ((await asAdmin(server, who).get("/me")).json as { data: { secondFactors: string[] } }).data.secondFactors;

test("an app is added with its first code, which shows ten recovery codes and ends every other session", async () => {
  const admin = await addAdmin(server);
  const other = await addSession(server, admin.id);
  const { secret, uri, qrSvg } = await start(admin);
  expect(new URL(uri).searchParams.get("secret")).toBe(secret);
  expect(decodeURIComponent(new URL(uri).pathname)).toContain(`Vitrine:${admin.email}`);
  expect(qrSvg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+"[^>]*><path fill="#fff"/);
  expect(await factorsOf(admin)).toEqual([]);
  const app = appWith(server, secret);

  const wrong = await confirm(admin, app.wrong());
  expect([wrong.status, codeOf(wrong)]).toEqual([400, "second_factor_wrong"]);
  expect(codeOf(await confirm(admin, "12345"))).toBe("validation_failed");
  const done = await confirm(admin, ` ${app.code().slice(0, 3)} ${app.code().slice(3)}`);
  const { recoveryCodes } = (done.json as { data: { recoveryCodes: string[] } }).data;
  expect([done.status, new Set(recoveryCodes).size]).toEqual([200, 10]);
  for (const code of recoveryCodes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);

  // A gain of rights: the cookie is a new one, and sessions that never showed a second factor are over.
  const renewed = { headers: { cookie: cookiesOf(done) } };
  expect(codeOf(await asAdmin(server, admin).get("/me"))).toBe("session_invalid");
  expect(codeOf(await asAdmin(server, other).get("/me"))).toBe("session_invalid");
  expect(await factorsOf(renewed)).toEqual(["TOTP"]);
  expect(await subjectsTo(admin.email)).toEqual(["Authenticator app added – Vitrine"]);
  expect(codeOf(await asAdmin(server, renewed).post("/me/totp"))).toBe("totp_exists");
  expect(codeOf(await confirm(renewed, app.code(1)))).toBe("totp_not_found");

  // No secret and no code is stored as it is.
  const [row] = await server.deps.sql<{ secret: Uint8Array }>`select totp_secret as secret from admins where id = ${admin.id}`;
  expect(Buffer.from(row!.secret).includes(secret)).toBe(false);
  expect(server.logged()).not.toContain(secret);
  const log = await server.deps.sql`select action, changes from account_audit_entries where admin_id = ${admin.id}`;
  expect(log).toEqual([{ action: "confirmTotp", changes: [{ member: "totp" }] }]);
});

test("an app that was never confirmed asks for nothing, and a later secret takes its place", async () => {
  const admin = await addAdmin(server);
  const [first, second] = [await start(admin), await start(admin)];
  expect((await asAdmin(server).post("/session", { email: admin.email, password })).status).toBe(201);
  expect(codeOf(await confirm(admin, appWith(server, first.secret).code()))).toBe("second_factor_wrong");
  expect((await confirm(admin, appWith(server, second.secret).code())).status).toBe(200);
});

test("two confirmations at once add one app, with one set of recovery codes", async () => {
  const admin = await addAdmin(server);
  const app = appWith(server, (await start(admin)).secret);
  const answers = await Promise.all([confirm(admin, app.code()), confirm(admin, app.code())]);
  // The second one finds the app confirmed, or its cookie replaced.
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  const codes = await server.deps.sql`select id from recovery_codes where admin_id = ${admin.id}`;
  expect(codes).toHaveLength(10);
});

test("a removed app is asked for no more, its recovery codes are gone, and a mail tells", async () => {
  const admin = await addAdmin(server);
  expect(codeOf(await asAdmin(server, admin).delete("/me/totp"))).toBe("totp_not_found");
  await addTotp(server, admin.id);
  await addRecoveryCode(server, admin.id);
  expect((await asAdmin(server, admin).delete("/me/totp")).status).toBe(204);
  expect((await asAdmin(server).post("/session", { email: admin.email, password })).status).toBe(201);
  expect(await server.deps.sql`select id from recovery_codes where admin_id = ${admin.id}`).toEqual([]);
  expect(await subjectsTo(admin.email)).toContain("Authenticator app removed – Vitrine");
});

test("new recovery codes take the place of the earlier ones, and need a second factor", async () => {
  const admin = await addAdmin(server);
  expect(codeOf(await asAdmin(server, admin).post("/me/recovery-codes"))).toBe("second_factor_missing");
  await addTotp(server, admin.id);
  const old = await addRecoveryCode(server, admin.id);
  const answer = await asAdmin(server, admin).post("/me/recovery-codes");
  const { recoveryCodes } = (answer.json as { data: { recoveryCodes: string[] } }).data;
  expect([answer.status, recoveryCodes.length]).toEqual([201, 10]);
  const signIn = async (code: string) => {
    const half = await asAdmin(server).post("/session", { email: admin.email, password });
    return asAdmin(server, { headers: { cookie: cookiesOf(half) } }).post("/session/second-factor", { code });
  };
  expect(codeOf(await signIn(old))).toBe("second_factor_wrong");
  expect((await signIn(recoveryCodes[3]!.toUpperCase())).status).toBe(201);
  expect(await subjectsTo(admin.email)).toContain("New recovery codes – Vitrine");
});

test("a token and an old sign-in change no second factor", async () => {
  const admin = await addAdmin(server, { signedInMsAgo: 16 * 60_000 });
  const token = await addToken(server, admin.id, { role: "OWNER" });
  const app = await addTotp(server, admin.id);
  for (const [who, code] of [
    [admin, "confirmation_needed"],
    [token, "needs_session"],
  ] as const) {
    const as = asAdmin(server, who);
    const answers = [
      await as.post("/me/totp"),
      await as.post("/me/totp/confirm", { code: app.code() }),
      await as.delete("/me/totp"),
      await as.post("/me/recovery-codes"),
    ];
    expect(answers.map(codeOf)).toEqual(Array(4).fill(code));
  }
});

test("a site that requires a second factor opens once there is one", async () => {
  const site = await server.addSite();
  await server.deps.sql`update sites set settings = '{"team":{"requireSecondFactor":true}}' where id = ${site.id}`;
  const owner = await addMember(server, site, "OWNER");
  const look = (who: Who) => asAdmin(server, who).get(`/sites/${site.slug}/audit`);
  expect(codeOf(await look(owner))).toBe("second_factor_required");
  const done = await confirm(owner, appWith(server, (await start(owner)).secret).code());
  expect((await look({ headers: { cookie: cookiesOf(done) } })).status).toBe(200);
});

test("secrets of apps are encrypted anew under the first key, and work on without the old one", async () => {
  const [oldKey, newKey] = [1, 2].map((fill) => ({ id: `key-${fill}`, bytes: new Uint8Array(32).fill(fill) })) as [
    { id: string; bytes: Uint8Array },
    { id: string; bytes: Uint8Array },
  ];
  const before = await startServer({ secrets: new KeyRing([oldKey]) });
  const admin = await addAdmin(before);
  const app = await addTotp(before, admin.id);
  const context = { ...before.deps, progress: () => undefined };
  const rotate = () => secretsRotate.run({ ...context, secrets: new KeyRing([newKey, oldKey]) }, {});
  expect([(await rotate()).resealed, (await rotate()).resealed]).toEqual([1, 0]);
  const after = await startServer({
    database: { sql: before.deps.sql, url: undefined, drop: async () => undefined },
    secrets: new KeyRing([newKey]),
  });
  const half = await asAdmin(after).post("/session", { email: admin.email, password });
  const done = await asAdmin(after, { headers: { cookie: cookiesOf(half) } }).post("/session/second-factor", { code: app.code() });
  expect(done.status).toBe(201);
  await after.stop();
  await before.stop();
});
