import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMember, codeOf, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { editor, pageDraft } from "../../../../../../test/kit/documents.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { sampleSite } from "../../../../../../test/kit/sample-site.ts";
import { publishScheduled } from "../tasks/publish-scheduled.ts";
import { emptyTrash } from "../tasks/empty-trash.ts";
import { longTest } from "../../../../../../test/kit/sampled.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

let site: TestSite;
let ada: TestAdmin;
beforeEach(async () => {
  site = await server.addSite(sampleSite());
  ada = await addMember(server, site, "OWNER", { name: "Ada" });
});

const openEditor = () => editor(server, site, ada);
const askPage = async (slug: string, query = "") => {
  await server.directory.poll();
  return server.ask(`/api/public/v1/pages/${slug}${query}`, { key: site.key });
};
const titleOf = async (slug: string, query = "") => ((await askPage(slug, query)).json as { data?: { title: string } }).data?.title;

describe("the trash", () => {
  test("keeps a document, and frees its slugs and its name", async () => {
    const { create, publish, trash, list, api, base } = openEditor();
    const { id } = await create("pages", pageDraft("gone", "First"));
    await publish("pages", id);
    expect((await trash("pages", id)).status).toBe(204);
    expect((await askPage("gone")).status).toBe(404);
    expect(codeOf(await api.get(`${base}/pages/${id}`))).toBe("page_not_found");
    expect((await api.get(`${base}/trash`)).json).toMatchObject({
      total: 1,
      data: [{ id, slugs: { en: "gone" }, trashedBy: { name: "Ada" } }],
    });
    expect((await list("pages", "?q=gone")).total).toBe(0);
    const second = await create("pages", pageDraft("gone", "Second"));
    await publish("pages", second.id);
    expect(await titleOf("gone")).toBe("Second");
    // Two drafts may share a slug: only a publication takes it.
    const restored = await api.post(`${base}/trash/${id}/restore`);
    expect(restored.json).toMatchObject({ data: { id, translations: [{ state: "DRAFT", draft: { slug: "gone", title: "First" } }] } });
    expect((await publish("pages", id)).json).toMatchObject({
      code: "slug_taken",
      slugs: [{ locale: "en", slug: "gone", takenBy: second.id }],
    });
    expect(await titleOf("gone")).toBe("Second");
    await trash("pages", id);
    const renamed = await api.post(`${base}/trash/${id}/restore`, { slugs: { en: "back" } });
    expect(renamed.json).toMatchObject({ data: { id, translations: [{ state: "DRAFT", draft: { slug: "back", title: "First" } }] } });
    expect([(await askPage("back")).status, await titleOf("gone")]).toEqual([404, "Second"]);
    await trash("pages", id);
    expect((await api.delete(`${base}/trash/${id}`)).status).toBe(204);
    expect(codeOf(await api.delete(`${base}/trash/${id}`))).toBe("trashed_not_found");
  });

  test("is emptied after 30 days", async () => {
    const { create, trash, base } = openEditor();
    const { id } = await create("pages", pageDraft("old"));
    await trash("pages", id);
    server.clock.advance(30 * 24 * 60 * 60_000 - 1);
    const fresh = await addMember(server, site, "OWNER");
    await emptyTrash.run(server.deps);
    expect((await editor(server, site, fresh).api.get(`${base}/trash`)).json).toMatchObject({ total: 1 });
    server.clock.advance(2);
    await emptyTrash.run(server.deps);
    expect((await editor(server, site, fresh).api.get(`${base}/trash`)).json).toMatchObject({ total: 0 });
    const log = await editor(server, site, fresh).api.get(`${base}/audit?target=page/${id}&action=empty%20trash`);
    expect(log.json).toMatchObject({ total: 1, data: [{ actor: { kind: "JOB" }, target: { label: "Page old" } }] });
  });
});

