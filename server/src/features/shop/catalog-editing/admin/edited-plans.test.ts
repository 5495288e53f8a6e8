import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addMember, asAdmin, codeOf } from "../../../../../../test/kit/admins.ts";
import { dataOf } from "../../../../../../test/kit/checkout-client.ts";
import { shop, startServer, type Answer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { planBody, type ShownPlan } from "../../../../../../test/kit/plans.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

let site: TestSite;
let api: ReturnType<typeof asAdmin>;
let base: string;
beforeEach(async () => {
  site = await server.addSite({ site: { locales: ["en", "de"] } });
  api = asAdmin(server, await addMember(server, site, "EDITOR"));
  base = `/sites/${site.slug}/plans`;
});

const create = async (name: string, more: object = {}) => dataOf<ShownPlan>(await api.post(base, { ...planBody(name), ...more }));
const publicSlugs = async (query = "") => {
  await server.directory.poll();
  const { json } = await server.ask(`${shop}/subscriptions/plans${query}`, { key: site.key });
  return (json as { data: { slug: string }[] }).data.map(({ slug }) => slug);
};
const errorsOf = ({ json }: Answer) =>
  (json as { errors?: { path: string; code: string }[] }).errors?.map(({ path, code }) => [path, code]);

test("a plan is created, replaced under its revision and deleted, and the public list follows", async () => {
  const plan = await create("gold", { translations: { de: { name: "Klub", slug: "klub" } }, features: ["Free returns"] });
  expect(plan).toMatchObject({ revision: 1, status: "ACTIVE", intervalCount: 1, trialDays: 0, features: ["Free returns"] });
  expect([await publicSlugs(), await publicSlugs("?locale=de")]).toEqual([["club-gold"], ["klub"]]);

  const put = (body: object, revision: number) => api.put(`${base}/${plan.id}`, body, { revision });
  const answer = await put({ ...planBody("gold"), name: "Gold", status: "INACTIVE" }, 1);
  expect(answer).toMatchObject({ status: 200, json: { data: { name: "Gold", revision: 2, features: [], translations: {} } } });
  expect(answer.headers.get("etag")).toBe('"2"');
  expect(await publicSlugs()).toEqual([]);
  expect((await put({ ...planBody("gold"), name: "Gold", status: "INACTIVE" }, 2)).json).toMatchObject({ data: { revision: 2 } });
  expect(await put(planBody("gold"), 1)).toMatchObject({ status: 412, json: { code: "revision_conflict", revision: 2 } });
  expect((await api.put(`${base}/${plan.id}`, planBody("gold"))).status).toBe(428);

  expect((await api.delete(`${base}/${plan.id}`, { revision: 2 })).status).toBe(204);
  expect(codeOf(await api.get(`${base}/${plan.id}`))).toBe("plan_not_found");
  const rows = await server.deps.sql`select id from catalog_translations where site_id = ${site.id} and kind = 'plan'`;
  expect(rows).toEqual([]);
});

test("the list has inactive plans, filters and orders", async () => {
  await create("a", { price: 300, name: "Alpha" });
  await create("b", { price: 100, name: "Beta", status: "INACTIVE" });
  await create("c", { price: 200, name: "Gamma" });
  const list = async (query = "") => {
    const { data, total } = (await api.get(`${base}${query}`)).json as { data: ShownPlan[]; total: number };
    return [data.map(({ name }) => name), total];
  };
  expect(await list()).toEqual([["Beta", "Gamma", "Alpha"], 3]);
  expect(await list("?sort=name:desc&pageSize=2")).toEqual([["Gamma", "Beta"], 3]);
  expect(await list("?status=INACTIVE")).toEqual([["Beta"], 1]);
  expect(await list("?q=%25")).toEqual([[], 0]);
  expect(await list("?q=ALPH")).toEqual([["Alpha"], 1]);
});

test("a plan is refused with pointers, and nothing is stored", async () => {
  await create("taken");
  expect(errorsOf(await api.post(base, planBody("taken")))).toEqual([["/slug", "duplicate"]]);
  expect(errorsOf(await api.post(base, { ...planBody("x"), currency: "xxx" }))).toEqual([["/currency", "value"]]);
  expect(errorsOf(await api.post(base, { ...planBody("x"), translations: { fr: { name: "Club" } } }))).toEqual([
    ["/translations/fr", expect.any(String)],
  ]);
  expect((await api.post(base, { ...planBody("x"), interval: "century" })).status).toBe(400);
  const plan = await create("other");
  expect(errorsOf(await api.put(`${base}/${plan.id}`, planBody("renamed"), { revision: 1 }))).toEqual([["/slug", "constant"]]);
  expect((await api.get(base)).json).toMatchObject({ total: 2 });
});

test("of many people who replace a plan at the same revision, one does", async () => {
  const plan = await create("race");
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, price) => api.put(`${base}/${plan.id}`, { ...planBody("race"), price }, { revision: 1 })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 412)]);
});

test("the audit log has each change with its person", async () => {
  const plan = await create("audited");
  await api.put(`${base}/${plan.id}`, { ...planBody("audited"), price: 1_000 }, { revision: 1 });
  await api.delete(`${base}/${plan.id}`, { revision: 2 });
  const rows = await server.deps.sql<{ action: string; changes: string }>`
    select action, changes::text as changes from audit_entries
    where site_id = ${site.id} and target_type = 'plan' and target_id = ${plan.id} order by id`;
  expect(rows.map(({ action }) => action)).toEqual(["createPlan", "replacePlan", "deletePlan"]);
  expect(JSON.parse(rows[1]?.changes ?? "[]")).toEqual([{ member: "price", from: 900, to: 1_000 }]);
});
