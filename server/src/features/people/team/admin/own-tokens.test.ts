import { afterAll, beforeAll, expect, test } from "vitest";
import { addAdmin, addMember, asAdmin, codeOf, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";

let server: TestServer;
let site: TestSite;
beforeAll(async () => {
  server = await startServer();
  site = await server.addSite();
});
afterAll(() => server.stop());

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(server.clock.now().getTime() + days * dayMs).toISOString();
const make = (who: Pick<TestAdmin, "headers">, more: object = {}) =>
  asAdmin(server, who).post("/me/tokens", { name: "Deployment", role: "EDITOR", expiresAt: inDays(30), ...more });
const makeToken = async (who: Pick<TestAdmin, "headers">, more: object = {}) => {
  const answer = await make(who, more);
  expect(answer.status).toBe(201);
  const { data } = answer.json as { data: { id: string; token: string; lastFour: string } };
  return { ...data, headers: { authorization: `Bearer ${data.token}` } };
};
const tokensOf = async (who: Pick<TestAdmin, "headers">) =>
  ((await asAdmin(server, who).get("/me/tokens")).json as { data: { id: string; lastUsedAt: string | null }[] }).data;

test("a token is shown once, opens the sites of its owner as far as its role allows, and is told by mail", async () => {
  const owner = await addMember(server, site, "OWNER");
  const token = await makeToken(owner, { site: site.slug });
  expect(token.token).toMatch(/^vt_[0-9A-Za-z]{38}$/);
  expect(token.lastFour).toBe(token.token.slice(-4));
  const session = (await asAdmin(server, token).get("/session")).json as { data: { sites: { slug: string; permissions: string[] }[] } };
  expect(session.data.sites.map(({ slug }) => slug)).toEqual([site.slug]);
  expect(session.data.sites[0]!.permissions).toContain("content:publish");
  expect(codeOf(await asAdmin(server, token).get(`/sites/${site.slug}/audit`))).toBe("permission_missing");
  const [listed] = await tokensOf(owner);
  expect(listed).toMatchObject({
    id: token.id,
    name: "Deployment",
    role: "EDITOR",
    site: site.slug,
    lastUsedAt: server.clock.now().toISOString(),
  });
  expect(JSON.stringify(listed)).not.toContain(token.token);
  expect(JSON.stringify(await server.deps.sql`select * from account_audit_entries where target_id = ${token.id}`)).not.toContain(
    token.token,
  );
  await server.runTasks();
  const [mail] = server.mails.filter(({ to }) => to === owner.email);
  expect(mail?.subject).toBe("New access token – Vitrine");
  expect(mail?.text).toContain("“Deployment”");
  expect(mail?.text).not.toContain(token.token);
});

test("a token of all sites opens those that its owner joins later", async () => {
  const admin = await addAdmin(server);
  const token = await makeToken(admin, { role: "OWNER" });
  const sites = async () => ((await asAdmin(server, token).get("/session")).json as { data: { sites: unknown[] } }).data.sites.length;
  expect(await sites()).toBe(0);
  await server.deps.sql`
    insert into members (site_id, id, admin_id, role, created_at)
    values (${site.id}, ${server.deps.ids.next()}, ${admin.id}, 'VIEWER', ${server.clock.now()})`;
  expect(await sites()).toBe(1);
});

test("a site that is not the person's own does not exist", async () => {
  const [admin, owner] = [await addMember(server, await server.addSite(), "OWNER"), await addMember(server, site, "OWNER")];
  const refused = [await make(admin, { site: site.slug }), await make(admin, { site: "no-such-site" }), await make(admin, { site: "" })];
  expect(refused.map((answer) => [answer.status, codeOf(answer)])).toEqual(Array(3).fill([404, "site_not_found"]));
  expect(await tokensOf(admin)).toEqual([]);
  expect(await tokensOf(owner)).toEqual([]);
});

test("a token lives at most a year, has a name and a role, and is not made by another token", async () => {
  const admin = await addAdmin(server);
  for (const more of [
    { expiresAt: inDays(0) },
    { expiresAt: inDays(-1) },
    { expiresAt: inDays(367) },
    { expiresAt: "soon" },
    { name: " " },
    { role: "ROOT" },
  ])
    expect([more, codeOf(await make(admin, more))]).toEqual([more, "validation_failed"]);
  const token = await makeToken(admin, { expiresAt: inDays(365) });
  expect(codeOf(await make(token))).toBe("needs_session");
  expect(codeOf(await asAdmin(server, token).get("/me/tokens"))).toBe("needs_session");
  expect(codeOf(await asAdmin(server, token).delete(`/me/tokens/${token.id}`))).toBe("needs_session");
});

test("a revoked token opens nothing from then on, and nobody revokes that of another", async () => {
  const [admin, stranger] = [await addAdmin(server), await addAdmin(server)];
  const token = await makeToken(admin);
  const revoke = (who: Pick<TestAdmin, "headers">, id = token.id) => asAdmin(server, who).delete(`/me/tokens/${id}`);
  expect([codeOf(await revoke(stranger)), codeOf(await revoke(admin, "x"))]).toEqual(["token_not_found", "token_not_found"]);
  expect((await asAdmin(server, token).get("/me")).status).toBe(200);
  expect((await revoke(admin)).status).toBe(204);
  expect(codeOf(await asAdmin(server, token).get("/me"))).toBe("access_token_invalid");
  expect(codeOf(await revoke(admin))).toBe("token_not_found");
  expect(await tokensOf(admin)).toEqual([]);
});

test("an account has a hundred tokens at most, also when they are asked for at once", async () => {
  const admin = await addAdmin(server);
  const now = server.clock.now();
  await server.deps.sql`
    insert into admin_tokens (id, admin_id, token_hash, name, last_four, role, expires_at, created_at)
    select gen_random_uuid(), ${admin.id}, sha256(gen_random_uuid()::text::bytea), 'one', 'aaaa', 'VIEWER', ${new Date(now.getTime() + dayMs)}, ${now}
    from generate_series(1, 98)`;
  const answers = await Promise.all(Array.from({ length: 6 }, () => make(admin)));
  expect(answers.map((answer) => codeOf(answer) ?? answer.status).sort()).toEqual([201, 201, ...Array<string>(4).fill("too_many_tokens")]);
  server.clock.advance(2 * dayMs);
  expect((await make(admin)).status).toBe(201);
});
