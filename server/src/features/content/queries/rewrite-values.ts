import type { PublicWriteContext } from "../../../lib/published/write-context.ts";
import type { Schema } from "../../../lib/json-schema/json-schema-kinds.ts";
import type { Sql } from "../../../ports/database.ts";
import { listTag, pageContentType, typesTag } from "../rendering/index.ts";
import { addValues } from "./save-values.ts";
import { planOfPages, planOfSchema, readPlan, storedIds, type QueryPlan } from "./query-plan.ts";
import type { QueriedDocument } from "./document-values.ts";
import { rebuildVocabularies, recomputeVocabulary } from "./recompute-vocabulary.ts";

/** Translations, or values, in one go; and the content of translations, which may be large. */
const sliceSize = 200;
const sliceBytes = 2 * 1024 * 1024;
const mostDeleted = 5_000;

/**
 * Gives a content type a new plan for its queries. Queries follow the earlier one until `rewriteValues` has written the values of the new
 * one for every document. Call it in the transaction that saves the type's schema.
 */
export async function changePlan(tx: Sql, siteId: string, contentType: string, plan: QueryPlan): Promise<void> {
  const [type] = await tx<{ current: string | null; next: string | null; locales: string[]; isEmpty: boolean }>`
    select
      query_plan::text as current,
      next_query_plan::text as next,
      (select locales from sites where sites.id = ${siteId}) as locales,
      not exists (
        select from published_places as places where places.site_id = ${siteId} and places.content_type = ${contentType}
      ) as "isEmpty"
    from content_types
    where content_types.site_id = ${siteId} and content_types.slug = ${contentType}`;
  if (!type) return;
  const planJson = JSON.stringify(plan);
  if (planJson === (type.next ?? type.current)) return;
  const idsOf = (text: string | null) => storedIdsOf(contentType, type.locales, text);
  const written = new Set(idsOf(type.current));
  const isWritten = type.isEmpty || (type.current !== null && idsOf(planJson).every((id) => written.has(id)));
  const [current, next] = [isWritten ? planJson : type.current, isWritten ? null : planJson];
  const keptIds = new Set([...idsOf(current), ...idsOf(next)]);
  const obsolete = [...written, ...idsOf(type.next)].filter((id) => !keptIds.has(id));
  await tx`
    update content_types set
      query_plan = ${current}::json,
      next_query_plan = ${next}::json,
      rewritten_to = null,
      obsolete_values = array(
        select distinct id from unnest(obsolete_values || ${obsolete}::uuid[]) as id where id <> all (${[...keptIds]}::uuid[])
      )
    where site_id = ${siteId} and slug = ${contentType}`;
}

function storedIdsOf(contentType: string, locales: readonly string[], text: string | null): string[] {
  const plan = readPlan(text);
  return plan ? storedIds(contentType, locales, plan) : [];
}

/** The same for pages, whose texts are in blocks. */
export async function changePlanOfPages(tx: Sql, siteId: string): Promise<void> {
  const blockTypes = await tx<{ type: string; schema: Schema }>`
    select type, schema from block_types where site_id = ${siteId} and schema::text like '%x-searchable%'`;
  await changePlan(tx, siteId, pageContentType, planOfPages(blockTypes));
}

/** The content types of a site whose values are not those of their plan. Types without a plan, which are of earlier versions, get one. */
async function unwrittenTypes(tx: Sql, siteId: string): Promise<string[]> {
  const rows = await tx<{ slug: string; hasPlan: boolean; schema: Schema }>`
    select slug, coalesce(next_query_plan, query_plan) is not null as "hasPlan", schema from content_types
    where site_id = ${siteId} and (query_plan is null or next_query_plan is not null or obsolete_values <> '{}')`;
  for (const { slug, hasPlan, schema } of rows) {
    if (hasPlan) continue;
    if (slug === pageContentType) await changePlanOfPages(tx, siteId);
    else await changePlan(tx, siteId, slug, planOfSchema(schema));
  }
  return rows.map(({ slug }) => slug);
}

/**
 * Writes the next values of a content type's plan, or deletes some of an earlier plan. Resolves with whether there is more to do. Nobody
 * may change the site's documents meanwhile: call it in a transaction that holds the site's row, and raise the version of its content if a
 * tag was touched.
 */
async function rewriteValues(tx: Sql, ctx: PublicWriteContext, siteId: string, contentType: string): Promise<boolean> {
  const [type] = await tx<{
    current: string | null;
    plan: string | null;
    rewrittenTo: string | null;
    obsolete: string[];
    locales: string[];
  }>`
    select
      query_plan::text as current,
      next_query_plan::text as plan,
      rewritten_to as "rewrittenTo",
      obsolete_values as obsolete,
      (select locales from sites where sites.id = ${siteId}) as locales
    from content_types
    where content_types.site_id = ${siteId} and content_types.slug = ${contentType}`;
  const plan = readPlan(type?.plan ?? null);
  if (type && plan) {
    const keptIds = storedIds(contentType, type.locales, plan);
    const obsolete = storedIdsOf(contentType, type.locales, type.current).filter((id) => !keptIds.includes(id));
    return writeSlice(tx, ctx, siteId, { contentType, plan, rewrittenTo: type.rewrittenTo, obsolete });
  }
  return type !== undefined && type.obsolete.length > 0 && deleteSlice(tx, ctx, siteId, { contentType, obsolete: type.obsolete });
}

