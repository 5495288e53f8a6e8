import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addAdmin, addMember, addToken, asAdmin, codeOf, enterSite, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { invite } from "../../../../../../test/kit/invitations.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

type Who = Pick<TestAdmin, "headers">;
const at = ({ slug }: TestSite, id?: string) => `/sites/${slug}/members${id === undefined ? "" : `/${id}`}`;
const setRole = (who: Who, site: TestSite, id: string, role: string, revision = 1) =>
  asAdmin(server, who).patch(at(site, id), { role }, { revision });
const remove = (who: Who, site: TestSite, id: string, revision = 1) => asAdmin(server, who).delete(at(site, id), { revision });
const outcome = (answer: { status: number; json: unknown }) => codeOf(answer) ?? answer.status;
const ownersOf = (site: TestSite) =>
  server.deps.sql<{ id: string }>`select admin_id as id from members where site_id = ${site.id} and role = 'OWNER'`;

test("members are listed by name; their addresses are for those who may change them", async () => {
  const site = await server.addSite();
  const [ada, eve] = [await addMember(server, site, "OWNER", { name: "Ada" }), await addMember(server, site, "VIEWER", { name: "eve" })];
  const seen = async (who: Who, query = "") =>
    ((await asAdmin(server, who).get(at(site) + query)).json as { data: { name: string; email: string | null }[]; total: number }).data;
  expect((await seen(ada)).map(({ name, email }) => [name, email])).toEqual([
    ["Ada", ada.email],
    ["eve", eve.email],
  ]);
  expect(await seen(eve)).toMatchObject([
    { id: ada.id, email: null, hasSecondFactor: null, role: "OWNER" },
    { id: eve.id, email: null },
  ]);
  expect((await seen(ada, "?role=VIEWER")).map(({ name }) => name)).toEqual(["eve"]);
  expect((await seen(ada, "?q=%25")).length + (await seen(ada, "?q=V")).length).toBe(1);
  // A part of an address finds nobody: who may not see it could guess it.
  expect(await seen(eve, `?q=${ada.email.slice(0, 12)}`)).toEqual([]);
  const one = await asAdmin(server, ada).get(at(site, eve.id));
  expect([one.headers.get("etag"), one.json]).toMatchObject(['"1"', { data: { email: eve.email, hasSecondFactor: false } }]);
});

test("a role is changed at the revision that was seen, and the log says so", async () => {
  const site = await server.addSite();
  const [ada, eve] = [await addMember(server, site, "OWNER", { name: "Ada" }), await addMember(server, site, "VIEWER")];
  const changed = await setRole(ada, site, eve.id, "EDITOR");
  expect([changed.status, changed.headers.get("etag"), changed.json]).toMatchObject([
    200,
    '"2"',
    { data: { role: "EDITOR", revision: 2 } },
  ]);
  const late = await setRole(ada, site, eve.id, "ADMIN");
  expect([late.status, late.json]).toMatchObject([412, { code: "revision_conflict", revision: 2, changedBy: { name: "Ada" } }]);
  expect(outcome(await asAdmin(server, ada).patch(at(site, eve.id), { role: "ADMIN" }))).toBe("precondition_required");
  expect(outcome(await asAdmin(server, ada).patch(at(site, eve.id), { role: "ADMIN", revision: 1 }, { revision: 2 }))).toBe(
    "revision_conflict",
  );
  const log = await server.deps.sql`select target_id as id, changes from audit_entries where site_id = ${site.id}`;
  expect(log).toEqual([{ id: eve.id, changes: [{ member: "role", from: "VIEWER", to: "EDITOR" }] }]);
});

