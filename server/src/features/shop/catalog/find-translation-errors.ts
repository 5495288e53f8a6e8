import type { Sql } from "../../../ports/database.ts";
import { otherLocales, type CatalogSite, type ItemKind } from "./save-translations.ts";

/** A slug that several items have in one locale, each named by its slug in the default locale. */
export interface SharedSlug {
  kind: ItemKind;
  locale: string;
  slug: string;
  items: string[];
}

/** Call it after saving, in the transaction, which cannot be committed where there are any. */
export async function findSharedSlugs(tx: Sql, siteId: string): Promise<SharedSlug[]> {
  const rows = await tx<{ kind: string; locale: string; slug: string; items: string[] | null }>`
    select shared.kind, shared.locale, shared.slug, array_agg(item.slug order by item.slug) as items
    from (
      select kind, locale, slug
      from catalog_translations
      where site_id = ${siteId}
      group by kind, locale, slug
      having count(*) > 1
      limit 100
    ) as shared
    join catalog_translations as translated
      on translated.site_id = ${siteId}
      and translated.kind = shared.kind
      and translated.locale = shared.locale
      and translated.slug = shared.slug
    cross join lateral (
      select slug from products where products.site_id = ${siteId} and translated.kind = 'product' and products.id = translated.item_id
      union all
      select slug from categories
      where categories.site_id = ${siteId} and translated.kind = 'category' and categories.id = translated.item_id
      union all
      select slug from plans where plans.site_id = ${siteId} and translated.kind = 'plan' and plans.id = translated.item_id
    ) as item
    group by shared.kind, shared.locale, shared.slug`;
  return rows.map(({ kind, items, ...row }) => ({ ...row, kind: kind as ItemKind, items: items ?? [] }));
}

/** Those of the slugs that a translation of a product has already, with its locale. */
export function findTranslatedSlugs(tx: Sql, siteId: string, slugs: readonly string[]): Promise<{ locale: string; slug: string }[]> {
  return tx<{ locale: string; slug: string }>`
    select locale, slug from catalog_translations
    where site_id = ${siteId} and kind = 'product' and slug = any (${slugs}::text[])`;
}

/** The locales with translations that the site does not have, or has as its default one. Call it after saving. */
export function findStrayLocales(tx: Sql, site: CatalogSite): Promise<{ locale: string; count: number }[]> {
  return tx<{ locale: string; count: number }>`
    select locale, count(*)::int as count
    from catalog_translations
    where site_id = ${site.id} and locale <> all (${otherLocales(site)}::text[]) and words is not null
    group by locale
    order by locale`;
}

/** The attributes of products that have translations and are none of these. */
export async function findTranslatedAttributes(tx: Sql, siteId: string, allowed: readonly string[]): Promise<string[]> {
  const rows = await tx<{ name: string | null }>`
    select distinct used.name::text as name
    from (
      select json_object_keys(words -> 'attributes') as name
      from catalog_translations
      where site_id = ${siteId} and kind = 'product' and words -> 'attributes' is not null
    ) as used
    where used.name <> all (${allowed}::text[])
    order by name
    limit 100`;
  return rows.flatMap(({ name }) => name ?? []);
}
