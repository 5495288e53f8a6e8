import { Type } from "typebox";
import type { ReadDeps } from "../../../deps.ts";
import { Single } from "../../../lib/http/envelope.ts";
import { ProblemError } from "../../../lib/http/problem.ts";
import { publishedRead } from "../../../lib/published/published-read.ts";
import { isSlug } from "../../../lib/text/slug.ts";
import { productAnswer, type FoundProduct } from "./get-product.ts";
import { Product, productNotFound } from "../product.ts";

/** One active product by its slug. */
export const getProductBySlug = publishedRead(
  {
    id: "getProductBySlug",
    path: "/api/v1/shop/products/slug/{slug}",
    problems: [productNotFound],
    tags: ["Catalogue"],
    summary: "Read a product by its slug",
    params: Type.Object({ slug: Type.String({ description: "The product's slug.", examples: ["fjell-chair"] }) }),
    response: { 200: Single(Product) },
  },
  ({ params: { slug } }) => {
    if (!isSlug(slug)) throw new ProblemError(productNotFound);
    return { slug };
  },
  async ({ sql, publicUrl }: ReadDeps<"publicUrl">, site, { slug }) => {
    const rows = await sql<FoundProduct>`
        select
          sites.catalog_version::float8 as "catalogVersion",
          coalesce(stock_versions.version, 0)::float8 as "stockVersion",
          shown.id,
          shown.category_id as "categoryId",
          shown.json,
          shown.images,
          shown.shows_stock as "showsStock"
        from sites
        left join stock_versions on stock_versions.site_id = ${site.id}
        join public_products as shown on shown.site_id = sites.id and shown.slug = ${slug}
        where sites.id = ${site.id}`;
    return productAnswer(rows, publicUrl);
  },
);
