import type { Site } from "../../../lib/site.ts";
import { ProblemError } from "../../../lib/http/problem.ts";
import type { PublishedContent } from "../../../lib/published/published-answer.ts";
import { statement, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import { categoryJson, categoryNotFound, isShownCategory, type ShownCategory } from "./category.ts";
import { findMovedItem } from "./former-catalog-slugs.ts";
import { showingIn, type ShowingDeps } from "./picture.ts";
import { categoriesTag } from "./tags.ts";
import { withLocale } from "./translation.ts";
import { translatedColumns } from "./translated-columns.ts";

/** A row of a single read. The types of a view's columns all allow null. */
type FoundCategory = { catalogVersion: number } & { [K in keyof ShownCategory]: ShownCategory[K] | null };

/**
 * The response with the public category that a condition on the row `shown` names. Throws `category_not_found`, which tells where a category is now that had the slug before.
 */
export async function readCategory(
  { sql, ...deps }: ShowingDeps & { sql: Sql },
  site: Site,
  { condition, slug, locale }: { condition: SqlPiece; slug?: string; locale: string | undefined },
): Promise<PublishedContent> {
  const [category] = await sql<FoundCategory>(
    ...statement`
      select
        site_versions.catalog_version::float8 as "catalogVersion",
        shown.slug,
        shown.json,
        shown.image,
        ${translatedColumns(site, "category", locale)}
      from site_versions
      join public_categories as shown on shown.site_id = ${site.id} and ${condition}
      where site_versions.site_id = ${site.id}`,
  );
  if (!category || !isShownCategory(category)) {
    const movedTo = slug === undefined ? undefined : await findMovedItem(sql, site, "category", { slug, locale });
    throw new ProblemError(categoryNotFound, movedTo && { detail: `The category is at ${movedTo.slug} now.`, members: { movedTo } });
  }
  const json = withLocale(categoryJson(category, showingIn(deps, site, locale)), category, { ...site, locale });
  const contentLanguage = locale === undefined || category.words !== null ? locale : site.defaultLocale;
  return {
    catalogVersion: category.catalogVersion,
    ...(contentLanguage === undefined ? {} : { contentLanguage }),
    json: `{"data":${json}}`,
    tags: [categoriesTag],
  };
}
