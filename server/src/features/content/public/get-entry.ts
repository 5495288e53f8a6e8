import { Type } from "typebox";
import type { ReadDeps } from "../../../deps.ts";
import { Single } from "../../../lib/http/envelope.ts";
import { localeUnsupported, readLocale } from "../../../lib/text/locale.ts";
import { ProblemError } from "../../../lib/http/problem.ts";
import { publishedRead } from "../../../lib/published/published-read.ts";
import type { PublishedContent } from "../../../lib/published/published-answer.ts";
import type { Site } from "../../../lib/site.ts";
import { isSlug } from "../../../lib/text/slug.ts";
import type { Sql } from "../../../ports/database.ts";
import { contentTypeNotFound, entryNotFound, findPublished, LocaleParameter, pageContentType } from "../document.ts";
import { Entry, entryJson } from "../entry.ts";
import { slugTag } from "../tags.ts";

/** One published entry by its content type and slug, in the requested locale or else the default one. */
export const getEntry = publishedRead(
  {
    id: "getEntry",
    path: "/api/public/v1/content/{contentTypeSlug}/{slug}",
    problems: [contentTypeNotFound, entryNotFound, localeUnsupported],
    tags: ["Content"],
    summary: "Read a published entry",
    description: "Falls back to the site's default locale as single pages do.",
    params: Type.Object({
      contentTypeSlug: Type.String({ description: "The content type's slug.", examples: ["blog-post"] }),
      slug: Type.String({ description: "The entry's slug." }),
    }),
    query: Type.Object({ locale: Type.Optional(LocaleParameter) }),
    response: { 200: Single(Entry) },
  },
  ({ site, params, query }) => {
    const locale = readLocale(site, query.locale);
    if (!isSlug(params.contentTypeSlug) || params.contentTypeSlug === pageContentType) throw new ProblemError(contentTypeNotFound);
    return { contentType: params.contentTypeSlug, slug: params.slug, locale };
  },
  ({ sql }: ReadDeps, site, key) => readEntry(sql, site, key),
);

/** The response of a single read of an entry. Throws `content_type_not_found` or `entry_not_found`. */
export async function readEntry(
  sql: Sql,
  site: Site,
  query: { contentType: string; slug: string; locale: string },
): Promise<PublishedContent> {
  // The statement also runs for an invalid slug: the response depends on whether the type exists.
  const slug = isSlug(query.slug) ? query.slug : "";
  const { contentVersion, contentTypeExists, document } = await findPublished(sql, site, { ...query, slug });
  if (!contentTypeExists) throw new ProblemError(contentTypeNotFound);
  if (!document) throw new ProblemError(entryNotFound);
  const json = `{"data":${entryJson(query.contentType, document)}}`;
  return { contentVersion, json, tags: [slugTag(query.contentType, slug)], contentLanguage: document.locale };
}
