import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addMember, codeOf, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { pageDraft } from "../../../../../../test/kit/documents.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { catalogItemId, releaser } from "../../../../../../test/kit/releases.ts";
import { sampleCatalog } from "../../../../../../test/kit/sample-catalog.ts";
import { sampleSite } from "../../../../../../test/kit/sample-site.ts";
import { publishReleases } from "./publish-releases.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

let site: TestSite;
let ada: TestAdmin;
beforeEach(async () => {
  site = await server.addSite({ ...sampleSite(), ...sampleCatalog() });
  ada = await addMember(server, site, "OWNER", { name: "Ada" });
  server.mails.length = 0;
});

const openReleaser = () => releaser(server, site, ada);
const later = (ms: number) => new Date(server.clock.now().getTime() + ms).toISOString();
const run = () => publishReleases.run(server.deps);
const statusOf = async (slug: string) => {
  await server.directory.poll();
  return (await server.ask(`/api/public/v1/pages/${slug}`, { key: site.key })).status;
};

test("a planned release is published at its time, once, by the person who planned it", async () => {
  const { make, create, add, plan, readRelease, api, base } = openReleaser();
  const { id } = await make();
  await add(id, await create("pages", pageDraft("later")));
  expect((await plan(id, later(60_000))).json).toMatchObject({ data: { state: "SCHEDULED", scheduledBy: { name: "Ada" } } });
  server.clock.advance(59_999);
  await run();
  expect([await statusOf("later"), (await readRelease(id)).state]).toEqual([404, "SCHEDULED"]);
  server.clock.advance(1);
  await run();
  await run();
  expect([await statusOf("later"), (await readRelease(id)).state]).toEqual([200, "PUBLISHED"]);
  const fresh = releaser(server, site, await addMember(server, site, "OWNER"));
  const log = await fresh.api.get(`${base}/audit?target=release/${id}&action=publish releases`);
  expect(log.json).toMatchObject({ total: 1, data: [{ actor: { kind: "JOB", admin: { name: "Ada" } } }] });
  expect(api).toBeDefined();
});

test("releases that came due while all processes were down are published later, one after the other", async () => {
  const { make, create, save, add, plan } = openReleaser();
  const page = await create("pages", pageDraft("words", "First"));
  const [second, first] = [await make("Second"), await make("First")];
  await add(first.id, page);
  await save("pages", page.id, pageDraft("words", "Second"), 1);
  await add(second.id, page);
  expect((await plan(second.id, later(120_000))).status).toBe(200);
  expect((await plan(first.id, later(60_000))).status).toBe(200);
  server.clock.advance(24 * 60 * 60_000);
  await run();
  await server.directory.poll();
  const pageAnswer = await server.ask("/api/public/v1/pages/words", { key: site.key });
  expect(pageAnswer.json).toMatchObject({ data: { title: "Second" } });
});

test.each([
  ["en", /^A planned release did not happen/],
  ["de", /^Eine geplante Freigabe hat nicht stattgefunden/],
  ["pt-BR", /^Um lançamento planejado não aconteceu/],
])("a release that became impossible fails as a whole, and its person gets a mail in their language: %s", async (locale, subject) => {
  await server.deps.sql`update admins set locale = ${locale} where id = ${ada.id}`;
  const { make, create, publish, add, change, plan, readRelease, publishRelease, check, api, at, trash, base } = openReleaser();
  const { id } = await make("Summer");
  const [late, fine] = [await create("pages", pageDraft("late")), await create("pages", pageDraft("fine"))];
  for (const page of [late, fine]) await add(id, page);
  await change(id, "plan", await catalogItemId(server, site, "care-year"), { price: 1 });
  expect((await plan(id, later(60_000))).status).toBe(200);
  const faster = await create("pages", pageDraft("late", "Faster"));
  await publish("pages", faster.id);
  server.clock.advance(60_000);
  await run();
  await run();
  const failed = await readRelease(id);
  expect(failed).toMatchObject({ state: "FAILED", failure: expect.stringContaining("slug is the slug of another document") as string });
  expect(failed.fault).toMatchObject({ path: "/slug", code: "slug_taken" });
  expect(await statusOf("fine")).toBe(404);
  const log = await api.get(`${base}/audit?target=release/${id}&action=publish releases`);
  expect(log.json).toMatchObject({ total: 1, data: [{ actor: { kind: "JOB" }, changes: [{ member: "state", to: "FAILED" }] }] });
  await server.runTasks();
  const mails = server.mails.filter(({ to }) => to === ada.email);
  expect(mails.map((mail) => mail.subject)).toEqual([expect.stringMatching(subject)]);
  expect(mails[0]?.text).toContain("Summer");
  expect((await check(id)).problemsTotal).toBe(1);
  await trash("pages", faster.id);
  expect((await publishRelease(id)).json).toMatchObject({ data: { state: "PUBLISHED", failure: null, fault: null } });
  expect([await statusOf("fine"), await statusOf("late")]).toEqual([200, 200]);
  expect(codeOf(await api.delete(at(id), { revision: failed.revision + 1 }))).toBe("release_published");
});

