import { Type } from "typebox";
import type { ReadDeps } from "../../../../deps.ts";
import { CountedList } from "../../../../lib/http/envelope.ts";
import { listLocale, LocaleParameter, localeUnsupported } from "../../../../lib/text/locale.ts";
import { maxPageSize, offsetOf, pagingOf, pagingParameters, type Paging } from "../../../../lib/http/paging.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { publishedRead } from "../../../../lib/published/published-read.ts";
import type { Site } from "../../../../lib/site.ts";
import { isSlug } from "../../../../lib/text/slug.ts";
import type { Sql } from "../../../../ports/database.ts";
import {
  allMembers,
  canonicalInclude,
  contentTypeNotFound,
  Entry,
  entryJson,
  EntryPart,
  IncludeParameter,
  includeTooLarge,
  type ListedDocument,
  listedDocuments,
  listTag,
  pageContentType,
  readInclude,
  resolveReferences,
} from "../../rendering/index.ts";
import { findInLocale } from "../find-in-locale.ts";
import { areBrief, mostBriefItems, withMembers } from "../list-members.ts";
import { listQueryParameters, parseListQuery, readListQuery, writeListQuery } from "../list-query.ts";
import { listResponse } from "../list-response.ts";
import { queryDocuments, type FoundList } from "../query-documents.ts";
import { queryNotReady } from "../type-fields.ts";

/** The published entries of a content type in one locale, newest first unless the query says otherwise. */
export const listEntries = publishedRead(
  {
    id: "listEntries",
    path: "/api/public/v1/content/{contentTypeSlug}",
    problems: [contentTypeNotFound, localeUnsupported, includeTooLarge, queryNotReady],
    tags: ["Content"],
    summary: "List the published entries of a content type",
    description:
      "Whole entries of one locale, the most recently published first. A single content type is answered as a list of one: in the requested locale, or else " +
      "in the site's default one.",
    params: Type.Object({ contentTypeSlug: Type.String({ description: "The content type's slug.", examples: ["blog-post"] }) }),
    query: Type.Object({
      locale: Type.Optional(LocaleParameter),
      include: Type.Optional(IncludeParameter),
      ...listQueryParameters,
      ...pagingParameters(20),
    }),
    response: { 200: CountedList(Type.Union([Entry, EntryPart])) },
  },
  ({ site, params, query }) => {
    const contentType = params.contentTypeSlug;
    if (!isSlug(contentType) || contentType === pageContentType) throw new ProblemError(contentTypeNotFound);
    const asked = readListQuery(query);
    return {
      contentType,
      locale: listLocale(site, query.locale),
      include: canonicalInclude(query.include),
      query: writeListQuery(asked),
      ...pagingOf(query, areBrief(asked?.fields, contentType) ? mostBriefItems : maxPageSize),
    };
  },
  async (deps: ReadDeps<"publicUrl" | "media" | "valueCache">, site, { contentType, locale, include: named, query: text, ...paging }) => {
    const query = parseListQuery(text);
    const list = { contentType, locale, ...paging };
    const { locale: servedLocale, ...foundList } = await findInLocale(deps.sql, site, list, (locale) =>
      query ? queryDocuments(deps, site, query, { ...list, locale }) : readEntries(deps.sql, site, { ...list, locale }),
    );
    const include = await readInclude(deps.sql, site.id, contentType, named);
    const documents = foundList.documents.map((document) => withMembers(document, foundList.members));
    const { contents, ...resolved } = await resolveReferences(deps, site, documents, { include });
    const items = documents.map((document, index) =>
      entryJson(contentType, { ...document, content: contents[index] ?? document.content }, foundList.members),
    );
    const response = await listResponse(deps, site, { locale, include: named, query, paging }, foundList, { items, ...resolved });
    return { ...response, contentLanguage: servedLocale };
  },
);

/** Throws `content_type_not_found`. */
async function readEntries(
  sql: Sql,
  site: Site,
  { contentType, locale, ...paging }: { contentType: string; locale: string } & Paging,
): Promise<FoundList> {
  const rows = await sql<ListedDocument & { contentTypeExists: boolean }>`
    select
      site_versions.content_version::float8 as "contentVersion",
      exists (
        select from content_types where content_types.site_id = ${site.id} and content_types.slug = ${contentType}
      ) as "contentTypeExists",
      counted.total,
      item.document_id as id,
      item.slug,
      item.locale,
      item.published_at as "publishedAt",
      item.first_published_at as "firstPublishedAt",
      item.created_at as "createdAt",
      versions.created_at as "updatedAt",
      (
        select coalesce(json_agg(json_build_object('locale', other.locale, 'slug', other.slug) order by other.locale), '[]')
        from published_places as other
        where other.site_id = ${site.id} and other.document_id = item.document_id and other.locale <> item.locale
      )::text as alternates,
      versions.content::text as content,
      versions.has_bindings as "hasBindings",
      (
        select json_agg(json_build_array(links.path, links.kind, links.target_id))
        from published_references as links
        where links.site_id = ${site.id} and links.translation_id = item.translation_id
      )::text as references
    from site_versions
    cross join lateral (
      select count(*)::int as total
      from published_places
      where site_id = ${site.id} and content_type = ${contentType} and locale = ${locale}
    ) as counted
    left join lateral (
      select document_id, translation_id, slug, locale, published_version_id, published_at, first_published_at, created_at
      from published_places
      where site_id = ${site.id} and content_type = ${contentType} and locale = ${locale}
      order by published_at desc, document_id
      limit ${paging.pageSize} offset ${offsetOf(paging)}
    ) as item on true
    left join versions on versions.site_id = ${site.id} and versions.id = item.published_version_id
    where site_versions.site_id = ${site.id}
    order by item.published_at desc, item.document_id`;
  if (!rows[0]?.contentTypeExists) throw new ProblemError(contentTypeNotFound);
  return { ...listedDocuments(rows), tags: [listTag(contentType)], facets: [], members: allMembers };
}
