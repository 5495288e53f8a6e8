import { expect } from "vitest";
import { addAdmin, addMember, addToken, asAdmin, codeOf } from "../kit/admins.ts";
import { countingIds } from "../kit/counting-ids.ts";
import type { TestServer, TestSite } from "../kit/harness.ts";
import { issuedKey } from "../kit/keys.ts";

const at = ({ slug }: TestSite, path: string) => `/sites/${slug}${path}`;

/** The same shop and pages with the same ids, of which those of one site refer to something, and those of the other tenant to something else. */
async function fill(by: TestServer, { slug }: TestSite, product: string): Promise<void> {
  const to = { type: "hero", props: { to: { product } } };
  await by.import(
    {
      bundle: 1,
      site: { slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" },
      blockTypes: [{ type: "hero", title: "Hero", schema: { type: "object", properties: { to: { $ref: "vitrine:product" } } } }],
      categories: [
        { slug: "all", title: "All" },
        { slug: "some", title: "Some", ...(product === "a" ? { parent: "all" } : {}) },
      ],
      products: ["a", "b"].map((name) => ({
        slug: name,
        title: name,
        variants: [{ sku: name, price: 1 }],
        ...(name === product ? { category: "all" } : {}),
      })),
      pages: [{ slug: "home", locale: "en", title: slug, composition: [to] }],
    },
    { ids: countingIds() },
  );
}

/** The keys and the references of sites, and what operators see of them, for `adminTenantRows`. */
export const siteAdminRows: Record<string, (by: TestServer, ownSite: TestSite, other: TestSite) => Promise<void>> = {
  "the keys of a site": async (by, ownSite, other) => {
    const { get, delete: remove } = asAdmin(by, await addMember(by, ownSite, "OWNER"));
    const [key, foreign] = [await issuedKey(by, ownSite, "same"), await issuedKey(by, other, "same")];
    const listed = (await get(at(ownSite, "/keys"))).json as { data: { id: string; revokedAt: string | null }[]; total: number };
    expect([listed.total, listed.data.length, listed.data[1]?.id]).toEqual([2, 2, key.id]);
    expect((await get(at(ownSite, `/keys/${key.id}`))).status).toBe(200);
    expect(codeOf(await get(at(ownSite, `/keys/${foreign.id}`)))).toBe("key_not_found");
    expect(codeOf(await remove(at(ownSite, `/keys/${foreign.id}`)))).toBe("key_not_found");
    expect((await remove(at(ownSite, `/keys/${key.id}`))).status).toBe(204);
    const { get: getThere } = asAdmin(by, await addMember(by, other, "OWNER"));
    expect((await getThere(at(other, `/keys/${foreign.id}`))).json).toMatchObject({ data: { revokedAt: null } });
  },
  "the sites of the server": async (by, ownSite, other) => {
    const operator = await addAdmin(by, { isOperator: true });
    const [owner, foreign] = [await addMember(by, ownSite, "OWNER"), await addMember(by, other, "OWNER")];
    await addMember(by, other, "EDITOR");
    const { get, post, patch } = asAdmin(by, await addToken(by, operator.id, { role: "OWNER" }));
    const expectedSites = { data: [{ slug: ownSite.slug, members: 1, owners: [{ id: owner.id }] }], total: 1 };
    expect((await get(`/server/sites?q=${ownSite.slug}`)).json).toMatchObject(expectedSites);
    expect((await post(`/server/sites/${ownSite.slug}/suspend`)).json).toMatchObject({
      data: { state: "SUSPENDED", members: 1, owners: [{ id: owner.id }] },
    });
    expect((await get(`/server/sites?q=${other.slug}`)).json).toMatchObject({ data: [{ state: "ACTIVE" }] });
    expect((await post(`/server/sites/${ownSite.slug}/resume`)).status).toBe(200);
    expect((await patch(`/server/sites/${ownSite.slug}`, { mediaQuotaMb: 7 })).json).toMatchObject({ data: { mediaQuotaMb: 7 } });
    expect((await get(`/server/sites?q=${other.slug}`)).json).toMatchObject({ data: [{ mediaQuotaMb: null }] });
    expect((await post(`/server/sites/${ownSite.slug}/enter`, { reason: "A test" })).status).toBe(200);
    expect([(await get(at(ownSite, ""))).status, codeOf(await get(at(other, "")))]).toEqual([200, "site_not_found"]);
    const told = await by.deps.sql<{ adminId: string | null }>`
      select payload ->> 'adminId' as "adminId" from outbox
      where kind = 'admin-notice' and payload ->> 'adminId' in (${owner.id}, ${foreign.id})`;
    expect(told).toEqual([{ adminId: owner.id }]);
    const admins = (await get(`/server/admins?q=${foreign.email}`)).json;
    expect(admins).toMatchObject({ data: [{ sites: [{ slug: other.slug, role: "OWNER" }] }], total: 1 });
  },
  listReferences: async (by, ownSite, other) => {
    const { get } = asAdmin(by, await addMember(by, ownSite, "OWNER"));
    await fill(by, ownSite, "a");
    await fill(by, other, "b");
    const referrers = async (id: string | undefined) => {
      const { data, total } = (await get(at(ownSite, `/references?to=${id}`))).json as {
        data: { kind: string; name: string; title: string }[];
        total: number;
      };
      expect(total).toBe(data.length);
      return data.map(({ kind, name, title }) => [kind, name, title]);
    };
    const names = async (table: "products" | "categories", slug: string) => {
      const [row] = await (table === "products"
        ? by.deps.sql<{ id: string }>`select id from products where site_id = ${ownSite.id} and slug = ${slug}`
        : by.deps.sql<{ id: string }>`select id from categories where site_id = ${ownSite.id} and slug = ${slug}`);
      return referrers(row?.id);
    };
    expect(await names("products", "a")).toEqual([["page", "home", ownSite.slug]]);
    expect(await names("products", "b")).toEqual([]);
    expect(await names("categories", "all")).toEqual([
      ["category", "some", "Some"],
      ["product", "a", "a"],
    ]);
    // No two sites have an asset of one id: were it so, each would still see its own pictures alone.
    const asset = countingIds().next();
    const picture = JSON.stringify({ asset, alt: {} });
    for (const { id } of [ownSite, other]) {
      await by.deps.sql`
        update products set images = json_build_array(${picture}::json), asset_ids = array[${asset}]::uuid[]
        where site_id = ${id} and slug = 'a'`;
      await by.deps
        .sql`update categories set image = ${picture}::json, asset_ids = array[${asset}]::uuid[] where site_id = ${id} and slug = 'some'`;
    }
    expect(await referrers(asset)).toEqual([
      ["category", "some", "Some"],
      ["product", "a", "a"],
    ]);
  },
};
