import type { Site } from "../../../lib/site.ts";
import type { PublicWriteContext } from "../../../lib/published/write-context.ts";
import type { Tally } from "../../../lib/observing/tally.ts";
import { piece, statement } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import { categoriesTag, productSlugTag } from "./tags.ts";
import { publicItemsOf } from "./translated-columns.ts";

export type SluggedKind = "product" | "category";

/** The locale of the slugs that products and categories have themselves, whichever is the site's default one. */
export const ownLocale = "";

/** A slug in a locale, or in `ownLocale`. */
export interface LocaleSlug {
  locale: string;
  slug: string;
}

/** Remembers the slugs that items had, and forgets those that items have now. */
export async function keepFormerSlugs(
  tx: Sql,
  { now, ids }: Pick<PublicWriteContext, "now" | "ids">,
  siteId: string,
  kind: SluggedKind,
  { moved = [], taken = [] }: { moved?: readonly (LocaleSlug & { itemId: string })[]; taken?: readonly LocaleSlug[] },
): Promise<void> {
  if (moved.length > 0) {
    const rows = moved.map(({ itemId, locale, slug }) => ({ id: ids.next(), item_id: itemId, locale, slug }));
    await tx`
      insert into former_catalog_slugs (site_id, id, kind, locale, slug, item_id, created_at)
      select ${siteId}::uuid, id, ${kind}, locale, slug, item_id, ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(rows)}::json) as given (id uuid, item_id uuid, locale text, slug text)
      on conflict (site_id, kind, locale, slug) do update set item_id = excluded.item_id, created_at = excluded.created_at`;
  }
  if (taken.length === 0) return;
  await tx`
    delete from former_catalog_slugs
    using unnest(${taken.map(({ locale }) => locale)}::text[], ${taken.map(({ slug }) => slug)}::text[]) as taken (locale, slug)
    where former_catalog_slugs.site_id = ${siteId}
      and former_catalog_slugs.kind = ${kind}
      and former_catalog_slugs.locale = taken.locale
      and former_catalog_slugs.slug = taken.slug`;
}

/** A saved item with slugs that shall lead to it. */
interface AliasedItem {
  itemId: string;
  /** Whether the save has changed it anyway. */
  isSaved: boolean;
  aliases: readonly LocaleSlug[];
}

/** Remembers slugs for items as if they had had them before, but for slugs that items have now. Counts as updated the items that nothing else changed. */
export async function saveAliases(
  tx: Sql,
  { now, ids, touched }: PublicWriteContext,
  siteId: string,
  kind: SluggedKind,
  { items, tally }: { items: readonly AliasedItem[]; tally: Tally },
): Promise<void> {
  const rows = items.flatMap(({ itemId, aliases }) =>
    aliases.map(({ locale, slug }) => ({ id: ids.next(), item_id: itemId, locale, slug })),
  );
  if (rows.length === 0) return;
  const present = kind === "product" ? piece`products` : piece`categories`;
  const saved = await tx<{ itemId: string; slug: string }>(
    ...statement`
      insert into former_catalog_slugs (site_id, id, kind, locale, slug, item_id, created_at)
      select ${siteId}::uuid, id, ${kind}, locale, slug, item_id, ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(rows)}::json) as given (id uuid, item_id uuid, locale text, slug text)
      where not exists (
          select from ${present} as present
          where present.site_id = ${siteId} and present.slug = given.slug and given.locale = ${ownLocale}
        )
        and not exists (
          select from catalog_translations as present
          where present.site_id = ${siteId} and present.kind = ${kind} and present.locale = given.locale and present.slug = given.slug
        )
      on conflict (site_id, kind, locale, slug) do update set item_id = excluded.item_id, created_at = excluded.created_at
      where former_catalog_slugs.item_id <> excluded.item_id
      returning item_id as "itemId", slug`,
  );
  for (const { slug } of saved) touched.add(kind === "product" ? productSlugTag(slug) : categoriesTag);
  const aliased = new Set(saved.map(({ itemId }) => itemId));
  const others = items.filter(({ itemId, isSaved }) => !isSaved && aliased.has(itemId)).length;
  tally.updated += others;
  tally.unchanged -= others;
}

/** The slugs in these locales that lead to items besides their own, by the items' ids, the oldest first: of each the latest `most`. */
export async function readFormerCatalogSlugs(
  sql: Sql,
  siteId: string,
  kind: SluggedKind,
  { itemIds, locales, most }: { itemIds: readonly string[]; locales: readonly string[]; most: number },
): Promise<Map<string, LocaleSlug[]>> {
  const rows = await sql<LocaleSlug & { itemId: string }>`
    select item.id as "itemId", former.locale, former.slug
    from unnest(${itemIds}::uuid[]) as item (id)
    cross join lateral (
      select locale, slug, created_at
      from former_catalog_slugs
      where site_id = ${siteId} and kind = ${kind} and item_id = item.id and locale = any (${[ownLocale, ...locales]}::text[])
      order by created_at desc, locale, slug
      limit ${most}
    ) as former
    order by item.id, former.created_at, former.locale, former.slug`;
  const slugs = new Map<string, LocaleSlug[]>();
  for (const { itemId, ...slug } of rows) slugs.set(itemId, [...(slugs.get(itemId) ?? []), slug]);
  return slugs;
}

/** Forgets the former slugs of items that are removed. */
export async function forgetSlugsOf(tx: Sql, siteId: string, kind: SluggedKind, itemIds: readonly string[]): Promise<void> {
  await tx`delete from former_catalog_slugs where site_id = ${siteId} and kind = ${kind} and item_id = any (${itemIds}::uuid[])`;
}

/** The present slug, in the locale, of the public item that had the slug before. */
export async function findMovedItem(
  sql: Sql,
  site: Pick<Site, "id">,
  kind: SluggedKind,
  { slug, locale = ownLocale }: { slug: string; locale: string | undefined },
): Promise<{ slug: string } | undefined> {
  const [row] = await sql<{ slug: string | null }>(
    ...statement`
      select coalesce(translated.slug, shown.slug) as slug
      from former_catalog_slugs as former
      join ${publicItemsOf(kind)} as shown on shown.site_id = ${site.id} and shown.id = former.item_id
      left join catalog_translations as translated
        on translated.site_id = ${site.id}
        and translated.kind = ${kind}
        and translated.item_id = former.item_id
        and translated.locale = ${locale}
      where former.site_id = ${site.id}
        and former.kind = ${kind}
        and former.slug = ${slug}
        and former.locale in (${ownLocale}, ${locale})
      order by former.locale desc
      limit 1`,
  );
  return row && row.slug !== null ? { slug: row.slug } : undefined;
}

/** Members of the problem of a public read by slug. */
export function movedToOf(kind: SluggedKind) {
  return {
    movedTo: {
      type: "object",
      required: ["slug"],
      properties: { slug: { type: "string" } },
      description: `The present slug of a ${kind} that had the requested one before, in the locale of the request; otherwise absent.`,
    },
  };
}
