import { Type } from "typebox";
import type { Deps } from "../../deps.ts";
import { Single } from "../../lib/envelope.ts";
import type { App } from "../../lib/operation.ts";
import { ProblemError } from "../../lib/problem.ts";
import { publishedRead } from "../../lib/published-read.ts";
import { isSlug } from "../../lib/slug.ts";
import { productAnswer, type FoundProduct } from "./get-product.ts";
import { Product, productNotFound } from "./product.ts";

/** One active product by its slug. */
export function getProductBySlug(app: App, deps: Deps): void {
  publishedRead(app, deps, "/products/slug/:slug", {
    schema: {
      operationId: "getProductBySlug",
      tags: ["Catalogue"],
      summary: "Read a product by its slug",
      params: Type.Object({ slug: Type.String({ description: "The product's slug.", examples: ["fjell-chair"] }) }),
      response: { 200: Single(Product) },
    },
    problems: [productNotFound],
    key: ({ params: { slug } }) => {
      if (!isSlug(slug)) throw new ProblemError(productNotFound);
      return { slug };
    },
    read: async (sql, site, { slug }) => {
      const rows = await sql<FoundProduct>`
        select
          sites.catalog_version::float8 as "catalogVersion",
          shown.json,
          shown.images,
          shown.shows_stock as "showsStock"
        from sites
        join public_products as shown on shown.site_id = sites.id and shown.slug = ${slug}
        where sites.id = ${site.id}`;
      return productAnswer(rows, deps.publicUrl);
    },
  });
}
