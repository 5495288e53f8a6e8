import { Type, type Static } from "typebox";
import type { ReadDeps } from "../../../../deps.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { offsetOf, pagedJson, pageLinks, pagingOf, pagingParameters, type Paging } from "../../../../lib/http/paging.ts";
import { publishedRead } from "../../../../lib/published/published-read.ts";
import type { Site } from "../../../../lib/site.ts";
import { piece, statement, type SqlPiece } from "../../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../../ports/database.ts";
import { categoryJson, categoryStatuses, ListedCategory } from "../category.ts";
import { categoryTree, type TreeCategory } from "../category-tree.ts";
import { canonicalSearch, searchParameter } from "../../../../lib/search/search-parameter.ts";
import { listLocale, LocaleQuery, localeUnsupported } from "../../../../lib/text/locale.ts";
import { sortOf, sortParameter } from "../../../../lib/http/sorting.ts";
import { translatedLocale, vocabularyIn } from "../listing.ts";
import { withLocale } from "../translation.ts";
import { translatedColumns } from "../translated-columns.ts";
import { showingIn } from "../picture.ts";
import { categoriesTag, productListsTag } from "../tags.ts";
import { searchTerms } from "../../../../lib/search/search-text.ts";

const sortFields = ["position", "title", "createdAt"] as const;

const CategoryQuery = Type.Object({
  ...pagingParameters(50),
  q: searchParameter("title and description"),
  status: Type.Optional(Type.Enum(categoryStatuses, { description: "Only `ACTIVE` categories are public: no other status has any." })),
  sort: sortParameter(sortFields, "`position:asc`"),
  tree: Type.Optional(
    Type.Boolean({
      description: "With `true` the roots are listed and counted, with nested `children`; `q` leaves what matches and what is above it.",
    }),
  ),
  ...LocaleQuery.properties,
});

/** The public categories, as a flat list or as trees. */
export const listCategories = publishedRead(
  {
    id: "listCategories",
    path: "/api/v1/shop/categories",
    problems: [localeUnsupported],
    tags: ["Catalogue"],
    summary: "List categories",
    description: "A flat list, or with `tree=true` the roots with all that is below them.",
    query: CategoryQuery,
    response: { 200: List(ListedCategory) },
  },
  ({ site, query }) => ({
    ...(query.q?.trim() ? { q: canonicalSearch(query.q) } : {}),
    ...(query.status && query.status !== "ACTIVE" ? { status: query.status } : {}),
    ...(query.tree ? { tree: "true" } : {}),
    sort: sortOf(query.sort, sortFields, { field: "position", direction: "asc" }),
    ...(query.locale === undefined ? {} : { locale: listLocale(site, query.locale) }),
    ...pagingOf(query),
  }),
  async ({ sql, ...deps }: ReadDeps<"publicUrl" | "media">, site, { page, pageSize, ...filter }) => {
    const paging = { page, pageSize };
    const rows = await readCategories(sql, site, filter, filter.tree ? undefined : paging);
    const { catalogVersion = -1, total: listed = 0 } = rows[0] ?? {};
    const categories = rows.filter((row): row is ListedRow & TreeCategory => row.json !== null);
    const showing = showingIn(deps, site, filter.locale);
    const toJson = (category: TreeCategory) => withLocale(categoryJson(category, showing), category, { ...site, locale: filter.locale });
    const roots = filter.tree ? categoryTree(categories, toJson) : undefined;
    const items = roots ? roots.slice(offsetOf(paging), offsetOf(paging) + pageSize) : categories.map(toJson);
    const total = roots ? roots.length : listed;
    // The words of products decide which words a search forgives.
    const tags = filter.q === undefined ? [categoriesTag] : [categoriesTag, productListsTag];
    return { catalogVersion, tags, json: pagedJson(items, paging, total), link: pageLinks(filter, paging, total) };
  },
);

type ListedRow = { catalogVersion: number; total: number } & { [K in keyof TreeCategory]: TreeCategory[K] | null };

interface CategoryFilter {
  q?: Static<typeof CategoryQuery>["q"];
  status?: string;
  sort: string;
  locale?: string;
}

/** The categories of a page of the flat list; without paging all, including those that do not match the search. */
async function readCategories(
  sql: Sql,
  site: Site,
  { q, status, sort, locale }: CategoryFilter,
  paging: Paging | undefined,
): Promise<ListedRow[]> {
  const vocabulary = vocabularyIn(translatedLocale(site, locale));
  const before =
    q === undefined
      ? piece``
      : piece`with wanted as materialized (select search_query(${site.id}, ${vocabulary}, ${searchTerms(q)}) as query)`;
  const matches = q === undefined ? piece`true` : piece`coalesce(search @@ (select query from wanted), false)`;
  const hidden = status === undefined ? piece`` : piece`and false`;
  // A tree is counted and searched after it is built.
  const filter = paging ? piece`${hidden} and ${matches}` : hidden;
  const listed = listedIn(site, locale);
  const total = paging ? piece`(select count(*)::int from ${listed} where site_id = ${site.id} ${filter})` : piece`0`;
  const page = paging ? piece`limit ${paging.pageSize} offset ${offsetOf(paging)}` : piece``;
  return sql<ListedRow>(
    ...statement`
      ${before}
      select
        site_versions.catalog_version::float8 as "catalogVersion",
        ${total} as total,
        shown.id,
        shown.parent_id as "parentId",
        shown.matches,
        shown.slug,
        shown.json,
        shown.image,
        ${translatedColumns(site, "category", locale)}
      from site_versions
      left join lateral (
        select
          id, parent_id, slug, json, image,
          ${paging ? piece`true` : matches} as matches,
          row_number() over (order by ${categoryOrders[sort] ?? piece`id`}) as place
        from ${listed}
        where site_id = ${site.id} ${filter}
        order by place
        ${page}
      ) as shown on true
      where site_versions.site_id = ${site.id}
      order by shown.place`,
  );
}

/** The public categories: in another locale with the titles and words that they are ordered by and searched for there. */
function listedIn(site: Site, asked: string | undefined): SqlPiece {
  const locale = translatedLocale(site, asked);
  return locale === undefined ? piece`public_categories` : piece`(select * from translated_categories where locale = ${locale}) as listed`;
}

const categoryOrders: Readonly<Record<string, SqlPiece>> = {
  "position:asc": piece`position, id`,
  "position:desc": piece`position desc, id desc`,
  "title:asc": piece`sort_title, id`,
  "title:desc": piece`sort_title desc, id desc`,
  "createdAt:asc": piece`created_at, id`,
  "createdAt:desc": piece`created_at desc, id desc`,
};
