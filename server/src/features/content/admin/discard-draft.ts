import type { Deps } from "../../../deps.ts";
import { actorOf } from "../../../lib/admin/identity.ts";
import { Single } from "../../../lib/http/envelope.ts";
import { operation } from "../../../lib/http/operation.ts";
import { problem, ProblemError } from "../../../lib/http/problem.ts";
import { seenRevision, tagRevision } from "../../../lib/http/revision.ts";
import { recordChange } from "../../audit/index.ts";
import { entryNotFound, pageNotFound } from "../document.ts";
import { documentIn, translationBase, TranslationParams } from "../drafts/document-address.ts";
import { readTranslation, Translation } from "../drafts/document-view.ts";
import { demandRevision, holdDocument, translationIn, translationNotFound } from "../drafts/held-document.ts";
import { addSnapshot } from "../drafts/snapshots.ts";
import { replaceDraftReferences } from "../drafts/write-draft.ts";
import { settleDocuments } from "../settle-documents.ts";

const nothingPublished = problem("nothing_published", 409, "Nothing is published that could take the place of the draft");

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
    params: TranslationParams,
    response: { 200: Single(Translation) },
    unserialised: true,
  },
  ({ sql, clock, ids, contentChecks }: Pick<Deps, "sql" | "clock" | "ids" | "contentChecks">) =>
    async (request, reply) => {
      const { site, params } = request;
      const { kind, id } = documentIn(params);
      const saving = { now: clock.now(), ids };
      const actor = actorOf(request);
      const translation = await sql.begin(async (tx) => {
        const document = await holdDocument(tx, site.id, kind, id);
        const held = translationIn(document, params.locale);
        await demandRevision(tx, held, seenRevision(request));
        if (held.published === null) throw new ProblemError(nothingPublished, { detail: "Delete the document instead." });
        if (held.draft !== null) {
          await addSnapshot(tx, saving, site.id, held);
          await tx`
            update translations set
              draft = null, draft_slug = null, draft_title = '', draft_updated_at = null, snapshot_at = null,
              edited_by = ${actor.adminId ?? null}::uuid, edited_at = ${saving.now}, revision = revision + 1
            where site_id = ${site.id} and id = ${held.id}`;
          await replaceDraftReferences(tx, saving, site.id, held.id, []);
          await settleDocuments(tx, site.id, [id]);
          const target = { type: kind, id, label: held.title, locale: held.locale, revision: held.revision + 1 };
          await recordChange(tx, saving, { actor, siteId: site.id, action: "discardDraft", target, changes: [{ member: "draft" }] });
        }
        return readTranslation(tx, { contentChecks }, site.id, kind, { id, locale: held.locale });
      });
      tagRevision(reply, translation.revision);
      return { data: translation };
    },
);
