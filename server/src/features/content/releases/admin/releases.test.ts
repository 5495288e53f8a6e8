import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMember, codeOf, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { entryDraft, pageDraft } from "../../../../../../test/kit/documents.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { releaser } from "../../../../../../test/kit/releases.ts";
import { sampleSite } from "../../../../../../test/kit/sample-site.ts";
import { longTest } from "../../../../../../test/kit/sampled.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

let site: TestSite;
let ada: TestAdmin;
beforeEach(async () => {
  const sample = sampleSite() as { blockTypes: object[]; contentTypes: object[] };
  const link = {
    slug: "link",
    title: "Link",
    schema: { type: "object", properties: { text: { type: "string", maxLength: 20 }, to: { $ref: "vitrine:page" } } },
  };
  const blockTypes = [
    ...sample.blockTypes,
    { type: "titled", title: "Titled", schema: { type: "object", properties: { title: { type: "string" } }, required: ["title"] } },
    { type: "columns", title: "Columns", schema: { type: "object", properties: {} }, slots: { left: { title: "Left" } } },
  ];
  site = await server.addSite({ ...sample, blockTypes, contentTypes: [...sample.contentTypes, link] });
  ada = await addMember(server, site, "OWNER", { name: "Ada" });
});

const openReleaser = () => releaser(server, site, ada);
const askPublic = async (path: string) => {
  await server.directory.poll();
  return server.ask(`/api/public/v1/${path}`, { key: site.key });
};
const titleOf = async (slug: string) => ((await askPublic(`pages/${slug}`)).json as { data?: { title: string } }).data?.title;

