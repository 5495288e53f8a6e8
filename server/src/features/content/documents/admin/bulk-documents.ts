import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { inUse } from "../../../../lib/admin/refusals.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { checkEachItem, SeenItems } from "../../../../lib/http/each-item.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { demandRoom, siteFull } from "../../../server/sites/index.ts";
import { entryNotFound, pageNotFound } from "../../rendering/index.ts";
import { DocumentsParams, documentsBase } from "../drafts/document-address.ts";
import { documentKinds } from "../drafts/draft.ts";
import { demandDocumentRevision, lockDocuments, notFoundOf } from "../drafts/locked-document.ts";
import { ListedDocument, listDocumentsOf } from "../drafts/list-documents.ts";
import { refuseInUse } from "../drafts/places-in-use.ts";
import { changePublished, checkPublications, draftToPublish, refuseErrors, publicationProblems } from "../publishing/publish.ts";
import { takeBackSchedules } from "../drafts/schedules.ts";
import { trashDocuments } from "../drafts/trash.ts";
import { lockSite } from "../../../../lib/published/lock-site.ts";

/** Publishes, unpublishes or deletes several documents, with all their locales: all or none. */
export const bulkDocuments = operation(
  {
    id: "bulkDocuments",
    method: "POST",
    path: `${documentsBase}/bulk`,
    access: "member",
    permission: "content:publish",
    cors: "closed",
    problems: [pageNotFound, entryNotFound, inUse, siteFull, ...publicationProblems],
    tags: ["Content"],
    summary: "Publish, unpublish or delete several documents",
    description:
      "With all their locales; all or none. The revisions are those of the documents. 400 `validation_failed` names what is missing after " +
      "`/items/<place>/<locale>`.",
    params: DocumentsParams,
    body: Type.Object(
      {
        action: Type.Enum(["publish", "unpublish", "delete"]),
        items: SeenItems,
        force: Type.Optional(
          Type.Boolean({
            default: false,
            description: "Unpublishes or deletes also what other content refers to, which shows nothing in its place.",
          }),
        ),
      },
      { additionalProperties: false },
    ),
    response: { 200: List(ListedDocument) },
  },
  ({
    sql,
    clock,
    ids,
    contentChecks,
    publicUrl,
    dataQuotaMb,
  }: Pick<Deps, "sql" | "clock" | "ids" | "contentChecks" | "publicUrl" | "dataQuotaMb">) =>
    async (request) => {
      const { site, params, body } = request;
      const kind = documentKinds[params.documents];
      const ctx = { now: clock.now(), ids };
      const changing = { actor: actorOf(request), action: "bulkDocuments" };
      const wanted = body.items.map(({ id }) => id);
      if (body.action === "publish") await demandRoom(sql, dataQuotaMb, site.id);
      const { documents } = await sql.begin(async (tx) => {
        await lockSite(tx, site.id);
        const lockedDocuments = await lockDocuments(tx, site.id, [...new Set(wanted)]);
        await checkEachItem(body.items, async ({ id, revision }) => {
          const document = lockedDocuments.get(id);
          if (!document || document.kind !== kind) throw notFoundOf(kind);
          await demandDocumentRevision(tx, document, revision);
        });
        const translations = [...lockedDocuments.values()].flatMap((document) => document.translations);
        if (body.action === "publish") {
          const items = translations.map(draftToPublish).filter((item) => item !== null);
          const checks = await checkPublications(tx, { contentChecks, publicUrl }, site, items);
          const placeOf = (documentId = "") => wanted.indexOf(documentId);
          const itemAt = (index: number) => items[index]?.translation;
          refuseErrors(items, checks, (index) => `/items/${placeOf(itemAt(index)?.documentId)}/${itemAt(index)?.locale}`);
          const publish = items.map((item, index) => ({ item, references: checks[index]?.references ?? [] }));
          if (publish.length > 0) await changePublished(tx, ctx, site, { publish, unpublish: [] }, changing);
          await takeBackSchedules(
            tx,
            site.id,
            items.map((item) => item.translation.id),
            "publishAt",
          );
        } else if (body.action === "unpublish") {
          const unpublish = translations.filter(({ published }) => published !== null);
          if (unpublish.length > 0) await changePublished(tx, ctx, site, { publish: [], unpublish }, changing);
          if (body.force !== true) {
            for (const id of lockedDocuments.keys()) await refuseInUse(tx, site.id, id, { ofHidden: true });
          }
          await takeBackSchedules(
            tx,
            site.id,
            unpublish.map(({ id }) => id),
            "unpublishAt",
          );
        } else {
          if (body.force !== true) {
            for (const id of lockedDocuments.keys()) await refuseInUse(tx, site.id, id, { but: [...lockedDocuments.keys()] });
          }
          await trashDocuments(tx, ctx, site.id, [...lockedDocuments.values()], changing);
        }
        const all = { contentType: undefined, locale: undefined, author: undefined, updatedSince: undefined, q: undefined };
        const status = body.action === "delete" ? ("trashed" as const) : undefined;
        const filters = { ...all, status, ids: wanted, sort: "title" as const, isDescending: false };
        return listDocumentsOf(tx, site.id, kind, filters, { page: 1, pageSize: wanted.length });
      });
      return { data: documents, page: 1, pageSize: Math.max(documents.length, 1), total: documents.length };
    },
);
