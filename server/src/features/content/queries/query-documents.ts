import { ProblemError } from "../../../lib/http/problem.ts";
import type { Paging } from "../../../lib/http/paging.ts";
import { sha256 } from "../../../lib/secrets/secret.ts";
import type { Site } from "../../../lib/site.ts";
import { categoriesTag, productListsTag } from "../../catalog/index.ts";
import { contentTypeNotFound, pageContentType, type ListMembers, type PublishedDocument } from "../document.ts";
import { listTag, typesTag, wordsTag } from "../tags.ts";
import { compileQuery, type CompiledQuery } from "./compile-query.ts";
import { readCounts, type FieldCounts } from "./count-facets.ts";
import { findAmongMany } from "./find-among-many.ts";
import { countWholeType } from "./kept-fields.ts";
import { KeptList } from "./kept-list.ts";
import { matchingPage } from "./matching-page.ts";
import { areBrief, entryMembers, pageMembers } from "./list-members.ts";
import type { ListQuery } from "./list-query.ts";
import { withTypes, type KeepingDeps, type TypesOf } from "./known-types.ts";
import { rankedSearch } from "./ranked-search.ts";
import { readPage, type ReadPage } from "./read-page.ts";
import { isReference, type QueriedTypes } from "./type-fields.ts";
import { wholeType } from "./whole-type.ts";

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
    const compiled = compileQuery(query, { contentType, locale, defaultLocale: site.defaultLocale }, type, types);
    const members = contentType === pageContentType ? pageMembers(query.fields) : entryMembers(query.fields, type.members);
    const withoutContent = contentType === pageContentType ? areBrief(query.fields, contentType) : members.content?.size === 0;
    const found = await findPage(deps, { ...site, contentVersion }, locale, compiled, { ...list, withoutContent });
    if (found?.contentVersion !== contentVersion) return undefined;
    const { catalogVersion, total, documents } = found;
    const facets = readCounts(compiled.facets, found.counts);
    const versions = { contentVersion, ...(compiled.goodsKinds.size > 0 ? { catalogVersion } : {}) };
    return { ...versions, tags: tagsOf(compiled, locale), total, documents, facets, members };
  });
}

type PageOptions = Paging & { withoutContent: boolean };

/** Finds a page of a list in the way that takes the least time. Undefined if the site changed between two statements. */
async function findPage(
  deps: KeepingDeps,
  site: Site,
  locale: string,
  query: CompiledQuery,
  page: PageOptions,
): Promise<ReadPage | undefined> {
  const { sql, kept } = deps;
  const whole = wholeType(site, query, page);
  if (whole) return findWhole(deps, site, locale, query, () => readPage(sql, site, locale, whole, page.withoutContent));
  const ranked = rankedSearch(site, locale, query, page);
  if (ranked) return readPage(sql, site, locale, ranked, page.withoutContent);
  // The other pages of a list of many need not find out again that it is one.
  const name = `many ${digestOf(query)}`;
  const list = new KeptList(kept, site, query);
  if (!kept.find(site, name) && !list.hasManyIn(query)) {
    const found = await readPage(sql, site, locale, matchingPage(site, locale, query, page), page.withoutContent);
    if (!found.areMany) return found;
    kept.keep(site, name, { contentVersion: found.contentVersion }, 0);
  }
  return findAmongMany(sql, site, locale, list, query, page);
}

/** The same for all pages of a list. */
function digestOf({ ranges, targets, goods, search, formula, sort, facets }: CompiledQuery): string {
  const compared = JSON.stringify([ranges, targets, goods, search, formula, sort, facets]);
  return Buffer.from(sha256(compared)).toString("base64url");
}

/** A page of all documents, and beside it the counts of the facets. */
async function findWhole(
  deps: KeepingDeps,
  site: Site,
  locale: string,
  query: CompiledQuery,
  read: () => Promise<ReadPage>,
): Promise<ReadPage | undefined> {
  if (query.facets.length === 0) return read();
  const [found, counted] = await Promise.all([read(), countWholeType(deps, site, locale, query)]);
  const isOfOneMoment =
    found.contentVersion === counted.contentVersion && (query.goodsKinds.size === 0 || found.catalogVersion === counted.catalogVersion);
  return isOfOneMoment ? { ...found, counts: counted.counts } : undefined;
}

/** The type, and all others if a condition leads to them. */
async function queriedTypes(typesOf: TypesOf, contentType: string, { where, facets }: ListQuery): Promise<QueriedTypes> {
  const own = await typesOf(contentType, false);
  const references = (own.types.get(contentType)?.plan?.fields ?? []).filter(isReference).map(({ name }) => name);
  const names = [...where.map(({ field }) => field), ...facets];
  const leadsOn = names.some((name) => references.some((reference) => name === reference || name.startsWith(`${reference}.`)));
  return leadsOn ? typesOf(contentType, true) : own;
}

function tagsOf({ contentTypes, goodsKinds, search }: CompiledQuery, locale: string): string[] {
  return [
    typesTag,
    ...contentTypes.map(listTag),
    ...(goodsKinds.has("product") ? [productListsTag] : []),
    ...(goodsKinds.has("category") ? [categoriesTag] : []),
    ...(search ? [wordsTag(locale)] : []),
  ];
}
