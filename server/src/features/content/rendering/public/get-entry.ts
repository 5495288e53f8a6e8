import { Type } from "typebox";
import type { ReadDeps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { LocaleParameter, localeUnsupported, readLocales } from "../../../../lib/text/locale.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { publishedRead } from "../../../../lib/published/published-read.ts";
import type { PublishedContent } from "../../../../lib/published/published-answer.ts";
import type { Site } from "../../../../lib/site.ts";
import { isSlug } from "../../../../lib/text/slug.ts";
import { contentTypeNotFound, entryNotFound, FallbackParameter, findPublished, pageContentType } from "../document.ts";
import { Entry, entryJson } from "../entry.ts";
import { findMoved } from "../find-moved.ts";
import { canonicalInclude, IncludeParameter, includeTooLarge, readInclude } from "../include.ts";
import { resolveReferences } from "../resolve-references.ts";
import { slugTag } from "../tags.ts";

/** One published entry by its content type and slug, in the requested locale or else the default one. */
export const getEntry = publishedRead(
  {
    id: "getEntry",
    path: "/api/public/v1/content/{contentTypeSlug}/{slug}",
    problems: [contentTypeNotFound, entryNotFound, localeUnsupported, includeTooLarge],
    tags: ["Content"],
    summary: "Read a published entry",
    description: "Falls back to the site's default locale as single pages do.",
    params: Type.Object({
      contentTypeSlug: Type.String({ description: "The content type's slug.", examples: ["blog-post"] }),
      slug: Type.String({ description: "The entry's slug." }),
    }),
    query: Type.Object({
      locale: Type.Optional(LocaleParameter),
      fallback: Type.Optional(FallbackParameter),
      include: Type.Optional(IncludeParameter),
    }),
    response: { 200: Single(Entry) },
  },
  ({ site, params, query }) => {
    const [locales, include] = [readLocales(site, query), canonicalInclude(query.include)];
    if (!isSlug(params.contentTypeSlug) || params.contentTypeSlug === pageContentType) throw new ProblemError(contentTypeNotFound);
    return { contentType: params.contentTypeSlug, slug: params.slug, ...locales, include };
  },
  (deps: ReadDeps<"publicUrl" | "media">, site, key) => readEntry(deps, site, key),
);

/** The response of a single read of an entry. Throws `content_type_not_found` or `entry_not_found`. */
export async function readEntry(
  deps: ReadDeps<"publicUrl" | "media">,
  site: Site,
  query: { contentType: string; slug: string; locale: string; fallback: string; include: string },
): Promise<PublishedContent> {
  const { contentType } = query;
  // The statement also runs for an invalid slug: the response depends on whether the type exists.
  const slug = isSlug(query.slug) ? query.slug : "";
  const { contentVersion, contentTypeExists, document } = await findPublished(deps.sql, site, { ...query, slug });
  if (!contentTypeExists) throw new ProblemError(contentTypeNotFound);
  if (!document) {
    const movedTo = slug === "" ? undefined : await findMoved(deps.sql, site, { ...query, slug });
    throw new ProblemError(entryNotFound, movedTo && { detail: `The entry is at ${movedTo.slug} now.`, members: { movedTo } });
  }
  const include = await readInclude(deps.sql, site.id, contentType, query.include);
  const { contents, tags, ...versions } = await resolveReferences(deps, site, [document], { include });
  const json = `{"data":${entryJson(contentType, { ...document, content: contents[0] ?? document.content })}}`;
  return { contentVersion, ...versions, json, tags: [slugTag(contentType, slug), ...tags], contentLanguage: document.locale };
}