async function writeSlice(
  tx: Sql,
  ctx: PublicWriteContext,
  siteId: string,
  {
    contentType,
    plan,
    rewrittenTo,
    obsolete,
  }: { contentType: string; plan: QueryPlan; rewrittenTo: string | null; /** Of the plan before. */ obsolete: readonly string[] },
): Promise<boolean> {
  type Row = { translationId: string } & Omit<QueriedDocument, "publishedAt" | "firstPublishedAt"> &
    Record<"publishedAt" | "firstPublishedAt", Date | null>;
  const documents = await tx<Row>`
    select
      "translationId", "documentId", "contentType", locale, slug, title, content::text as content,
      "publishedAt", "firstPublishedAt", "createdAt", "updatedAt"
    from (
      select *, sum(octet_length(content)) over (order by "translationId") - octet_length(content) as bytes_before
      from (
        select
          translations.id as "translationId",
          translations.document_id as "documentId",
          translations.content_type as "contentType",
          translations.locale,
          translations.slug,
          translations.title,
          versions.content::text as content,
          translations.published_at as "publishedAt",
          translations.first_published_at as "firstPublishedAt",
          translations.created_at as "createdAt",
          versions.created_at as "updatedAt"
        from translations
        join versions on versions.site_id = ${siteId} and versions.id = translations.published_version_id
        where translations.site_id = ${siteId}
          and translations.content_type = ${contentType}
          and translations.id > coalesce(${rewrittenTo}::uuid, '00000000-0000-0000-0000-000000000000')
        order by translations.id
        limit ${sliceSize}
      ) as next
    ) as measured
    where bytes_before < ${sliceBytes}
    order by "translationId"`;
  const added = await addValues(tx, ctx, siteId, documents as QueriedDocument[], () => [plan]);
  await recomputeVocabulary(tx, ctx, siteId, { added, removed: [] });
  const last = documents.at(-1)?.translationId;
  if (last !== undefined) {
    await tx`update content_types set rewritten_to = ${last} where site_id = ${siteId} and slug = ${contentType}`;
    return true;
  }
  await tx`
    update content_types set
      query_plan = next_query_plan,
      next_query_plan = null,
      rewritten_to = null,
      obsolete_values = obsolete_values || ${obsolete}::uuid[]
    where site_id = ${siteId} and slug = ${contentType}`;
  ctx.touched.add(listTag(contentType)).add(typesTag);
  return true;
}

/** The words go at the end, all at once: to look for each of them takes longer than to read all. */
async function deleteSlice(
  tx: Sql,
  ctx: PublicWriteContext,
  siteId: string,
  { contentType, obsolete }: { contentType: string; obsolete: readonly string[] },
): Promise<boolean> {
  const values = await tx`
    delete from published_rows
    where site_id = ${siteId} and id in (
      select old.id from published_rows as old
      where old.site_id = ${siteId} and old.list_id = any (${obsolete}::uuid[])
      limit ${mostDeleted}
    )
    returning id`;
  const removed = await tx`
    delete from published_words
    where site_id = ${siteId} and id in (
      select old.id from published_words as old
      where old.site_id = ${siteId} and old.words_id = any (${obsolete}::uuid[])
      limit ${sliceSize}
    )
    returning id`;
  if (values.length > 0 || removed.length > 0) return true;
  await rebuildVocabularies(tx, ctx, siteId);
  await tx`update content_types set obsolete_values = '{}' where site_id = ${siteId} and slug = ${contentType}`;
  return false;
}

/** Goes on with the values of a site's content types, for some slices at most. Resolves with whether there is more to do. */
export async function rewriteSome(tx: Sql, ctx: PublicWriteContext, siteId: string, slices: number): Promise<boolean> {
  let left = slices;
  for (const contentType of await unwrittenTypes(tx, siteId)) {
    while (await rewriteValues(tx, ctx, siteId, contentType)) {
      left -= 1;
      if (left <= 0) return true;
    }
  }
  return false;
}

/** The sites with values that are not those of their types' plans. */
export async function unwrittenSites(sql: Sql): Promise<string[]> {
  const sites = await sql<{ siteId: string }>`
    select distinct due.site_id as "siteId"
    from (
      select types.site_id
      from sites
      join content_types as types on types.site_id = sites.id
      where types.query_plan is null or types.next_query_plan is not null or types.obsolete_values <> '{}'
    ) as due`;
  return sites.map(({ siteId }) => siteId);
}
