import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { inUse } from "../../../../lib/admin/refusals.ts";
import { NoContent, operation } from "../../../../lib/http/operation.ts";
import { seenRevision } from "../../../../lib/http/revision.ts";
import { entryNotFound, pageNotFound } from "../../rendering/index.ts";
import { documentBase, documentIn, DocumentParams } from "../drafts/document-address.ts";
import { demandDocumentRevision, lockDocument } from "../drafts/locked-document.ts";
import { refuseInUse } from "../drafts/places-in-use.ts";
import { trashDays, trashDocuments } from "../drafts/trash.ts";
import { lockSite } from "../../../../lib/published/lock-site.ts";

/** Moves a document to the trash: nothing of it is public from then on. */
export const trashDocument = operation(
  {
    id: "trashDocument",
    method: "DELETE",
    path: documentBase,
    access: "member",
    permission: "content:publish",
    conditional: "change",
    cors: "closed",
    problems: [pageNotFound, entryNotFound, inUse],
    tags: ["Content"],
    summary: "Move a document to the trash",
    description:
      `Gone from the public at once, with its slugs free; the trash keeps it for ${trashDays} days. 409 \`in_use\` names the drafts and publications that ` +
      "refer to it; `?force=true` deletes it all the same.",
    params: DocumentParams,
    query: Type.Object({ force: Type.Optional(Type.Boolean({ default: false })) }),
    response: { 204: NoContent },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { site, params, query } = request;
      const { kind, id } = documentIn(params);
      await sql.begin(async (tx) => {
        await lockSite(tx, site.id);
        const document = await lockDocument(tx, site.id, kind, id);
        await demandDocumentRevision(tx, document, seenRevision(request));
        if (query.force !== true) await refuseInUse(tx, site.id, id);
        const changing = { actor: actorOf(request), action: "trashDocument" };
        await trashDocuments(tx, { now: clock.now(), ids }, site.id, [document], changing);
      });
    },
);
