import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { SiteParams, siteBase } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { invalidMember, invalidMembers } from "../../../../lib/http/problem.ts";
import { Seo } from "../../../../lib/http/seo.ts";
import {
  type AuthoredPage,
  Block,
  boundAtMost,
  completePage,
  maxDraftValues,
  maxReferences,
  pageErrors,
  resolveBindings,
  resolveReferences,
} from "../../rendering/index.ts";
import { draftReaders } from "../draft-readers.ts";
import { referencesOfPage, UnsavedPage } from "../unsaved-page.ts";

const ResolvedPage = Type.Object(
  {
    locale: Type.String(),
    title: Type.String(),
    seo: Type.Object(Seo.properties, { additionalProperties: false }),
    composition: Type.Array(Block),
  },
  { $id: "ResolvedPage", additionalProperties: false },
);

/** Faults that keep a page from being resolved. It may be invalid in other ways: nobody has finished it. */
const bounds = new Set(["too_deep", "too_many_blocks", "too_many_bindings", "too_large"]);
const anyBlock = { check: () => [], slots: null };

/** Answers an unsaved page as a preview would. */
export const resolvePage = operation(
  {
    id: "resolvePage",
    method: "POST",
    path: `${siteBase}/pages/resolve`,
    access: "member",
    permission: "content:read",
    cors: "closed",
    problems: [],
    tags: ["Content"],
    summary: "Show an unsaved page as a preview would",
    description: "Bindings and references are resolved, from drafts where there are any. Stores nothing.",
    params: SiteParams,
    body: UnsavedPage,
    maxJsonValues: maxDraftValues,
    response: { 200: Single(ResolvedPage) },
    unserialised: true,
  },
  ({ sql, siteLimiter, publicUrl, media }: Pick<Deps, "sql" | "siteLimiter" | "publicUrl" | "media">) =>
    async (request) => {
      const { site, body } = request;
      const { locale, title, seo = {}, composition } = body;
      if (!site.locales.includes(locale)) throw invalidMember("/locale", "locale", "is not one of the site's locales");
      const authored = { title, seo, composition } as AuthoredPage;
      const errors = request.spend(() => pageErrors(authored, () => anyBlock)).filter(({ code }) => bounds.has(code));
      if (errors.length > 0) throw invalidMembers(errors, 20);
      const { content, hasBindings } = completePage(authored);
      const page = { content, hasBindings, locale, slug: "" };
      const resolved = await siteLimiter.run(site.id, async () => {
        const deps = { sql, publicUrl, media };
        const { contents, tooLarge } = await resolveBindings(deps, site, [page], draftReaders);
        if (tooLarge.length > 0) throw invalidMember("/composition", "too_large", `is bound to more than ${boundAtMost}`);
        const bound = contents[0] ?? content;
        const storedPage = JSON.parse(content) as { composition: Parameters<typeof referencesOfPage>[2] };
        const references = await referencesOfPage(sql, site.id, storedPage.composition);
        if (references !== null && (JSON.parse(references) as unknown[]).length > maxReferences) {
          throw invalidMember("/composition", "too_many", `has more than ${maxReferences} references`);
        }
        return resolveReferences(deps, site, [{ ...page, content: bound, references }], {
          arePages: true,
          readReferred: draftReaders.readReferred,
        });
      });
      const resolvedPage = JSON.parse(resolved.contents[0] ?? content) as { title: string; seo: Seo; composition: never[] };
      return { data: { locale, title: resolvedPage.title, seo: resolvedPage.seo, composition: resolvedPage.composition } };
    },
);
