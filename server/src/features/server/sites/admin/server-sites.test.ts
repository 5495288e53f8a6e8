import { afterAll, beforeAll, expect, test } from "vitest";
import { addAdmin, addMember, asAdmin, codeOf, markDeleted } from "../../../../../../test/kit/admins.ts";
import { upload } from "../../../../../../test/kit/assets.ts";
import { cms, startServer, type TestServer } from "../../../../../../test/kit/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ mailsPerClient: 1_000_000 });
});
afterAll(() => server.stop());

const operator = async () => asAdmin(server, await addAdmin(server, { isOperator: true }));

test("a suspended site is closed to the public and read-only for its people, until it is resumed", async () => {
  const site = await server.addSite({ pages: [{ slug: "home", locale: "en", title: "Home", composition: [] }] });
  const owner = asAdmin(server, await addMember(server, site, "OWNER"));
  const { post } = await operator();
  const read = async () => codeOf(await server.ask(`${cms}/pages/home`, { key: site.key }));
  expect(await read()).toBe(undefined);
  const suspended = await post(`/server/sites/${site.slug}/suspend`);
  expect([suspended.status, suspended.json]).toMatchObject([200, { data: { slug: site.slug, state: "SUSPENDED" } }]);
  await server.directory.poll();
  expect(await read()).toBe("site_suspended");
  expect((await owner.get(`/sites/${site.slug}`)).json).toMatchObject({ data: { revision: 2, suspendedAt: expect.any(String) as string } });
  expect(codeOf(await owner.post(`/sites/${site.slug}/keys`, { name: "x" }))).toBe("site_suspended");
  await post(`/server/sites/${site.slug}/suspend`);
  expect((await post(`/server/sites/${site.slug}/resume`)).json).toMatchObject({ data: { state: "ACTIVE", suspendedAt: null } });
  await server.directory.poll();
  expect(await read()).toBe(undefined);
  const { data } = (await owner.get(`/sites/${site.slug}/audit`)).json as { data: { action: string }[] };
  expect(data.map(({ action }) => action)).toEqual(["resumeSite", "suspendSite"]);
  await markDeleted(server, site);
  for (const path of [site.slug, "nobody"]) expect(codeOf(await post(`/server/sites/${path}/suspend`))).toBe("site_not_found");
});

test("sites are listed by slug, with their owners, and found by name and state", async () => {
  const { get, post } = await operator();
  const [one, two] = [await server.addSite({ site: { name: "Unusual one" } }), await server.addSite({ site: { name: "Unusual two" } })];
  const owner = await addMember(server, one, "OWNER", { name: "Ada" });
  await addMember(server, one, "EDITOR");
  const notes = Buffer.from("Notes of one");
  await upload(server, one, owner, notes, { name: "notes.txt", type: "text/plain" });
  await post(`/server/sites/${two.slug}/suspend`);
  const list = async (query: string) => (await get(`/server/sites?${query}`)).json as { data: { slug: string }[]; total: number };
  expect((await list("q=UNUSUAL")).data.map(({ slug }) => slug)).toEqual([one.slug, two.slug].sort());
  expect(await list("q=unusual&state=ACTIVE")).toMatchObject({
    total: 1,
    data: [{ slug: one.slug, members: 2, fileBytes: notes.length, owners: [{ id: owner.id, name: "Ada", email: owner.email }] }],
  });
  expect(await list("q=unusual&state=SUSPENDED")).toMatchObject({ total: 1, data: [{ slug: two.slug, owners: [], fileBytes: 0 }] });
  await markDeleted(server, one);
  expect(await list(`q=${one.slug}&state=DELETED`)).toMatchObject({ total: 1, data: [{ restorableUntil: expect.any(String) as string }] });
  expect((await list("q=unusual&pageSize=1&page=2")).data).toHaveLength(1);
});

test("a site is opened for an address: a new account gets a link, and one that exists a notice", async () => {
  const { post } = await operator();
  const answer = await post("/server/sites", { slug: "for-grace", name: "Grace's", owner: "grace@example.com" });
  expect([answer.status, answer.json]).toMatchObject([
    201,
    { data: { slug: "for-grace", owners: [{ email: "grace@example.com" }], members: 1 } },
  ]);
  const { apiKey } = (answer.json as { data: { apiKey: string } }).data;
  expect((await server.ask(`${cms}/pages`, { key: apiKey })).status).toBe(200);
  expect(codeOf(await post("/server/sites", { slug: "for-grace", name: "Again", owner: "other@example.com" }))).toBe("site_slug_taken");
  const ada = await addAdmin(server);
  await post("/server/sites", { slug: "for-ada", name: "Ada's", owner: ada.email });
  await server.runTasks();
  expect(server.mails.filter(({ to }) => to === "grace@example.com").map(({ text }) => text.includes("/studio/password?token="))).toEqual([
    true,
  ]);
  expect(server.mails.filter(({ to }) => to === ada.email).map(({ subject }) => subject.startsWith("The site Ada's is yours"))).toEqual([
    true,
  ]);
  expect((await asAdmin(server, ada).get("/sites/for-ada")).status).toBe(200);
  const log = (await asAdmin(server, ada).get("/sites/for-ada/audit")).json;
  expect(log).toMatchObject({ data: [{ action: "createServerSite", actor: { kind: "SESSION" } }] });
  const [none] = await server.deps.sql<{ count: number }>`select count(*)::int as count from admins where email = 'other@example.com'`;
  expect(none?.count).toBe(0);
  await server.deps.sql`update admins set disabled_at = created_at where id = ${ada.id}`;
  expect(codeOf(await post("/server/sites", { slug: "for-ada-2", name: "Ada's", owner: ada.email }))).toBe("validation_failed");
});
