import type { Site } from "../../../lib/site.ts";
import { ProblemError } from "../../../lib/http/problem.ts";
import type { PublishedContent } from "../../../lib/published/published-answer.ts";
import { statement, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import { pricesIn } from "./currency-prices.ts";
import { findMovedItem } from "./former-catalog-slugs.ts";
import { showingIn, type ShowingDeps } from "./picture.ts";
import { isShownProduct, productJson, productNotFound, productTags, type ShownProduct } from "./product.ts";
import { withLocale } from "./translation.ts";
import { translatedColumns } from "./translated-columns.ts";

/** A row of a single read. The types of a view's columns all allow null. */
type FoundProduct = { catalogVersion: number; stockVersion: number } & { [K in keyof ShownProduct]: ShownProduct[K] | null };

/**
 * The response, with further tags, of the active product that a condition on the row `shown` names. Throws `product_not_found`, which tells where a product is now that had
 * the slug before.
 */
export async function readProduct(
  { sql, ...deps }: ShowingDeps & { sql: Sql },
  site: Site,
  {
    condition,
    slug,
    locale,
    currency,
    tags = [],
  }: { condition: SqlPiece; slug?: string; locale: string | undefined; currency: string | undefined; tags?: readonly string[] },
): Promise<PublishedContent> {
  const [product] = await sql<FoundProduct>(
    ...statement`
      select
        site_versions.catalog_version::float8 as "catalogVersion",
        coalesce(stock_versions.version, 0)::float8 as "stockVersion",
        shown.id,
        shown.slug,
        shown.category_id as "categoryId",
        shown.json,
        shown.images,
        shown.shows_stock as "showsStock",
        ${pricesIn(site, currency)} as prices,
        ${translatedColumns(site, "product", locale)}
      from site_versions
      left join stock_versions on stock_versions.site_id = ${site.id}
      join public_products as shown on shown.site_id = ${site.id} and ${condition}
      where site_versions.site_id = ${site.id}`,
  );
  if (!product || !isShownProduct(product)) {
    const movedTo = slug === undefined ? undefined : await findMovedItem(sql, site, "product", { slug, locale });
    throw new ProblemError(productNotFound, movedTo && { detail: `The product is at ${movedTo.slug} now.`, members: { movedTo } });
  }
  const json = withLocale(productJson(product, showingIn(deps, site, locale), currency), product, { ...site, locale });
  const { catalogVersion, stockVersion, showsStock } = product;
  const versions = { catalogVersion, ...(showsStock ? { stockVersion } : {}) };
  const contentLanguage = locale === undefined || product.words !== null ? locale : site.defaultLocale;
  return {
    ...versions,
    ...(contentLanguage === undefined ? {} : { contentLanguage }),
    json: `{"data":${json}}`,
    tags: [...productTags(product), ...tags],
  };
}
