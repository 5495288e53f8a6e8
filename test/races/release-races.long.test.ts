import { afterAll, beforeAll, expect, test } from "vitest";
import { publishReleases } from "../../server/src/features/content/releases/tasks/publish-releases.ts";
import { addMember, type TestAdmin } from "../kit/admins.ts";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { pageDraft } from "../kit/documents.ts";
import { startServer, type Answer, type TestServer, type TestSite } from "../kit/harness.ts";
import { fillRelease } from "../kit/release-tenants.ts";
import { releaser } from "../kit/releases.ts";
import { sampleSite } from "../kit/sample-site.ts";

let database: TestDatabase;
let server: TestServer;
/** Another process on the same database. */
let neighbour: TestServer;
let site: TestSite;
let owner: TestAdmin;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startServer({ database });
  neighbour = await startServer({ database, clock: server.clock });
  site = await server.addSite(sampleSite());
  owner = await addMember(server, site, "OWNER", { name: "Owner" });
});
afterAll(async () => {
  await neighbour.stop();
  await server.stop();
  await database.drop();
});

const openReleaser = () => releaser(server, site, owner);
const later = (ms: number) => new Date(server.clock.now().getTime() + ms).toISOString();
const ok = ({ status, text }: Answer) => expect([status < 500 || status === 503, text.slice(0, 300)]).toEqual([true, expect.anything()]);

