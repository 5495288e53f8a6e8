import type { Paging } from "../../../lib/http/paging.ts";
import { searchTerms } from "../../../lib/search/search-text.ts";
import type { ValueCache } from "../../../lib/published/value-cache.ts";
import type { Site } from "../../../lib/site.ts";
import type { Sql } from "../../../ports/database.ts";
import { categoriesTag, productListsTag, readSearchedCatalogItems, showingIn, type ShowingDeps } from "../../shop/catalog/index.ts";
import { notReady, type QueriedTypes, queryError, withTypes, wordsId } from "../queries/index.ts";
import { listTag, pageContentType, typesTag, wordsTag } from "../rendering/index.ts";
import { wordFinder } from "./excerpt.ts";
import { findItems, type CompiledSearch } from "./find-items.ts";
import { documentItem, catalogItem } from "./item-json.ts";
import { searchedTypes, type SearchedTypes } from "./search-types.ts";

/** A page of what a search finds, with what the response needs to be cached. */
interface SearchedPage {
  contentVersion: number;
  catalogVersion: number;
  tags: string[];
  total: number;
  /** As JSON texts. */
  items: string[];
}

/** Searches a site. Throws `invalid_query` for a content type that it does not have, and `query_not_ready`. */
export async function searchSite(
  deps: { sql: Sql; valueCache: ValueCache } & ShowingDeps,
  site: Site,
  { q, types: named, locale, ...paging }: { q: string; types?: string; locale: string } & Paging,
): Promise<SearchedPage> {
  const { sql } = deps;
  const showing = showingIn(deps, site, locale);
  const searched = searchedTypes(named);
  const looksAtContent = searched.kinds.has("page") || searched.kinds.has("entry");
  return withTypes(deps, site, async (typesOf) => {
    const types = looksAtContent ? await typesOf(pageContentType, true) : undefined;
    const words = types ? searchedWords(types.types, searched, locale) : [];
    const search: CompiledSearch = { terms: searchTerms(q), locale, kinds: searched.kinds, words };
    const foundItems = await findItems(sql, site, search, paging);
    if (types && types.contentVersion !== foundItems.contentVersion) return undefined;
    const { contentVersion, catalogVersion, total } = foundItems;
    const ofCatalogItems = foundItems.items.filter(({ contentType }) => contentType === null);
    const { catalogItems, ...read } =
      ofCatalogItems.length > 0
        ? await readSearchedCatalogItems(deps, site, ofCatalogItems, locale)
        : { catalogItems: undefined, catalogVersion };
    if (read.catalogVersion !== catalogVersion) return undefined;
    const [inContent, inCatalogItems] = [wordFinder(foundItems.contentQuery), wordFinder(foundItems.catalogItemsQuery)];
    const items = foundItems.items.flatMap((item) => {
      const searchedItem = catalogItems?.get(`${item.kind} ${item.id}`);
      if (searchedItem) return [catalogItem(item, searchedItem, inCatalogItems)];
      const plan = types?.types.get(item.contentType ?? "")?.plan;
      return plan ? [documentItem({ ...item, locale }, plan, inContent, showing)] : [];
    });
    return { contentVersion, catalogVersion, tags: tagsOf(search), total, items };
  });
}

function searchedWords(types: QueriedTypes["types"], { kinds, contentTypes }: SearchedTypes, locale: string): CompiledSearch["words"] {
  const unknown = contentTypes?.find((slug) => !types.has(slug));
  if (unknown !== undefined) {
    throw queryError("types", `names a content type that the site does not have: ${unknown}; correct it, or leave it out`);
  }
  const isSearched = (slug: string) =>
    slug === pageContentType ? kinds.has("page") : kinds.has("entry") && (contentTypes?.includes(slug) ?? true);
  return [...types.values()].flatMap(({ slug, plan }) => {
    if (!isSearched(slug)) return [];
    if (!plan) throw notReady();
    return [{ contentType: slug, wordsId: wordsId(slug, locale, plan.searchable) }];
  });
}

function tagsOf({ kinds, words, locale }: CompiledSearch): string[] {
  return [
    ...(kinds.has("page") || kinds.has("entry") ? [typesTag, wordsTag(locale)] : []),
    ...words.map(({ contentType }) => listTag(contentType)),
    // The words of either decide which words a search forgives in the other.
    ...(kinds.has("product") || kinds.has("category") ? [productListsTag] : []),
    ...(kinds.has("category") ? [categoriesTag] : []),
  ];
}
