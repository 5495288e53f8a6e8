import type { PublicWriteContext } from "../../../lib/published/write-context.ts";
import { statement } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import { valuesOf, type QueriedDocument } from "./document-values.ts";
import { rowColumns } from "./columns.ts";
import { readPlan, type QueryPlan } from "./query-plan.ts";
import { recomputeVocabulary } from "./recompute-vocabulary.ts";

/** A translation whose published content changed. */
export interface ChangedTranslation {
  documentId: string;
  locale: string;
  /** Null: it is not published any more. */
  published: QueriedDocument | null;
}

/** Writes what queries compare of translations, in place of what was there, for the plans of their types. */
export async function replaceValues(
  tx: Sql,
  ctx: PublicWriteContext,
  siteId: string,
  changed: readonly ChangedTranslation[],
): Promise<void> {
  if (changed.length === 0) return;
  const [documentIds, locales] = [changed.map(({ documentId }) => documentId), changed.map(({ locale }) => locale)];
  await tx`
    delete from published_rows
    using unnest(${documentIds}::uuid[], ${locales}::text[]) as changed (document_id, locale)
    where published_rows.site_id = ${siteId}
      and published_rows.document_id = changed.document_id
      and published_rows.locale = changed.locale`;
  const removed = await tx<{ locale: string; words: string[] }>`
    delete from published_words
    using unnest(${documentIds}::uuid[], ${locales}::text[]) as changed (document_id, locale)
    where published_words.site_id = ${siteId}
      and published_words.document_id = changed.document_id
      and published_words.locale = changed.locale
    returning published_words.locale, tsvector_to_array(published_words.search) as words`;
  const published = changed.flatMap((each) => each.published ?? []);
  const plans = await readPlans(tx, siteId, [...new Set(published.map(({ contentType }) => contentType))]);
  const added = await addValues(tx, ctx, siteId, published, (contentType) => plans.get(contentType) ?? []);
  await recomputeVocabulary(tx, ctx, siteId, { added, removed });
}

/** The plan of each type, and the next one while its values are written. */
async function readPlans(tx: Sql, siteId: string, contentTypes: readonly string[]): Promise<Map<string, QueryPlan[]>> {
  const rows = await tx<{ slug: string; plan: string | null; next: string | null }>`
    select slug, query_plan::text as plan, next_query_plan::text as next
    from content_types where site_id = ${siteId} and slug = any (${contentTypes}::text[])`;
  return new Map(rows.map(({ slug, plan, next }) => [slug, [readPlan(plan), readPlan(next)].filter((each) => each !== undefined)]));
}

/** Adds the rows of documents that they do not have yet, and the words that they have now. Resolves with the words that changed. */
export async function addValues(
  tx: Sql,
  { ids }: Pick<PublicWriteContext, "ids">,
  siteId: string,
  documents: readonly QueriedDocument[],
  plansOf: (contentType: string) => readonly QueryPlan[],
): Promise<{ locale: string; words: string[] }[]> {
  const rows: object[] = [];
  const words: object[] = [];
  for (const document of documents) {
    const place = { document_id: document.documentId, locale: document.locale };
    const documentValues = valuesOf(document, plansOf(document.contentType));
    for (const row of documentValues.rows) rows.push({ id: ids.next(), ...row });
    for (const { wordsId, titleLength, search } of documentValues.words) {
      words.push({ id: ids.next(), ...place, words_id: wordsId, title_length: titleLength, search });
    }
  }
  if (rows.length > 0) {
    await tx(
      ...statement`
        insert into published_rows (site_id, ${rowColumns})
        select ${siteId}::uuid, ${rowColumns}
        from json_populate_recordset(null::published_rows, ${JSON.stringify(rows)}::json)
        on conflict (site_id, list_id, document_id) do nothing`,
    );
  }
  if (words.length === 0) return [];
  return tx<{ locale: string; words: string[] }>`
    insert into published_words (site_id, id, document_id, locale, words_id, title_length, search)
    select ${siteId}::uuid, id, document_id, locale, words_id, title_length, search::tsvector
    from json_to_recordset(${JSON.stringify(words)}::json) as given (
      id uuid, document_id uuid, locale text, words_id uuid, title_length int, search text
    )
    on conflict (site_id, document_id, words_id) do update set search = excluded.search where published_words.search <> excluded.search
    returning locale, tsvector_to_array(search) as words`;
}
