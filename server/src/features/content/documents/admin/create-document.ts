import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single, Uuid } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { invalidMember, ProblemError } from "../../../../lib/http/problem.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { listLocale, localeUnsupported } from "../../../../lib/text/locale.ts";
import type { Sql } from "../../../../ports/database.ts";
import { contentTypeNotFound, entryNotFound, maxDraftValues, pageContentType, pageNotFound } from "../../rendering/index.ts";
import { readContentType } from "../../types/index.ts";
import { addDocument } from "../drafts/add-document.ts";
import { DocumentsParams, documentsBase } from "../drafts/document-address.ts";
import { Document, readDocument } from "../drafts/document-view.ts";
import { checkMembers, documentKinds, draftMembers, shownDraft, storedDraft, type DocumentKind, type GivenDraft } from "../drafts/draft.ts";
import { lockDocument, translationIn } from "../drafts/locked-document.ts";
import { singleEntryExists } from "../drafts/single-entry.ts";
import { firstText } from "../drafts/type-schemas.ts";
import { draftOf } from "../drafts/update-draft.ts";
import { writeDraft } from "../drafts/write-draft.ts";

/** Makes a page or an entry with a draft in one locale. */
export const createDocument = operation(
  {
    id: "createDocument",
    method: "POST",
    path: documentsBase,
    access: "member",
    permission: "content:write",
    grows: true,
    cors: "closed",
    problems: [pageNotFound, entryNotFound, contentTypeNotFound, localeUnsupported, singleEntryExists],
    tags: ["Content"],
    summary: "Make a page or an entry",
    description:
      "Nothing is public yet. Members that are absent are empty, or those of the document in `from`. The entry of a single content type has the type's " +
      "slug, unless the draft has another.",
    params: DocumentsParams,
    maxJsonValues: maxDraftValues,
    body: Type.Object(
      {
        contentType: Type.Optional(Type.String({ maxLength: 200, description: "The slug of an entry's content type." })),
        locale: Type.Optional(Type.String({ maxLength: 20, description: "The site's default locale when absent." })),
        ...draftMembers,
        from: Type.Optional(
          Type.Unsafe<string>({ ...Uuid, description: "The id of a document to copy, in the locale or else the default one." }),
        ),
      },
      { additionalProperties: false },
    ),
    response: { 201: Single(Document) },
    unserialised: true,
  },
  ({ sql, clock, ids, contentChecks }: Pick<Deps, "sql" | "clock" | "ids" | "contentChecks">) =>
    async (request, reply) => {
      const { site, params, body } = request;
      const { contentType: requestedType, locale: wanted, from, ...members } = body;
      const kind = documentKinds[params.documents];
      const locale = listLocale(site, wanted);
      checkMembers(kind, members, { replaces: false });
      if (kind === "page" && requestedType !== undefined)
        throw invalidMember("/contentType", "additionalProperties", "is not a member of a page");
      const ctx = { now: clock.now(), ids };
      const id = await sql.begin(async (tx) => {
        const copied = from === undefined ? undefined : await copyOf(tx, site, kind, from, locale);
        const contentType = kind === "page" ? pageContentType : (requestedType ?? copied?.contentType);
        if (contentType === undefined) throw invalidMember("/contentType", "required", "is required");
        const type = kind === "page" ? { schema: {}, isSingle: false } : await readContentType(tx, site.id, contentType);
        if (!type) throw new ProblemError(contentTypeNotFound);
        const slug = type.isSingle ? { slug: contentType } : {};
        const draft = storedDraft(kind, { ...slug, ...copied?.draft, ...members }, (data) => firstText(type.schema, data));
        const document = await addDocument(tx, ctx, site.id, { contentType, slug: draft.slug });
        const changing = { actor: actorOf(request), action: "createDocument" };
        await writeDraft(tx, ctx, { contentChecks }, site, document, locale, draft, changing);
        return document.id;
      });
      const document = await readDocument(sql, { contentChecks }, site.id, kind, id);
      tagRevision(reply, document.revision);
      return { data: document };
    },
);

/** The content of another document for a new one, which needs a slug of its own. */
async function copyOf(
  tx: Sql,
  site: { id: string; defaultLocale: string },
  kind: DocumentKind,
  id: string,
  locale: string,
): Promise<{ contentType: string; draft: GivenDraft }> {
  const original = await lockDocument(tx, site.id, kind, id);
  const existingTranslation = original.translations.find((each) => each.locale === locale);
  const { slug: _, ...draft } = shownDraft(kind, draftOf(existingTranslation ?? translationIn(original, site.defaultLocale)));
  return { contentType: original.contentType, draft: draft as GivenDraft };
}
