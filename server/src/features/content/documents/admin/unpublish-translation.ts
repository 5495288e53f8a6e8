import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { inUse } from "../../../../lib/admin/refusals.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { revisionConflictProblem, tagRevision } from "../../../../lib/http/revision.ts";
import { entryNotFound, pageNotFound } from "../../rendering/index.ts";
import { documentIn, translationBase, TranslationParams } from "../drafts/document-address.ts";
import { readTranslation, Translation } from "../drafts/document-view.ts";
import { translationNotFound } from "../drafts/locked-document.ts";
import { changePublished } from "../publishing/publish.ts";
import { lockSeen } from "../publishing/publish-revisions.ts";
import { refuseInUse } from "../drafts/places-in-use.ts";
import { takeBackSchedules } from "../drafts/schedules.ts";

/** Takes one locale from the public. The published content becomes its draft. */
export const unpublishTranslation = operation(
  {
    id: "unpublishTranslation",
    method: "POST",
    path: `${translationBase}/unpublish`,
    access: "member",
    permission: "content:publish",
    cors: "closed",
    problems: [pageNotFound, entryNotFound, translationNotFound, revisionConflictProblem, inUse],
    tags: ["Content"],
    summary: "Unpublish one locale",
    description:
      "The published content is kept as the draft, unless there is a newer one. 409 `in_use` names published content that refers to the document, if this " +
      "was its last public locale; `?force=true` unpublishes it all the same, and the others show nothing in its place.",
    params: TranslationParams,
    query: Type.Object({ force: Type.Optional(Type.Boolean({ default: false })) }),
    body: Type.Object({ revision: Type.Integer({ minimum: 1, maximum: 2_000_000_000 }) }, { additionalProperties: false }),
    response: { 200: Single(Translation) },
    unserialised: true,
  },
  ({ sql, clock, ids, contentChecks }: Pick<Deps, "sql" | "clock" | "ids" | "contentChecks">) =>
    async (request, reply) => {
      const { site, params, body, query } = request;
      const { kind, id } = documentIn(params);
      const { locale } = params;
      const translation = await sql.begin(async (tx) => {
        const [lockedTranslation] = await lockSeen(tx, site.id, [{ kind, document: id, locale, revision: body.revision }]);
        if (lockedTranslation && lockedTranslation.published !== null) {
          const changing = { actor: actorOf(request), action: "unpublishTranslation" };
          await changePublished(tx, { now: clock.now(), ids }, site, { publish: [], unpublish: [lockedTranslation] }, changing);
          if (query.force !== true) await refuseInUse(tx, site.id, id, { ofHidden: true });
          await takeBackSchedules(tx, site.id, [lockedTranslation.id], "unpublishAt");
        }
        return readTranslation(tx, { contentChecks }, site.id, kind, { id, locale });
      });
      tagRevision(reply, translation.revision);
      return { data: translation };
    },
);
