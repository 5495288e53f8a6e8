import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMember, type TestAdmin } from "../../../../../../test/kit/admins.ts";
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

const kinds = {
  pages: { path: "/pages/", code: "page_not_found", draft: (slug: string) => pageDraft(slug) },
  entries: { path: "/content/note/", code: "entry_not_found", draft: (slug: string) => entryDraft(slug) },
};

describe.each(["pages", "entries"] as const)("the former slug of one of the %s leads on", (kind) => {
  const { path, code, draft } = kinds[kind];
  const openEditor = () => editor(server, site, ada);
  const read = async (slug: string) => {
    await server.directory.poll();
    const { status, json } = await server.ask(`/api/public/v1${path}${slug}`, { key: site.key });
    const body = json as { data?: { slug: string }; code?: string; movedTo?: { slug: string; locale: string } };
    return body.data?.slug ?? [status, body.code, body.movedTo?.slug];
  };
  const published = async (slug: string) => {
    const { create, publish } = openEditor();
    const { id } = await create(kind, { ...(kind === "entries" && { contentType: "note" }), ...draft(slug) });
    expect((await publish(kind, id)).status).toBe(200);
    return id;
  };
  const rename = async (id: string, slug: string) => {
    const { save, publish, inLocale } = openEditor();
    const { revision } = await inLocale(kind, id);
    expect((await save(kind, id, draft(slug), revision)).status).toBe(200);
    expect((await publish(kind, id)).status).toBe(200);
  };

  test("after a rename, an unpublication and a rename, and the trash and a rename", async () => {
    const id = await published("one");
    await rename(id, "two");
    expect([await read("one"), await read("two")]).toEqual([[404, code, "two"], "two"]);
    await openEditor().unpublish(kind, id);
    expect(await read("one")).toEqual([404, code, undefined]);
    await rename(id, "three");
    expect([await read("one"), await read("two")]).toEqual([
      [404, code, "three"],
      [404, code, "three"],
    ]);
    expect((await openEditor().trash(kind, id)).status).toBe(204);
    expect(await read("three")).toEqual([404, code, undefined]);
    expect((await openEditor().api.post(`${openEditor().base}/trash/${id}/restore`, { slugs: { en: "four" } })).status).toBe(200);
    expect((await openEditor().publish(kind, id)).status).toBe(200);
    expect([await read("one"), await read("three"), await read("four")]).toEqual([[404, code, "four"], [404, code, "four"], "four"]);
  });

  test("until another document takes the slug, or the same one comes back to it", async () => {
    const id = await published("one");
    await rename(id, "two");
    await openEditor().unpublish(kind, await published("one"));
    expect(await read("one")).toEqual([404, code, undefined]);
    await rename(id, "three");
    await rename(id, "two");
    expect([await read("two"), await read("three")]).toEqual(["two", [404, code, "two"]]);
  });
});
