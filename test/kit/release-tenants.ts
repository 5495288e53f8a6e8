import { countingIds } from "./counting-ids.ts";
import type { TestServer, TestSite } from "./harness.ts";

const id = (place: number) => `01900000-0000-7000-8000-00000000f${String(place).padStart(3, "0")}`;

/** The ids that the releases of all tenants have. */
export const otherTenantIds = { release: id(1), change: id(2), missing: id(9) };

/**
 * A site with the same documents, products and release under the same ids as the other tenant, told apart by the mark in their texts: the release publishes the page
 * `draft`, and changes the title of the chair. Of the entries, `one` refers to `two` or `three`.
 */
export async function fillReleaseTenant(by: TestServer, site: TestSite, mark: string, refersTo: string): Promise<void> {
  const schema = { type: "object", properties: { text: { type: "string" }, next: { $ref: "vitrine:entry" } } };
  const note = (slug: string, data: object = {}) => ({
    contentType: "note",
    slug,
    locale: "en",
    data: { text: `${mark} ${slug}`, ...data },
  });
  await by.import(
    {
      bundle: 1,
      site: { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" },
      contentTypes: [{ slug: "note", title: mark, schema }],
      pages: [
        { slug: "draft", locale: "en", title: `${mark} draft`, status: "DRAFT" },
        { slug: "second", locale: "en", title: `${mark} second`, status: "DRAFT" },
        { slug: "shown", locale: "en", title: `${mark} shown` },
      ],
      entries: [note("one", { next: { entry: { contentType: "note", slug: refersTo } } }), note("two"), note("three")],
      products: [{ slug: "chair", title: `${mark} chair`, variants: [{ sku: "CHAIR", price: 1 }] }],
      categories: [{ slug: "chairs", title: `${mark} chairs` }],
      plans: [{ slug: "care", name: `${mark} care`, price: 1, interval: "year" }],
    },
    { ids: countingIds() },
  );
  const { sql, clock } = by.deps;
  const now = clock.now();
  await sql`
    insert into releases (site_id, id, name, state, created_at, updated_at)
    values (${site.id}, ${otherTenantIds.release}, ${`${mark} spring`}, 'OPEN', ${now}, ${now})`;
  await sql`
    insert into versions (site_id, id, translation_id, number, kind, content, has_bindings, slug, title, revision, created_at)
    select ${site.id}, ${id(3)}, id, 1, 'SNAPSHOT', draft, false, slug, draft_title, revision, ${now}
    from translations where site_id = ${site.id} and slug = 'draft'`;
  await sql`
    insert into release_items (site_id, id, release_id, translation_id, action, version_id, revision, bytes, added_at)
    select ${site.id}, ${id(4)}, ${otherTenantIds.release}, translation_id, 'PUBLISH', id, revision, 10, ${now}
    from versions where site_id = ${site.id} and id = ${id(3)}`;
  await sql`
    insert into release_changes (site_id, id, release_id, kind, target_id, patch, added_at)
    select ${site.id}, ${otherTenantIds.change}, ${otherTenantIds.release}, 'product', id, ${JSON.stringify({ title: `${mark} new chair` })}::json, ${now}
    from products where site_id = ${site.id}`;
}

/** Adds every draft of a site to a release of it, frozen as it is. */
export async function fillRelease(
  { deps: { sql, clock } }: Pick<TestServer, "deps">,
  { id: siteId }: { id: string },
  releaseId: string,
): Promise<void> {
  const now = clock.now();
  await sql`
    insert into versions (site_id, id, translation_id, number, kind, content, has_bindings, slug, title, revision, created_at)
    select ${siteId}, gen_random_uuid(), id, 1, 'SNAPSHOT', draft, false, slug, draft_title, revision, ${now}
    from translations where site_id = ${siteId} and draft is not null and published_version_id is null`;
  await sql`
    insert into release_items (site_id, id, release_id, translation_id, action, version_id, revision, bytes, added_at)
    select ${siteId}, gen_random_uuid(), ${releaseId}, translation_id, 'PUBLISH', id, revision, octet_length(content::text), ${now}
    from versions where site_id = ${siteId} and kind = 'SNAPSHOT'`;
}

/** Brings a site to every bound that its releases have. */
export async function fillToTheBrim({ deps }: TestServer, { id: siteId }: TestSite): Promise<void> {
  const { sql, clock } = deps;
  const now = clock.now();
  await sql`
    insert into releases (site_id, id, name, state, created_at, updated_at)
    select ${siteId}, gen_random_uuid(), 'x', 'OPEN', ${now}, ${now} from generate_series(1, 200)`;
  await sql`
    insert into release_changes (site_id, id, release_id, kind, target_id, patch, added_at)
    select ${siteId}, gen_random_uuid(), ${otherTenantIds.release}, 'plan', gen_random_uuid(), '{}', ${now} from generate_series(1, 1000)`;
  await sql`update release_items set bytes = 100000000 where site_id = ${siteId}`;
}

/** Takes what a release of a site consists of out of it. */
export async function emptyRelease({ deps: { sql } }: TestServer, { id: siteId }: TestSite, of: "items" | "changes"): Promise<void> {
  if (of === "items") await sql`delete from release_items where site_id = ${siteId}`;
  else await sql`delete from release_changes where site_id = ${siteId}`;
}

/** Stops a site: nothing that is planned in it happens. */
export async function suspend({ deps: { sql, clock } }: TestServer, { id }: TestSite): Promise<void> {
  await sql`update sites set suspended_at = ${clock.now()} where id = ${id}`;
}
