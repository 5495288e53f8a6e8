import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminProbes } from "../../../test/kit/admin-probes.ts";
import { addMember, asAdmin, codeOf, type TestAdmin } from "../../../test/kit/admins.ts";
import { startServer, type TestServer, type TestSite } from "../../../test/kit/harness.ts";
import { permissions, rolesWith } from "../lib/admin/roles.ts";
import { raiseContent } from "../../../test/kit/raise-content.ts";

// The admission to the admin API. The matrix of its senders is in test/proofs/admin-access.test.ts.

let server: TestServer;
let site: TestSite;
beforeAll(async () => {
  server = await startServer({ moreOperations: adminProbes });
  site = await server.addSite();
});
afterAll(() => server.stop());

const slugOf = ({ slug }: TestSite) => `/sites/${slug}`;

describe("a suspended site", () => {
  test("can be read by its members, and its data stays as it is", async () => {
    const { headers } = await addMember(server, site, "OWNER");
    const setSuspended = (suspended: boolean) => server.deps.sql`
      update sites set suspended_at = case when ${suspended} then created_at end where id = ${site.id}`;
    await setSuspended(true);
    const { get, post } = asAdmin(server, { headers });
    const answers = [await get(`${slugOf(site)}/get-settings-write`), await post(`${slugOf(site)}/post-settings-write`)];
    await setSuspended(false);
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
      update sites set deleted_at = ${server.deps.clock.now()} where id = ${gone.id}`;
    await raiseContent(server.deps.sql, gone.id);
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
      moreOperations: adminProbes,
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
    const ownSite = await counted.addSite();
    const { headers } = await addMember(counted, ownSite, "OWNER");
    const { get } = asAdmin(counted, { headers });
    await get(`${slugOf(ownSite)}/get-content-read`);
    statements.length = 0;
    await get(`${slugOf(ownSite)}/get-content-read`);
    expect(statements.map((text) => /from\s+(\w+)/.exec(text)?.[1])).toHaveLength(1);
    await counted.stop();
  });
});

test("the roles with each permission are those of the table, and every role has some", () => {
  expect(rolesWith("owners:write")).toEqual(["OWNER"]);
  expect(rolesWith("site:read")).toHaveLength(6);
  for (const permission of permissions) expect([permission, rolesWith(permission).includes("OWNER")]).toEqual([permission, true]);
});
