import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { Document, readDocument } from "../drafts/document-view.ts";
import { kindOf } from "../drafts/locked-document.ts";
import { singleEntryExists } from "../drafts/single-entry.ts";
import { trashedBase, trashedId, TrashedParams } from "../drafts/trash-address.ts";
import { lockTrashed, restoreTrashed, trashedNotFound } from "../drafts/trash.ts";

/** Takes a document out of the trash, as drafts. */
export const restoreDocument = operation(
  {
    id: "restoreDocument",
    method: "POST",
    path: `${trashedBase}/restore`,
    access: "member",
    permission: "content:publish",
    cors: "closed",
    problems: [trashedNotFound, singleEntryExists],
    tags: ["Content"],
    summary: "Restore a document from the trash",
    description:
      "Nothing is public yet. Another document may have a slug by now: send another in `slugs`, or change it before the publication.",
    params: TrashedParams,
    body: Type.Object(
      {
        slugs: Type.Optional(
          Type.Record(Type.String({ pattern: "^[a-z]{2}(-[A-Z]{2})?$" }), Type.String({ maxLength: 200 }), {
            additionalProperties: false,
            maxProperties: 100,
            description: "By locale: other slugs than it had.",
          }),
        ),
      },
      { additionalProperties: false },
    ),
    response: { 200: Single(Document) },
    unserialised: true,
  },
  ({ sql, clock, ids, contentChecks }: Pick<Deps, "sql" | "clock" | "ids" | "contentChecks">) =>
    async (request, reply) => {
      const { site, params, body } = request;
      const id = trashedId(params);
      const document = await sql.begin(async (tx) => {
        const trashed = await lockTrashed(tx, site.id, id);
        const changing = { actor: actorOf(request), action: "restoreDocument" };
        await restoreTrashed(tx, { now: clock.now(), ids }, { contentChecks }, site.id, trashed, body.slugs ?? {}, changing);
        return readDocument(tx, { contentChecks }, site.id, kindOf(trashed.contentType), id);
      });
      tagRevision(reply, document.revision);
      return { data: document };
    },
);
