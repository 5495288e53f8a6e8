import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single, Uuid } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { entryNotFound, pageNotFound } from "../../rendering/index.ts";
import { documentIn, translationBase, TranslationParams } from "../drafts/document-address.ts";
import { readTranslation, Translation } from "../drafts/document-view.ts";
import { translationNotFound } from "../drafts/locked-document.ts";
import { publishRevisions } from "../publishing/publish-revisions.ts";
import { publicationProblems } from "../publishing/publish.ts";

/** Publishes exactly the revision that was seen, and others that it refers to with it. */
export const publishTranslation = operation(
  {
    id: "publishTranslation",
    method: "POST",
    path: `${translationBase}/publish`,
    access: "member",
    permission: "content:publish",
    grows: true,
    cors: "closed",
    problems: [pageNotFound, entryNotFound, translationNotFound, ...publicationProblems],
    tags: ["Content"],
    summary: "Publish one locale",
    description:
      "400 `validation_failed` names what is missing, by JSON Pointers into the draft; for documents in `with`, they begin with `/with/<index>`. " +
      "A draft that is published already stays as it is. A publication takes back a planned one.",
    params: TranslationParams,
    body: Type.Object(
      {
        revision: Type.Integer({ minimum: 1, maximum: 2_000_000_000, description: "The translation's revision." }),
        with: Type.Optional(
          Type.Array(
            Type.Object(
              { document: Uuid, locale: Type.String({ maxLength: 20 }), revision: Type.Integer({ minimum: 1, maximum: 2_000_000_000 }) },
              { additionalProperties: false },
            ),
            { maxItems: 100, description: "Other translations to publish in the same moment." },
          ),
        ),
      },
      { additionalProperties: false },
    ),
    response: { 200: Single(Translation) },
    unserialised: true,
  },
  ({ sql, clock, ids, contentChecks, publicUrl }: Pick<Deps, "sql" | "clock" | "ids" | "contentChecks" | "publicUrl">) =>
    async (request, reply) => {
      const { site, params, body } = request;
      const { kind, id } = documentIn(params);
      const { locale } = params;
      const wanted = [
        { kind, document: id, locale, revision: body.revision },
        ...(body.with ?? []).map((other) => ({ kind: undefined, ...other })),
      ];
      const translation = await sql.begin(async (tx) => {
        const changing = { actor: actorOf(request), action: "publishTranslation" };
        const pathOf = (index: number) => (index === 0 ? "" : `/with/${index - 1}`);
        await publishRevisions(tx, { now: clock.now(), ids }, { contentChecks, publicUrl }, site, wanted, { changing, pathOf });
        return readTranslation(tx, { contentChecks }, site.id, kind, { id, locale });
      });
      tagRevision(reply, translation.revision);
      return { data: translation };
    },
);
