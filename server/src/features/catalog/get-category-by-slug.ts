import { Type } from "typebox";
import type { Deps } from "../../deps.ts";
import { Single } from "../../lib/envelope.ts";
import type { App } from "../../lib/operation.ts";
import { ProblemError } from "../../lib/problem.ts";
import { publishedRead } from "../../lib/published-read.ts";
import { isSlug } from "../../lib/slug.ts";
import { Category, categoryNotFound } from "./category.ts";
import { categoryAnswer, type FoundCategory } from "./get-category.ts";

/** One public category by its slug. */
export function getCategoryBySlug(app: App, deps: Deps): void {
  publishedRead(app, deps, "/categories/slug/:slug", {
    schema: {
      operationId: "getCategoryBySlug",
      tags: ["Catalogue"],
      summary: "Read a category by its slug",
      params: Type.Object({ slug: Type.String({ description: "The category's slug.", examples: ["chairs"] }) }),
      response: { 200: Single(Category) },
    },
    problems: [categoryNotFound],
    key: ({ params: { slug } }) => {
      if (!isSlug(slug)) throw new ProblemError(categoryNotFound);
      return { slug };
    },
    read: async (sql, site, { slug }) => {
      const rows = await sql<FoundCategory>`
        select sites.catalog_version::float8 as "catalogVersion", shown.json, shown.image
        from sites
        join public_categories as shown on shown.site_id = sites.id and shown.slug = ${slug}
        where sites.id = ${site.id}`;
      return categoryAnswer(rows, deps.publicUrl);
    },
  });
}
