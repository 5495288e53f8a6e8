import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { revisionConflictProblem, tagRevision } from "../../../../lib/http/revision.ts";
import { entryNotFound, pageNotFound } from "../../rendering/index.ts";
import { documentIn, translationBase, TranslationParams } from "../drafts/document-address.ts";
import { readTranslation, Translation } from "../drafts/document-view.ts";
import { demandRevision, lockDocument, translationIn, translationNotFound } from "../drafts/locked-document.ts";
import { readVersion, versionNotFound } from "../drafts/versions.ts";
import { writeDraft } from "../drafts/write-draft.ts";

/** Puts an earlier version into the draft. */
export const restoreVersion = operation(
  {
    id: "restoreVersion",
    method: "POST",
    path: `${translationBase}/versions/{number}/restore`,
    access: "member",
    permission: "content:write",
    grows: true,
    cors: "closed",
    problems: [pageNotFound, entryNotFound, translationNotFound, versionNotFound, revisionConflictProblem],
    tags: ["Content"],
    summary: "Put a version into the draft",
    description: "Nothing changes for the public. The slug stays that of the draft, which becomes a snapshot.",
    params: Type.Object({
      ...TranslationParams.properties,
      number: Type.String({ description: "The version's number.", examples: ["3"] }),
    }),
    body: Type.Object({ revision: Type.Integer({ minimum: 1, maximum: 2_000_000_000 }) }, { additionalProperties: false }),
    response: { 200: Single(Translation) },
    unserialised: true,
  },
  ({ sql, clock, ids, contentChecks }: Pick<Deps, "sql" | "clock" | "ids" | "contentChecks">) =>
    async (request, reply) => {
      const { site, params, body } = request;
      const { kind, id } = documentIn(params);
      const { locale, number } = params;
      const translation = await sql.begin(async (tx) => {
        const document = await lockDocument(tx, site.id, kind, id);
        const lockedTranslation = translationIn(document, locale);
        await demandRevision(tx, lockedTranslation, body.revision);
        const { draft } = await readVersion(tx, site.id, lockedTranslation.id, number);
        const restored = { ...draft, slug: lockedTranslation.draftSlug ?? lockedTranslation.slug, hasBindings: false };
        const changing = { actor: actorOf(request), action: "restoreVersion", isReplaced: true };
        await writeDraft(tx, { now: clock.now(), ids }, { contentChecks }, site, document, locale, restored, changing);
        return readTranslation(tx, { contentChecks }, site.id, kind, { id, locale });
      });
      tagRevision(reply, translation.revision);
      return { data: translation };
    },
);
