import { Type } from "typebox";
import type { ReadDeps } from "../../../deps.ts";
import { Single } from "../../../lib/http/envelope.ts";
import { ProblemError } from "../../../lib/http/problem.ts";
import { publishedRead } from "../../../lib/published/published-read.ts";
import { isSlug } from "../../../lib/text/slug.ts";
import { Category, categoryNotFound } from "../category.ts";
import { categoryAnswer, type FoundCategory } from "./get-category.ts";

/** One public category by its slug. */
export const getCategoryBySlug = publishedRead(
  {
    id: "getCategoryBySlug",
    path: "/api/v1/shop/categories/slug/{slug}",
    problems: [categoryNotFound],
    tags: ["Catalogue"],
    summary: "Read a category by its slug",
    params: Type.Object({ slug: Type.String({ description: "The category's slug.", examples: ["chairs"] }) }),
    response: { 200: Single(Category) },
  },
  ({ params: { slug } }) => {
    if (!isSlug(slug)) throw new ProblemError(categoryNotFound);
    return { slug };
  },
  async ({ sql, publicUrl }: ReadDeps<"publicUrl">, site, { slug }) => {
    const rows = await sql<FoundCategory>`
        select sites.catalog_version::float8 as "catalogVersion", shown.json, shown.image
        from sites
        join public_categories as shown on shown.site_id = sites.id and shown.slug = ${slug}
        where sites.id = ${site.id}`;
    return categoryAnswer(rows, publicUrl);
  },
);
