import { Type } from "typebox";
import type { ReadDeps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { LocaleParameter, localeUnsupported, readLocales } from "../../../../lib/text/locale.ts";
import { publishedRead } from "../../../../lib/published/published-read.ts";
import { contentTypeNotFound, entryNotFound, FallbackParameter } from "../document.ts";
import { canonicalInclude, IncludeParameter, includeTooLarge } from "../include.ts";
import { Entry } from "../entry.ts";
import { readEntry } from "./get-entry.ts";

/** The content type that the shortcut is for. */
const blogContentType = "blog-post";

/** A shortcut for entries of the content type `blog-post`. */
export const getBlogPost = publishedRead(
  {
    id: "getBlogPost",
    path: "/api/public/v1/blog/{slug}",
    problems: [contentTypeNotFound, entryNotFound, localeUnsupported, includeTooLarge],
    tags: ["Content"],
    summary: "Read a published blog post",
    description: `The same as reading an entry of the content type \`${blogContentType}\`.`,
    params: Type.Object({ slug: Type.String({ description: "The blog post's slug." }) }),
    query: Type.Object({
      locale: Type.Optional(LocaleParameter),
      fallback: Type.Optional(FallbackParameter),
      include: Type.Optional(IncludeParameter),
    }),
    response: { 200: Single(Entry) },
  },
  ({ site, params, query }) => ({ slug: params.slug, ...readLocales(site, query), include: canonicalInclude(query.include) }),
  (deps: ReadDeps<"publicUrl" | "media">, site, key) => readEntry(deps, site, { contentType: blogContentType, ...key }),
);
