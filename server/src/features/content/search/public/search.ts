import { Type } from "typebox";
import type { ReadDeps } from "../../../../deps.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { pagedJson, pageLinks, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { publishedRead } from "../../../../lib/published/published-read.ts";
import { canonicalSearch } from "../../../../lib/search/search-parameter.ts";
import { listLocale, LocaleParameter, localeUnsupported } from "../../../../lib/text/locale.ts";
import { queryNotReady } from "../../queries/index.ts";
import { SearchItem } from "../item-json.ts";
import { searchSite } from "../search-site.ts";
import { canonicalTypes } from "../search-types.ts";

/** The published pages and entries and the public products and categories with the searched words, the best match first. */
export const search = publishedRead(
  {
    id: "search",
    path: "/api/public/v1/search",
    problems: [localeUnsupported, queryNotReady],
    tags: ["Content"],
    summary: "Search content and shop",
    description:
      "One list of pages, entries, products and categories, the best match first. Pages and entries are those of the locale; products " +
      "and categories without a translation have the words of the default locale. `total` is exact.",
    query: Type.Object({
      q: Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: "^[^\\u0000]*$",
        description:
          "Free text, looked for in titles, SKUs, descriptions, and the texts that types mark for it: every word must be found, as the " +
          "beginning of a word or with a small typing error. The first ten words count. Without a letter or digit it finds nothing.",
        examples: ["oak"],
      }),
      types: Type.Optional(
        Type.String({
          maxLength: 2_000,
          description:
            "The kinds to look among: up to 20 of `page`, `entry`, `entry:` with a content type's slug, `product` and `category`, separated " +
            "by commas. Everything without it.",
          examples: ["page,entry:guide,product"],
        }),
      ),
      locale: Type.Optional(LocaleParameter),
      ...pagingParameters(20),
    }),
    response: { 200: List(SearchItem) },
  },
  ({ site, query }) => ({
    q: canonicalSearch(query.q),
    ...canonicalTypes(query.types),
    locale: listLocale(site, query.locale),
    ...pagingOf(query),
  }),
  async (deps: ReadDeps<"publicUrl" | "media" | "valueCache">, site, { page, pageSize, ...asked }) => {
    const { total, items, ...versions } = await searchSite(deps, site, { ...asked, page, pageSize });
    const paging = { page, pageSize };
    return { ...versions, json: pagedJson(items, paging, total), link: pageLinks(asked, paging, total) };
  },
);
