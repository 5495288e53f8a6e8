import type { PublicWriteContext } from "../../../lib/published/write-context.ts";
import { isUnspaced, searchVector, wordsOf } from "../../../lib/search/search-text.ts";
import { dropRuns, sitesWithRuns } from "../../../lib/search/vocabulary.ts";
import type { Sql } from "../../../ports/database.ts";
import { vocabularyIn } from "./listing.ts";
import { categoriesTag, productListsTag } from "./tags.ts";

const itemsAtOnce = 200;

/** The sites whose catalogue has words of an earlier version: runs of signs without blanks, which were one word each. */
export const sitesWithOldWords = (sql: Sql): Promise<string[]> => sitesWithRuns(sql, vocabularyIn(undefined));

/**
 * Writes the words of some products and categories anew, those after an id. Resolves with the last id, or with undefined when all are done. Call it in a
 * transaction that holds the site's row, and raise the version of its catalogue if a tag was touched.
 */
export async function rewriteWords(
  tx: Sql,
  { touched }: Pick<PublicWriteContext, "touched">,
  siteId: string,
  after: string | undefined,
): Promise<string | undefined> {
  // Of the columns of a union, none is known to be set.
  const foundItems = await tx<{
    kind: string | null;
    id: string | null;
    title: string | null;
    description: string | null;
    skus: string[] | null;
  }>`
    select item.kind, item.id, item.title, item.description, (
      select array_agg(sku order by position) from variants where variants.site_id = ${siteId} and variants.product_id = item.id
    ) as skus
    from (
      select 'product' as kind, id, title, description from products where site_id = ${siteId}
      union all
      select 'category', id, title, description from categories where site_id = ${siteId}
    ) as item
    where item.id > coalesce(${after ?? null}::uuid, '00000000-0000-0000-0000-000000000000')
    order by item.id
    limit ${itemsAtOnce}`;
  const items = foundItems.map(({ kind, id, title, description, skus }) => ({
    kind,
    id: id ?? "",
    title: title ?? "",
    description: description ?? "",
    skus: skus ?? [],
  }));
  const last = items.at(-1)?.id;
  if (last === undefined) {
    await dropRuns(tx, siteId, vocabularyIn(undefined));
    return undefined;
  }
  const rows = await tx<{ kind: string; item_id: string; locale: string; words: string }>`
    select kind, item_id, locale, words::text as words from catalog_translations
    where site_id = ${siteId} and kind <> 'plan' and item_id = any (${items.map(({ id }) => id)}::uuid[]) and words is not null`;
  const itemOf = new Map(items.map((item) => [item.id, item]));
  const searchOf = (item: (typeof items)[number], words: { title?: string; description?: string } = {}) => {
    const texts = { A: [words.title ?? item.title, ...item.skus], D: [words.description ?? item.description] };
    return [...texts.A, ...texts.D].flatMap(wordsOf).some(isUnspaced) ? searchVector(texts) : undefined;
  };
  const ownRows = items.flatMap((item) => {
    const search = searchOf(item);
    return search === undefined ? [] : [{ kind: item.kind, id: item.id, locale: null, search }];
  });
  const translated = rows.flatMap(({ kind, item_id: id, locale, words }) => {
    const item = itemOf.get(id);
    const search = item && searchOf(item, JSON.parse(words) as { title?: string });
    return search === undefined ? [] : [{ kind, id, locale, search }];
  });
  if (ownRows.length + translated.length === 0) return last;
  const rowsJson = JSON.stringify([...ownRows, ...translated]);
  await tx`
    update products set search = given.search::tsvector
    from json_to_recordset(${rowsJson}::json) as given (kind text, id uuid, locale text, search text)
    where products.site_id = ${siteId} and products.id = given.id and given.kind = 'product' and given.locale is null`;
  await tx`
    update categories set search = given.search::tsvector
    from json_to_recordset(${rowsJson}::json) as given (kind text, id uuid, locale text, search text)
    where categories.site_id = ${siteId} and categories.id = given.id and given.kind = 'category' and given.locale is null`;
  // In a locale without a translation an item is found by its own words.
  await tx`
    update catalog_translations as shown set search = given.search::tsvector
    from json_to_recordset(${rowsJson}::json) as given (kind text, id uuid, locale text, search text)
    where shown.site_id = ${siteId}
      and shown.kind = given.kind
      and shown.item_id = given.id
      and case when given.locale is null then shown.words is null else shown.locale = given.locale end`;
  touched.add(productListsTag).add(categoriesTag);
  return last;
}
