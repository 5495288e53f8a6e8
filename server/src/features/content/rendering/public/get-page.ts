import { Type } from "typebox";
import type { ReadDeps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { LocaleParameter, localeUnsupported, readLocales } from "../../../../lib/text/locale.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { publishedRead } from "../../../../lib/published/published-read.ts";
import { isPageSlug } from "../../../../lib/text/slug.ts";
import { FallbackParameter, findPublished, pageContentType, pageNotFound } from "../document.ts";
import { findMoved } from "../find-moved.ts";
import { canonicalInclude, IncludeParameter, includeTooLarge } from "../include.ts";
import { Page, pageJson } from "../page.ts";
import { resolvePages } from "../resolve-pages.ts";
import { slugTag } from "../tags.ts";

/** One published page by its slug, in the requested locale or else the default one. */
export const getPage = publishedRead(
  {
    id: "getPage",
    path: "/api/public/v1/pages/{+slug}",
    problems: [pageNotFound, localeUnsupported, includeTooLarge],
    tags: ["Content"],
    summary: "Read a published page",
    description:
      "Returns the page that is published under the slug in the requested locale. If there is none, returns the page with this slug in " +
      "the site's default locale: in the requested locale if it is published there, otherwise in the default locale.",
    params: Type.Object({ slug: Type.String({ description: "The page's slug; it may have several segments.", examples: ["home"] }) }),
    query: Type.Object({
      locale: Type.Optional(LocaleParameter),
      fallback: Type.Optional(FallbackParameter),
      include: Type.Optional(IncludeParameter),
    }),
    response: { 200: Single(Page) },
  },
  ({ site, params, query }) => {
    const [locales, include] = [readLocales(site, query), canonicalInclude(query.include)];
    if (!isPageSlug(params.slug)) throw new ProblemError(pageNotFound);
    return { slug: params.slug, ...locales, include };
  },
  async (deps: ReadDeps<"publicUrl" | "media" | "rateLimitedLog">, site, { slug, locale, fallback, include }) => {
    const { contentVersion, document } = await findPublished(deps.sql, site, { contentType: pageContentType, slug, locale, fallback });
    if (!document) {
      const movedTo = await findMoved(deps.sql, site, { contentType: pageContentType, slug, locale, fallback });
      throw new ProblemError(pageNotFound, movedTo && { detail: `The page is at ${movedTo.slug} now.`, members: { movedTo } });
    }
    const { contents, tags, ...versions } = await resolvePages(deps, site, [document], include);
    const json = `{"data":${pageJson(document, contents[0] ?? document.content)}}`;
    return { contentVersion, ...versions, json, tags: [slugTag(pageContentType, slug), ...tags], contentLanguage: document.locale };
  },
);
