import { Type } from "typebox";
import type { Deps } from "../../../deps.ts";
import { actorOf } from "../../../lib/admin/identity.ts";
import { inUse } from "../../../lib/admin/refusals.ts";
import { List, Uuid } from "../../../lib/http/envelope.ts";
import { operation } from "../../../lib/http/operation.ts";
import { holdSite } from "../../sites/index.ts";
import { entryNotFound, pageNotFound } from "../document.ts";
import { DocumentsParams, documentsBase } from "../drafts/document-address.ts";
import { documentKinds } from "../drafts/draft.ts";
import { demandDocumentRevision, holdDocuments, notFoundOf } from "../drafts/held-document.ts";
import { ListedDocument, listDocumentsOf } from "../drafts/list-documents.ts";
import { refuseInUse } from "../drafts/places-in-use.ts";
import { changePublished, checkPublications, draftToPublish, refuseFaults, publicationProblems } from "../drafts/publish.ts";
import { takeBackSchedules } from "../drafts/schedules.ts";
import { trashDocuments } from "../drafts/trash.ts";

/** Publishes, unpublishes or deletes several documents, with all their locales: all or none. */
export const bulkDocuments = operation(
  {
    id: "bulkDocuments",
    method: "POST",
    path: `${documentsBase}/bulk`,
    access: "member",
    permission: "content:publish",
    cors: "closed",
    problems: [pageNotFound, entryNotFound, inUse, ...publicationProblems],
    tags: ["Content"],
    summary: "Publish, unpublish or delete several documents",
    description:
      "With all their locales; all or none. The revisions are those of the documents. 400 `validation_failed` names what is missing after " +
      "`/items/<place>/<locale>`.",
    params: DocumentsParams,
    body: Type.Object(
      {
        action: Type.Enum(["publish", "unpublish", "delete"]),
        items: Type.Array(
          Type.Object({ id: Uuid, revision: Type.Integer({ minimum: 1, maximum: 2_000_000_000 }) }, { additionalProperties: false }),
          { minItems: 1, maxItems: 100 },
        ),
      },
      { additionalProperties: false },
    ),
    response: { 200: List(ListedDocument) },
  },
  ({ sql, clock, ids, contentChecks, publicUrl }: Pick<Deps, "sql" | "clock" | "ids" | "contentChecks" | "publicUrl">) =>
    async (request) => {
      const { site, params, body } = request;
      const kind = documentKinds[params.documents];
      const saving = { now: clock.now(), ids };
      const changing = { actor: actorOf(request), action: "bulkDocuments" };
      const wanted = body.items.map(({ id }) => id);
      const { documents } = await sql.begin(async (tx) => {
        await holdSite(tx, site.id);
        const held = await holdDocuments(tx, site.id, [...new Set(wanted)]);
        for (const { id, revision } of body.items) {
          const document = held.get(id);
          if (!document || document.kind !== kind) throw notFoundOf(kind);
          await demandDocumentRevision(tx, document, revision);
        }
        const translations = [...held.values()].flatMap((document) => document.translations);
        if (body.action === "publish") {
          const items = translations.map(draftToPublish).filter((item) => item !== null);
          const checks = await checkPublications(tx, { contentChecks, publicUrl }, site, items);
          const placeOf = (documentId = "") => wanted.indexOf(documentId);
          const itemAt = (index: number) => items[index]?.translation;
          refuseFaults(items, checks, (index) => `/items/${placeOf(itemAt(index)?.documentId)}/${itemAt(index)?.locale}`);
          const publish = items.map((item, index) => ({ item, references: checks[index]?.references ?? [] }));
          if (publish.length > 0) await changePublished(tx, saving, site, { publish, unpublish: [] }, changing);
          await takeBackSchedules(
            tx,
            site.id,
            items.map((item) => item.translation.id),
            "publishAt",
          );
        } else if (body.action === "unpublish") {
          const unpublish = translations.filter(({ published }) => published !== null);
          if (unpublish.length > 0) await changePublished(tx, saving, site, { publish: [], unpublish }, changing);
          for (const id of held.keys()) await refuseInUse(tx, site.id, id, { ofHidden: true });
          await takeBackSchedules(
            tx,
            site.id,
            unpublish.map(({ id }) => id),
            "unpublishAt",
          );
        } else {
          for (const id of held.keys()) await refuseInUse(tx, site.id, id, { but: [...held.keys()] });
          await trashDocuments(tx, saving, site.id, [...held.values()], changing);
        }
        const all = { contentType: undefined, locale: undefined, author: undefined, updatedSince: undefined, q: undefined };
        const status = body.action === "delete" ? ("trashed" as const) : undefined;
        const filters = { ...all, status, ids: wanted, sort: "title" as const, isDescending: false };
        return listDocumentsOf(tx, site.id, kind, filters, { page: 1, pageSize: wanted.length });
      });
      return { data: documents, page: 1, pageSize: Math.max(documents.length, 1), total: documents.length };
    },
);
