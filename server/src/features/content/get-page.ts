import { Type } from "typebox";
import type { Deps } from "../../deps.ts";
import { Single } from "../../lib/envelope.ts";
import { localeUnsupported, readLocale } from "../../lib/locale.ts";
import type { App } from "../../lib/operation.ts";
import { ProblemError } from "../../lib/problem.ts";
import { publishedRead } from "../../lib/published-read.ts";
import { isPageSlug } from "../../lib/slug.ts";
import { resolveBindings } from "./bindings.ts";
import { findPublished, LocaleParameter, pageContentType, pageNotFound } from "./document.ts";
import { Page, pageJson } from "./page.ts";

/** One published page by its slug, in the requested locale or else the default one. */
export function getPage(app: App, deps: Deps): void {
  publishedRead(app, deps, "/pages/*", {
    schema: {
      operationId: "getPage",
      tags: ["Content"],
      summary: "Read a published page",
      description:
        "Answers the page that is published under the slug in the requested locale; else the one that the slug names in the " +
        "site's default locale, in the requested locale if it is published there, else in the default one.",
      params: Type.Object({ slug: Type.String({ description: "The page's slug; it may have several segments.", examples: ["home"] }) }),
      querystring: Type.Object({ locale: Type.Optional(LocaleParameter) }),
      response: { 200: Single(Page) },
    },
    problems: [pageNotFound, localeUnsupported],
    key: ({ site, params, query }) => {
      const locale = readLocale(site, query.locale);
      if (!isPageSlug(params.slug)) throw new ProblemError(pageNotFound);
      return { slug: params.slug, locale };
    },
    read: async (sql, site, { slug, locale }) => {
      const { contentVersion, document } = await findPublished(sql, site, { contentType: pageContentType, slug, locale });
      if (!document) throw new ProblemError(pageNotFound);
      const { contents, ...catalog } = await resolveBindings({ sql, publicUrl: deps.publicUrl }, site, [document]);
      const json = `{"data":${pageJson(document, contents[0] ?? document.content)}}`;
      return { contentVersion, ...catalog, json, contentLanguage: document.locale };
    },
  });
}
