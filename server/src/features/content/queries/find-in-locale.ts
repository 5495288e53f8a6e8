import type { Site } from "../../../lib/site.ts";
import type { Sql } from "../../../ports/database.ts";
import { typesTag } from "../rendering/index.ts";
import type { FoundList } from "./query-documents.ts";

/**
 * Finds the entries of a content type in a locale. The entry of a single type falls back to the site's default locale, as a single read does. Resolves with the
 * locale that was served, too.
 */
export async function findInLocale(
  sql: Sql,
  site: Site,
  { contentType, locale }: { contentType: string; locale: string },
  find: (locale: string) => Promise<FoundList>,
): Promise<FoundList & { locale: string }> {
  const list = await find(locale);
  if (list.total > 0 || locale === site.defaultLocale) return { ...list, locale };
  const isFallback = await isSingle(sql, site.id, contentType);
  const served = isFallback ? { ...(await find(site.defaultLocale)), locale: site.defaultLocale } : { ...list, locale };
  // The version of the first reading: a translation that was published since is read again.
  return { ...served, contentVersion: list.contentVersion, tags: [...new Set([...list.tags, ...served.tags, typesTag])] };
}

async function isSingle(sql: Sql, siteId: string, contentType: string): Promise<boolean> {
  const [type] = await sql<{ isSingle: boolean }>`
    select is_single as "isSingle" from content_types where site_id = ${siteId} and slug = ${contentType}`;
  return type?.isSingle === true;
}
