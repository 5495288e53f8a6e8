import { expect } from "vitest";
import { addMember, asAdmin, codeOf } from "../kit/admins.ts";
import type { ShownCategory } from "../kit/categories.ts";
import { dataOf } from "../kit/checkout-client.ts";
import { countingIds } from "../kit/counting-ids.ts";
import type { TestServer, TestSite } from "../kit/harness.ts";
import type { ShownPlan } from "../kit/plans.ts";

type Row = (by: TestServer, ownSite: TestSite, other: TestSite) => Promise<void>;

const former = "01900000-0000-7000-8000-00000000ffff";

/** The same ids in both sites, under other words, and more of everything in the other one. */
async function fill(by: TestServer, filledSite: TestSite, mark: "own" | "foreign"): Promise<void> {
  const isForeign = mark === "foreign";
  const translated = (title: string) => ({ translations: { de: { title: `${title} ${mark}` } } });
  const top = `top-${mark}`;
  const plan = { name: `Club ${mark}`, price: 1, interval: "month" };
  const site = { slug: filledSite.slug, name: "A site", defaultLocale: "en", locales: ["en", "de"], currency: "eur" };
  await by.import(
    {
      bundle: 1,
      site,
      categories: [
        { slug: top, title: `Top ${mark}`, position: isForeign ? 7 : 0, ...translated("Oben") },
        { slug: `first-${mark}`, title: `First ${mark}`, parent: top, position: isForeign ? 4 : 0 },
        { slug: `second-${mark}`, title: `Second ${mark}`, parent: top, position: isForeign ? 2 : 1 },
        { slug: `last-${mark}`, title: `Last ${mark}`, position: isForeign ? 9 : 1 },
      ],
      products: [
        { slug: `in-${mark}`, title: mark, category: top, variants: [{ sku: `${mark}-1`, price: 1 }] },
        { slug: `on-${mark}`, title: mark, variants: [{ sku: `${mark}-2`, price: 1 }], ...(isForeign ? { category: top } : {}) },
      ],
      plans: [{ slug: `plan-${mark}`, ...plan, translations: { de: { name: `Klub ${mark}` } } }],
    },
    { ids: countingIds() },
  );
  if (!isForeign) return;
  const categories = [
    { slug: "more", title: "More", parent: top, position: 5 },
    { slug: "more-roots", title: "More", position: 8 },
  ];
  await by.import({ bundle: 1, site, categories, plans: [{ slug: "taken-plan", ...plan }] }, { ids: countingIds(1_000) });
}

