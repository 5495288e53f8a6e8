import { ProblemError } from "../../../lib/http/problem.ts";
import type { Paging } from "../../../lib/http/paging.ts";
import type { Site } from "../../../lib/site.ts";
import { categoriesTag, productListsTag } from "../../shop/catalog/index.ts";
import {
  contentTypeNotFound,
  type ListMembers,
  listTag,
  pageContentType,
  type PublishedDocument,
  typesTag,
  wordsTag,
} from "../rendering/index.ts";
import { compileQuery, type CompiledQuery } from "./compile-query.ts";
import { countList, readCounts, type FieldCounts } from "./count-list.ts";
import { findPage } from "./find-page.ts";
import { findSearched, isPlainSearch, searchedPage } from "./find-searched.ts";
import { areBrief, entryMembers, pageMembers } from "./list-members.ts";
import type { ListQuery } from "./list-query.ts";
import { withTypes, type KeepingDeps, type TypesOf } from "./known-types.ts";
import { pageOf, readPage, type FoundPage, type ReadPage } from "./read-page.ts";
import { isReference, type QueriedTypes } from "./type-fields.ts";

/** A page of a list of documents, with what the response needs to be cached. */
export interface FoundList {
  contentVersion: number;
  catalogVersion?: number;
  tags: string[];
  total: number;
  documents: PublishedDocument[];
  facets: readonly FieldCounts[];
  members: ListMembers;
}

/** Finds the documents of a type. Throws `content_type_not_found`, `invalid_query` or `query_not_ready`. */
export async function queryDocuments(
  deps: KeepingDeps,
  site: Site,
  query: ListQuery,
  list: { contentType: string; locale: string } & Paging,
): Promise<FoundList> {
  const { contentType, locale } = list;
  return withTypes(deps, site, async (typesOf) => {
    const { contentVersion, types } = await queriedTypes(typesOf, contentType, query);
    const type = types.get(contentType);
    if (!type) throw new ProblemError(contentTypeNotFound);
    const compiled = compileQuery(query, { site, contentType, locale }, type, types);
    const members = contentType === pageContentType ? pageMembers(query.fields) : entryMembers(query.fields, type.members);
    const withoutContent = contentType === pageContentType ? areBrief(query.fields, contentType) : members.content?.size === 0;
    const countedPage = await readCounted(deps, { ...site, contentVersion }, locale, compiled, { ...list, withoutContent });
    if (countedPage?.contentVersion !== contentVersion) return undefined;
    const { catalogVersion, total, documents } = countedPage;
    const facets = readCounts(compiled.facets, countedPage.counts);
    const versions = { contentVersion, ...(compiled.catalogKinds.size > 0 ? { catalogVersion } : {}) };
    return { ...versions, tags: tagsOf(compiled, locale), total, documents, facets, members };
  });
}

type PageOptions = Paging & { withoutContent: boolean };

/** Counts what the conditions leave, finds the page, then reads it. Undefined if the site changed meanwhile. */
async function readCounted(
  deps: KeepingDeps,
  site: Site,
  locale: string,
  query: CompiledQuery,
  page: PageOptions,
): Promise<ReadPage | undefined> {
  const { sql } = deps;
  const { search, catalogKinds } = query;
  const read = (foundPage: FoundPage) => readPage(sql, site, locale, foundPage, page.withoutContent);
  if (search && isPlainSearch(query)) return read(searchedPage(site, locale, { ...query, search }, 0, page));
  const counted = await countList(deps, site, locale, search ? { ...query, facets: [] } : query);
  const { ids, total, counts } = search
    ? await findSearched(sql, site, locale, { ...query, search }, counted.total, page)
    : { ...counted, ids: await findPage(sql, site, query, counted.total, page) };
  const pageContent = await read(pageOf(ids, total));
  // The versions only rise: what was found between two equal ones is of that moment.
  const isOfOneMoment =
    counted.contentVersion === pageContent.contentVersion &&
    (catalogKinds.size === 0 || counted.catalogVersion === pageContent.catalogVersion);
  return isOfOneMoment ? { ...pageContent, counts } : undefined;
}

/** The type, and all others if a condition leads to them. */
async function queriedTypes(typesOf: TypesOf, contentType: string, { where, facets }: ListQuery): Promise<QueriedTypes> {
  const ownTypes = await typesOf(contentType, false);
  const references = (ownTypes.types.get(contentType)?.plan?.fields ?? []).filter(isReference).map(({ name }) => name);
  const names = [...where.map(({ field }) => field), ...facets];
  const leadsOn = names.some((name) => references.some((reference) => name === reference || name.startsWith(`${reference}.`)));
  return leadsOn ? typesOf(contentType, true) : ownTypes;
}

function tagsOf({ contentTypes, catalogKinds, search }: CompiledQuery, locale: string): string[] {
  return [
    typesTag,
    ...[...contentTypes].map(listTag),
    ...(catalogKinds.has("product") ? [productListsTag] : []),
    ...(catalogKinds.has("category") ? [categoriesTag] : []),
    ...(search ? [wordsTag(locale)] : []),
  ];
}
