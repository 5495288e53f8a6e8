import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectedOf, senders, type Sender } from "../../../test/kit/admin-senders.ts";
import { addMember, asAdmin, codeOf, type TestAdmin } from "../../../test/kit/admins.ts";
import { startServer, type TestServer, type TestSite } from "../../../test/kit/harness.ts";
import { sampled } from "../../../test/kit/sampled.ts";
import { permissions, rolesWith } from "../lib/admin/roles.ts";
import { siteBase, siteSlug } from "../lib/admin/site-path.ts";
import { Single } from "../lib/http/envelope.ts";
import { adminBase, type Operation, type OperationWords } from "../lib/http/operation.ts";

// The admission to the admin API by operations that are made for it: one for each permission, access and condition.

const Seen = Single(Type.Object({ admin: Type.String(), site: Type.Union([Type.String(), Type.Null()]) }));

function probe(id: string, words: Pick<OperationWords, "method" | "access"> & Partial<OperationWords>): Operation<object> {
  const path = words.access === "member" ? `${siteBase}/${id}` : `${adminBase}/${id}`;
  const common = { id, path, cors: "closed", problems: [], tags: [], summary: id, response: { 200: Seen } } as const;
  const params = words.access === "member" ? { params: Type.Object({ ...siteSlug }) } : {};
  const answer = async (request: FastifyRequest) => {
    const site = words.access === "member" ? request.member.site.slug : null;
    return { data: { admin: words.access === "signIn" ? "" : request.admin.email, site } };
  };
  return { ...common, ...params, ...words, behaviour: () => answer };
}

const byPermission = permissions.flatMap((permission) =>
  (["GET", "POST"] as const).map((method) =>
    probe(`${method.toLowerCase()}-${permission.replace(":", "-")}`, { method, access: "member", permission }),
  ),
);
const byAccess = (["GET", "POST", "PUT", "PATCH", "DELETE"] as const).flatMap((method) => [
  ...(["signIn", "halfway", "admin", "session", "operator"] as const).map((access) =>
    probe(`${method.toLowerCase()}-${access}`, { method, access }),
  ),
  probe(`${method.toLowerCase()}-recent`, { method, access: "session", recentSignIn: true }),
  probe(`${method.toLowerCase()}-recent-member`, { method, access: "member", permission: "plugins:secrets", recentSignIn: true }),
  probe(`${method.toLowerCase()}-member`, { method, access: "member", permission: "content:write" }),
]);
const special = [
  probe("while-deleted", { method: "POST", access: "member", permission: "site:delete", whileDeleted: true }),
  probe("change", { method: "PUT", access: "member", permission: "content:write", conditional: "change" }),
];
const probes: readonly Operation<object>[] = [...byPermission, ...byAccess, ...special];

let server: TestServer;
let site: TestSite;
let other: TestSite;
beforeAll(async () => {
  server = await startServer({ moreOperations: probes });
  [site, other] = [await server.addSite(), await server.addSite()];
});
afterAll(() => server.stop());

async function setState(state: Sender["siteState"]): Promise<void> {
  const settings = JSON.stringify(state === "second factor required" ? { team: { requireSecondFactor: true } } : {});
  await server.deps.sql`
    update sites set suspended_at = case when ${state === "suspended"} then created_at end, settings = ${settings}::json where id = ${site.id}`;
}

