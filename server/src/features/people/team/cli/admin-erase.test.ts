import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../../../../test/kit/database.ts";
import { addAdmin, addMember, addSession, addToken, asAdmin, codeOf, enterSite, join } from "../../../../../../test/kit/admins.ts";
import { dump } from "../../../../../../test/kit/erasing.ts";
import { startServer, type TestServer } from "../../../../../../test/kit/harness.ts";
import { recordChange } from "../../audit/index.ts";
import { notifyAdmin } from "../tasks/admin-notice.ts";
import { adminErase } from "./admin-erase.ts";

let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startServer({ database });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

const erase = async (email: string, yes = true) => {
  const output = await adminErase.run({ ...server.deps, progress: () => undefined }, { email, yes });
  return { output, text: adminErase.print(output), isSuccess: adminErase.isSuccess?.(output) };
};
/** Everything that the database holds, as text. */
const everything = async () => (await dump(server.deps.sql)).map(({ row }) => row);

test("an erased person is in no row of any table, and what they did stays, without them", async () => {
  const [site, other] = [await server.addSite(), await server.addSite()];
  const grace = await addMember(server, site, "OWNER", { name: "Grace" });
  const ada = await addMember(server, site, "EDITOR", { name: "Ada of Canary", isOperator: true, email: "ada-canary@example.com" });
  await join(server, other, (await addAdmin(server)).id, "OWNER");
  await addSession(server, ada.id);
  const token = await addToken(server, ada.id, { role: "EDITOR", name: "canary token" });
  await enterSite(server, other, ada.id);
  const { sql, clock, ids } = server.deps;
  const ctx = { now: clock.now(), ids };
  const byAda = { kind: "TOKEN", adminId: ada.id, tokenName: "canary token" } as const;
  const byGrace = { kind: "SESSION", adminId: grace.id } as const;
  for (const { id } of [site, other]) {
    await recordChange(sql, ctx, { actor: byAda, siteId: id, action: "publishPage", target: { type: "page", id: "1", label: "Home" } });
  }
  await recordChange(sql, ctx, {
    actor: byGrace,
    siteId: site.id,
    action: "createInvitation",
    target: { type: "invitation", id: "1", label: ada.email },
    changes: [{ member: "email", to: ada.email }],
  });
  await recordChange(sql, ctx, {
    actor: byGrace,
    siteId: site.id,
    action: "updateMember",
    target: { type: "member", id: ada.id, label: ada.name },
  });
  await recordChange(sql, ctx, { actor: byAda, siteId: null, action: "updateSelf", target: { type: "admin", id: ada.id } });
  await sql.begin((tx) => notifyAdmin(tx, ctx, ada.id, "password-changed", {}));
  await asAdmin(server).post("/password-reset", { email: ada.email });
  const before = await everything();

  const dry = await erase(" ADA-canary@example.com", false);
  expect([dry.isSuccess, dry.output]).toEqual([false, { erased: false, email: ada.email, sites: [site.slug], entries: 5 }]);
  expect(dry.text).toContain("Say --yes to erase it.");
  expect(await everything()).toEqual(before);

  expect((await erase(ada.email)).output).toEqual({ erased: true, email: ada.email, sites: [site.slug], entries: 5 });
  const after = await everything();
  for (const canary of [ada.email, ada.name, ada.id, token.id, "canary token"])
    expect([canary, after.filter((row) => row.includes(canary))]).toEqual([canary, []]);
  expect(codeOf(await asAdmin(server, ada).get("/session"))).toBe("session_invalid");
  expect(codeOf(await asAdmin(server, token).get("/session"))).toBe("access_token_invalid");
  const log = (await asAdmin(server, grace).get(`/sites/${site.slug}/audit`)).json as {
    data: { action: string; actor: { admin: unknown } }[];
  };
  expect(log.data.map(({ action, actor }) => [action, actor.admin]).sort()).toEqual([
    ["createInvitation", { id: grace.id, name: "Grace" }],
    ["publishPage", null],
    ["updateMember", { id: grace.id, name: "Grace" }],
  ]);
  await expect(erase(ada.email)).rejects.toThrow("There is no account");
});

test("a site keeps an owner, also when its owners are erased at once", async () => {
  for (let round = 0; round < 5; round += 1) {
    const site = await server.addSite();
    const owners = [await addMember(server, site, "OWNER"), await addMember(server, site, "OWNER"), await addMember(server, site, "OWNER")];
    const outcomes = await Promise.allSettled(owners.map(({ email }) => erase(email)));
    expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(1);
    const left = await server.deps.sql<{ id: string }>`select admin_id as id from members where site_id = ${site.id} and role = 'OWNER'`;
    expect(left).toHaveLength(1);
  }
});

test("an address that is none, and one without an account, are told apart", async () => {
  await expect(erase("ada")).rejects.toThrow('"ada" is not an e-mail address.');
  await expect(erase("nobody@example.com")).rejects.toThrow("There is no account with the address nobody@example.com.");
});
