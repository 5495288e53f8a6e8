import { afterAll, beforeAll, expect, test } from "vitest";
import { addAdmin, asAdmin, codeOf, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { cms, startServer, type TestServer } from "../../../../../../test/kit/harness.ts";
import { openTestDatabase, type TestDatabase } from "../../../../../../test/kit/database.ts";

let database: TestDatabase;
let server: TestServer;
let closed: TestServer;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startServer({ database });
  closed = await startServer({ database, signup: "off" });
});
afterAll(async () => {
  await closed.stop();
  await server.stop();
  await database.drop();
});

let count = 0;
const newSlug = () => `opened-${(count += 1)}`;
const open = (who: TestAdmin, slug = newSlug(), at = server) => asAdmin(at, who).post("/sites", { slug, name: "Acme" });

test("whoever opens a site owns it, its first request answers, and its log begins", async () => {
  const ada = await addAdmin(server);
  const slug = newSlug();
  const opened = await open(ada, slug);
  const { apiKey, revision, ...site } = (opened.json as { data: { apiKey: string; revision: number; settings: object } }).data;
  expect([opened.status, opened.headers.get("etag")]).toEqual([201, `"${revision}"`]);
  expect(site).toMatchObject({ slug, name: "Acme", defaultLocale: "en", settings: { forms: { notify: [ada.email] } } });
  expect(site.settings).toMatchObject({ orders: { confirmationMail: true, notify: [ada.email] } });
  expect((await server.ask(`${cms}/pages/home`, { key: apiKey })).status).toBe(200);
  const { get } = asAdmin(server, ada);
  expect((await get("/sites")).json).toMatchObject({ total: 1, data: [{ slug, role: "OWNER", deletedAt: null, restorableUntil: null }] });
  const log = (await get(`/sites/${slug}/audit`)).json as { data: { action: string; actor: object }[] };
  expect(log.data).toMatchObject([{ action: "createSite", actor: { kind: "SESSION", admin: { id: ada.id } } }]);
});

test("a site begins with what its template has", async () => {
  const ada = await addAdmin(server);
  const { post, get } = asAdmin(server, ada);
  const counts: Record<string, number[]> = {};
  for (const template of ["SITE", "SHOP", "EMPTY"]) {
    const slug = newSlug();
    expect((await post("/sites", { slug, name: "Acme", template })).status).toBe(201);
    const totals = ["pages", "products", "block-types"].map(
      async (list) => (await get(`/sites/${slug}/${list}`)).json as { total: number },
    );
    counts[template] = (await Promise.all(totals)).map(({ total }) => total);
  }
  const [pages, none, types] = counts.SITE ?? [];
  expect([pages, none, types]).toEqual([expect.any(Number), 0, expect.any(Number)]);
  expect(counts).toMatchObject({ SHOP: [pages, 6, types], EMPTY: [0, 0, 0] });
  expect(pages).toBeGreaterThan(0);
  expect(types).toBeGreaterThan(5);
  expect(codeOf(await post("/sites", { slug: newSlug(), name: "Acme", template: "BLOG" }))).toBe("validation_failed");
});

test("an account owns at most ten sites, however many it opens at once", async () => {
  const ada = await addAdmin(server);
  for (let openedCount = 0; openedCount < 7; openedCount += 1) expect((await open(ada)).status).toBe(201);
  const answers = await Promise.all(Array.from({ length: 6 }, () => open(ada)));
  // On a slow machine some wait too long for the others, and are told to try again.
  expect(["too_many_sites", "unavailable"]).toEqual(expect.arrayContaining(answers.flatMap((answer) => codeOf(answer) ?? [])));
  while (answers.filter(({ status }) => status === 201).length < 3) answers.push(await open(ada));
  expect(codeOf(await open(ada))).toBe("too_many_sites");
  expect((await asAdmin(server, ada).get("/sites")).json).toMatchObject({ total: 10 });
  const operator = await addAdmin(server, { isOperator: true });
  await server.deps.sql`update members set admin_id = ${operator.id} where admin_id = ${ada.id}`;
  expect((await open(operator)).status).toBe(201);
});

test("where signup is off, operators alone open sites", async () => {
  const [ada, operator] = [await addAdmin(server), await addAdmin(server, { isOperator: true })];
  expect(codeOf(await open(ada, newSlug(), closed))).toBe("permission_missing");
  expect((await open(operator, newSlug(), closed)).status).toBe(201);
});

test("a slug is taken once, by the first of several, and reserved ones by operators alone", async () => {
  const [ada, eve] = [await addAdmin(server), await addAdmin(server)];
  const slug = newSlug();
  const answers = await Promise.all([open(ada, slug), open(eve, slug)]);
  expect(answers.map((answer) => codeOf(answer) ?? "made").sort()).toEqual(["made", "site_slug_taken"]);
  expect(codeOf(await open(ada, "admin"))).toBe("site_slug_taken");
  expect((await open(await addAdmin(server, { isOperator: true }), "admin")).status).toBe(201);
  for (const bad of ["A", "-a", "a b", "x".repeat(64)]) expect(codeOf(await open(ada, bad))).toBe("validation_failed");
});
