import { expect } from "vitest";
import { addMember, asAdmin } from "../kit/admins.ts";
import type { TestServer, TestSite } from "../kit/harness.ts";
import { pageIdOf, previews } from "../kit/previews.ts";

async function fill(by: TestServer, { slug }: TestSite, schema: object): Promise<void> {
  await by.import({
    bundle: 1,
    site: { slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" },
    blockTypes: [{ type: "hero", title: "Hero", schema: { type: "object", properties: { to: schema } } }],
    pages: [{ slug: "home", locale: "en", title: "Home", composition: [] }],
  });
}

/** Rows of `adminTenantRows` about previews. */
export const previewsAdminRows: Record<string, (by: TestServer, ownSite: TestSite, other: TestSite) => Promise<void>> = {
  "issued previews": async (by, ownSite, other) => {
    const { get } = asAdmin(by, await addMember(by, ownSite, "OWNER"));
    for (const site of [ownSite, other]) await fill(by, site, {});
    const [{ id }, foreign] = [await previews(by, ownSite).issue("home"), await previews(by, other).issue("home")];
    const page = { id: await pageIdOf(by, ownSite) };
    expect((await get(`/sites/${ownSite.slug}/previews`)).json).toMatchObject({ data: [{ id, page }], total: 1 });
    expect((await get(`/sites/${ownSite.slug}/previews?document=${page.id}`)).json).toMatchObject({ data: [{ id, page }], total: 1 });
    expect((await get(`/sites/${ownSite.slug}/previews/${foreign.id}`)).status).toBe(404);
    expect((await get(`/sites/${ownSite.slug}/previews/${id}`)).json).toMatchObject({ data: { id, page } });
  },
  resolvePage: async (by, ownSite, other) => {
    const { post } = asAdmin(by, await addMember(by, ownSite, "OWNER"));
    await fill(by, ownSite, {});
    await fill(by, other, { $ref: "vitrine:page" });
    const props = { to: { page: await pageIdOf(by, ownSite) } };
    const answer = await post(`/sites/${ownSite.slug}/pages/resolve`, { locale: "en", title: "T", composition: [{ type: "hero", props }] });
    expect(answer.json).toMatchObject({ data: { composition: [{ props }] } });
    expect(answer.text).not.toContain("slug");
  },
};
