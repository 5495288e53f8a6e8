import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { entryNotFound, pageNotFound } from "../../rendering/index.ts";
import { addDocument } from "../drafts/add-document.ts";
import { documentBase, documentIn, DocumentParams } from "../drafts/document-address.ts";
import { Document, readDocument } from "../drafts/document-view.ts";
import { lockDocument } from "../drafts/locked-document.ts";
import { singleEntryExists } from "../drafts/single-entry.ts";
import { draftOf } from "../drafts/update-draft.ts";
import { writeDraft } from "../drafts/write-draft.ts";

/** Copies a document in all its locales, as drafts. */
export const duplicateDocument = operation(
  {
    id: "duplicateDocument",
    method: "POST",
    path: `${documentBase}/duplicate`,
    access: "member",
    permission: "content:write",
    grows: true,
    cors: "closed",
    problems: [pageNotFound, entryNotFound, singleEntryExists],
    tags: ["Content"],
    summary: "Copy a document",
    description: "In all locales, as drafts. Slugs get `-copy` at their end.",
    params: DocumentParams,
    response: { 201: Single(Document) },
    unserialised: true,
  },
  ({ sql, clock, ids, contentChecks }: Pick<Deps, "sql" | "clock" | "ids" | "contentChecks">) =>
    async (request, reply) => {
      const { site, params } = request;
      const { kind, id } = documentIn(params);
      const ctx = { now: clock.now(), ids };
      const changing = { actor: actorOf(request), action: "duplicateDocument" };
      const copied = await sql.begin(async (tx) => {
        const original = await lockDocument(tx, site.id, kind, id);
        const drafts = original.translations.map((translation) => ({ locale: translation.locale, ...draftOf(translation) }));
        const isMain = ({ locale }: { locale: string }) => (locale === site.defaultLocale ? 0 : 1);
        const sorted = drafts.sort((a, b) => isMain(a) - isMain(b));
        const { contentType } = original;
        const slugOf = (slug: string) => (slug === "" ? "" : `${slug.slice(0, 195)}-copy`);
        const copy = await addDocument(tx, ctx, site.id, { contentType, slug: slugOf(sorted[0]?.slug ?? "") });
        for (const { locale, slug, ...draft } of sorted) {
          const copiedDraft = { ...draft, slug: slugOf(slug), hasBindings: false };
          await writeDraft(tx, ctx, { contentChecks }, site, copy, locale, copiedDraft, changing);
        }
        return copy.id;
      });
      const document = await readDocument(sql, { contentChecks }, site.id, kind, copied);
      tagRevision(reply, document.revision);
      return { data: document };
    },
);