describe("a release", () => {
  test("publishes what was frozen and unpublishes the rest, in one moment, and stays as it is then", async () => {
    const { make, create, publish, save, add, publishRelease, readRelease, inLocale, api, at, put, base } = openReleaser();
    const release = await make("Spring");
    expect(release).toMatchObject({ name: "Spring", state: "OPEN", revision: 1, items: [], changes: [] });
    const [fresh, gone] = [await create("pages", pageDraft("fresh", "Frozen")), await create("pages", pageDraft("gone"))];
    await publish("pages", gone.id);
    expect(await add(release.id, fresh)).toMatchObject({ action: "PUBLISH", title: "Frozen", revision: 1, isOutdated: false });
    expect(await add(release.id, gone, "UNPUBLISH")).toMatchObject({ action: "UNPUBLISH", title: "Page gone" });
    await save("pages", fresh.id, pageDraft("fresh", "Edited later"), 1);
    expect(await readRelease(release.id)).toMatchObject({ revision: 3, items: [{ isOutdated: true }, { isOutdated: false }] });
    expect([(await askPublic("pages/fresh")).status, (await askPublic("pages/gone")).status]).toEqual([404, 200]);
    const published = await publishRelease(release.id);
    expect(published.json).toMatchObject({ data: { state: "PUBLISHED", revision: 4, publishedAt: expect.any(String) as string } });
    expect([await titleOf("fresh"), (await askPublic("pages/gone")).status]).toEqual(["Frozen", 404]);
    expect(await inLocale("pages", fresh.id)).toMatchObject({ state: "CHANGED", draft: { title: "Edited later" } });
    expect(await inLocale("pages", gone.id)).toMatchObject({ state: "DRAFT", draft: { title: "Page gone" } });
    const versions = await api.get(`${base}/pages/${fresh.id}/en/versions?kind=publication`);
    expect(versions.json).toMatchObject({ data: [{ release: release.id, by: { name: "Ada" } }] });
    const refusals = [
      await publishRelease(release.id),
      await api.patch(at(release.id), { name: "Again" }, { revision: 4 }),
      await api.delete(at(release.id), { revision: 4 }),
      await put(release.id, await inLocale("pages", fresh.id)),
      await api.delete(`${at(release.id)}/items/${(await inLocale("pages", fresh.id)).id}`),
      await api.post(`${at(release.id)}/check`),
    ];
    expect(refusals.map(codeOf)).toEqual(Array(6).fill("release_published"));
    const log = (await api.get(`${base}/audit?action=publishRelease`)).json as { data: { target: { type: string } }[] };
    expect(log.data.map(({ target }) => target.type).sort()).toEqual(["page", "page", "release"]);
  });

  test("takes back the plans of its translations", async () => {
    const { make, create, add, publishRelease, inLocale, api, base } = openReleaser();
    const { id } = await make();
    const page = await create("pages", pageDraft("planned"));
    const publishAt = new Date(server.clock.now().getTime() + 60_000).toISOString();
    await api.put(`${base}/pages/${page.id}/en/schedule`, { publishAt, revision: 1 });
    await add(id, page);
    expect((await publishRelease(id)).status).toBe(200);
    expect((await inLocale("pages", page.id)).scheduled).toBeNull();
  });

  test("lets pages swap their slugs, and one take the slug of another that goes", async () => {
    const { make, create, publish, save, add, check, publishRelease } = openReleaser();
    const pages = [];
    for (const slug of ["one", "two", "three"]) {
      const page = await create("pages", pageDraft(slug, slug));
      await publish("pages", page.id);
      pages.push(page);
    }
    const [one, two, three] = pages as [(typeof pages)[0], (typeof pages)[0], (typeof pages)[0]];
    const heir = await create("pages", pageDraft("three", "heir"));
    for (const [page, slug, title] of [
      [one, "two", "one"],
      [two, "one", "two"],
    ] as const) {
      await save("pages", page.id, pageDraft(slug, title), 2);
    }
    const { id } = await make();
    await add(id, one);
    expect((await check(id)).problems).toMatchObject([{ title: "one", path: "/slug", code: "slug_taken" }]);
    await add(id, two);
    await add(id, heir);
    await add(id, three, "UNPUBLISH");
    expect(await check(id)).toEqual({ ready: true, problems: [], problemsTotal: 0 });
    expect((await publishRelease(id)).status).toBe(200);
    expect([await titleOf("one"), await titleOf("two"), await titleOf("three")]).toEqual(["two", "one", "heir"]);
  });

  test("may refer to what it publishes, and not to what it hides or what is a draft", async () => {
    const { make, create, publish, add, check, publishRelease, api, at } = openReleaser();
    const { id } = await make();
    const [target, hidden] = [await create("pages", pageDraft("target")), await create("pages", pageDraft("hidden"))];
    await publish("pages", hidden.id);
    const linkTo = (slug: string, to: { id: string }) =>
      create("entries", { contentType: "link", locale: "en", slug, data: { text: slug, to: { page: to.id } } });
    await add(id, await linkTo("to-target", target));
    expect((await check(id)).problems).toMatchObject([
      { code: "references_unpublished", message: expect.stringContaining("Page target") as string },
    ]);
    await add(id, target);
    expect((await check(id)).ready).toBe(true);
    await add(id, hidden, "UNPUBLISH");
    expect((await check(id)).ready).toBe(true);
    const within = await add(id, await linkTo("to-hidden", hidden));
    expect((await check(id)).problems).toMatchObject([{ item: within.translation, code: "references_unpublished" }]);
    await api.delete(`${at(id)}/items/${within.translation}`);
    const outside = await linkTo("from-outside", hidden);
    expect((await publish("entries", outside.id)).status).toBe(200);
    const refused = await publishRelease(id);
    expect(refused.json).toMatchObject({ code: "release_blocked", problemsTotal: 1, problems: [{ title: "Page hidden", code: "in_use" }] });
    expect((await askPublic("pages/target")).status).toBe(404);
    await add(id, outside, "UNPUBLISH");
    expect((await publishRelease(id)).status).toBe(200);
    expect((await askPublic("pages/target")).status).toBe(200);
  });

  test("names everything that stands in its way, by item", async () => {
    const { make, create, publish, add, check, trash, publishRelease } = openReleaser();
    const { id } = await make();
    expect((await check(id)).problems).toMatchObject([{ item: null, change: null, code: "empty" }]);
    const long = await create("entries", { contentType: "link", locale: "en", slug: "long", data: { text: "more than twenty letters" } });
    const [unnamed, otherTenant, other] = [
      await create("pages", { ...pageDraft("x"), slug: "" }),
      await create("pages", pageDraft("same")),
      await create("pages", pageDraft("same")),
    ];
    const thrown = await create("pages", pageDraft("thrown"));
    const items: { translation: string }[] = [];
    for (const document of [long, unnamed, otherTenant, other, thrown]) items.push(await add(id, document));
    await trash("pages", thrown.id);
    const taken = await create("pages", pageDraft("same"));
    await publish("pages", taken.id);
    const { ready, problems, problemsTotal } = await check(id);
    const problemRows = problems.map(({ item, code, path }) => [items.findIndex(({ translation }) => translation === item), path, code]);
    expect([ready, problemsTotal]).toEqual([false, problems.length]);
    expect(problemRows).toEqual(
      expect.arrayContaining([
        [0, "/data/text", "maxLength"],
        [1, "/slug", "required"],
        [2, "/slug", "slug_taken"],
        [3, "/slug", "slug_taken"],
        [4, "", "trashed"],
      ]),
    );
    expect(codeOf(await publishRelease(id))).toBe("release_blocked");
    expect((await askPublic("entries/link/long")).status).toBe(404);
  });

  test("names the types of the blocks that its problems lead into", async () => {
    const { make, create, add, check } = openReleaser();
    const { id } = await make();
    const bare = { type: "titled", props: {} };
    const composition = [bare, { type: "columns", props: {}, children: { left: [bare] } }];
    await add(id, await create("pages", { ...pageDraft("blocks"), composition }));
    await add(id, await create("pages", { ...pageDraft("x"), slug: "" }));
    const problemRows = (await check(id)).problems.map(({ path, code, blockType }) => [path, code, blockType]);
    expect(problemRows).toEqual([
      ["/composition/0/props/title", "required", "titled"],
      ["/composition/1/children/left/0/props/title", "required", "titled"],
      ["/slug", "required", null],
    ]);
  });

  test("takes a translation at the revision that was seen, with something to do", async () => {
    const { make, create, publish, put, inLocale, add, api, at, readRelease } = openReleaser();
    const { id } = await make();
    const page = await create("pages", pageDraft("seen"));
    const translation = await inLocale("pages", page.id);
    const code = async (members: object, action?: string) => codeOf(await put(id, { ...translation, ...members }, action));
    expect(await code({ revision: 2 })).toBe("revision_conflict");
    expect(await code({ id: page.id })).toBe("translation_not_found");
    expect(await code({ id: "none" })).toBe("translation_not_found");
    expect((await put(id, translation, "UNPUBLISH")).json).toMatchObject({ errors: [{ path: "/action", code: "unpublished" }] });
    expect((await put(id, translation, "DELETE")).status).toBe(400);
    await publish("pages", page.id);
    expect((await put(id, await inLocale("pages", page.id))).json).toMatchObject({ errors: [{ path: "/action", code: "unchanged" }] });
    await add(id, page, "UNPUBLISH");
    expect((await readRelease(id)).items).toMatchObject([{ action: "UNPUBLISH" }]);
    const item = `${at(id)}/items/${translation.id}`;
    expect([(await api.delete(item)).status, codeOf(await api.delete(item))]).toEqual([204, "release_item_not_found"]);
    expect(codeOf(await api.delete(`${at(id)}/items/none`))).toBe("release_item_not_found");
  });
});

