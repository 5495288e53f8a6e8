import type { PublicWriteContext } from "../../../lib/published/write-context.ts";
import { piece, statement, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import { recordWebhookEvents } from "../../server/webhooks/index.ts";
import { forgetSlugsOf, keepFormerSlugs, ownLocale } from "./former-catalog-slugs.ts";
import { recomputeCatalog } from "./recompute-catalog.ts";
import { ChangedWords, type CatalogSite } from "./save-translations.ts";
import { categoriesTag, productListsTag, productsOfCategoryTag } from "./tags.ts";

/** As many siblings as people order one by one: each move may renumber all of them. */
export const mostOrderedSiblings = 10_000;

/** Products that lose their category in one statement, which the database lets run for two seconds. */
const productsAtOnce = 1_000;
/** Beyond the last place. */
const noGap = 2_000_000_000;

/** A category or product that was changed, with its revision after that. */
export interface ChangedItem {
  id: string;
  title: string;
  revision: number;
}

/** A category of a locked site: nobody else changes it until the transaction ends. */
export interface LockedCategory {
  id: string;
  slug: string;
  title: string;
  parentId: string | null;
  position: number;
  revision: number;
}

export async function lockCategory(tx: Sql, siteId: string, id: string): Promise<LockedCategory | undefined> {
  const [category] = await tx<LockedCategory>`
    select id, slug, title, parent_id as "parentId", position, revision
    from categories where site_id = ${siteId} and id = ${id} for no key update`;
  return category;
}

/** How many categories the site has. */
export async function countCategories(tx: Sql, siteId: string): Promise<number> {
  const [row] = await tx<{ count: number }>`select count(*)::int as count from categories where site_id = ${siteId}`;
  return row?.count ?? 0;
}

/** How many categories are directly below the parent, or roots, besides the one that is left out. */
export async function countSiblings(tx: Sql, siteId: string, parentId: string | null, without: string): Promise<number> {
  const [row] = await tx<{ siblings: number }>(
    ...statement`
      select count(*)::int as siblings from categories where site_id = ${siteId} and ${isBelow(parentId)} and id <> ${without}`,
  );
  return row?.siblings ?? 0;
}

/** Gives a category another slug. `saveCategories` must follow with the slug in `renamed`. */
export async function renameCategory(
  tx: Sql,
  ctx: PublicWriteContext,
  siteId: string,
  { id, slug: former }: LockedCategory,
  slug: string,
): Promise<void> {
  ctx.touched.add(categoriesTag);
  await tx`update categories set slug = ${slug} where site_id = ${siteId} and id = ${id}`;
  await keepFormerSlugs(tx, ctx, siteId, "category", { moved: [{ itemId: id, locale: ownLocale, slug: former }] });
}

/**
 * Numbers the categories directly below the parent, or the roots, from 0 without gaps, in their order. The category `without` has no place among them; `gap` is left free
 * for it. Resolves with whether any position changed.
 */
export async function orderSiblings(
  tx: Sql,
  { touched }: Pick<PublicWriteContext, "touched">,
  siteId: string,
  { parentId, without, gap = noGap }: { parentId: string | null; without: string; gap?: number },
): Promise<boolean> {
  const moved = await tx<{ id: string }>(
    ...statement`
      with ordered as (
        select id, (row_number() over (order by position, id))::int - 1 as place
        from categories
        where site_id = ${siteId} and ${isBelow(parentId)} and id <> ${without}
      ), placed as (
        select id, case when place >= ${gap}::int then place + 1 else place end as place from ordered
      )
      update categories set position = placed.place
      from placed
      where categories.site_id = ${siteId} and categories.id = placed.id and categories.position <> placed.place
      returning categories.id`,
  );
  if (moved.length > 0) touched.add(categoriesTag);
  return moved.length > 0;
}

/**
 * Removes a category of a locked site: what is directly below it goes up into its place, and its products lose their category. Resolves with both. The caller
 * raises the version of the catalogue.
 */
export async function removeCategory(
  tx: Sql,
  ctx: PublicWriteContext,
  site: CatalogSite,
  category: LockedCategory,
): Promise<{ children: ChangedItem[]; products: ChangedItem[] }> {
  const { id } = category;
  for (const tag of [productsOfCategoryTag(id), productListsTag, categoriesTag]) ctx.touched.add(tag);
  const children = await tx<ChangedItem>`
    select id, title, revision + 1 as revision from categories where site_id = ${site.id} and parent_id = ${id} order by position, id`;
  await raiseChildren(tx, ctx, site.id, category, children.length);
  const products = await emptyCategory(tx, ctx, site.id, id);
  await forgetSlugsOf(tx, site.id, "category", [id]);
  const changed = new ChangedWords();
  const translations = await tx<{ locale: string; words: string[] }>`
    delete from catalog_translations
    where site_id = ${site.id} and kind = 'category' and item_id = ${id}
    returning locale, tsvector_to_array(search) as words`;
  for (const { locale, words } of translations) changed.addAll(locale, words);
  const removed = await tx<{ words: string[] }>`
    delete from categories where site_id = ${site.id} and id = ${id} returning tsvector_to_array(search) as words`;
  for (const { words } of removed) changed.addAll(undefined, words);
  await recomputeCatalog(tx, ctx, site, changed);
  await recordWebhookEvents(tx, ctx, site.id, [{ type: "category.changed", data: { id, slug: category.slug, change: "DELETED" } }]);
  return { children, products };
}

/** Puts the categories directly below a category, of this number, into its place among its siblings. */
async function raiseChildren(
  tx: Sql,
  { now }: PublicWriteContext,
  siteId: string,
  { id, parentId, position }: LockedCategory,
  children: number,
): Promise<void> {
  const above = parentId === null ? piece`null::uuid` : piece`${parentId}::uuid`;
  const siblings = await countSiblings(tx, siteId, parentId, id);
  if (children + siblings > mostOrderedSiblings) {
    await tx(
      ...statement`
        update categories set parent_id = ${above}, position = ${position}, revision = revision + 1, updated_at = ${now}
        where site_id = ${siteId} and parent_id = ${id}`,
    );
    return;
  }
  await tx(
    ...statement`
      with merged as (
        select id, case when parent_id = ${id} then ${position}::int else position end as outer_position,
          case when parent_id = ${id} then ${id}::uuid else id end as outer_id, position as inner_position
        from categories
        where site_id = ${siteId} and (parent_id = ${id} or ${isBelow(parentId)}) and id <> ${id}
      ), placed as (
        select id, (row_number() over (order by outer_position, outer_id, inner_position, id))::int - 1 as place from merged
      )
      update categories set
        parent_id = ${above},
        position = placed.place,
        revision = case when categories.parent_id = ${id} then categories.revision + 1 else categories.revision end,
        updated_at = case when categories.parent_id = ${id} then ${now}::timestamptz else categories.updated_at end
      from placed
      where categories.site_id = ${siteId} and categories.id = placed.id
        and (categories.parent_id = ${id} or categories.position <> placed.place)`,
  );
}

/** Takes the category away from its products. Resolves with them. */
async function emptyCategory(tx: Sql, { now }: PublicWriteContext, siteId: string, id: string): Promise<ChangedItem[]> {
  const products = await tx<ChangedItem>`
    select id, title, revision + 1 as revision from products where site_id = ${siteId} and category_id = ${id} order by id`;
  for (let start = 0; start < products.length; start += productsAtOnce) {
    const ids = products.slice(start, start + productsAtOnce).map((product) => product.id);
    await tx`
      update products set category_id = null, revision = revision + 1, updated_at = ${now}
      where site_id = ${siteId} and id = any (${ids}::uuid[])`;
  }
  return products;
}

function isBelow(parentId: string | null): SqlPiece {
  return parentId === null ? piece`parent_id is null` : piece`parent_id = ${parentId}`;
}
