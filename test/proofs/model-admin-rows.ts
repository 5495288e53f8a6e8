import { expect } from "vitest";
import { addMember, asAdmin, codeOf } from "../kit/admins.ts";
import type { TestServer, TestSite } from "../kit/harness.ts";

const object = (properties: object) => ({ type: "object", properties });
const text = (maxLength: number) => ({ title: "T", schema: object({ text: { type: "string", maxLength } }) });

/** A site with a block type, a content type, a page and an entry, all of the same names everywhere. */
async function fill(by: TestServer, { slug }: TestSite, words: string, more: { blockTypes?: object[]; contentTypes?: object[] } = {}) {
  const { blockTypes = [], contentTypes = [] } = more;
  await by.import({
    bundle: 1,
    site: { slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" },
    blockTypes: [{ type: "hero", ...text(100) }, ...blockTypes],
    contentTypes: [{ slug: "news", ...text(100) }, ...contentTypes],
    pages: [{ slug: "home", locale: "en", title: "Home", composition: [{ type: "hero", props: { text: words } }] }],
    entries: [{ contentType: "news", slug: "one", locale: "en", data: { text: words } }],
  });
}

const spare = { title: "Spare", schema: object({}) };

/** Rows of `adminTenantRows` about the types of a site. */
export const modelAdminRows: Record<string, (by: TestServer, ownSite: TestSite, other: TestSite) => Promise<void>> = {
  "reading types": async (by, ownSite, other) => {
    const { get } = asAdmin(by, await addMember(by, ownSite, "OWNER"));
    await fill(by, ownSite, "x");
    await fill(by, other, "x", { blockTypes: [{ type: "spare", ...spare }], contentTypes: [{ slug: "spare", ...spare }] });
    for (const [kind, name] of [
      ["block-types", "hero"],
      ["content-types", "news"],
    ] as const) {
      expect((await get(`/sites/${ownSite.slug}/${kind}`)).json).toMatchObject({ data: [{ type: name }], total: 1 });
      expect((await get(`/sites/${ownSite.slug}/${kind}/spare`)).status).toBe(404);
    }
  },
  "checking types": async (by, ownSite, other) => {
    const { post } = asAdmin(by, await addMember(by, ownSite, "OWNER"));
    await fill(by, ownSite, "short");
    await fill(by, other, "far too long");
    for (const path of ["block-types/hero", "content-types/news"]) {
      expect((await post(`/sites/${ownSite.slug}/${path}/check`, text(5))).json).toMatchObject({ data: { affectedTotal: 0 } });
      expect((await post(`/sites/${ownSite.slug}/${path}/check`, text(4))).json).toMatchObject({ data: { affectedTotal: 1 } });
    }
  },
  "changing types": async (by, ownSite, other) => {
    const { put, get } = asAdmin(by, await addMember(by, ownSite, "OWNER"));
    const ofOther = asAdmin(by, await addMember(by, other, "OWNER"));
    for (const site of [ownSite, other]) await fill(by, site, "far too long");
    for (const path of ["block-types/hero", "content-types/news"]) {
      const before = (await ofOther.get(`/sites/${other.slug}/${path}`)).json;
      expect(codeOf(await put(`/sites/${ownSite.slug}/${path}`, text(5), { revision: 1 }))).toBe("documents_affected");
      expect((await put(`/sites/${ownSite.slug}/${path}?force=true`, text(5), { revision: 1 })).status).toBe(200);
      expect((await get(`/sites/${ownSite.slug}/${path}`)).json).toMatchObject({ data: { revision: 2 } });
      expect((await ofOther.get(`/sites/${other.slug}/${path}`)).json).toEqual(before);
    }
    const marked = async ({ id }: TestSite) => (await by.deps.sql`select id from translations where site_id = ${id} and is_invalid`).length;
    expect([await marked(ownSite), await marked(other)]).toEqual([2, 0]);
  },
  "deleting types": async (by, ownSite, other) => {
    const remove = asAdmin(by, await addMember(by, ownSite, "OWNER")).delete;
    const ofOther = asAdmin(by, await addMember(by, other, "OWNER"));
    const both = { blockTypes: [{ type: "spare", ...spare }], contentTypes: [{ slug: "spare", ...spare }] };
    await fill(by, ownSite, "x", both);
    await by.import({
      bundle: 1,
      site: { slug: other.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" },
      ...both,
      pages: [{ slug: "home", locale: "en", title: "Home", composition: [{ type: "spare" }] }],
      entries: [{ contentType: "spare", slug: "one", locale: "en", data: {} }],
    });
    for (const kind of ["block-types", "content-types"]) {
      expect((await remove(`/sites/${ownSite.slug}/${kind}/spare`, { revision: 1 })).status).toBe(204);
      expect((await ofOther.get(`/sites/${other.slug}/${kind}/spare`)).status).toBe(200);
    }
    expect((await remove(`/sites/${ownSite.slug}/block-types/hero`, { revision: 1 })).json).toMatchObject({ placesTotal: 1 });
    expect((await remove(`/sites/${ownSite.slug}/content-types/news`, { revision: 1 })).json).toMatchObject({ placesTotal: 1 });
  },
};
