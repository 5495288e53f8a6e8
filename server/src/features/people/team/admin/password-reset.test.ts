import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addAdmin, addToken, asAdmin, codeOf, cookiesOf, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { startServer, type TestServer } from "../../../../../../test/kit/harness.ts";
import { linkIn, password, tokenIn } from "../../../../../../test/kit/shopper.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ mailsPerClient: 1_000 });
});
afterAll(() => server.stop());

const fresh = "a fresh long password";
const ask = (email: string) => asAdmin(server).post("/password-reset", { email });
const reset = (token: string, newPassword = fresh) => asAdmin(server).post("/password-reset/confirm", { token, password: newPassword });
const signIn = (email: string, sentPassword: string) => asAdmin(server).post("/session", { email, password: sentPassword });
const mailsTo = async (email: string) => {
  await server.runTasks();
  return server.mails.filter(({ to }) => to === email);
};
/** The token of the latest link that was mailed to the admin. */
const asked = async ({ email }: Pick<TestAdmin, "email">) => {
  await ask(email);
  return tokenIn((await mailsTo(email)).at(-1));
};

test("a mailed link sets the password once, ends every session and revokes every token", async () => {
  const admin = await addAdmin(server, { name: "Ada" });
  const token = await addToken(server, admin.id, { role: "OWNER" });
  const answer = await ask(` ${admin.email.toUpperCase()}`);
  expect([answer.status, answer.json]).toEqual([202, { data: { accepted: true } }]);
  const [mail] = await mailsTo(admin.email);
  expect(mail?.subject).toBe("Choose a new password – Vitrine");
  expect(mail?.text).toContain("Hello Ada,");
  expect(linkIn(mail!).href).toMatch(/^http:\/\/localhost:3000\/studio\/password\?token=[A-Za-z0-9_-]{43}$/);

  const done = await reset(tokenIn(mail));
  expect([done.status, done.text]).toEqual([204, ""]);
  expect(codeOf(await asAdmin(server, admin).get("/session"))).toBe("session_invalid");
  expect(codeOf(await asAdmin(server, token).get("/session"))).toBe("access_token_invalid");
  expect([(await signIn(admin.email, password)).status, (await signIn(admin.email, fresh)).status]).toEqual([401, 201]);
  expect(codeOf(await reset(tokenIn(mail), "yet another password"))).toBe("token_invalid");
  const mails = await mailsTo(admin.email);
  expect(mails.map(({ subject }) => subject)).toContain("Your password was changed – Vitrine");
});

test("an unknown address and a disabled account get the same answer, and no mail", async () => {
  const [knownAdmin, disabled] = [await addAdmin(server), await addAdmin(server)];
  await server.deps.sql`update admins set disabled_at = now() where id = ${disabled.id}`;
  const answers = [await ask(knownAdmin.email), await ask("stranger@example.com"), await ask(disabled.email)];
  expect(new Set(answers.map(({ status, text, headers }) => JSON.stringify([status, text, [...headers.keys()].sort()]))).size).toBe(1);
  expect([(await mailsTo(knownAdmin.email)).length, (await mailsTo("stranger@example.com")).length]).toEqual([1, 0]);
  expect(await mailsTo(disabled.email)).toEqual([]);
});

test("at most three such mails an hour go to an address, and only the latest link works", async () => {
  const admin = await addAdmin(server);
  const first = await asked(admin);
  for (let index = 0; index < 4; index += 1) await asked(admin);
  const mails = await mailsTo(admin.email);
  expect(mails).toHaveLength(3);
  expect(codeOf(await reset(first))).toBe("token_invalid");
  expect((await reset(tokenIn(mails[2]))).status).toBe(204);
});

describe("a token", () => {
  test("is good for an hour", async () => {
    const admin = await addAdmin(server);
    const token = await asked(admin);
    server.clock.advance(60 * 60_000 - 1);
    const other = await asked(await addAdmin(server));
    server.clock.advance(1);
    expect([codeOf(await reset(token)), (await reset(other)).status]).toEqual(["token_invalid", 204]);
  });

  test("that is sent many times at once sets one password", async () => {
    const admin = await addAdmin(server);
    const token = await asked(admin);
    const passwords = Array.from({ length: 8 }, (_, index) => `one of the passwords ${index}`);
    const answers = await Promise.all(passwords.map((newPassword) => reset(token, newPassword)));
    const won = passwords.filter((_, index) => answers[index]?.status === 204);
    expect(won).toHaveLength(1);
    expect((await signIn(admin.email, won[0] ?? "")).status).toBe(201);
  });

  test("is not used up by a password that is refused", async () => {
    const admin = await addAdmin(server, { email: "grace-hopper@example.com" });
    const token = await asked(admin);
    for (const bad of ["short", "password1", "grace-hopper", admin.email, "x".repeat(201)]) {
      expect([bad, codeOf(await reset(token, bad))]).toEqual([bad, "validation_failed"]);
    }
    for (const wrong of ["", "x", `${token}x`, token.slice(0, -1)]) expect(codeOf(await reset(wrong))).toBe("token_invalid");
    expect((await reset(token)).status).toBe(204);
  });
});

test("a sign-in with the old password that runs beside the reset leaves no session behind", async () => {
  for (let round = 0; round < 5; round += 1) {
    const admin = await addAdmin(server);
    const token = await asked(admin);
    const [done, ...late] = await Promise.all([reset(token), ...Array.from({ length: 4 }, () => signIn(admin.email, password))]);
    expect(done.status).toBe(204);
    for (const answer of late) {
      if (answer.status === 201) {
        const after = await asAdmin(server, { headers: { cookie: cookiesOf(answer) } }).get("/session");
        expect(codeOf(after)).toBe("session_invalid");
      } else expect(codeOf(answer)).toBe("invalid_credentials");
    }
  }
});
