import { statement } from "../../../lib/sql/sql-statement.ts";
import type { Site } from "../../../lib/site.ts";
import type { Sql } from "../../../ports/database.ts";
import { readTypes, wordsId } from "../queries/index.ts";
import { pageContentType } from "../rendering/index.ts";

/** A published document, in the locale whose words were found. */
interface DocumentByContent {
  id: string;
  contentType: string;
  locale: string;
  slug: string;
  title: string;
}

/** Of so many that the index finds, the best are taken: of a word that is everywhere, no order would help. */
const mostRead = 500;

/** Pages, or entries, whose published texts match a tsquery, the most relevant first; in every locale of the site. */
export async function findByContent(
  sql: Sql,
  site: Pick<Site, "id" | "locales">,
  { keys, arePages, limit }: { keys: string; arePages: boolean; limit: number },
): Promise<DocumentByContent[]> {
  const { types } = await readTypes(sql, site.id, pageContentType, true);
  const searched = [...types.values()].flatMap(({ slug, plan }) => {
    if ((slug === pageContentType) !== arePages || !plan) return [];
    return site.locales.map((locale) => wordsId(slug, locale, plan.searchable));
  });
  if (searched.length === 0) return [];
  return sql<DocumentByContent>(
    ...statement`
      select
        translations.document_id as id, translations.content_type as "contentType", translations.locale, translations.slug, translations.title
      from (
        select item.document_id, item.locale, ts_rank(item.search, ${keys}::tsquery) as relevance
        from unnest(${searched}::uuid[]) as asked (words_id)
        cross join lateral (
          select document_id, locale, search
          from published_words
          where site_id = ${site.id} and words_id = asked.words_id and search @@ ${keys}::tsquery
          limit ${mostRead}
        ) as item
        limit ${mostRead}
      ) as item
      join translations
        on translations.site_id = ${site.id}
        and translations.document_id = item.document_id
        and translations.locale = item.locale
        and not translations.is_trashed
      order by item.relevance desc, translations.title collate "C", item.document_id
      limit ${limit}`,
  );
}