describe("a plan", () => {
  const later = (ms: number) => new Date(server.clock.now().getTime() + ms).toISOString();

  test("publishes what was frozen, whatever was edited since, and takes it back at its end", async () => {
    const { create, save, api, base, inLocale } = openEditor();
    const { id } = await create("pages", pageDraft("planned", "Frozen"));
    const times = { publishAt: later(60_000), unpublishAt: later(120_000) };
    const plan = await api.put(`${base}/pages/${id}/en/schedule`, { ...times, revision: 1 });
    expect(plan.json).toMatchObject({ data: { scheduled: { revision: 1, by: { name: "Ada" } } } });
    const listed = await api.get(`${base}/pages?status=scheduled`);
    expect(listed.json).toMatchObject({ total: 1, data: [{ id, translations: [{ scheduled: times }] }] });
    await save("pages", id, pageDraft("planned", "Edited later"), 1);
    await publishScheduled.run(server.deps);
    expect((await askPage("planned")).status).toBe(404);
    server.clock.advance(60_000);
    await publishScheduled.run(server.deps);
    expect(await titleOf("planned")).toBe("Frozen");
    expect(await inLocale("pages", id)).toMatchObject({
      state: "CHANGED",
      draft: { title: "Edited later" },
      scheduled: { publishAt: null },
    });
    server.clock.advance(60_000);
    await publishScheduled.run(server.deps);
    expect((await askPage("planned")).status).toBe(404);
    expect(await inLocale("pages", id)).toMatchObject({ state: "DRAFT", draft: { title: "Edited later" }, scheduled: null });
  });

  test("keeps the end that it does not name, and the frozen content that it does not renew", async () => {
    const { create, publish, save, api, base, inLocale } = openEditor();
    const { id } = await create("pages", pageDraft("both"));
    await publish("pages", id);
    const plan = (body: object) => api.put(`${base}/pages/${id}/en/schedule`, body);
    const [publishAt, unpublishAt] = [later(60_000), later(120_000)];
    expect((await plan({ unpublishAt, revision: 2 })).status).toBe(200);
    await save("pages", id, pageDraft("both", "Frozen"), 2);
    expect((await plan({ publishAt, revision: 3 })).json).toMatchObject({ data: { scheduled: { publishAt, unpublishAt, revision: 3 } } });
    await save("pages", id, pageDraft("both", "Later"), 3);
    const [end, early] = [later(180_000), later(30_000)];
    expect((await plan({ unpublishAt: end, revision: 4 })).json).toMatchObject({
      data: { scheduled: { publishAt, unpublishAt: end, revision: 3 } },
    });
    expect((await plan({ unpublishAt: early, revision: 4 })).json).toMatchObject({ errors: [{ path: "/unpublishAt", code: "order" }] });
    server.clock.advance(60_000);
    await publishScheduled.run(server.deps);
    expect([await titleOf("both"), (await inLocale("pages", id)).scheduled]).toMatchObject([
      "Frozen",
      { publishAt: null, unpublishAt: end },
    ]);
  });

  test("that became invalid does not happen, and its author gets a mail", async () => {
    const { create, api, base, inLocale } = openEditor();
    const { id } = await create("pages", pageDraft("too-late"));
    await api.put(`${base}/pages/${id}/en/schedule`, { publishAt: later(60_000), revision: 1 });
    const other = await create("pages", pageDraft("too-late", "Faster"));
    await openEditor().publish("pages", other.id);
    server.clock.advance(60_000);
    await publishScheduled.run(server.deps);
    expect(await titleOf("too-late")).toBe("Faster");
    const { scheduled } = await inLocale("pages", id);
    expect(scheduled?.failure).toContain("slug is the slug of another document");
    expect(scheduled?.fault).toEqual({ title: null, path: "/slug", code: "slug_taken" });
    await server.runTasks();
    expect(server.mails.find(({ to }) => to === ada.email)?.subject).toMatch(/^A planned publication did not happen/);
    await publishScheduled.run(server.deps);
    expect((await api.delete(`${base}/pages/${id}/en/schedule`)).status).toBe(204);
    expect((await inLocale("pages", id)).scheduled).toBeNull();
  });

  longTest("leaves other sites their turn: a hundred of a site at once, the rest a second later", async () => {
    const { create, api, base } = openEditor();
    const plan = async (slug: string) => {
      const { id } = await create("pages", pageDraft(slug));
      expect((await api.put(`${base}/pages/${id}/en/schedule`, { publishAt: later(60_000), revision: 1 })).status).toBe(200);
    };
    // Six at once, since a person's requests wait for each other.
    for (let number = 0; number < 102; number += 6) {
      await Promise.all(Array.from({ length: 6 }, (_, index) => plan(`of-many-${number + index}`)));
    }
    const planned = async () => (await api.get(`${base}/pages?status=scheduled&pageSize=1`)).json as { total: number };
    server.clock.advance(60_000);
    await publishScheduled.run(server.deps);
    expect(await planned()).toMatchObject({ total: 2 });
    await publishScheduled.run(server.deps);
    expect(await planned()).toMatchObject({ total: 0 });
  });

  test("is refused for the past, for nothing, and for what cannot be published; a publication takes it back", async () => {
    const { create, api, base, publish, inLocale } = openEditor();
    const { id } = await create("pages", pageDraft("plans"));
    const plan = (body: object) => api.put(`${base}/pages/${id}/en/schedule`, { revision: 1, ...body });
    expect((await plan({})).json).toMatchObject({ errors: [{ path: "/publishAt", code: "required" }] });
    expect((await plan({ publishAt: later(0) })).json).toMatchObject({ errors: [{ code: "past" }] });
    expect((await plan({ unpublishAt: later(1_000) })).json).toMatchObject({ errors: [{ code: "unpublished" }] });
    expect((await plan({ publishAt: later(2_000), unpublishAt: later(1_000) })).json).toMatchObject({ errors: [{ code: "order" }] });
    expect((await plan({ publishAt: later(1_000) })).status).toBe(200);
    await publish("pages", id);
    expect((await inLocale("pages", id)).scheduled).toBeNull();
  });
});
