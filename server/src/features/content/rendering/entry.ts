import { Type } from "typebox";
import { Slug } from "../../../lib/text/slug.ts";
import { documentFields, documentJson, type ListMembers, type PublishedDocument } from "./document.ts";

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

const { data, alternates, ...always } = Entry.properties;

/** An entry of a list with the members that `fields` names. */
export const EntryPart = Type.Object(
  { ...always, data: Type.Optional(data), alternates: Type.Optional(alternates) },
  { $id: "EntryPart", additionalProperties: false, description: "With the members that `fields` names." },
);

/** An entry as JSON text. Its content is its data, which is left out where none of its members is answered. */
export function entryJson(contentType: string, document: PublishedDocument, members?: ListMembers): string {
  const data = members?.content?.size === 0 ? "" : `,"data":${document.content}`;
  return `{${documentJson(document, members)},"contentType":"${contentType}","status":"PUBLISHED"${data}}`;
}
