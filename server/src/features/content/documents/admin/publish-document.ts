import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { entryNotFound, pageNotFound } from "../../rendering/index.ts";
import { documentBase, documentIn, DocumentParams } from "../drafts/document-address.ts";
import { Document, readDocument } from "../drafts/document-view.ts";
import { translationNotFound } from "../drafts/locked-document.ts";
import { publishRevisions } from "../publishing/publish-revisions.ts";
import { publicationProblems } from "../publishing/publish.ts";

/** Publishes several locales of a document in the same moment. */
export const publishDocument = operation(
  {
    id: "publishDocument",
    method: "POST",
    path: `${documentBase}/publish`,
    access: "member",
    permission: "content:publish",
    grows: true,
    cors: "closed",
    problems: [pageNotFound, entryNotFound, translationNotFound, ...publicationProblems],
    tags: ["Content"],
    summary: "Publish several locales",
    description: "All or none. 400 `validation_failed` names what is missing, by JSON Pointers into the drafts after `/<locale>`.",
    params: DocumentParams,
    body: Type.Object(
      {
        revisions: Type.Record(Type.String({ pattern: "^[a-z]{2}(-[A-Z]{2})?$" }), Type.Integer({ minimum: 1, maximum: 2_000_000_000 }), {
          additionalProperties: false,
          minProperties: 1,
          maxProperties: 100,
          description: "By locale: the revision of the translation.",
        }),
      },
      { additionalProperties: false },
    ),
    response: { 200: Single(Document) },
    unserialised: true,
  },
  ({ sql, clock, ids, contentChecks, publicUrl }: Pick<Deps, "sql" | "clock" | "ids" | "contentChecks" | "publicUrl">) =>
    async (request, reply) => {
      const { site, params, body } = request;
      const { kind, id } = documentIn(params);
      const wanted = Object.entries(body.revisions).map(([locale, revision]) => ({ kind, document: id, locale, revision }));
      const document = await sql.begin(async (tx) => {
        const changing = { actor: actorOf(request), action: "publishDocument" };
        const pathOf = (index: number) => `/${wanted[index]?.locale}`;
        await publishRevisions(tx, { now: clock.now(), ids }, { contentChecks, publicUrl }, site, wanted, { changing, pathOf });
        return readDocument(tx, { contentChecks }, site.id, kind, id);
      });
      tagRevision(reply, document.revision);
      return { data: document };
    },
);
