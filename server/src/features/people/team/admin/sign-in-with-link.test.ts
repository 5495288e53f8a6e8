import { afterAll, beforeAll, expect, test } from "vitest";
import { addAdmin, asAdmin, codeOf, cookiesOf, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { startServer, type TestServer } from "../../../../../../test/kit/harness.ts";
import { tokenIn } from "../../../../../../test/kit/shopper.ts";
import { issueSignInLink } from "../sign-in-link.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ mailsPerClient: 1_000 });
});
afterAll(() => server.stop());

const dayMs = 24 * 60 * 60_000;
const link = ({ id }: Pick<TestAdmin, "id">) => issueSignInLink(server.deps.sql, { now: server.clock.now(), ids: server.deps.ids }, id);
const use = (token: string, at = server) => asAdmin(at).post("/session/link", { token });

test("a link signs in once, with a cookie that is a session", async () => {
  const admin = await addAdmin(server, { name: "Ada" });
  const token = await link(admin);
  const used = await use(token);
  expect([used.status, used.json]).toEqual([201, { data: expect.objectContaining({ sites: [] }) as unknown }]);
  const sessionAnswer = await asAdmin(server, { headers: { cookie: cookiesOf(used) } }).get("/session");
  expect([sessionAnswer.status, sessionAnswer.json]).toMatchObject([200, { data: { admin: { name: "Ada" } } }]);
  expect([(await use(token)).status, codeOf(await use(token))]).toEqual([400, "token_invalid"]);
});

test("of a hundred uses at once, one gets there", async () => {
  const token = await link(await addAdmin(server));
  const answers = await Promise.all(Array.from({ length: 100 }, () => use(token)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set(answers.map(({ status, json }) => (status === 201 ? "in" : codeOf({ json }))))).toEqual(new Set(["in", "token_invalid"]));
});

test("only the latest link is good, for a day", async () => {
  const admin = await addAdmin(server);
  const [first, second] = [await link(admin), await link(admin)];
  expect(codeOf(await use(first))).toBe("token_invalid");
  server.clock.advance(dayMs - 1);
  expect((await use(second)).status).toBe(201);
  const third = await link(admin);
  server.clock.advance(dayMs);
  expect(codeOf(await use(third))).toBe("token_invalid");
});

test("a link of a disabled account, and one from before a new password, are worth nothing", async () => {
  const [disabled, changed] = [await addAdmin(server), await addAdmin(server)];
  const tokens = [await link(disabled), await link(changed)];
  await server.deps.sql`update admins set disabled_at = ${server.clock.now()} where id = ${disabled.id}`;
  await asAdmin(server).post("/password-reset", { email: changed.email });
  await server.runTasks();
  const mailed = tokenIn(server.mails.filter(({ to }) => to === changed.email).at(-1));
  expect((await asAdmin(server).post("/password-reset/confirm", { token: mailed, password: "another long password" })).status).toBe(204);
  for (const token of tokens) expect(codeOf(await use(token))).toBe("token_invalid");
});

test("a link of a password, and a text of another form, sign nobody in; a link to sign in sets no password", async () => {
  const admin = await addAdmin(server);
  const token = await link(admin);
  expect(codeOf(await asAdmin(server).post("/password-reset/confirm", { token, password: "another long password" }))).toBe("token_invalid");
  await asAdmin(server).post("/password-reset", { email: admin.email });
  await server.runTasks();
  const mailed = tokenIn(server.mails.filter(({ to }) => to === admin.email).at(-1));
  for (const wrong of [mailed, "", "x", `${token}=`, "a".repeat(43)])
    expect([wrong, codeOf(await use(wrong))]).toEqual([wrong, "token_invalid"]);
  expect((await use(token)).status).toBe(201);
});

test("a link stands for the password alone: a second factor is still asked for", async () => {
  const admin = await addAdmin(server, { hasSecondFactor: true });
  const used = await use(await link(admin));
  expect([used.status, used.json]).toEqual([200, { data: { state: "SECOND_FACTOR", methods: ["TOTP"] } }]);
  expect(codeOf(await asAdmin(server, { headers: { cookie: cookiesOf(used) } }).get("/session"))).toBe("session_invalid");
});

test("a server that others can reach answers as for an unknown token, and does not use the link up", async () => {
  const open = await startServer({ isPrivate: false });
  const admin = await addAdmin(open);
  const theirs = await issueSignInLink(open.deps.sql, { now: open.clock.now(), ids: open.deps.ids }, admin.id);
  const [knownAnswer, unknown] = [await use(theirs, open), await use("a".repeat(43), open)];
  const withoutRequestId = ({ status, text }: typeof knownAnswer) => [status, text.replace(/"requestId":"[^"]+"/, "")];
  expect(withoutRequestId(knownAnswer)).toEqual(withoutRequestId(unknown));
  expect([knownAnswer.status, codeOf(knownAnswer)]).toEqual([400, "token_invalid"]);
  const [row] = await open.deps.sql<{
    isUsed: boolean;
  }>`select used_at is not null as "isUsed" from admin_links where admin_id = ${admin.id}`;
  expect(row).toEqual({ isUsed: false });
  await open.stop();
});
