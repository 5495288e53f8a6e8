import type { Sql } from "../../../ports/database.ts";
import type { PublicWriteContext } from "../../../lib/published/write-context.ts";
import { copyWords, replaceWords, settleWords } from "../../../lib/search/vocabulary.ts";
import { piece, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import { vocabularyIn } from "./listing.ts";
import { addUntranslated, otherLocales, type CatalogSite, type ChangedWords } from "./save-translations.ts";
import { categoriesTag, productListsTag, productsOfCategoryTag } from "./tags.ts";

/** The deepest level of categories. Deeper ones are never public. */
export const maxCategoryDepth = 100;

// Up to this number words are looked up one by one; beyond it reading all words of the site is quicker.
const fewWords = 500;

/**
 * Derives the paths, visibility and product counts of categories, the number of products and the search words from saved categories and
 * products. Call it once for the whole save, in its transaction. `gathersStatistics`: also where few words change, since the transactions before
 * may have added many products.
 */
export async function recomputeCatalog(
  tx: Sql,
  { touched }: Pick<PublicWriteContext, "touched">,
  site: CatalogSite,
  changed: ChangedWords,
  { gathersStatistics = false }: { gathersStatistics?: boolean } = {},
): Promise<void> {
  const siteId = site.id;
  const hasMany = gathersStatistics || [...changed.values()].some(({ size }) => size > fewWords);
  // Many words mean many products. Until statistics are gathered the planner believes that there are none: on a server for a minute or so,
  // in the embedded database, which has no background process for it, for ever. Tables that another transaction has locked are not worth a
  // wait.
  if (hasMany) await tx`analyze (skip_locked) products, variants, categories, catalog_translations`;
  await settleTotal(tx, siteId);
  const switched = await settleCategories(tx, siteId, touched);
  if (switched.length > 0) await addCategoryWords(tx, siteId, switched, changed);
  for (const locale of new Set([undefined, ...otherLocales(site), ...changed.keys()])) {
    const { used, isUsed } = usedIn(siteId, locale);
    // An item without a translation is shown in its own words.
    const words = new Set([...(changed.get(undefined) ?? []), ...(changed.get(locale) ?? [])]);
    if (words.size > fewWords) await replaceWords(tx, siteId, vocabularyIn(locale), used);
    else await settleWords(tx, siteId, { vocabulary: vocabularyIn(locale), words: [...words], isUsed });
  }
  if (hasMany) await tx`analyze (skip_locked) search_words`;
}

/**
 * Gives every saved item what it shows in each of the site's other locales, and takes away what no locale shows any more. Call it before
 * items are saved, where a site may have other locales than before.
 */
export async function settleLocales(tx: Sql, site: CatalogSite): Promise<void> {
  const locales = otherLocales(site);
  const dropped = await tx<{ locale: string }>`
    with dropped as (
      delete from catalog_translations
      where site_id = ${site.id} and locale <> all (${locales}::text[]) and words is null
      returning locale
    )
    select distinct locale from dropped`;
  for (const { locale } of dropped) await replaceWords(tx, site.id, vocabularyIn(locale), usedIn(site.id, locale).used);
  for (const locale of locales) {
    // Where nothing is translated yet, the words are those of the items themselves.
    const added = await addUntranslated(tx, site.id, { locales: [locale] });
    if (added > 0) await copyWords(tx, site.id, vocabularyIn(undefined), vocabularyIn(locale));
  }
}

async function settleTotal(tx: Sql, siteId: string): Promise<void> {
  await tx`
    insert into product_totals (site_id, id, active)
    select ${siteId}::uuid, ${siteId}::uuid, count(*)::int from products where site_id = ${siteId} and status = 'ACTIVE'
    on conflict (site_id) do update set active = excluded.active where product_totals.active <> excluded.active`;
}

/** Resolves with the categories that became public or stopped being public, as those below a hidden one do. */
async function settleCategories(tx: Sql, siteId: string, touched: Set<string>): Promise<string[]> {
  // From the roots down, so that categories that are each other's parents are never reached, and never public.
  const settled = await tx<{ id: string; isSwitched: boolean }>`
    with recursive tree as (
      select id, array[id] as path, status = 'ACTIVE' as is_public
      from categories
      where site_id = ${siteId} and parent_id is null
      union all
      select child.id, tree.path || child.id, tree.is_public and child.status = 'ACTIVE'
      from tree
      join categories as child on child.site_id = ${siteId} and child.parent_id = tree.id
      where cardinality(tree.path) < ${maxCategoryDepth}
    ), direct as (
      select category_id, count(*) as products
      from products
      where site_id = ${siteId} and status = 'ACTIVE' and category_id is not null
      group by category_id
    ), counted as (
      select ancestor.id, sum(direct.products)::int as products
      from tree
      join direct on direct.category_id = tree.id
      cross join lateral unnest(tree.path) as ancestor (id)
      where tree.is_public
      group by ancestor.id
    ), settled as (
      select
        categories.id,
        coalesce(tree.path, '{}') as path,
        coalesce(tree.is_public, false) as is_public,
        categories.is_public as was_public,
        coalesce(counted.products, 0) as product_count
      from categories
      left join tree on tree.id = categories.id
      left join counted on counted.id = categories.id
      where categories.site_id = ${siteId}
    )
    update categories set path = settled.path, is_public = settled.is_public, product_count = settled.product_count
    from settled
    where categories.site_id = ${siteId}
      and categories.id = settled.id
      and (categories.path, categories.is_public, categories.product_count)
        is distinct from (settled.path, settled.is_public, settled.product_count)
    returning settled.id, settled.is_public <> settled.was_public as "isSwitched"`;
  if (settled.length > 0) touched.add(categoriesTag);
  const switched = settled.filter(({ isSwitched }) => isSwitched).map(({ id }) => id);
  for (const id of switched) touched.add(productsOfCategoryTag(id)).add(productListsTag);
  return switched;
}

/** Adds the words of categories, in every locale. */
async function addCategoryWords(tx: Sql, siteId: string, ids: readonly string[], changed: ChangedWords): Promise<void> {
  const rows = await tx<{ locale: string | null; words: string | null }>`
    select null as locale, array_to_string(tsvector_to_array(search), ' ')::text as words
    from categories
    where site_id = ${siteId} and id = any (${ids}::uuid[])
    union all
    select locale, array_to_string(tsvector_to_array(search), ' ')::text
    from catalog_translations
    where site_id = ${siteId} and kind = 'category' and item_id = any (${ids}::uuid[])`;
  for (const { locale, words } of rows) changed.addAll(locale ?? undefined, words ? words.split(" ") : []);
}

/** The words of what is public, in the default locale or another one: not even those of a draft may show. */
function usedIn(siteId: string, locale: string | undefined): { used: SqlPiece; isUsed: SqlPiece } {
  const items =
    locale === undefined
      ? piece`(
          select search from listed_products where site_id = ${siteId}
          union all
          select search from public_categories where site_id = ${siteId}
        )`
      : piece`(
          select search from translated_products where site_id = ${siteId} and locale = ${locale}
          union all
          select search from translated_categories where site_id = ${siteId} and locale = ${locale}
        )`;
  return {
    used: piece`select distinct unnest(tsvector_to_array(item.search)) as word from ${items} as item`,
    isUsed: piece`exists (select from ${items} as item where item.search @@ quote_literal(word)::tsquery)`,
  };
}
