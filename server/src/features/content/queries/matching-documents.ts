import { ranksOf } from "../../../lib/search/rank-columns.ts";
import { piece, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import { vocabularyOf } from "./settle-vocabulary.ts";
import type { Site } from "../../../lib/site.ts";
import type { CompiledQuery } from "./compile-query.ts";

/** Whether a row of `bitted` has the required bits, and none of the forbidden ones. */
export function passesTest(required: SqlPiece, forbidden: SqlPiece): SqlPiece {
  return piece`(bitted.bits & ${required} = ${required} and bitted.bits & ${forbidden} = 0)`;
}

/** The part of a stored value that `contains` looks in has the part. */
export function hasPart(part: SqlPiece): SqlPiece {
  return piece`(${part} is null or strpos(split_part(substr(value, 2), chr(1), 1), ${part}) > 0)`;
}

/** The documents with a value in a range, each with the range's bits and, of the given field, the value. `offset 0` keeps each range a scan of its own. */
export function rangeRows(site: Site, ranges: CompiledQuery["ranges"], givenField: string | null): SqlPiece {
  return piece`
    select stored.document_id, given.bits, case when given.field_id = ${givenField}::uuid then stored.value end as value
    from unnest(
      ${ranges.map(({ fieldId }) => fieldId)}::uuid[],
      ${ranges.map(({ low }) => low)}::text[],
      ${ranges.map(({ high }) => high)}::text[],
      ${ranges.map(({ part }) => part)}::text[],
      ${ranges.map((each) => each.bits)}::int[]
    ) as given (field_id, low, high, part, bits)
    cross join lateral (
      ${inRange(site)}
    ) as stored`;
}

function inRange(site: Site): SqlPiece {
  return piece`
    select document_id, value
    from published_values
    where site_id = ${site.id} and field_id = given.field_id and value >= given.low and value < given.high and ${hasPart(piece`given.part`)}
    offset 0`;
}

/**
 * The documents that refer to what conditions name, and those that have the searched words, each with its bits; of the latter the `relevance` if it is
 * asked for (`relevance.ts`). `mostSearched`: of the latter; null: all.
 */
export function otherRows(
  site: Site,
  locale: string,
  { targets, goods, search }: CompiledQuery,
  { mostSearched }: { mostSearched: number | null },
): SqlPiece {
  return piece`
        select referring.document_id, given.bits, null::bytea as relevance
        from unnest(
          ${targets.map(({ reference }) => reference)}::uuid[],
          ${targets.map(({ fieldId }) => fieldId)}::uuid[],
          ${targets.map(({ unlessIn }) => unlessIn)}::uuid[],
          ${targets.map(({ low }) => low)}::text[],
          ${targets.map(({ high }) => high)}::text[],
          ${targets.map(({ part }) => part)}::text[],
          ${targets.map((each) => each.bits)}::int[]
        ) as given (reference, field_id, unless_in, low, high, part, bits)
        cross join lateral (
          ${inRange(site)}
        ) as target
        cross join lateral (
          select document_id
          from published_values
          where site_id = ${site.id} and field_id = given.reference and value = 'r' || target.document_id
          offset 0
        ) as referring
        where given.unless_in is null or not exists (
          select from published_values as own
          where own.site_id = ${site.id} and own.document_id = target.document_id and own.field_id = given.unless_in
        )
        union all
        select referring.document_id, given.bits, null
        from unnest(
          ${goods.map(({ reference }) => reference)}::uuid[],
          ${goods.map(({ kind }) => kind)}::text[],
          ${goods.map(({ id }) => id)}::uuid[],
          ${goods.map(({ slug }) => slug)}::text[],
          ${goods.map((each) => each.bits)}::int[]
        ) as given (reference, kind, id, slug, bits)
        cross join lateral (
          select id from listed_products where site_id = ${site.id} and given.kind = 'product' and id = given.id
          union all
          select id from listed_products where site_id = ${site.id} and given.kind = 'product' and slug = given.slug
          union all
          select id from listed_products
          where site_id = ${site.id} and given.kind = 'product' and given.id is null and given.slug is null
          union all
          select id from public_categories where site_id = ${site.id} and given.kind = 'category' and id = given.id
          union all
          select id from public_categories where site_id = ${site.id} and given.kind = 'category' and slug = given.slug
          union all
          select id from public_categories
          where site_id = ${site.id} and given.kind = 'category' and given.id is null and given.slug is null
        ) as target
        cross join lateral (
          select document_id
          from published_values
          where site_id = ${site.id} and field_id = given.reference and value = 'r' || target.id
          offset 0
        ) as referring
        union all
        ${searched(site, locale, search, mostSearched)}`;
}

/** Whether the target of a reference shows: an entry or a page in the locale or the default one. */
export function isPublicTarget(site: Site, locale: string, kind: SqlPiece, id: SqlPiece): SqlPiece {
  return piece`
    case ${kind}
      when 'product' then exists (
        select from listed_products as target where target.site_id = ${site.id} and target.id = ${id}
      )
      when 'category' then exists (
        select from public_categories as target where target.site_id = ${site.id} and target.id = ${id}
      )
      else exists (
        select from published_places as target
        where target.site_id = ${site.id} and target.document_id = ${id} and target.locale in (${locale}, ${site.defaultLocale})
      )
    end`;
}

export type Search = NonNullable<CompiledQuery["search"]>;

/** The greatest of an `int`: no title has more characters. */
const longestTitle = piece`2147483647`;

/**
 * The documents with the searched words. The most relevant are titles with the words side by side, the shorter before the longer; then count
 * the words as typed or without an ending, in titles before texts; then similar words. The bytes of numbers that are not negative sort as the
 * numbers do (IEEE 754).
 */
function searched(site: Site, locale: string, search: CompiledQuery["search"], most: number | null): SqlPiece {
  if (!search) return piece`select null, 0, null::bytea where false`;
  return piece`(${searchedRows(search, searchedDocuments(site, locale, search, most))})`;
}

/** From the tables `wanted` and `item`. */
function searchedRows({ terms, bits, isRanked }: Search, tables: SqlPiece): SqlPiece {
  const { closeness, literal, loose } = ranksOf(terms, piece`item.title_length`);
  return piece`
    select
      item.document_id,
      ${bits}::int as bits,
      case when ${isRanked}::boolean then
        int4send(coalesce(${longestTitle} + ${closeness}, 0)) || float4send(${literal}) || float4send(coalesce(${loose}, 0::real))
      end as relevance
    from ${tables}`;
}

/** Of these documents those with the searched words, as `otherRows` has them. */
export function searchedAmong(site: Site, locale: string, search: Search, ids: readonly string[]): SqlPiece {
  return searchedRows(
    search,
    piece`
    ${wantedQuery(site, locale, search)}
    cross join unnest(${ids}::uuid[]) as given (id)
    cross join lateral (
      select document_id, title_length, search
      from published_words
      where site_id = ${site.id} and document_id = given.id and words_id = ${search.wordsId} and search @@ wanted.query
      offset 0
    ) as item`,
  );
}

/** The tables `wanted`, with the query of the search, and `item`, with the words of so many documents that it finds; null: of all. */
export function searchedDocuments(site: Site, locale: string, search: Search, most: number | null): SqlPiece {
  return piece`
    ${wantedQuery(site, locale, search)}
    cross join lateral (
      select document_id, title_length, search
      from published_words
      where site_id = ${site.id} and words_id = ${search.wordsId} and search @@ wanted.query
      limit ${most}::int
    ) as item`;
}

function wantedQuery(site: Site, locale: string, { terms }: Search): SqlPiece {
  return piece`(select search_query(${site.id}, ${vocabularyOf(locale)}, ${terms}) as query offset 0) as wanted`;
}
