import { afterAll, beforeAll, expect, test } from "vitest";
import { addAdmin, addSession, addToken, asAdmin, codeOf, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { startServer, type TestServer } from "../../../../../../test/kit/harness.ts";
import { password } from "../../../../../../test/kit/shopper.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ mailsPerClient: 1_000 });
});
afterAll(() => server.stop());

type Who = Pick<TestAdmin, "headers">;
const ask = (who: Who, email: string) => asAdmin(server, who).post("/me/email", { email });
const confirm = (who: Who, code: string) => asAdmin(server, who).post("/me/email/confirm", { code });
const mailsTo = async (email: string) => {
  await server.runTasks();
  return server.mails.filter(({ to }) => to === email);
};
const codeFor = async (email: string) => /\b(\d{4} \d{4})\b/.exec((await mailsTo(email)).at(-1)?.text ?? "")?.[1] ?? "no code";
const wrong = (code: string) => String((Number(code.replace(" ", "")) + 1) % 100_000_000).padStart(8, "0");
const signIn = async (email: string) => (await asAdmin(server).post("/session", { email, password })).status;
let count = 0;
const newEmail = () => `moved-${(count += 1)}@example.com`;

test("a code that was mailed to the new address changes it, and the former one is told", async () => {
  const admin = await addAdmin(server, { name: "Ada" });
  const email = newEmail();
  await asAdmin(server).post("/password-reset", { email: admin.email });
  const answer = await ask(admin, ` ${email.toUpperCase()}`);
  expect([answer.status, answer.json]).toEqual([202, { data: { accepted: true } }]);
  const code = await codeFor(email);
  expect((await asAdmin(server, admin).get("/me")).json).toMatchObject({ data: { email: admin.email } });
  const done = await confirm(admin, ` ${code.replace(" ", "-")} `);
  expect([done.status, done.json]).toMatchObject([200, { data: { id: admin.id, email } }]);
  expect([await signIn(admin.email), await signIn(email)]).toEqual([401, 201]);
  const told = (await mailsTo(admin.email)).at(-1);
  expect(told?.subject).toBe("Your account has a new address – Vitrine");
  expect(told?.text).toContain(email);
  expect(codeOf(await confirm(admin, code))).toBe("token_invalid");
  // The link that the former address got.
  expect(await server.deps.sql`select id from admin_links where admin_id = ${admin.id}`).toEqual([]);
  const log = await server.deps.sql<{ changes: unknown }>`
    select changes from account_audit_entries where admin_id = ${admin.id} and action = 'confirmEmailChange'`;
  expect(log).toEqual([{ changes: [{ member: "email" }] }]);
});

test("five wrong codes use up the right one, also at once, and a malformed one costs nothing", async () => {
  const admin = await addAdmin(server);
  const email = newEmail();
  await ask(admin, email);
  const code = await codeFor(email);
  for (const text of ["", "1234567", "123456789", "abcdefgh"]) expect(codeOf(await confirm(admin, text))).toBe("validation_failed");
  const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(admin, wrong(code))));
  expect(answers.map(codeOf)).toEqual(Array(5).fill("token_invalid"));
  expect(codeOf(await confirm(admin, code))).toBe("token_invalid");
  await ask(admin, email);
  expect((await confirm(admin, await codeFor(email))).status).toBe(200);
});

test("a code is good for an hour, for the latest address, and for its account", async () => {
  const [admin, stranger] = [await addAdmin(server), await addAdmin(server)];
  const [first, second] = [newEmail(), newEmail()];
  await ask(admin, first);
  const early = await codeFor(first);
  await ask(admin, second);
  expect(codeOf(await confirm(admin, early))).toBe("token_invalid");
  const code = await codeFor(second);
  expect(codeOf(await confirm(stranger, code))).toBe("token_invalid");
  server.clock.advance(61 * 60_000);
  expect(codeOf(await confirm(admin, code))).toBe("token_invalid");
});

test("an address that somebody has gets no mail and the same answer, and of two who want one it is the first's", async () => {
  const [admin, other, holder] = [await addAdmin(server), await addAdmin(server), await addAdmin(server)];
  const [taken, free] = [await ask(admin, holder.email), await ask(other, newEmail())];
  expect([taken.status, taken.text, [...taken.headers.keys()].sort()]).toEqual([free.status, free.text, [...free.headers.keys()].sort()]);
  expect(await mailsTo(holder.email)).toEqual([]);
  expect(codeOf(await ask(admin, admin.email))).toBe("validation_failed");

  const email = newEmail();
  await ask(admin, email);
  const adminsCode = await codeFor(email);
  await ask(other, email);
  const othersCode = await codeFor(email);
  const answers = await Promise.all([confirm(admin, adminsCode), confirm(other, othersCode)]);
  expect(answers.map((answer) => codeOf(answer) ?? answer.status).sort()).toEqual([200, "email_taken"]);
  expect(await server.deps.sql`select id from admins where email = ${email}`).toHaveLength(1);
});

test("a token and an old sign-in ask for nothing, a new password forgets the wish, and three mails an hour go to an address", async () => {
  const admin = await addAdmin(server);
  const { headers } = await addToken(server, admin.id, { role: "OWNER" });
  const email = newEmail();
  expect(codeOf(await ask({ headers }, email))).toBe("needs_session");
  expect(codeOf(await ask(await addSession(server, admin.id, 16 * 60_000), email))).toBe("confirmation_needed");
  for (let index = 0; index < 5; index += 1) {
    await ask(admin, email);
    await server.runTasks();
  }
  expect(await mailsTo(email)).toHaveLength(3);
  // The latest request has no code of its own, and took the earlier one's place.
  expect(codeOf(await confirm(admin, await codeFor(email)))).toBe("token_invalid");
  const another = newEmail();
  await ask(admin, another);
  const code = await codeFor(another);
  const session = await addSession(server, admin.id);
  await asAdmin(server, session).post("/me/password", { currentPassword: password, password: "a fresh long password" });
  const later = await addSession(server, admin.id);
  expect(codeOf(await confirm(later, code))).toBe("token_invalid");
});