describe("nobody", () => {
  test("gives or takes a role with rights that they lack", async () => {
    const site = await server.addSite();
    const [owner, admin, eve] = [
      await addMember(server, site, "OWNER"),
      await addMember(server, site, "ADMIN"),
      await addMember(server, site, "VIEWER"),
    ];
    const refused = await setRole(admin, site, eve.id, "OWNER");
    expect([refused.status, refused.json]).toMatchObject([403, { code: "permission_missing", permission: "owners:write" }]);
    expect(outcome(await setRole(admin, site, owner.id, "VIEWER"))).toBe("permission_missing");
    expect(outcome(await remove(admin, site, owner.id))).toBe("permission_missing");
    expect(outcome(await setRole(admin, site, eve.id, "ADMIN"))).toBe(200);
    expect(outcome(await remove(eve, site, admin.id))).toBe(204);
    const token = await addToken(server, owner.id, { role: "ADMIN" });
    expect(outcome(await setRole(token, site, eve.id, "OWNER", 2))).toBe("permission_missing");
    expect(await ownersOf(site)).toEqual([{ id: owner.id }]);
  });

  test("changes their own role, and an operator who entered changes any other", async () => {
    const site = await server.addSite();
    const [owner, operator] = [await addMember(server, site, "OWNER"), await addAdmin(server, { isOperator: true })];
    await addMember(server, site, "OWNER");
    expect(outcome(await setRole(owner, site, owner.id, "VIEWER"))).toBe("own_role");
    expect(outcome(await setRole(owner, site, owner.id, "OWNER"))).toBe("own_role");
    expect(outcome(await setRole(operator, site, owner.id, "VIEWER"))).toBe("site_not_found");
    await enterSite(server, site, operator.id);
    expect(outcome(await setRole(operator, site, owner.id, "VIEWER"))).toBe(200);
  });

  test("changes owners after an old sign-in or with a token", async () => {
    const site = await server.addSite();
    const old = await addMember(server, site, "OWNER", { signedInMsAgo: 16 * 60_000 });
    const [other, eve] = [await addMember(server, site, "OWNER"), await addMember(server, site, "VIEWER")];
    const token = await addToken(server, old.id, { role: "OWNER" });
    for (const who of [old, token]) {
      expect(outcome(await setRole(who, site, eve.id, "OWNER"))).toBe("confirmation_needed");
      expect(outcome(await setRole(who, site, other.id, "ADMIN"))).toBe("confirmation_needed");
      expect(outcome(await remove(who, site, other.id))).toBe("confirmation_needed");
    }
    expect(outcome(await setRole(old, site, eve.id, "SALES"))).toBe(200);
  });

  test("without members:write removes others, or learns who they are", async () => {
    const site = await server.addSite();
    const [owner, editor] = [await addMember(server, site, "OWNER"), await addMember(server, site, "EDITOR")];
    const [there, nobody] = [await remove(editor, site, owner.id), await remove(editor, site, (await addAdmin(server)).id)];
    const withoutRequestId = ({ status, text }: typeof there) => [status, text.replace(/"requestId":"[^"]+"/, "")];
    expect([outcome(there), withoutRequestId(there)]).toEqual(["permission_missing", withoutRequestId(nobody)]);
  });
});

test("a removed person is out at once, with their tokens for the site and their invitations, and a mail tells", async () => {
  const site = await server.addSite();
  await server.deps.sql`update sites set name = ${'Acme <b>"\u202e\r\nBcc: x@example.com'} where id = ${site.id}`;
  const [owner, eve] = [await addMember(server, site, "OWNER"), await addMember(server, site, "ADMIN")];
  const token = await addToken(server, eve.id, { role: "ADMIN", site });
  const [theirs, mine] = [await invite(server, site, { by: eve.id }), await invite(server, site, { by: owner.id })];
  expect(outcome(await remove(owner, site, eve.id))).toBe(204);
  expect(outcome(await asAdmin(server, eve).get(at(site)))).toBe("site_not_found");
  expect(outcome(await asAdmin(server, token).get("/me"))).toBe("access_token_invalid");
  expect(outcome(await asAdmin(server, eve).get("/me"))).toBe(200);
  const left = await server.deps.sql<{ id: string }>`select id from invitations where site_id = ${site.id}`;
  expect(left).toEqual([{ id: mine.id }]);
  await server.runTasks();
  const [told] = server.mails.filter(({ to }) => to === eve.email);
  expect(told?.subject).toBe('You are no longer a member of Acme <b>" Bcc: x@example.com – Vitrine');
  expect(told?.html).not.toContain("<b>");
  const log = await server.deps.sql`
    select action, target_type as type, target_id as id from audit_entries where site_id = ${site.id} order by target_type`;
  expect(log).toEqual([
    { action: "removeMember", type: "invitation", id: theirs.id },
    { action: "removeMember", type: "member", id: eve.id },
  ]);
});

test("a lower role withdraws the invitations that it could not make", async () => {
  const site = await server.addSite();
  const [owner, eve] = [await addMember(server, site, "OWNER"), await addMember(server, site, "OWNER")];
  const [toOwner, toEditor] = [await invite(server, site, { by: eve.id, role: "OWNER" }), await invite(server, site, { by: eve.id })];
  const left = async () =>
    (await server.deps.sql<{ id: string }>`select id from invitations where site_id = ${site.id}`).map(({ id }) => id);
  await setRole(owner, site, eve.id, "ADMIN");
  expect(await left()).toEqual([toEditor.id]);
  await setRole(owner, site, eve.id, "EDITOR", 2);
  expect([await left(), toOwner.id]).toEqual([[], expect.any(String)]);
});

test("anybody may leave, without a mail, but for the last owner", async () => {
  const site = await server.addSite();
  const [owner, viewer] = [await addMember(server, site, "OWNER"), await addMember(server, site, "VIEWER", { signedInMsAgo: 16 * 60_000 })];
  expect(outcome(await remove(viewer, site, viewer.id))).toBe(204);
  expect(outcome(await remove(owner, site, owner.id))).toBe("last_owner");
  await server.runTasks();
  expect(server.mails.filter(({ to }) => to === viewer.email)).toEqual([]);
  expect(outcome(await asAdmin(server, viewer).get(at(site)))).toBe("site_not_found");
});

test("a site keeps an owner, also when its owners leave, or demote and remove each other, at once", async () => {
  for (const attack of ["leave", "demote", "remove"] as const) {
    for (let round = 0; round < 4; round += 1) {
      const site = await server.addSite();
      const owners = [
        await addMember(server, site, "OWNER"),
        await addMember(server, site, "OWNER"),
        await addMember(server, site, "OWNER"),
      ];
      const strike = (who: TestAdmin, index: number) => {
        const next = owners[(index + 1) % owners.length]!;
        if (attack === "leave") return remove(who, site, who.id);
        return attack === "demote" ? setRole(who, site, next.id, "VIEWER") : remove(who, site, next.id);
      };
      const outcomes = (await Promise.all(owners.map(strike))).map(outcome);
      expect([attack, (await ownersOf(site)).length >= 1]).toEqual([attack, true]);
      if (attack === "leave") expect(outcomes.sort()).toEqual([204, 204, "last_owner"]);
      // Somebody who was demoted or removed a moment ago does nothing more.
      else expect(outcomes.filter((one) => typeof one === "number").length).toBeLessThan(3);
    }
  }
});
