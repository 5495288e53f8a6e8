import { Type } from "typebox";
import type { ReadDeps } from "../../../deps.ts";
import { Single } from "../../../lib/http/envelope.ts";
import { ProblemError } from "../../../lib/http/problem.ts";
import type { PublishedContent } from "../../../lib/published/published-answer.ts";
import { publishedRead } from "../../../lib/published/published-read.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import { Category, categoryJson, categoryNotFound } from "../category.ts";
import { categoriesTag } from "../tags.ts";

/** One public category by its id. */
export const getCategory = publishedRead(
  {
    id: "getCategory",
    path: "/api/v1/shop/categories/{id}",
    problems: [categoryNotFound],
    tags: ["Catalogue"],
    summary: "Read a category by its id",
    params: Type.Object({ id: Type.String({ description: "The category's id." }) }),
    response: { 200: Single(Category) },
  },
  ({ params: { id } }) => {
    if (!isUuid(id)) throw new ProblemError(categoryNotFound);
    return { id };
  },
  async ({ sql, publicUrl }: ReadDeps<"publicUrl">, site, { id }) => {
    const rows = await sql<FoundCategory>`
        select sites.catalog_version::float8 as "catalogVersion", shown.json, shown.image
        from sites
        join public_categories as shown on shown.site_id = sites.id and shown.id = ${id}
        where sites.id = ${site.id}`;
    return categoryAnswer(rows, publicUrl);
  },
);

/** A row of a single read. The types of a view's columns all allow null. */
export interface FoundCategory {
  catalogVersion: number;
  json: string | null;
  image: string | null;
}

/** The response of a single read. Throws `category_not_found` when there is no row. */
export function categoryAnswer([category]: readonly FoundCategory[], publicUrl: string): PublishedContent {
  if (!category?.json) throw new ProblemError(categoryNotFound);
  const { catalogVersion, json, image } = category;
  return { catalogVersion, json: `{"data":${categoryJson({ json, image }, publicUrl)}}`, tags: [categoriesTag] };
}
