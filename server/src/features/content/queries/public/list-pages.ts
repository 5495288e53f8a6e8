import { Type } from "typebox";
import type { ReadDeps } from "../../../../deps.ts";
import { CountedList } from "../../../../lib/http/envelope.ts";
import { listLocale, LocaleParameter, localeUnsupported } from "../../../../lib/text/locale.ts";
import { maxPageSize, offsetOf, pagingOf, pagingParameters, type Paging } from "../../../../lib/http/paging.ts";
import { publishedRead } from "../../../../lib/published/published-read.ts";
import type { Site } from "../../../../lib/site.ts";
import type { Sql } from "../../../../ports/database.ts";
import {
  allMembers,
  canonicalInclude,
  IncludeParameter,
  includeTooLarge,
  type ListedDocument,
  listedDocuments,
  listTag,
  Page,
  pageContentType,
  pageJson,
  PagePart,
  resolvePages,
} from "../../rendering/index.ts";
import { areBrief, mostBriefItems, pickMembers } from "../list-members.ts";
import { listQueryParameters, parseListQuery, readListQuery, writeListQuery } from "../list-query.ts";
import { listResponse } from "../list-response.ts";
import { queryDocuments, type FoundList } from "../query-documents.ts";
import { queryNotReady } from "../type-fields.ts";

/** The published pages of one locale, ordered by slug unless the query says otherwise. */
export const listPages = publishedRead(
  {
    id: "listPages",
    path: "/api/public/v1/pages",
    problems: [localeUnsupported, includeTooLarge, queryNotReady],
    tags: ["Content"],
    summary: "List the published pages",
    description: "Whole pages of one locale, ordered by slug.",
    query: Type.Object({
      locale: Type.Optional(LocaleParameter),
      include: Type.Optional(IncludeParameter),
      ...listQueryParameters,
      ...pagingParameters(50),
    }),
    response: { 200: CountedList(Type.Union([Page, PagePart])) },
  },
  ({ site, query }) => {
    const asked = readListQuery(query);
    return {
      locale: listLocale(site, query.locale),
      include: canonicalInclude(query.include),
      query: writeListQuery(asked),
      ...pagingOf(query, areBrief(asked?.fields, pageContentType) ? mostBriefItems : maxPageSize),
    };
  },
  async (deps: ReadDeps<"publicUrl" | "media" | "rateLimitedLog" | "valueCache">, site, { locale, include, query: text, ...paging }) => {
    const query = parseListQuery(text);
    const list = { contentType: pageContentType, locale, ...paging };
    const foundList = await (query ? queryDocuments(deps, site, query, list) : readPages(deps.sql, site, locale, paging));
    const { documents, members } = foundList;
    // Bindings and references are in compositions.
    const { contents, ...resolved } = await resolvePages(deps, site, areBrief(query?.fields, pageContentType) ? [] : documents, include);
    const items = documents.map((document, index) => {
      const content = contents[index] ?? document.content;
      return pageJson(document, members.content ? pickMembers(content, members.content) : content, members);
    });
    return listResponse(deps, site, { locale, include, query, paging }, foundList, { items, ...resolved });
  },
);

async function readPages(sql: Sql, site: Site, locale: string, paging: Paging): Promise<FoundList> {
  const rows = await sql<ListedDocument>`
    select
      site_versions.content_version::float8 as "contentVersion",
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
      where site_id = ${site.id} and content_type = 'page' and locale = ${locale}
    ) as counted
    left join lateral (
      select document_id, translation_id, slug, locale, published_version_id, published_at, first_published_at, created_at
      from published_places
      where site_id = ${site.id} and content_type = 'page' and locale = ${locale}
      order by slug, document_id
      limit ${paging.pageSize} offset ${offsetOf(paging)}
    ) as item on true
    left join versions on versions.site_id = ${site.id} and versions.id = item.published_version_id
    where site_versions.site_id = ${site.id}
    order by item.slug`;
  return { ...listedDocuments(rows), tags: [listTag(pageContentType)], facets: [], members: allMembers };
}
