import { Type } from "typebox";
import type { ReadDeps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { publishedRead } from "../../../../lib/published/published-read.ts";
import { LocaleQuery, localeUnsupported, requestedLocale } from "../../../../lib/text/locale.ts";
import { isSlug } from "../../../../lib/text/slug.ts";
import { Category, categoryNotFound } from "../category.ts";
import { readCategory } from "../read-category.ts";
import { hasSlug } from "../translated-columns.ts";

/** One public category by its slug. */
export const getCategoryBySlug = publishedRead(
  {
    id: "getCategoryBySlug",
    path: "/api/v1/shop/categories/slug/{slug}",
    problems: [categoryNotFound, localeUnsupported],
    tags: ["Catalogue"],
    summary: "Read a category by its slug",
    description:
      "If a category had the slug before, the response is 404 `category_not_found` with its present slug in `movedTo`, until another category takes the slug.",
    params: Type.Object({ slug: Type.String({ description: "The category's slug.", examples: ["chairs"] }) }),
    query: LocaleQuery,
    response: { 200: Single(Category) },
  },
  ({ site, params: { slug }, query }) => {
    const requested = requestedLocale(site, query);
    if (!isSlug(slug)) throw new ProblemError(categoryNotFound);
    return { slug, ...requested };
  },
  (deps: ReadDeps<"publicUrl" | "media">, site, { slug, locale }) =>
    readCategory(deps, site, { condition: hasSlug(site, "category", slug, locale), slug, locale }),
);
