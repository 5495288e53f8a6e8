import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addAdmin, addMember, asAdmin, codeOf, enterSite, type TestAdmin } from "../../../../../test/kit/admins.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { eraseFromViews } from "./index.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

let site: TestSite;
let [owner, seller]: TestAdmin[] = [];
beforeEach(async () => {
  site = await server.addSite();
  owner = await addMember(server, site, "OWNER");
  seller = await addMember(server, site, "SALES");
});

interface View {
  id: string;
  name: string;
  query: string;
  scope: string;
  revision: number;
}
const api = (who: TestAdmin | undefined) => asAdmin(server, who);
const base = () => `/sites/${site.slug}/views`;
const unpaid = { list: "orders", name: "Large and unpaid", query: "view=unpaid&sort=total:desc" };
const save = async (who: TestAdmin | undefined, more: object = {}) => {
  const answer = await api(who).post(base(), { ...unpaid, ...more });
  expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
  return (answer.json as { data: View }).data;
};
const namesFor = async (who: TestAdmin | undefined, query = "") =>
  ((await api(who).get(base() + query)).json as { data: View[] }).data.map(({ name }) => name);

test("a view is seen by its owner alone, and one of the site by everybody who sees the list", async () => {
  const editor = await addMember(server, site, "EDITOR");
  const own = await save(seller, { name: " Mine " });
  expect(own).toMatchObject({ name: "Mine", query: "sort=total%3Adesc&view=unpaid", scope: "PERSONAL", revision: 1 });
  const shared = await save(owner, { name: "Ours", scope: "SITE" });
  await save(owner, { list: "entries/guide", name: "Guides", query: "columns=data.difficulty", scope: "SITE" });
  expect(await namesFor(seller)).toEqual(["Mine", "Guides", "Ours"]);
  expect(await namesFor(seller, "?list=orders")).toEqual(["Mine", "Ours"]);
  expect(await namesFor(owner, "?list=orders")).toEqual(["Ours"]);
  // Editors read no orders.
  expect(await namesFor(editor)).toEqual(["Guides"]);
  expect(codeOf(await api(editor).post(base(), unpaid))).toBe("permission_missing");
  expect(codeOf(await api(owner).delete(`${base()}/${own.id}`, { revision: 1 }))).toBe("view_not_found");
  expect(codeOf(await api(editor).patch(`${base()}/${shared.id}`, { name: "Theirs" }, { revision: 1 }))).toBe("view_not_found");
});

test("a view of the site is changed by those who may change its settings", async () => {
  const shared = await save(owner, { scope: "SITE" });
  const path = `${base()}/${shared.id}`;
  expect(codeOf(await api(seller).post(base(), { ...unpaid, scope: "SITE" }))).toBe("permission_missing");
  expect(codeOf(await api(seller).patch(path, { name: "Mine" }, { revision: 1 }))).toBe("permission_missing");
  expect(codeOf(await api(seller).delete(path, { revision: 1 }))).toBe("permission_missing");
  const renamed = await api(owner).patch(path, { name: "Unpaid", query: "view=unpaid" }, { revision: 1 });
  expect([renamed.status, renamed.json]).toMatchObject([200, { data: { name: "Unpaid", query: "view=unpaid", revision: 2 } }]);
  expect(codeOf(await api(owner).delete(path, { revision: 1 }))).toBe("revision_conflict");
  expect((await api(owner).delete(path, { revision: 2 })).status).toBe(204);
  expect(await namesFor(owner)).toEqual([]);
});

test.each([
  ["a broken escape", { query: "q=%zz" }],
  ["a question mark", { query: "?view=unpaid" }],
  ["a parameter twice", { query: "q=a&q=b" }],
  ["a name with other signs", { query: "q[a]=b" }],
  ["a text that is too long once it is encoded", { query: `q=${"ü".repeat(900)}` }],
  ["no name", { name: " " }],
  ["a long name", { name: "x".repeat(61) }],
  ["an unknown list", { list: "secrets" }],
])("%s is refused", async (_, member) => {
  expect(codeOf(await api(owner).post(base(), { ...unpaid, ...member }))).toBe("validation_failed");
});

test("of many requests at once, as many are saved as there are places", async () => {
  const { sql, ids, clock } = server.deps;
  for (let count = 0; count < 48; count += 1) {
    await sql`
      insert into saved_views (site_id, id, admin_id, list, name, query, created_at, updated_at)
      values (${site.id}, ${ids.next()}, ${seller!.id}, 'orders', 'Mine', '', ${clock.now()}, ${clock.now()})`;
  }
  const statuses = await Promise.all(Array.from({ length: 6 }, async () => (await api(seller).post(base(), unpaid)).status));
  expect(statuses.filter((status) => status === 201)).toHaveLength(2);
  expect(statuses.filter((status) => status === 409)).toHaveLength(4);
  // The places of others and of the site are their own.
  await save(owner);
  await save(owner, { scope: "SITE" });
});

test("a person's views go when they leave the site, and an operator who has entered it saves none", async () => {
  await save(seller);
  await save(owner, { scope: "SITE" });
  const { revision } = ((await api(owner).get(`/sites/${site.slug}/members/${seller!.id}`)).json as { data: { revision: number } }).data;
  expect((await api(owner).delete(`/sites/${site.slug}/members/${seller!.id}`, { revision })).status).toBe(204);
  const count = async () => (await server.deps.sql`select id from saved_views where site_id = ${site.id}`).length;
  expect(await count()).toBe(1);
  const operator = await addAdmin(server, { isOperator: true });
  await enterSite(server, site, operator.id);
  expect(codeOf(await api(operator).post(base(), unpaid))).toBe("not_a_member");
  await save(operator, { scope: "SITE" });
});

test("the audit log tells neither searches nor the names of personal views, and an erased address goes with its views", async () => {
  await save(seller, { name: "Private matter", query: "q=Grace%40Example.com" });
  await save(owner, { name: "Ours", scope: "SITE", query: "q=ada" });
  const { text } = await api(owner).get(`/sites/${site.slug}/audit`);
  expect(text).toContain("Ours");
  expect(text).not.toMatch(/Private|Grace|q=/);
  await eraseFromViews(server.deps.sql, site.id, "grace@example.com");
  expect(await namesFor(seller)).toEqual(["Ours"]);
});
