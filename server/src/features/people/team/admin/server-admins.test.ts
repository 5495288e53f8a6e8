import { afterAll, beforeAll, expect, test } from "vitest";
import { addAdmin, addMember, addToken, asAdmin, codeOf } from "../../../../../../test/kit/admins.ts";
import { startServer, type Answer, type TestServer } from "../../../../../../test/kit/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ mailsPerClient: 1_000_000 });
});
afterAll(() => server.stop());

type Shown = { id: string; email: string; isOperator: boolean; isDisabled: boolean; sites: object[] };
const readAdmin = ({ json }: Answer) => (json as { data: Shown }).data;
const operator = async (options: object = {}) => {
  const admin = await addAdmin(server, { isOperator: true, ...options });
  return { ...asAdmin(server, admin), admin };
};
const path = "/server/admins";
const actionsAbout = (id: string) => server.deps.sql<{ action: string; adminId: string | null }>`
  select action, admin_id as "adminId" from account_audit_entries where target_id = ${id} order by at, id`;

test("a new account gets a mail, whose link sets its first password", async () => {
  const { post, get, admin } = await operator();
  const answer = await post(path, { email: "Grace@Example.com", name: "Grace", locale: "de" });
  expect([answer.status, readAdmin(answer)]).toEqual([
    201,
    expect.objectContaining({ email: "grace@example.com", name: "Grace", locale: "de", hasPassword: false, isOperator: false, sites: [] }),
  ]);
  expect(codeOf(await post(path, { email: "grace@example.com" }))).toBe("email_taken");
  await server.runTasks();
  const mails = server.mails.filter(({ to }) => to === "grace@example.com");
  expect(mails).toHaveLength(1);
  const token = /\/studio\/password\?token=([\w-]+)/.exec(mails[0]?.text ?? "")?.[1];
  const chosen = await asAdmin(server).post("/password-reset/confirm", { token, password: "correct horse battery" });
  expect(chosen.status).toBeLessThan(300);
  expect((await asAdmin(server).post("/session", { email: "grace@example.com", password: "correct horse battery" })).status).toBe(201);
  expect(readAdmin(await get(`${path}/${readAdmin(answer).id}`))).toMatchObject({
    hasPassword: true,
    lastSeenAt: expect.any(String) as string,
  });
  expect((await actionsAbout(readAdmin(answer).id))[0]).toEqual({ action: "createServerAdmin", adminId: admin.id });
});

test("accounts are found by a part of the address or the name, with their sites", async () => {
  const { get } = await operator();
  const site = await server.addSite();
  const member = await addMember(server, site, "EDITOR", { name: "Hedy Unusual", email: "hedy.unusual@example.com" });
  for (const q of ["UNUSUAL", "hedy.un"]) {
    expect((await get(`${path}?q=${q}`)).json).toMatchObject({
      total: 1,
      data: [{ id: member.id, sites: [{ slug: site.slug, role: "EDITOR" }] }],
    });
  }
  expect((await get(`${path}?q=unusual&isOperator=true`)).json).toMatchObject({ total: 0 });
  for (const id of [site.id, "x"]) expect(codeOf(await get(`${path}/${id}`))).toBe("admin_not_found");
});

test("a disabled account is out at once, and in again when it is enabled", async () => {
  const { patch, admin } = await operator();
  const other = await addAdmin(server);
  const token = await addToken(server, other.id, { role: "OWNER" });
  expect(readAdmin(await patch(`${path}/${other.id}`, { isDisabled: true }))).toMatchObject({ isDisabled: true });
  for (const who of [other, token]) expect((await asAdmin(server, who).get("/me")).status).toBe(401);
  expect(readAdmin(await patch(`${path}/${other.id}`, { isDisabled: false }))).toMatchObject({ isDisabled: false });
  expect([(await asAdmin(server, other).get("/me")).status, (await asAdmin(server, token).get("/me")).status]).toEqual([401, 200]);
  expect(await actionsAbout(other.id)).toEqual(Array(2).fill({ action: "updateServerAdmin", adminId: admin.id }));
  await patch(`${path}/${other.id}`, { isDisabled: false });
  expect(await actionsAbout(other.id)).toHaveLength(2);
});

test("operators do not disable or demote themselves, and of two who demote each other one stays", async () => {
  const [ada, eve] = [await operator(), await operator()];
  for (const body of [{ isOperator: false }, { isDisabled: true }]) {
    expect(codeOf(await ada.patch(`${path}/${ada.admin.id}`, body))).toBe("own_account");
  }
  const answers = await Promise.all([
    ada.patch(`${path}/${eve.admin.id}`, { isOperator: false }),
    eve.patch(`${path}/${ada.admin.id}`, { isDisabled: true }),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const left = await server.deps.sql<{ id: string }>`
    select id from admins where is_operator and disabled_at is null and id = any (${[ada.admin.id, eve.admin.id]}::uuid[])`;
  expect(left).toHaveLength(1);
});

test("a further operator takes a recent sign-in, by a person", async () => {
  const late = await operator({ signedInMsAgo: 16 * 60_000 });
  const { admin, patch, post } = await operator();
  const token = asAdmin(server, await addToken(server, admin.id, { role: "OWNER" }));
  const other = await addAdmin(server);
  for (const who of [late, token]) {
    expect(codeOf(await who.patch(`${path}/${other.id}`, { isOperator: true }))).toBe("confirmation_needed");
    expect(codeOf(await who.post(path, { email: "new-operator@example.com", isOperator: true }))).toBe("confirmation_needed");
  }
  expect(readAdmin(await patch(`${path}/${other.id}`, { isOperator: true }))).toMatchObject({ isOperator: true });
  expect(readAdmin(await post(path, { email: "new-operator@example.com", isOperator: true }))).toMatchObject({ isOperator: true });
});