describe("the list", () => {
  test("finds releases by state and name, in any order", async () => {
    const { make, api, base, plan, add, create, at } = openReleaser();
    const [spring, autumn] = [await make("Spring 100%"), await make("Autumn")];
    await add(spring.id, await create("entries", { contentType: "note", locale: "en", ...entryDraft("n") }));
    expect((await plan(spring.id, new Date(server.clock.now().getTime() + 60_000).toISOString())).status).toBe(200);
    const names = async (query: string) => {
      const { data, total } = (await api.get(`${base}/releases?${query}`)).json as { data: { name: string }[]; total: number };
      return [total, ...data.map(({ name }) => name)];
    };
    expect(await names("sort=name")).toEqual([2, "Autumn", "Spring 100%"]);
    expect(await names("sort=publishAt:desc")).toEqual([2, "Spring 100%", "Autumn"]);
    expect(await names("state=OPEN")).toEqual([1, "Autumn"]);
    expect(await names("q=0%25")).toEqual([1, "Spring 100%"]);
    expect(await names("q=_")).toEqual([0]);
    expect(await names("pageSize=1&page=3")).toEqual([2]);
    expect((await api.get(`${base}/releases?sort=age`)).status).toBe(400);
    expect((await api.get(`${base}/releases?state=NEW`)).status).toBe(400);
    expect((await api.get(`${base}/releases?q=spring`)).json).toMatchObject({
      data: [{ items: 1, changes: 0, scheduledBy: { name: "Ada" } }],
    });
    expect((await api.delete(at(autumn.id), { revision: 1 })).status).toBe(204);
    expect(codeOf(await api.get(at(autumn.id)))).toBe("release_not_found");
    expect(codeOf(await api.get(at("none")))).toBe("release_not_found");
  });

  longTest("has 200 releases at most that are not published", async () => {
    const { make, api, base } = openReleaser();
    for (let count = 0; count < 200; count += 1) await make(`Release ${count}`);
    expect(codeOf(await api.post(`${base}/releases`, { name: "One more" }))).toBe("too_many_releases");
  });
});

test("authors read releases, and editors change them", async () => {
  const { make } = openReleaser();
  const { id } = await make();
  const as = async (role: "VIEWER" | "AUTHOR" | "EDITOR" | "SALES") => releaser(server, site, await addMember(server, site, role));
  for (const role of ["VIEWER", "AUTHOR", "SALES"] as const) {
    const { api, base, at, check } = await as(role);
    expect((await api.get(at(id))).status).toBe(200);
    expect((await check(id)).ready).toBe(false);
    expect((await api.post(`${base}/releases`, { name: "x" })).json).toMatchObject({
      code: "permission_missing",
      permission: "content:publish",
    });
  }
  expect((await (await as("EDITOR")).make()).state).toBe("OPEN");
});
