import { Type } from "typebox";
import type { ReadDeps } from "../../../deps.ts";
import { Single } from "../../../lib/http/envelope.ts";
import { ProblemError } from "../../../lib/http/problem.ts";
import type { PublishedContent } from "../../../lib/published/published-answer.ts";
import { publishedRead } from "../../../lib/published/published-read.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import { isShownProduct, Product, productJson, productNotFound, productTags, type ShownProduct } from "../product.ts";

/** One active product by its id. */
export const getProduct = publishedRead(
  {
    id: "getProduct",
    path: "/api/v1/shop/products/{id}",
    problems: [productNotFound],
    tags: ["Catalogue"],
    summary: "Read a product by its id",
    params: Type.Object({ id: Type.String({ description: "The product's id." }) }),
    response: { 200: Single(Product) },
  },
  ({ params: { id } }) => {
    if (!isUuid(id)) throw new ProblemError(productNotFound);
    return { id };
  },
  async ({ sql, publicUrl }: ReadDeps<"publicUrl">, site, { id }) => {
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
        join public_products as shown on shown.site_id = sites.id and shown.id = ${id}
        where sites.id = ${site.id}`;
    return productAnswer(rows, publicUrl);
  },
);

/** A row of a single read. The types of a view's columns all allow null. */
export type FoundProduct = { catalogVersion: number; stockVersion: number } & { [K in keyof ShownProduct]: ShownProduct[K] | null };

/** The response of a single read. Throws `product_not_found` when there is no row. */
export function productAnswer([product]: readonly FoundProduct[], publicUrl: string): PublishedContent {
  if (!product || !isShownProduct(product)) throw new ProblemError(productNotFound);
  const { catalogVersion, stockVersion, showsStock } = product;
  const versions = { catalogVersion, ...(showsStock ? { stockVersion } : {}) };
  return { ...versions, json: `{"data":${productJson(product, publicUrl)}}`, tags: productTags(product) };
}
