import { expect } from "vitest";
import { emptyTrash } from "../../server/src/features/content/documents/tasks/empty-trash.ts";
import { publishScheduled } from "../../server/src/features/content/documents/tasks/publish-scheduled.ts";
import { addMember } from "../kit/admins.ts";
import { editor, entryDraft, pageDraft, type ShownDocument } from "../kit/documents.ts";
import { countingIds } from "../kit/counting-ids.ts";
import type { TestServer, TestSite } from "../kit/harness.ts";
import { readEverything } from "../kit/site-rows.ts";

const dayMs = 24 * 60 * 60_000;

const schema = {
  type: "object",
  properties: {
    text: { type: "string" },
    price: { type: "integer", "x-queryable": true },
    next: { $ref: "vitrine:entry" },
    on: { $ref: "vitrine:page" },
  },
};
const block = (mark: string) => ({
  type: "text",
  title: "Text",
  // The type of one site takes a text that the other's refuses.
  schema: { type: "object", properties: { text: { type: "string", pattern: mark }, on: { $ref: "vitrine:page" } } },
});

/** A site with the same documents under the same ids as the other tenant, told apart by the mark in their texts. */
async function fill(by: TestServer, site: TestSite, mark: string): Promise<void> {
  const page = (slug: string, more: object = {}) => ({ slug, locale: "en", title: `${mark} ${slug}`, ...more });
  const note = (slug: string, data: object = {}, more: object = {}) => {
    return { contentType: "note", slug, locale: "en", data: { text: `${mark} ${slug}`, ...data }, ...more };
  };
  const shell = { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en", "de"], currency: "eur" };
  const first = {
    bundle: 1,
    site: shell,
    blockTypes: [block(mark)],
    contentTypes: [{ slug: "note", title: mark, schema }],
    pages: [
      page("plain"),
      page("changed", { draft: { title: `${mark} newer` } }),
      page("draft", { status: "DRAFT" }),
      { ...page("moved"), page: "moved" },
      page("target"),
      { ...page("plain-de"), page: "plain", locale: "de" },
    ],
    entries: [
      note("one", { next: { entry: { contentType: "note", slug: "two" } } }),
      note("two", { on: { page: "target" } }),
      note("three", {}, { status: "DRAFT" }),
    ],
  };
  const ids = countingIds();
  await by.import(first, { ids });
  await by.import({ bundle: 1, site: shell, pages: [{ ...page(`moved-${mark}`), page: "moved" }] }, { ids });
}

interface TenantPair {
  by: TestServer;
  ownSite: TestSite;
  mark: string;
  edit: ReturnType<typeof editor>;
  find(kind: "pages" | "entries", slug: string): Promise<ShownDocument>;
}

const marks = ["alpha", "beta"] as const;

/** The actions of people in documents of one site, by name. Throws if anything of the other shows, or changes. */
const actions: Record<string, (tenants: TenantPair) => Promise<unknown>> = {
  list: async ({ edit, mark }) => {
    const all = await edit.list("pages");
    expect([all.total, all.data.length]).toEqual([5, 5]);
    for (const query of ["?locale=de", "?status=changed", "?status=draft", "?q=plain", "?sort=title"])
      expect(JSON.stringify(await edit.list("pages", query))).toContain(mark);
    expect((await edit.list("pages", "?locale=de")).total).toBe(1);
    expect((await edit.list("entries", "?contentType=note")).total).toBe(3);
  },
  "list by state": async ({ edit }) => {
    expect((await edit.list("pages", "?status=changed")).total).toBe(1);
    expect((await edit.list("pages", "?status=draft")).total).toBe(1);
    expect((await edit.list("pages", "?status=scheduled")).total).toBe(0);
    expect((await edit.list("pages", "?status=published")).total).toBe(3);
  },
  read: async ({ edit, find }) => {
    const { id } = await find("pages", "plain");
    expect((await edit.read("pages", id)).translations.length).toBe(2);
    const draft = await find("pages", "draft");
    expect((await edit.read("pages", draft.id)).translations[0]?.problems).toEqual([]);
  },
  create: async ({ edit, mark }) => {
    const { id } = await edit.create("pages", pageDraft("plain", mark));
    const { translations } = await edit.read("pages", id);
    expect(translations[0]?.problems.map(({ path }) => path)).toEqual(["/slug"]);
    const entry = await edit.create("entries", { contentType: "note", ...entryDraft("new", mark) });
    expect(entry.translations[0]?.problems).toEqual([]);
  },
  save: async ({ edit, find, mark }) => {
    const { id } = await find("pages", "plain");
    expect((await edit.save("pages", id, pageDraft("plain", `${mark} text`), 1)).status).toBe(200);
    expect((await edit.inLocale("pages", id)).problems).toEqual([]);
    const two = await find("entries", "two");
    const target = await find("pages", "target");
    const data = { text: mark, on: { page: target.id } };
    expect((await edit.save("entries", two.id, { slug: "two", data }, 1)).status).toBe(200);
    expect((await edit.inLocale("entries", two.id)).problems).toEqual([]);
  },
  "publish and read versions": async ({ edit, find, mark, by, ownSite }) => {
    const { id } = await find("pages", "changed");
    expect((await edit.publish("pages", id)).status).toBe(200);
    const versions = (await edit.api.get(`${edit.base}/pages/${id}/en/versions`)).json as { total: number };
    expect(versions.total).toBe(2);
    expect((await edit.api.get(`${edit.base}/pages/${id}/en/versions/2`)).text).toContain(`${mark} newer`);
    expect((await edit.api.post(`${edit.base}/pages/${id}/en/versions/1/restore`, { revision: 2 })).text).toContain(`${mark} changed`);
    await by.directory.poll();
    expect((await by.ask("/api/public/v1/pages/changed", { key: ownSite.key })).text).toContain(`${mark} newer`);
  },
  "publish with a reference": async ({ edit, find, mark }) => {
    const [two, three] = [await find("entries", "two"), await find("entries", "three")];
    await edit.save("entries", two.id, { slug: "two", data: { text: mark, next: { entry: three.id } } }, 1);
    expect((await edit.publish("entries", two.id)).json).toMatchObject({
      code: "references_unpublished",
      references: [{ title: `${mark} three` }],
    });
    const { revision } = await edit.inLocale("entries", three.id);
    expect((await edit.publish("entries", two.id, { with: [{ document: three.id, locale: "en", revision }] })).status).toBe(200);
  },
  unpublish: async ({ edit, find }) => {
    const two = await find("entries", "two");
    expect((await edit.unpublish("entries", two.id)).json).toMatchObject({ code: "in_use", placesTotal: 1 });
    expect((await edit.unpublish("entries", two.id, "?force=true")).status).toBe(200);
    const one = await find("entries", "one");
    expect((await edit.unpublish("entries", one.id)).status).toBe(200);
  },
  discard: async ({ edit, find }) => {
    const { id } = await find("pages", "changed");
    expect((await edit.api.delete(`${edit.base}/pages/${id}/en/draft`, { revision: 1 })).status).toBe(200);
  },
  trash: async ({ edit, find, by }) => {
    const target = await find("pages", "target");
    expect((await edit.trash("pages", target.id)).json).toMatchObject({ code: "in_use", placesTotal: 1 });
    const moved = await find("pages", "moved");
    expect((await edit.trash("pages", moved.id)).status).toBe(204);
    expect((await edit.api.get(`${edit.base}/trash`)).json).toMatchObject({ total: 1 });
    expect((await edit.api.post(`${edit.base}/trash/${moved.id}/restore`)).status).toBe(200);
    const plain = await find("pages", "plain");
    expect((await edit.trash("pages", plain.id)).status).toBe(204);
    expect((await edit.api.delete(`${edit.base}/trash/${plain.id}`)).status).toBe(204);
    expect(by).toBeDefined();
  },
  plan: async ({ edit, find, by, mark, ownSite }) => {
    const { id } = await find("pages", "draft");
    const { revision } = await edit.inLocale("pages", id);
    const publishAt = new Date(by.clock.now().getTime() + 1_000).toISOString();
    expect((await edit.api.put(`${edit.base}/pages/${id}/en/schedule`, { publishAt, revision })).status).toBe(200);
    expect((await edit.inLocale("pages", id)).scheduled?.publishAt).toBe(publishAt);
    expect((await edit.list("pages", "?status=scheduled")).total).toBe(1);
    by.clock.advance(1_000);
    await publishScheduled.run(by.deps);
    await by.directory.poll();
    expect((await by.ask("/api/public/v1/pages/draft", { key: ownSite.key })).text).toContain(`${mark} draft`);
  },
  "take a plan back": async ({ edit, find, by }) => {
    const { id } = await find("pages", "draft");
    const { revision } = await edit.inLocale("pages", id);
    const publishAt = new Date(by.clock.now().getTime() + 1_000).toISOString();
    await edit.api.put(`${edit.base}/pages/${id}/en/schedule`, { publishAt, revision });
    expect((await edit.api.delete(`${edit.base}/pages/${id}/en/schedule`)).status).toBe(204);
    expect((await edit.inLocale("pages", id)).scheduled).toBeNull();
  },
  "empty the trash": async ({ edit, find, by }) => {
    const { id } = await find("pages", "plain");
    await edit.trash("pages", id);
    by.clock.advance(31 * dayMs);
    await emptyTrash.run(by.deps);
  },
};

/** Runs an action at the first of two tenants, and demands that the second is what it was. */
export async function runAction(by: TestServer, name: string, turned: boolean): Promise<void> {
  const sites = [await by.addSite({ site: { locales: ["en", "de"] } }), await by.addSite({ site: { locales: ["en", "de"] } })] as const;
  await fill(by, sites[0], marks[0]);
  await fill(by, sites[1], marks[1]);
  const [ownSite, other] = turned ? [sites[1], sites[0]] : sites;
  const [mark, foreign] = turned ? [marks[1], marks[0]] : marks;
  const edit = editor(by, ownSite, await addMember(by, ownSite, "OWNER"));
  const before = await readEverything(by.deps.sql, other.id);
  const find = async (kind: "pages" | "entries", slug: string): Promise<ShownDocument> => {
    const listedDocument = (await edit.list(kind, `?q=${slug}&sort=slug`)).data.find(({ translations }) =>
      translations.some((one) => (one as unknown as { slug: string }).slug.startsWith(slug)),
    );
    if (!listedDocument) throw new Error(`There is no ${slug}.`);
    const document = await edit.read(kind, listedDocument.id);
    if (JSON.stringify(document).includes(`${foreign} `)) throw new Error("It shows the other's text.");
    return document;
  };
  await actions[name]?.({ by, ownSite, mark, edit, find });
  expect(await readEverything(by.deps.sql, other.id)).toEqual(before);
}

export const actionNames = Object.keys(actions);
