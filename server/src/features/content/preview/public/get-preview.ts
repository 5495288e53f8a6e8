import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { Instant, Single, Uuid } from "../../../../lib/http/envelope.ts";
import { canonicalLocale, LocaleParameter, localeUnsupported, readLocale } from "../../../../lib/text/locale.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { previewNotFound } from "../../../../lib/published/previewed-reads.ts";
import { Seo } from "../../../../lib/http/seo.ts";
import { PageSlug } from "../../../../lib/text/slug.ts";
import { Block, resolveBindings, resolveReferences } from "../../rendering/index.ts";
import { draftReaders } from "../draft-readers.ts";
import { findPreview } from "../find-preview.ts";

/** A page as it would look if it were published now. */
const PreviewPage = Type.Object(
  {
    id: Uuid,
    slug: PageSlug,
    locale: Type.String({ description: "The locale that is shown.", examples: ["en"] }),
    title: Type.String(),
    seo: Type.Object(
      {
        ...Seo.properties,
        noIndex: Type.Literal(true, { description: "Always, whatever the page says: a preview is for nobody to find." }),
      },
      { additionalProperties: false },
    ),
    composition: Type.Array(Block),
    updatedAt: Type.Unsafe<string>({ ...Instant, description: "When what is shown here was last saved." }),
  },
  { $id: "PreviewPage", additionalProperties: false },
);

/** The draft of the page that a preview token is for. The token is the credential, and is looked up anew for each request. */
export const getPreview = operation(
  {
    id: "getPreview",
    method: "GET",
    path: "/api/public/v1/preview/{token}",
    access: "none",
    cors: "any",
    problems: [previewNotFound, localeUnsupported],
    tags: ["Preview"],
    summary: "Read the draft of a page",
    description:
      "Answers the page that the token is for, as it would be if it were published now: its draft in the requested locale, or " +
      "what is published there where it has no draft; else the same in the site's default locale. Bindings are applied, from " +
      "drafts of entries where there are any. The token in the path is the only credential: no API key is needed, and every " +
      "origin may read the answer. It is bound to one page, in all of its locales, until it ends or is cancelled. A token that " +
      "is unknown, over or cancelled, or whose page or site is gone, is always the same 404.",
    params: Type.Object({
      token: Type.String({
        description: "What the preview was issued with. Whoever has it can read the draft.",
        examples: ["pv_0123456789abcdefghijABCDEFGHIJ01"],
      }),
    }),
    query: Type.Object({ locale: Type.Optional(LocaleParameter) }),
    response: { 200: Single(PreviewPage) },
    // The members are chosen explicitly, and blocks are as deep as their author made them.
    unserialised: true,
  },
  ({
    sql,
    clock,
    siteLimiter,
    publicUrl,
    media,
    rateLimitedLog: rateLimitedLog,
  }: Pick<Deps, "sql" | "clock" | "siteLimiter" | "publicUrl" | "media" | "rateLimitedLog">) =>
    async ({ params: { token }, query }, reply) => {
      const locale = query.locale === undefined ? undefined : canonicalLocale(query.locale);
      const preview = await findPreview(sql, { token, locale, now: clock.now() });
      if (!preview) throw new ProblemError(previewNotFound);
      // Only now: the list of a site's locales is for clients with a token.
      readLocale(preview.site, query.locale);
      const { site, id, page } = preview;
      if (!page) throw new ProblemError(previewNotFound);
      const { contents } = await siteLimiter.run(site.id, async () => {
        const deps = { sql, publicUrl, media, rateLimitedLog: rateLimitedLog };
        const bound = await resolveBindings(deps, site, [{ ...page, hasBindings: true }], draftReaders);
        const pages = [{ ...page, content: bound.contents[0] ?? page.content }];
        return resolveReferences(deps, site, pages, { arePages: true, readReferred: draftReaders.readReferred });
      });
      const { title, seo, composition } = JSON.parse(contents[0] ?? page.content) as { title: string; seo: Seo; composition: never[] };
      return reply.headers({ "cache-control": "private, no-store", "content-language": page.locale }).send({
        data: {
          id,
          slug: page.slug,
          locale: page.locale,
          title,
          seo: { ...seo, noIndex: true as const },
          composition,
          updatedAt: page.updatedAt.toISOString(),
        },
      });
    },
);
