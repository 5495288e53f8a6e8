import { Type } from "typebox";
import { siteBase, siteSlug } from "../../../../lib/admin/site-path.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import { documentKinds, type DocumentKind } from "./draft.ts";
import { notFoundOf } from "./locked-document.ts";

/** The beginning of the addresses of pages and of entries. */
export const documentsBase = `${siteBase}/{documents}`;
export const documentBase = `${documentsBase}/{id}`;
export const translationBase = `${documentBase}/{locale}`;

export type Documents = keyof typeof documentKinds;

const documents = { documents: Type.Enum(Object.keys(documentKinds) as Documents[], { description: "The kind of the document." }) };
const id = { id: Type.String({ description: "The id of the document." }) };
export const DocumentsParams = Type.Object({ ...siteSlug, ...documents });
export const DocumentParams = Type.Object({ ...siteSlug, ...documents, ...id });
export const TranslationParams = Type.Object({ ...siteSlug, ...documents, ...id, locale: Type.String({ examples: ["en"] }) });

/** The kind and the id of a document in a path. Throws `page_not_found` or `entry_not_found` for what can be no id. */
export function documentIn(params: { documents: Documents; id: string }): { kind: DocumentKind; id: string } {
  const kind = documentKinds[params.documents];
  if (!isUuid(params.id)) throw notFoundOf(kind);
  return { kind, id: params.id };
}