test("readers see a release of 500 pages as a whole or not at all, and never go back", async () => {
  const large = await server.addSite({ blockTypes: [{ type: "text", title: "Text", schema: { type: "object", properties: {} } }] });
  const shell = { slug: large.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" };
  const pages = Array.from({ length: 500 }, (_, index) => {
    return { slug: `page-${index}`, locale: "en", title: `Page ${index}`, status: "DRAFT", composition: [{ type: "text", props: {} }] };
  });
  await server.import({ bundle: 1, site: shell, pages });
  const edit = releaser(server, large, await addMember(server, large, "OWNER"));
  const { id } = await edit.make("Five hundred");
  await fillRelease(server, large, id);
  expect((await edit.readRelease(id)).items).toHaveLength(500);
  expect(await edit.check(id)).toEqual({ ready: true, problems: [], problemsTotal: 0 });
  let publishing = true;
  const readers = Array.from({ length: 8 }, async (_, reader) => {
    const by = reader % 2 === 0 ? server : neighbour;
    const totals: number[] = [];
    while (publishing || totals.at(-1) !== 500) {
      await by.directory.poll();
      const list = await by.ask(`/api/public/v1/pages?pageSize=1&page=${(reader % 5) + 1}`, { key: large.key });
      expect(list.status).toBe(200);
      totals.push((list.json as { total: number }).total);
      if (totals.at(-1) !== 500) continue;
      const page = await by.ask(`/api/public/v1/pages/page-${(totals.length * 61 + reader) % 500}`, { key: large.key });
      expect(page.status).toBe(200);
    }
    return totals;
  });
  const published = await edit.publishRelease(id);
  publishing = false;
  expect([published.status, published.text.slice(0, 300)]).toEqual([200, expect.anything()]);
  for (const totals of await Promise.all(readers)) {
    expect([...new Set(totals)].filter((total) => total !== 0 && total !== 500)).toEqual([]);
    expect(totals).toEqual([...totals].sort((one, other) => one - other));
  }
});

test("publishing a release beside saving, unpublishing, deleting, planning and another release leaves all of it or nothing", async () => {
  for (let round = 0; round < 12; round += 1) {
    const { create, publish, save, api, base, make, add, at, readRelease, inLocale, read } = openReleaser();
    const [first, second] = [await create("pages", pageDraft(`first-${round}`)), await create("pages", pageDraft(`second-${round}`))];
    if (round % 2 === 0) {
      await publish("pages", first.id);
      const { revision } = await inLocale("pages", first.id);
      await save("pages", first.id, pageDraft(`first-${round}`, "Newer"), revision);
    }
    const [one, two] = [await make(`One ${round}`), await make(`Two ${round}`)];
    for (const release of [one, two]) for (const page of [first, second]) await add(release.id, page);
    const { revision } = await inLocale("pages", first.id);
    const document = await read("pages", second.id);
    const [ofOne, ofTwo] = [await readRelease(one.id), await readRelease(two.id)];
    const answers = await Promise.all([
      api.post(`${at(one.id)}/publish`, { revision: ofOne.revision }),
      api.post(`${at(two.id)}/publish`, { revision: ofTwo.revision }),
      save("pages", first.id, pageDraft(`first-${round}`, "Saved"), revision),
      api.post(`${base}/pages/${first.id}/en/unpublish?force=true`, { revision }),
      api.put(`${base}/pages/${first.id}/en/schedule`, { publishAt: later(60_000), revision }),
      api.patch(at(one.id), { name: "Renamed" }, { revision: ofOne.revision }),
      api.delete(`${base}/pages/${second.id}?force=true`, { revision: document.revision }),
    ]);
    answers.forEach(ok);
    const isDeleted = answers[6]?.status === 204;
    for (const [index, release] of [one, two].entries()) {
      const { state } = await readRelease(release.id);
      expect(state).toBe(answers[index]?.status === 200 ? "PUBLISHED" : "OPEN");
      const versions = await server.deps.sql<{ document: string }>`
        select translations.document_id as document
        from versions join translations on translations.site_id = ${site.id} and translations.id = versions.translation_id
        where versions.site_id = ${site.id} and versions.release_id = ${release.id}`;
      expect(versions.map((version) => version.document).sort()).toEqual(state === "PUBLISHED" ? [first.id, second.id].sort() : []);
    }
    if (answers[2]?.status === 200) {
      const { draft, published } = await inLocale("pages", first.id);
      expect([draft?.title, published?.title]).toContain("Saved");
    }
    await server.directory.poll();
    const pageAnswer = await server.ask(`/api/public/v1/pages/second-${round}`, { key: site.key });
    expect(pageAnswer.status).toBe(!isDeleted && answers.slice(0, 2).some(({ status }) => status === 200) ? 200 : 404);
  }
});

test("two processes publish each planned release once, and all that came due while they were down", async () => {
  const { create, make, add, plan, base } = openReleaser();
  const planned: { release: string; page: string }[] = [];
  for (let index = 0; index < 6; index += 1) {
    const [page, release] = [await create("pages", pageDraft(`due-${index}`)), await make(`Due ${index}`)];
    await add(release.id, page);
    expect((await plan(release.id, later(60_000 + index))).status).toBe(200);
    planned.push({ release: release.id, page: page.id });
  }
  server.clock.advance(24 * 60 * 60_000);
  await Promise.all([server, neighbour, server, neighbour].map(({ deps }) => publishReleases.run(deps)));
  const fresh = releaser(server, site, await addMember(server, site, "OWNER"));
  for (const { release, page } of planned) {
    expect((await fresh.readRelease(release)).state).toBe("PUBLISHED");
    expect((await fresh.api.get(`${base}/pages/${page}/en/versions?kind=publication`)).json).toMatchObject({ total: 1 });
    expect((await fresh.api.get(`${base}/audit?target=release/${release}&action=publish releases`)).json).toMatchObject({ total: 1 });
  }
});

test("a clock that jumps publishes nothing twice, and nothing before its time", async () => {
  const fresh = releaser(server, site, await addMember(server, site, "OWNER"));
  const [page, release] = [await fresh.create("pages", pageDraft("jump")), await fresh.make("Jump")];
  await fresh.add(release.id, page);
  expect((await fresh.plan(release.id, later(60_000))).status).toBe(200);
  const steps = [-3_600_000, 3_600_000, 59_999, 1, -120_000, 240_000];
  const states: string[] = [];
  for (const step of steps) {
    server.clock.advance(step);
    await Promise.all([publishReleases.run(server.deps), publishReleases.run(neighbour.deps)]);
    const [row] = await server.deps.sql<{ state: string }>`select state from releases where site_id = ${site.id} and id = ${release.id}`;
    states.push(row?.state ?? "");
  }
  expect(states).toEqual(["SCHEDULED", "SCHEDULED", "SCHEDULED", "PUBLISHED", "PUBLISHED", "PUBLISHED"]);
  const versions = await server.deps.sql`select id from versions where site_id = ${site.id} and release_id = ${release.id}`;
  expect(versions).toHaveLength(1);
});