const byRoleAlone = senders.filter(({ name }) => /^(a member who|an owner's token capped|a token of OWNER whose|a token that)/.test(name));
const rows = [
  ...byPermission.flatMap((one) => byRoleAlone.map((sender) => [one, sender] as const)),
  ...byAccess.flatMap((one) => senders.map((sender) => [one, sender] as const)),
].map(([one, sender]): [string, Operation<object>, Sender] => [`${one.id}: ${sender.name}`, one, sender]);

test.each(sampled(rows, ([name]) => name))("%s", async (_name, one, sender) => {
  const { admin, headers } = await sender.make(server, site, other);
  if (sender.siteState) await setState(sender.siteState);
  const answer = await server.ask(one.path.replace("{siteSlug}", site.slug), { method: one.method, headers });
  if (sender.siteState) await setState(undefined);
  const expected = expectedOf(one, sender.facts);
  const seen = { admin: one.access === "signIn" ? "" : admin.email, site: one.access === "member" ? site.slug : null };
  if (expected === undefined) expect([answer.status, answer.json]).toEqual([200, { data: seen }]);
  else expect([answer.status, codeOf(answer)]).toEqual([expect.any(Number), expected]);
});

const slugOf = ({ slug }: TestSite) => `/sites/${slug}`;

describe("a suspended site", () => {
  test("can be read by its members, and its data stays as it is", async () => {
    const { headers } = await addMember(server, site, "OWNER");
    await setState("suspended");
    const { get, post } = asAdmin(server, { headers });
    const answers = [await get(`${slugOf(site)}/get-settings-write`), await post(`${slugOf(site)}/post-settings-write`)];
    await setState(undefined);
    expect(answers.map(({ status }) => status)).toEqual([200, 403]);
    expect(codeOf(answers[1]!)).toBe("site_suspended");
  });
});

describe("a deleted site", () => {
  test("is gone for its members, but for what brings it back, and at once for the public", async () => {
    const gone = await server.addSite({ pages: [] });
    const { headers } = await addMember(server, gone, "OWNER");
    const asOwner = asAdmin(server, { headers });
    expect((await server.ask("/api/public/v1/pages", { key: gone.key })).status).toBe(200);
    await server.deps.sql`
      update sites set deleted_at = ${server.deps.clock.now()}, content_version = content_version + 1048576 where id = ${gone.id}`;
    await server.directory.poll();
    expect(codeOf(await asOwner.get(`${slugOf(gone)}/get-site-read`))).toBe("site_not_found");
    expect((await asOwner.post(`${slugOf(gone)}/while-deleted`)).json).toMatchObject({ data: { site: gone.slug } });
    const editor = await addMember(server, gone, "EDITOR");
    expect(codeOf(await asAdmin(server, editor).post(`${slugOf(gone)}/while-deleted`))).toBe("permission_missing");
    expect(codeOf(await server.ask("/api/public/v1/pages", { key: gone.key }))).toBe("api_key_invalid");
    expect(((await asOwner.get("/session")).json as { data: { sites: object[] } }).data.sites).toEqual([]);
  });
});

describe("a change of something with a revision", () => {
  const put = (who: TestAdmin, headers: Record<string, string>, body?: unknown) =>
    asAdmin(server, who).ask("PUT", `${slugOf(site)}/change`, { headers, body });
  test("needs the revision that was seen, before anything of its body is looked at, and after the permission", async () => {
    const [author, viewer] = [await addMember(server, site, "AUTHOR"), await addMember(server, site, "VIEWER")];
    const codes = async (who: TestAdmin) => [
      codeOf(await put(who, {}, "{not json")),
      codeOf(await put(who, { "if-match": "*" }, "{not json")),
      (await put(who, { "if-match": '"7"' })).status,
    ];
    expect(await codes(author)).toEqual(["precondition_required", "bad_request", 200]);
    expect(await codes(viewer)).toEqual(["permission_missing", "permission_missing", 403]);
    expect((await put(author, {})).status).toBe(428);
  });
});

describe("rights that change", () => {
  let admin: TestAdmin;
  const ask = async (id: string) => (await asAdmin(server, admin).post(`${slugOf(site)}/${id}`)).status;
  test("change with the next request: a lower role, a removal, a new role", async () => {
    admin = await addMember(server, site, "ADMIN");
    expect(await ask("post-settings-write")).toBe(200);
    await server.deps.sql`update members set role = 'AUTHOR' where site_id = ${site.id} and admin_id = ${admin.id}`;
    expect([await ask("post-settings-write"), await ask("post-content-write")]).toEqual([403, 200]);
    await server.deps.sql`delete from members where site_id = ${site.id} and admin_id = ${admin.id}`;
    expect([await ask("post-settings-write"), await ask("post-content-write")]).toEqual([404, 404]);
  });
});

describe("one request of a member", () => {
  test("costs one statement before it is answered", async () => {
    const statements: string[] = [];
    const counted = await startServer({
      moreOperations: probes,
      throughSql: (sql) =>
        Object.assign(
          ((strings: TemplateStringsArray, ...values: never[]) => {
            statements.push(strings.join("?"));
            return sql(strings, ...values);
          }) as typeof sql,
          {
            begin: sql.begin,
            listen: sql.listen,
            close: sql.close,
            isHeldExclusively: sql.isHeldExclusively,
            description: sql.description,
          },
        ),
    });
    const own = await counted.addSite();
    const { headers } = await addMember(counted, own, "OWNER");
    const { get } = asAdmin(counted, { headers });
    await get(`${slugOf(own)}/get-content-read`);
    statements.length = 0;
    await get(`${slugOf(own)}/get-content-read`);
    expect(statements.map((text) => /from\s+(\w+)/.exec(text)?.[1])).toHaveLength(1);
    await counted.stop();
  });
});

test("the roles with each permission are those of the table, and every role has some", () => {
  expect(rolesWith("owners:write")).toEqual(["OWNER"]);
  expect(rolesWith("site:read")).toHaveLength(6);
  for (const permission of permissions) expect([permission, rolesWith(permission).includes("OWNER")]).toEqual([permission, true]);
});
