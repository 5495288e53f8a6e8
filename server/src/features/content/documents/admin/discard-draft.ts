import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { problem, ProblemError } from "../../../../lib/http/problem.ts";
import { seenRevision, tagRevision } from "../../../../lib/http/revision.ts";
import { entryNotFound, pageNotFound } from "../../rendering/index.ts";
import { documentIn, translationBase, TranslationParams } from "../drafts/document-address.ts";
import { readTranslation, Translation } from "../drafts/document-view.ts";
import { demandRevision, lockDocument, translationIn, translationNotFound } from "../drafts/locked-document.ts";
import { shareValues } from "../drafts/share-values.ts";
import { addSnapshot } from "../drafts/snapshots.ts";
import { readSchemas } from "../drafts/type-schemas.ts";
import { recordDraft, replaceDraftReferences } from "../drafts/update-draft.ts";
import { sharedContent, writeDraft } from "../drafts/write-draft.ts";
import { recomputeDocuments } from "../publishing/recompute-documents.ts";

const nothingPublished = problem("nothing_published", 409, "There is no published version to restore");

/** Returns to what is published. The draft stays a snapshot. */
export const discardDraft = operation(
  {
    id: "discardDraft",
    method: "DELETE",
    path: `${translationBase}/draft`,
    access: "member",
    permission: "content:write",
    conditional: "change",
    cors: "closed",
    problems: [pageNotFound, entryNotFound, translationNotFound, nothingPublished],
    tags: ["Content"],
    summary: "Return to the published version",
    description:
      "The draft stays a snapshot. Values that all locales share stay those of the default locale, whose draft takes them back for all.",
    params: TranslationParams,
    response: { 200: Single(Translation) },
    unserialised: true,
  },
  ({ sql, clock, ids, contentChecks }: Pick<Deps, "sql" | "clock" | "ids" | "contentChecks">) =>
    async (request, reply) => {
      const { site, params } = request;
      const { kind, id } = documentIn(params);
      const ctx = { now: clock.now(), ids };
      const changing = { actor: actorOf(request), action: "discardDraft" };
      const translation = await sql.begin(async (tx) => {
        const document = await lockDocument(tx, site.id, kind, id);
        const lockedTranslation = translationIn(document, params.locale);
        await demandRevision(tx, lockedTranslation, seenRevision(request));
        if (lockedTranslation.published === null) throw new ProblemError(nothingPublished, { detail: "Delete the document instead." });
        if (lockedTranslation.draft !== null) {
          const { published, slug, title } = lockedTranslation;
          const schemas = await readSchemas(tx, site.id, [{ contentType: lockedTranslation.contentType, content: published }]);
          const content = sharedContent(document, schemas, site.defaultLocale, lockedTranslation.locale, published);
          if (content === published || content === JSON.stringify(JSON.parse(published))) {
            await addSnapshot(tx, ctx, site.id, lockedTranslation);
            await tx`
              update translations set
                draft = null, draft_slug = null, draft_title = '', draft_updated_at = null, snapshot_at = null,
                edited_by = ${changing.actor.adminId ?? null}::uuid, edited_at = ${ctx.now}, revision = revision + 1
              where site_id = ${site.id} and id = ${lockedTranslation.id}`;
            await replaceDraftReferences(tx, ctx, site.id, lockedTranslation.id, []);
            await recomputeDocuments(tx, site.id, [id]);
            const target = { locale: lockedTranslation.locale, revision: lockedTranslation.revision + 1, title };
            await recordDraft(tx, ctx, site.id, document, target, [{ member: "draft" }], changing);
            await shareValues(tx, ctx, site.id, [id], changing);
          } else if (content !== JSON.stringify(JSON.parse(lockedTranslation.draft)) || lockedTranslation.draftSlug !== null) {
            const draft = { slug, title, content, hasBindings: false };
            await writeDraft(tx, ctx, { contentChecks }, site, document, lockedTranslation.locale, draft, {
              ...changing,
              isReplaced: true,
            });
          }
        }
        return readTranslation(tx, { contentChecks }, site.id, kind, { id, locale: lockedTranslation.locale });
      });
      tagRevision(reply, translation.revision);
      return { data: translation };
    },
);
