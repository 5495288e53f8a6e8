import { Compile } from "typebox/compile";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addAdmin, addMember, addToken, asAdmin, enterSite, join } from "../../../../../test/kit/admins.ts";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { noUuid } from "../../../lib/text/uuid.ts";
import { OwnAdmin, readOwnAdmin } from "./own-session.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

interface Own {
  sites: { slug: string; role: string; permissions: string[] }[];
}
const readAccount = async (who: { headers: Readonly<Record<string, string>> }) =>
  ((await asAdmin(server, who).get("/session")).json as { data: Own }).data;

test("an account names its confirmed second factors, and no secret", async () => {
  const { id } = await addAdmin(server, { hasSecondFactor: true });
  const { sql, clock } = server.deps;
  await sql`
    insert into passkeys (id, admin_id, credential_id, public_key, counter, name, created_at)
    values (${id}, ${id}, ${new Uint8Array([1])}, ${new Uint8Array([2])}, 0, 'A key', ${clock.now()})`;
  const admin = await readOwnAdmin(sql, id);
  expect(admin?.secondFactors).toEqual(["TOTP", "PASSKEY"]);
  expect(Compile(OwnAdmin).Check(admin)).toBe(true);
  await sql`update admins set totp_confirmed_at = null, totp_secret = ${new Uint8Array([3])} where id = ${id}`;
  expect((await readOwnAdmin(sql, id))?.secondFactors).toEqual(["PASSKEY"]);
  expect(await readOwnAdmin(sql, noUuid)).toBeUndefined();
});

test("a session shows every site of its person with the role there, and a token no more than it opens", async () => {
  const [first, second] = [await server.addSite({ site: { name: "Zebra" } }), await server.addSite({ site: { name: "Ant" } })];
  const admin = await addMember(server, first, "OWNER");
  await join(server, second, admin.id, "EDITOR");
  expect((await readAccount(admin)).sites.map(({ slug, role }) => [slug, role])).toEqual([
    [second.slug, "EDITOR"],
    [first.slug, "OWNER"],
  ]);
  const capped = await readAccount(await addToken(server, admin.id, { role: "SALES" }));
  expect(
    capped.sites.map(({ role, permissions }) => [role, permissions.includes("catalog:write"), permissions.includes("content:write")]),
  ).toEqual([
    ["EDITOR", true, false],
    ["OWNER", true, false],
  ]);
  expect((await readAccount(await addToken(server, admin.id, { role: "OWNER", site: first }))).sites.map(({ slug }) => slug)).toEqual([
    first.slug,
  ]);
});

test("an operator sees the sites that are entered, as an owner, for an hour", async () => {
  const [entered, other] = [await server.addSite(), await server.addSite()];
  const operator = await addAdmin(server, { isOperator: true });
  await join(server, entered, operator.id, "VIEWER");
  await enterSite(server, entered, operator.id);
  await enterSite(server, entered, operator.id);
  expect((await readAccount(operator)).sites.map(({ slug, role }) => [slug, role])).toEqual([[entered.slug, "OWNER"]]);
  expect(JSON.stringify(await readAccount(operator))).not.toContain(other.slug);
  server.clock.advance(60 * 60_000);
  expect((await readAccount(operator)).sites.map(({ role }) => role)).toEqual(["VIEWER"]);
});