test("a plan needs a time to come and a release that is ready, and can be moved and taken back", async () => {
  const { make, create, add, plan, api, at, readRelease } = openReleaser();
  const { id } = await make();
  expect((await plan(id, later(1_000))).json).toMatchObject({ code: "release_blocked", problems: [{ code: "empty" }] });
  await add(id, await create("pages", pageDraft("planned")));
  expect((await plan(id, null)).json).toMatchObject({ errors: [{ path: "/publishAt", code: "required" }] });
  expect((await plan(id, later(0))).json).toMatchObject({ errors: [{ path: "/publishAt", code: "past" }] });
  expect((await plan(id, "soon")).status).toBe(400);
  expect((await plan(id, later(1_000), "PUBLISHED")).status).toBe(400);
  const { revision } = await readRelease(id);
  expect(codeOf(await api.patch(at(id), { name: "x" }))).toBe("precondition_required");
  expect(codeOf(await api.patch(at(id), { name: "x" }, { revision: revision - 1 }))).toBe("revision_conflict");
  expect(codeOf(await api.patch(at(id), { name: " " }, { revision }))).toBe("validation_failed");
  expect((await api.patch(at(id), { publishAt: later(5_000) }, { revision })).json).toMatchObject({ data: { state: "OPEN" } });
  expect((await plan(id, later(1_000))).status).toBe(200);
  const moved = await api.patch(at(id), { publishAt: later(9_000), name: "Moved" }, { revision: revision + 2 });
  expect(moved.json).toMatchObject({ data: { state: "SCHEDULED", name: "Moved", publishAt: later(9_000) } });
  expect((await api.patch(at(id), { publishAt: null }, { revision: revision + 3 })).json).toMatchObject({ errors: [{ code: "required" }] });
  server.clock.advance(5_000);
  await run();
  expect(await statusOf("planned")).toBe(404);
  expect((await api.patch(at(id), { state: "OPEN" }, { revision: revision + 3 })).json).toMatchObject({ data: { state: "OPEN" } });
  server.clock.advance(9_000);
  await run();
  expect(await statusOf("planned")).toBe(404);
});

test("a suspended site and a deleted one publish nothing, and a clock that is set back waits", async () => {
  const { make, create, add, plan } = openReleaser();
  const { id } = await make();
  await add(id, await create("pages", pageDraft("waiting")));
  await plan(id, later(60_000));
  const stateOf = async () => (await server.deps.sql<{ state: string }>`select state from releases where site_id = ${site.id}`)[0]?.state;
  server.clock.advance(-60 * 60_000);
  await run();
  expect(await stateOf()).toBe("SCHEDULED");
  server.clock.advance(2 * 60 * 60_000);
  for (const column of ["suspended_at", "deleted_at"] as const) {
    const now = server.clock.now();
    if (column === "suspended_at") await server.deps.sql`update sites set suspended_at = ${now} where id = ${site.id}`;
    else await server.deps.sql`update sites set suspended_at = null, deleted_at = ${now} where id = ${site.id}`;
    await run();
    expect(await stateOf()).toBe("SCHEDULED");
  }
  await server.deps.sql`update sites set deleted_at = null where id = ${site.id}`;
  await run();
  expect(await stateOf()).toBe("PUBLISHED");
});
