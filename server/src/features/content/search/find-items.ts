import { offsetOf, type Paging } from "../../../lib/http/paging.ts";
import { mostRelevantFirst, rankColumns } from "../../../lib/search/rank-columns.ts";
import { piece, statement } from "../../../lib/sql/sql-statement.ts";
import type { Site } from "../../../lib/site.ts";
import type { Sql } from "../../../ports/database.ts";
import { catalogItemsQuery, searchedCatalogItems } from "../../shop/catalog/index.ts";
import { vocabularyOf } from "../queries/index.ts";

/** A search, in the terms of stored words. */
export interface CompiledSearch {
  terms: readonly string[];
  locale: string;
  kinds: ReadonlySet<string>;
  /** The content types to look among, with the ids of their words. */
  words: readonly { contentType: string; wordsId: string }[];
}

/** An item that a search finds; of a page or an entry with all that the answer shows. */
export interface FoundItem {
  kind: "page" | "entry" | "product" | "category";
  id: string;
  contentType: string | null;
  slug: string | null;
  title: string | null;
  /** JSON text. */
  content: string | null;
}

/** A page of the items that a search finds, all of one moment. */
export interface FoundItems {
  contentVersion: number;
  catalogVersion: number;
  total: number;
  /** The texts of the queries for the words of documents, and for those of the catalogue. */
  contentQuery: string | null;
  catalogItemsQuery: string | null;
  items: FoundItem[];
}

type FoundRow = Omit<FoundItems, "items"> & { [K in keyof FoundItem]: FoundItem[K] | null };

/**
 * Finds items of all kinds in one order of relevance, as the search of products does; equals in the order of their kinds and ids. The
 * statement is one text for every search in the default locale, and one for those in others.
 */
export async function findItems(sql: Sql, site: Site, search: CompiledSearch, paging: Paging): Promise<FoundItems> {
  const { terms, locale, kinds, words } = search;
  const rows = await sql<FoundRow>(
    ...statement`
      with content_wanted as materialized (
        select case when ${words.length > 0}::boolean then search_query(${site.id}, ${vocabularyOf(locale)}, ${terms}) end as query
      ), catalog_items_wanted as materialized (
        ${catalogItemsQuery(site, locale, terms, kinds)}
      ), found as materialized (
        select
          case when asked.content_type = 'page' then 'page' else 'entry' end as kind,
          asked.content_type,
          item.document_id as id,
          ${rankColumns(terms, piece`item.title_length`)}
        from content_wanted as wanted
        cross join unnest(
          ${words.map(({ wordsId }) => wordsId)}::uuid[],
          ${words.map(({ contentType }) => contentType)}::text[]
        ) as asked (words_id, content_type)
        cross join lateral (
          select document_id, title_length, search
          from published_words
          where site_id = ${site.id} and words_id = asked.words_id and search @@ wanted.query
          offset 0
        ) as item
        union all
        select goods.kind, null, goods.id, goods.closeness, goods.literal_rank, goods.loose_rank
        from (
          ${searchedCatalogItems(site, locale, terms, kinds)}
        ) as goods
      )
      select
        site_versions.content_version::float8 as "contentVersion",
        site_versions.catalog_version::float8 as "catalogVersion",
        (select count(*)::int from found) as total,
        (select query::text from content_wanted) as "contentQuery",
        (select query::text from catalog_items_wanted) as "catalogItemsQuery",
        item.kind,
        item.id,
        item.content_type as "contentType",
        shown.slug,
        shown.title,
        shown.content::text as content
      from site_versions
      left join lateral (
        select page.*, row_number() over () as place
        from (
          select kind, content_type, id
          from found
          order by ${mostRelevantFirst}, kind, id
          limit ${paging.pageSize} offset ${offsetOf(paging)}
        ) as page
      ) as item on true
      left join published_documents as shown
        on shown.site_id = ${site.id}
        and shown.document_id = item.id
        and shown.locale = ${locale}
        and shown.content_type = item.content_type
      where site_versions.site_id = ${site.id}
      order by item.place`,
  );
  const {
    contentVersion = -1,
    catalogVersion = -1,
    total = 0,
    contentQuery = null,
    catalogItemsQuery: ofCatalogItems = null,
  } = rows[0] ?? {};
  const items = rows.filter((row): row is FoundRow & FoundItem => row.id !== null);
  return { contentVersion, catalogVersion, total, contentQuery, catalogItemsQuery: ofCatalogItems, items };
}
