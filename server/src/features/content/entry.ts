import { Type } from "typebox";
import { Slug } from "../../lib/text/slug.ts";
import { documentFields, documentJson, type PublishedDocument } from "./document.ts";

/** A published entry in a response. */
export const Entry = Type.Object(
  {
    id: documentFields.id,
    slug: Slug,
    locale: documentFields.locale,
    contentType: Slug,
    status: Type.Literal("PUBLISHED"),
    data: Type.Record(Type.String(), Type.Unknown(), { description: "As the content type's schema describes." }),
    publishedAt: documentFields.publishedAt,
    firstPublishedAt: documentFields.firstPublishedAt,
    createdAt: documentFields.createdAt,
    updatedAt: documentFields.updatedAt,
    alternates: documentFields.alternates,
  },
  { $id: "Entry", additionalProperties: false },
);

/** An entry as JSON text. Its content is its data. */
export function entryJson(contentType: string, document: PublishedDocument): string {
  return `{${documentJson(document)},"contentType":"${contentType}","status":"PUBLISHED","data":${document.content}}`;
}
