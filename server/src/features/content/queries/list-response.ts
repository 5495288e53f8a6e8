import { pagedJson, pageLinks, type Paging } from "../../../lib/http/paging.ts";
import type { PublishedContent } from "../../../lib/published/published-answer.ts";
import type { Site } from "../../../lib/site.ts";
import type { ResolvedContents, ResolvingDeps } from "../rendering/index.ts";
import { facetsJson } from "./facets-json.ts";
import { queryParameters, type ListQuery } from "./list-query.ts";
import type { FoundList } from "./query-documents.ts";

/** Of the links to other pages, each of which repeats the query: proxies and clients refuse a longer head of a response. */
const longestLink = 3_000;

/** The response of a list of documents, from its items as JSON text and what they resolved to. */
export async function listResponse(
  deps: ResolvingDeps,
  site: Site,
  { locale, include, query, paging }: { locale: string; include: string; query: ListQuery | undefined; paging: Paging },
  foundList: FoundList,
  { items, tags, ...versions }: Omit<ResolvedContents, "contents"> & { items: readonly string[] },
): Promise<PublishedContent> {
  const { contentVersion, catalogVersion, total } = foundList;
  const { json, tags: ofFacets, ...versionsOfFacets } = await facetsJson(deps, site, locale, foundList);
  const parameters: [string, string][] = [["locale", locale], ...(include ? [["include", include] satisfies [string, string]] : [])];
  const link = pageLinks([...parameters, ...(query ? queryParameters(query) : [])], paging, total);
  return {
    // Those of the first statement that read a part: what changed since is read again.
    ...versionsOfFacets,
    ...versions,
    ...(catalogVersion === undefined ? {} : { catalogVersion }),
    contentVersion,
    tags: [...foundList.tags, ...tags, ...ofFacets],
    json: pagedJson(items, paging, total, json && `,"facets":${json}`),
    contentLanguage: locale,
    ...(link.length <= longestLink ? { link } : {}),
  };
}
