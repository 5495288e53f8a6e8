import { Type, type Static } from "typebox";
import { pagingOf, pagingParameters } from "../../../lib/http/paging.ts";
import { invalidQuery, ProblemError } from "../../../lib/http/problem.ts";
import { CurrencyQuery, requestedCurrency, type SiteCurrencies } from "../../../lib/text/currency.ts";
import { listLocale, LocaleQuery, type SiteLocales } from "../../../lib/text/locale.ts";
import { isSlug } from "../../../lib/text/slug.ts";
import { isUuid, noUuid } from "../../../lib/text/uuid.ts";
import { productStatuses } from "./product.ts";
import { canonicalSearch, searchParameter } from "../../../lib/search/search-parameter.ts";
import { sortOf, sortParameter } from "../../../lib/http/sorting.ts";

const sortFields = ["createdAt", "updatedAt", "title", "price", "relevance"] as const;
const Amount = Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: "In minor units, inclusive." });

export const ProductQuery = Type.Object({
  ...pagingParameters(20),
  q: searchParameter("title, description and SKUs"),
  status: Type.Optional(Type.Enum(productStatuses, { description: "Only `ACTIVE` products are public: any other status has none." })),
  categoryId: Type.Optional(Type.String({ description: "Products of this category and of those below it. An unknown one has none." })),
  category: Type.Optional(Type.String({ description: "The same by the category's slug." })),
  minPrice: Type.Optional(Amount),
  maxPrice: Type.Optional(Amount),
  sort: sortParameter(sortFields, "`createdAt:desc`, with `q` `relevance:desc`"),
  ...LocaleQuery.properties,
  ...CurrencyQuery.properties,
});

/** A product list's request, reduced to the parts that determine its response. Members that do not filter are absent. */
export type ProductListKey = {
  q?: string;
  status?: string;
  categoryId?: string;
  category?: string;
  minPrice?: number;
  maxPrice?: number;
  locale?: string;
  currency?: string;
  page: number;
  pageSize: number;
  sort: string;
};

/** Throws `invalid_query` for an unknown order, or a lowest price above the highest, `locale_unsupported`, and `currency_unsupported`. */
export function productListKey(site: SiteLocales & SiteCurrencies, query: Static<typeof ProductQuery>): ProductListKey {
  const { q = "", status = "ACTIVE", categoryId, category, minPrice, maxPrice } = query;
  if (minPrice !== undefined && maxPrice !== undefined && minPrice > maxPrice) {
    throw new ProblemError(invalidQuery, {
      detail: "minPrice is above maxPrice.",
      errors: [{ path: "/minPrice", code: "maximum", message: "must not be above maxPrice" }],
    });
  }
  const searched = q.trim() !== "";
  // A storefront with an emptied search box requests the relevance order without a search.
  const asked = query.q !== undefined && !searched && /^relevance(:asc|:desc)?$/.test(query.sort ?? "") ? undefined : query.sort;
  const sort = sortOf(asked, searched ? sortFields : sortFields.filter((field) => field !== "relevance"), {
    field: searched ? "relevance" : "createdAt",
    direction: "desc",
  });
  return {
    ...(searched ? { q: canonicalSearch(q) } : {}),
    ...(status === "ACTIVE" ? {} : { status }),
    ...(categoryId === undefined ? {} : { categoryId: isUuid(categoryId) ? categoryId : noUuid }),
    ...(category === undefined ? {} : { category: isSlug(category) ? category : "" }),
    ...(minPrice === undefined ? {} : { minPrice }),
    ...(maxPrice === undefined ? {} : { maxPrice }),
    sort,
    ...(query.locale === undefined ? {} : { locale: listLocale(site, query.locale) }),
    ...requestedCurrency(site, query),
    ...pagingOf(query),
  };
}