/** Rows of `adminTenantRows` about categories and plans. */
export const catalogAdminRows: Record<string, Row> = {
  "the categories and plans to edit": async (by, ownSite, other) => {
    await fill(by, ownSite, "own");
    await fill(by, other, "foreign");
    const { sql } = by.deps;
    const owner = await addMember(by, ownSite, "OWNER");
    const api = asAdmin(by, owner);
    const base = `/sites/${ownSite.slug}`;
    const categoriesOf = (site: TestSite) => sql<{ id: string; slug: string }>`
      select * from categories where site_id = ${site.id} order by id`;
    const idOf = async (site: TestSite, slug: string) => {
      const row = (await categoriesOf(site)).find((each) => each.slug === slug);
      if (!row) throw new Error(`There is no category ${slug}.`);
      return row.id;
    };
    const [top, first, second] = [await idOf(ownSite, "top-own"), await idOf(ownSite, "first-own"), await idOf(ownSite, "second-own")];
    expect(await idOf(other, "top-foreign")).toBe(top);
    const foreign = await idOf(other, "more");
    for (const [kind, itemId] of [
      ["category", top],
      ["product", first],
    ] as const) {
      await sql`
        insert into former_catalog_slugs (site_id, id, kind, locale, slug, item_id, created_at)
        values (${other.id}, ${kind === "category" ? former : itemId}, ${kind}, '', 'taken', ${itemId}, ${by.clock.now()})`;
    }
    const everythingOf = async (site: TestSite) => [
      await categoriesOf(site),
      await sql`select * from products where site_id = ${site.id} order by id`,
      await sql`select * from plans where site_id = ${site.id} order by id`,
      await sql`select kind, item_id, locale, words::text, slug from catalog_translations where site_id = ${site.id} order by id`,
      await sql`select * from former_catalog_slugs where site_id = ${site.id} order by id`,
    ];
    const untouched = await everythingOf(other);

    const list = async (query: string) => {
      const { data, total } = (await api.get(`${base}/categories?${query}`)).json as { data: ShownCategory[]; total: number };
      expect(total).toBe(data.length);
      return data.map(({ slug, position }) => `${slug} ${position}`);
    };
    expect((await list("")).sort()).toEqual(["first-own 0", "last-own 1", "second-own 1", "top-own 0"]);
    expect(await list(`parentId=${top}`)).toEqual(["first-own 0", "second-own 1"]);
    const read = async (id: string) => dataOf<ShownCategory & { translations: object }>(await api.get(`${base}/categories/${id}`));
    expect(await read(top)).toMatchObject({ slug: "top-own", translations: { de: { title: "Oben own" } } });
    expect(codeOf(await api.get(`${base}/categories/${foreign}`))).toBe("category_not_found");
    const create = (body: object) => api.post(`${base}/categories`, { title: "New", ...body });
    expect((await create({ slug: "new", parentId: foreign })).json).toMatchObject({ errors: [{ path: "/parentId", code: "unknown" }] });
    expect((await create({ slug: "more" })).json).toMatchObject({ data: { position: 2, parentId: null } });
    expect((await create({ slug: "taken", position: 0 })).json).toMatchObject({ data: { position: 0 } });
    expect((await create({ slug: "below", parentId: top })).json).toMatchObject({ data: { position: 2 } });
    expect(await list("roots=true")).toEqual(["taken 0", "top-own 1", "last-own 2", "more 3"]);
    const change = async (id: string, path: string, body: object, method = "POST") => {
      const { revision } = await read(id);
      return api.ask(method, `${base}/categories/${id}${path}`, { body, revision });
    };
    expect((await change(top, "", { slug: "renamed" }, "PATCH")).json).toMatchObject({ data: { slug: "renamed", revision: 2 } });
    expect((await change(second, "/move", { parentId: top, position: 0 })).json).toMatchObject({ data: { position: 0 } });
    expect(await list(`parentId=${top}`)).toEqual(["second-own 0", "first-own 1", "below 2"]);
    expect(await everythingOf(other)).toEqual(untouched);

    const refused = await api.delete(`${base}/categories/${top}`, { revision: 2 });
    expect(refused).toMatchObject({ status: 409, json: { placesTotal: 4 } });
    expect((await api.delete(`${base}/categories/${top}?force=true`, { revision: 2 })).status).toBe(204);
    expect(await list("roots=true")).toEqual(["taken 0", "second-own 1", "first-own 2", "below 3", "last-own 4", "more 5"]);
    const own = await everythingOf(ownSite);
    expect(own[4]).toEqual([]);
    expect(own[1]).toMatchObject([{ category_id: null }, { category_id: null }]);
    expect(await everythingOf(other)).toEqual(untouched);

    const plans = (await api.get(`${base}/plans`)).json as { data: ShownPlan[]; total: number };
    expect([plans.total, plans.data.map(({ slug }) => slug)]).toEqual([1, ["plan-own"]]);
    const id = plans.data[0]?.id ?? "";
    expect(dataOf(await api.get(`${base}/plans/${id}`))).toMatchObject({ slug: "plan-own", translations: { de: { name: "Klub own" } } });
    const { id: taken = "" } =
      (await sql<{ id: string }>`select id from plans where site_id = ${other.id} and slug = 'taken-plan'`)[0] ?? {};
    expect(codeOf(await api.get(`${base}/plans/${taken}`))).toBe("plan_not_found");
    const body = { name: "Club", price: 3, interval: "year" };
    expect((await api.post(`${base}/plans`, { slug: "taken-plan", ...body })).status).toBe(201);
    expect((await api.put(`${base}/plans/${id}`, { slug: "plan-own", ...body }, { revision: 1 })).json).toMatchObject({
      data: { revision: 2, translations: {} },
    });
    expect((await api.delete(`${base}/plans/${id}`, { revision: 2 })).status).toBe(204);
    expect(((await api.get(`${base}/plans`)).json as { total: number }).total).toBe(1);
    expect(await everythingOf(other)).toEqual(untouched);
  },
};
