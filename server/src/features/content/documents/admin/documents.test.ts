import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMember, codeOf, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { editor, entryDraft, pageDraft } from "../../../../../../test/kit/documents.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { sampleSite } from "../../../../../../test/kit/sample-site.ts";

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

describe("a draft", () => {
  test("is seen by nobody until it is published, and then exactly as it was seen", async () => {
    const { create, save, publish, read } = openEditor();
    const { id, revision, translations } = await create("pages", pageDraft("new", "First words"));
    expect([revision, translations.map(({ state, revision: translationRevision }) => [state, translationRevision])]).toEqual([
      1,
      [["DRAFT", 1]],
    ]);
    expect((await askPage("new")).status).toBe(404);
    expect((await publish("pages", id)).status).toBe(200);
    expect(await titleOf("new")).toBe("First words");
    const saved = await save("pages", id, pageDraft("new", "Second words"), 2);
    expect([saved.status, saved.headers.get("etag")]).toEqual([200, '"3"']);
    expect(await titleOf("new")).toBe("First words");
    expect((await read("pages", id)).translations[0]).toMatchObject({
      state: "CHANGED",
      draft: { title: "Second words" },
      published: { title: "First words" },
      editedBy: { name: "Ada" },
    });
    const stale = await openEditor().api.post(`${openEditor().base}/pages/${id}/en/publish`, { revision: 2 });
    expect([stale.status, stale.json]).toMatchObject([412, { code: "revision_conflict", revision: 3, changedBy: { name: "Ada" } }]);
    expect(await titleOf("new")).toBe("First words");
    expect((await publish("pages", id)).status).toBe(200);
    expect(await titleOf("new")).toBe("Second words");
  });

  test("that is invalid or unfinished is stored, tells what is missing, and is not published", async () => {
    const { create, publish } = openEditor();
    const composition = [
      { id: "a", type: "text", props: { text: 7 } },
      { id: "b", type: "no-such-type" },
    ];
    const { id, translations } = await create("pages", { composition });
    const paths = ["/slug", "/title", "/composition/0/props/text", "/composition/1/type"];
    expect(translations[0]?.problems.map(({ path }) => path)).toEqual(paths);
    const refused = await publish("pages", id);
    expect([refused.status, refused.json]).toMatchObject([400, { code: "validation_failed", errors: paths.map((path) => ({ path })) }]);
  });

  test("of an entry has a title that its data give, or one of its own", async () => {
    const { create, save, inLocale } = openEditor();
    const { id, translations } = await create("entries", { contentType: "note", ...entryDraft("a-note", "First") });
    expect(translations[0]?.draft).toMatchObject({ slug: "a-note", title: "First", data: { text: "First" } });
    // A program that changes the data and sends the rest back.
    await save("entries", id, { ...(await inLocale("entries", id)).draft, data: { text: "Second" } }, 1);
    expect((await inLocale("entries", id)).draft?.title).toBe("Second");
    await save("entries", id, { slug: "a-note", title: "My own", data: { text: "Third" } }, 2);
    expect((await inLocale("entries", id)).draft?.title).toBe("My own");
  });

  test("has the members of its kind, and lacks none where it replaces another", async () => {
    const { api, base, create, save } = openEditor();
    expect((await api.post(`${base}/pages`, { data: {} })).json).toMatchObject({ code: "validation_failed", errors: [{ path: "/data" }] });
    expect((await api.post(`${base}/entries`, { contentType: "note", composition: [] })).json).toMatchObject({
      errors: [{ path: "/composition" }],
    });
    expect((await api.post(`${base}/entries`, {})).json).toMatchObject({ errors: [{ path: "/contentType" }] });
    expect(codeOf(await api.post(`${base}/entries`, { contentType: "page" }))).toBe("content_type_not_found");
    expect(codeOf(await api.post(`${base}/pages`, { locale: "fr" }))).toBe("locale_unsupported");
    const { id } = await create("pages", pageDraft("whole"));
    expect((await save("pages", id, { slug: "whole", title: "No blocks" }, 1)).json).toMatchObject({ errors: [{ path: "/composition" }] });
    expect(codeOf(await save("entries", id, entryDraft("whole"), 1))).toBe("entry_not_found");
    expect(codeOf(await save("pages", id, pageDraft("whole"), "absent"))).toBe("revision_conflict");
    expect((await save("pages", id, pageDraft("ganz"), "absent", "de")).status).toBe(200);
    expect(codeOf(await save("pages", id, pageDraft("x"), 1, "pt-BR"))).toBe("translation_not_found");
  });

  test("keeps what another person overwrites, and what one person overwrites after five minutes", async () => {
    const eve = await addMember(server, site, "AUTHOR", { name: "Eve" });
    const { create, save, api, base } = openEditor();
    const { id } = await create("pages", pageDraft("kept", "Ada 1"));
    await save("pages", id, pageDraft("kept", "Ada 2"), 1);
    await editor(server, site, eve).save("pages", id, pageDraft("kept", "Eve 1"), 2);
    server.clock.advance(5 * 60_000 + 1);
    await editor(server, site, eve).save("pages", id, pageDraft("kept", "Eve 2"), 3);
    const { data } = (await api.get(`${base}/pages/${id}/en/versions?kind=snapshot`)).json as {
      data: { number: number; by: { name: string } }[];
    };
    const titles = await Promise.all(
      data.map(async ({ number, by }) => {
        const { content } = ((await api.get(`${base}/pages/${id}/en/versions/${number}`)).json as { data: { content: { title: string } } })
          .data;
        return [by.name, content.title];
      }),
    );
    expect(titles).toEqual([
      ["Eve", "Eve 1"],
      ["Ada", "Ada 2"],
    ]);
    const restored = await api.post(`${base}/pages/${id}/en/versions/1/restore`, { revision: 4 });
    expect([restored.status, restored.json]).toMatchObject([200, { data: { revision: 5, draft: { title: "Ada 2" } } }]);
  });

  test("is discarded, and stays a snapshot", async () => {
    const { create, publish, save, api, base, inLocale } = openEditor();
    const { id } = await create("pages", pageDraft("back", "Published"));
    expect(codeOf(await api.delete(`${base}/pages/${id}/en/draft`, { revision: 1 }))).toBe("nothing_published");
    await publish("pages", id);
    await save("pages", id, pageDraft("elsewhere", "Not yet"), 2);
    expect((await api.delete(`${base}/pages/${id}/en/draft`, { revision: 3 })).status).toBe(200);
    expect(await inLocale("pages", id)).toMatchObject({ state: "PUBLISHED", draft: null, published: { slug: "back" } });
    expect((await api.get(`${base}/pages/${id}/en/versions?kind=snapshot`)).json).toMatchObject({ total: 1 });
  });

  test("that an import overwrites stays a snapshot, and its editor is told", async () => {
    const { create, save, api, base } = openEditor();
    const { id } = await create("pages", pageDraft("imported", "By hand"));
    const shell = { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en", "de", "pt-BR"], currency: "eur" };
    await server.import({ bundle: 1, site: shell, pages: [{ slug: "imported", locale: "en", title: "By file" }] });
    expect(await titleOf("imported")).toBe("By file");
    expect((await save("pages", id, pageDraft("imported", "Again"), 1)).json).toMatchObject({ code: "revision_conflict", changedBy: null });
    const version = (await api.get(`${base}/pages/${id}/en/versions/1`)).json;
    expect(version).toMatchObject({ data: { kind: "snapshot", by: { name: "Ada" }, content: { title: "By hand" } } });
  });
});

describe("a slug", () => {
  test("belongs to the draft until publication, and leads on from the one before", async () => {
    const { create, publish, save } = openEditor();
    const { id } = await create("pages", pageDraft("old-slug"));
    await publish("pages", id);
    await save("pages", id, pageDraft("new-slug"), 2);
    expect([(await askPage("old-slug")).status, (await askPage("new-slug")).status]).toEqual([200, 404]);
    await publish("pages", id);
    expect((await askPage("new-slug")).status).toBe(200);
    expect((await askPage("old-slug")).json).toMatchObject({ code: "page_not_found", movedTo: { slug: "new-slug", locale: "en" } });
    const other = await create("pages", pageDraft("old-slug", "Another page"));
    await publish("pages", other.id);
    expect(await titleOf("old-slug")).toBe("Another page");
    await openEditor().unpublish("pages", other.id);
    expect((await askPage("old-slug")).json).not.toHaveProperty("movedTo");
  });

  test("of another published document is a problem of the draft, and refuses its publication", async () => {
    const { create, publish } = openEditor();
    const { id, translations } = await create("pages", pageDraft("home"));
    expect(translations[0]?.problems).toMatchObject([{ path: "/slug", code: "slug_taken" }]);
    expect((await publish("pages", id)).json).toMatchObject({ code: "slug_taken", slugs: [{ locale: "en", slug: "home" }] });
  });
});

describe("references", () => {
  test("to what is not published are published with it, or refuse it", async () => {
    const schema = { type: "object", properties: { text: { type: "string" }, next: { $ref: "vitrine:entry" } } };
    const linked = await server.addSite({ contentTypes: [{ slug: "note", title: "Note", schema }] });
    const admin = await addMember(server, linked, "EDITOR");
    const { create, publish, save, inLocale, unpublish, trash } = editor(server, linked, admin);
    const [first, second] = [
      await create("entries", { contentType: "note", ...entryDraft("first") }),
      await create("entries", { contentType: "note", ...entryDraft("second") }),
    ];
    // In a circle: neither can be first.
    await save("entries", first.id, { slug: "first", data: { text: "1", next: { entry: second.id } } }, 1);
    await save("entries", second.id, { slug: "second", data: { text: "2", next: { entry: first.id } } }, 1);
    const refused = await publish("entries", first.id);
    expect(refused.json).toMatchObject({
      code: "references_unpublished",
      references: [{ document: second.id, locale: "en", revision: 2 }],
    });
    const stale = await publish("entries", first.id, { with: [{ document: second.id, locale: "en", revision: 1 }] });
    expect(codeOf(stale)).toBe("revision_conflict");
    expect((await publish("entries", first.id, { with: [{ document: second.id, locale: "en", revision: 2 }] })).status).toBe(200);
    expect([(await inLocale("entries", first.id)).state, (await inLocale("entries", second.id)).state]).toEqual(["PUBLISHED", "PUBLISHED"]);
    expect(await unpublish("entries", second.id)).toMatchObject({
      status: 409,
      json: { code: "in_use", places: [{ document: first.id, path: "/next" }] },
    });
    expect(await trash("entries", second.id)).toMatchObject({ status: 409, json: { code: "in_use", placesTotal: 1 } });
    expect((await trash("entries", second.id, "?force=true")).status).toBe(204);
    // A target that is gone is a problem of the next publication.
    await save("entries", first.id, { slug: "first", data: { text: "3", next: { entry: second.id } } }, 3);
    expect((await publish("entries", first.id)).json).toMatchObject({
      code: "validation_failed",
      errors: [{ path: "/data/next", code: "reference" }],
    });
  });
});

describe("several documents", () => {
  test("are published, unpublished and deleted together, or not at all", async () => {
    const { create, api, base, read } = openEditor();
    const good = await create("pages", pageDraft("good"));
    const bad = await create("pages", pageDraft("bad", ""));
    const bulk = async (action: string, ...ids: string[]) => {
      const items = await Promise.all(ids.map(async (id) => ({ id, revision: (await read("pages", id)).revision })));
      return api.post(`${base}/pages/bulk`, { action, items });
    };
    expect((await bulk("publish", good.id, bad.id)).json).toMatchObject({
      code: "validation_failed",
      errors: [{ path: "/items/1/en/title" }],
    });
    expect((await askPage("good")).status).toBe(404);
    expect((await bulk("publish", good.id)).json).toMatchObject({ data: [{ id: good.id, translations: [{ state: "PUBLISHED" }] }] });
    expect((await askPage("good")).status).toBe(200);
    expect((await bulk("unpublish", good.id)).status).toBe(200);
    expect((await askPage("good")).status).toBe(404);
    expect((await bulk("delete", good.id, bad.id)).json).toMatchObject({ total: 2 });
    expect((await api.get(`${base}/trash`)).json).toMatchObject({ total: 2 });
  });

  test("are refused by the place of the one that is gone or was changed", async () => {
    const { create, api, base } = openEditor();
    const { id, revision } = await create("pages", pageDraft("stays"));
    const bulk = (second: object) => api.post(`${base}/pages/bulk`, { action: "delete", items: [{ id, revision }, second] });
    const other = await create("pages", pageDraft("changed"));
    const stale = await bulk({ id: other.id, revision: other.revision + 1 });
    expect([stale.status, stale.json]).toMatchObject([412, { revision: other.revision, errors: [{ path: "/items/1" }] }]);
    const gone = await bulk({ id: "00000000-0000-7000-8000-000000000000", revision: 1 });
    expect([gone.status, gone.json]).toMatchObject([404, { code: "page_not_found", errors: [{ path: "/items/1" }] }]);
  });

  test("are sorted and found by base letters", async () => {
    const { create, list } = openEditor();
    for (const [index, title] of ["Zoo", "Äpfel", "Łódź", "apples", "Straße"].entries())
      await create("pages", pageDraft(`b-${index}`, title));
    const titles = async (query: string) => (await list("pages", query)).data.map((one) => (one as unknown as { title: string }).title);
    const sorted = (await titles("?sort=title&pageSize=100")).filter((title) => /^(?:Zoo|Ä|Ł|apples|Stra)/.test(title));
    expect(sorted).toEqual(["Äpfel", "apples", "Łódź", "Straße", "Zoo"]);
    expect([await titles("?q=apfel"), await titles("?q=LODZ"), await titles("?q=strasse")]).toEqual([["Äpfel"], ["Łódź"], ["Straße"]]);
  });

  test("are listed by state, words, locale and time", async () => {
    const { create, list, publish, api, base } = openEditor();
    server.clock.advance(1);
    const { id } = await create("pages", pageDraft("zz-listed", "Zebra"));
    const titles = async (query: string) => (await list("pages", query)).data.map((one) => (one as unknown as { title: string }).title);
    expect(await titles("?q=ZEB")).toEqual(["Zebra"]);
    expect(await titles("?q=%25")).toEqual([]);
    expect(await titles("?sort=title:desc&pageSize=1")).toEqual(["Zebra"]);
    expect(await titles("?sort=updatedAt:desc&pageSize=1")).toEqual(["Zebra"]);
    expect((await list("pages", "?status=draft&q=zebra")).total).toBe(1);
    await publish("pages", id);
    expect([(await list("pages", "?status=draft&q=zebra")).total, (await list("pages", "?status=published&q=zebra")).total]).toEqual([
      0, 1,
    ]);
    expect((await list("pages", "?status=changed")).data.map(({ translations }) => translations[0]?.state)).toEqual(["CHANGED"]);
    expect((await list("pages", "?locale=de&sort=slug")).data.length).toBe(4);
    expect((await list("pages", `?ids=${id}`)).total).toBe(1);
    expect((await list("pages", `?author=${ada.id}`)).total).toBe(1);
    for (const query of ["?sort=name", "?sort=title:up", "?ids=1", "?status=all", "?locale=xx", "?pageSize=0"])
      expect([query, (await api.get(`${base}/pages${query}`)).status]).toEqual([query, 400]);
  });

  test("are copied with all their locales", async () => {
    const { create, save, api, base } = openEditor();
    const { id } = await create("pages", pageDraft("original"));
    await save("pages", id, pageDraft("das-original"), "absent", "de");
    const copy = await api.post(`${base}/pages/${id}/duplicate`);
    expect(copy.json).toMatchObject({
      data: {
        translations: [
          { locale: "de", draft: { slug: "das-original-copy" } },
          { locale: "en", state: "DRAFT", draft: { slug: "original-copy" } },
        ],
      },
    });
    const from = await openEditor().create("pages", { from: id, slug: "from" });
    expect(from.translations[0]?.draft).toMatchObject({ slug: "from", title: "Page original" });
  });
});

test("every change is in the audit log, with the person, the locale's revision and no text", async () => {
  const { create, publish, api, base } = openEditor();
  const { id } = await create("pages", pageDraft("logged", "Secret words"));
  await publish("pages", id);
  const log = await api.get(`${base}/audit?target=page/${id}`);
  expect(log.json).toMatchObject({
    data: [
      { action: "publishTranslation", actor: { admin: { name: "Ada" } }, changes: [{ member: "published", to: "logged" }] },
      { action: "createDocument", target: { type: "page", id, label: "Secret words" } },
    ],
  });
});
