import type { Sql } from "../../ports/database.ts";
import type { PublicSaving } from "../../lib/published/saving.ts";
import { replaceWords, settleWords } from "../../lib/search/vocabulary.ts";
import { piece } from "../../lib/sql/sql-statement.ts";
import { vocabulary } from "./listing.ts";
import { categoriesTag, productListsTag, productsOfCategoryTag } from "./tags.ts";
import type { Tally } from "../../lib/observing/tally.ts";

/** The tally of a save, and the words that it may have added or removed. */
export interface SavedCatalog {
  tally: Tally;
  words: ReadonlySet<string>;
}

/** The deepest level of categories. Deeper ones are never public. */
export const maxCategoryDepth = 100;

// Up to this number words are looked up one by one; beyond it reading all words of the site is quicker.
const fewWords = 500;

/**
 * Derives the paths, visibility and product counts of categories, the number of products and the search words from saved categories and products. Call it once for
 * the whole save, in its transaction.
 */
export async function settleCatalog(
  tx: Sql,
  { touched }: Pick<PublicSaving, "touched">,
  siteId: string,
  words: ReadonlySet<string>,
): Promise<void> {
  // Many words mean many products. Until statistics are gathered the planner believes that there are none: on a server for a minute or so,
  // in the embedded database, which has no background process for it, for ever. Tables that another transaction has locked are not worth a
  // wait.
  if (words.size > fewWords) await tx`analyze (skip_locked) products, variants, categories`;
  await settleTotal(tx, siteId);
  const all = new Set([...words, ...(await settleCategories(tx, siteId, touched))]);
  if (all.size > fewWords) await settleAllWords(tx, siteId);
  else if (all.size > 0) await settleSomeWords(tx, siteId, [...all]);
  if (words.size > fewWords) await tx`analyze (skip_locked) search_words`;
}

async function settleTotal(tx: Sql, siteId: string): Promise<void> {
  await tx`
    insert into product_totals (site_id, id, active)
    select ${siteId}::uuid, ${siteId}::uuid, count(*)::int from products where site_id = ${siteId} and status = 'ACTIVE'
    on conflict (site_id) do update set active = excluded.active where product_totals.active <> excluded.active`;
}

/** Resolves with the words of categories that became public or stopped being public, as those below a hidden one do. */
async function settleCategories(tx: Sql, siteId: string, touched: Set<string>): Promise<string[]> {
  // From the roots down, so that categories that are each other's parents are never reached, and never public.
  const settled = await tx<{ id: string; words: string[] | null }>`
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
    returning
      settled.id,
      case when settled.is_public <> settled.was_public then tsvector_to_array(categories.search) end as words`;
  if (settled.length > 0) touched.add(categoriesTag);
  return settled.flatMap(({ id, words }) => {
    if (words === null) return [];
    touched.add(productsOfCategoryTag(id)).add(productListsTag);
    return words;
  });
}

/** The words of what is public: not even those of a draft may show. */
async function settleAllWords(tx: Sql, siteId: string): Promise<void> {
  await replaceWords(
    tx,
    siteId,
    vocabulary,
    piece`
      select unnest(tsvector_to_array(search)) as word from products where site_id = ${siteId} and status = 'ACTIVE'
      union
      select unnest(tsvector_to_array(search)) from categories where site_id = ${siteId} and is_public`,
  );
}

/** The same for a few words. */
async function settleSomeWords(tx: Sql, siteId: string, words: readonly string[]): Promise<void> {
  const isUsed = piece`
    (
      exists (
        select from products
        where products.site_id = ${siteId} and products.status = 'ACTIVE' and products.search @@ quote_literal(word)::tsquery
      ) or exists (
        select from categories
        where categories.site_id = ${siteId} and categories.is_public and categories.search @@ quote_literal(word)::tsquery
      )
    )`;
  await settleWords(tx, siteId, { vocabulary, words, isUsed });
}
