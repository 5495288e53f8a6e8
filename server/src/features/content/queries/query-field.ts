import type { FieldKind, QueryableField } from "../../../lib/json-schema/json-schema-marks.ts";
import { digestId } from "../../../lib/text/digest-id.ts";

/** A field of documents that queries may name: by its members, joined by dots. */
export interface QueryField {
  name: string;
  kind: FieldKind | "id";
  isList: boolean;
  /** Set for numbers that are whole. */
  isInteger?: true;
  /** Of a reference to an entry: the content types that it may have. Undefined: every one. */
  contentTypes?: readonly string[] | undefined;
}

/** The fields that every document has. Each document has one value of each. */
export const documentQueryFields: readonly QueryField[] = [
  { name: "id", kind: "id", isList: false },
  { name: "slug", kind: "text", isList: false },
  { name: "publishedAt", kind: "instant", isList: false },
  { name: "firstPublishedAt", kind: "instant", isList: false },
  { name: "createdAt", kind: "instant", isList: false },
  { name: "updatedAt", kind: "instant", isList: false },
];

/** The same for all documents of a list, so its value is not stored. */
export const localeField: QueryField = { name: "locale", kind: "text", isList: false };

export const documentFieldNames: ReadonlySet<string> = new Set([...documentQueryFields, localeField].map(({ name }) => name));

export function fieldNamed({ path, ...field }: QueryableField): QueryField {
  return { name: path.join("."), ...field };
}

/** The id of the rows of a content type's documents in a locale: another one if other fields have columns. */
export function listId(contentType: string, locale: string, fields: readonly QueryField[]): string {
  const named = fields.map(({ name, kind, isList }) => JSON.stringify([name, kind, isList])).sort();
  return digestId(JSON.stringify(["rows", contentType, locale, named]));
}

/** The id under which the words of a content type's documents are stored: another one if other texts are searched. */
export function wordsId(contentType: string, locale: string, searchable: Readonly<Record<string, readonly (readonly string[])[]>>): string {
  return digestId(JSON.stringify(["words", contentType, locale, searchable]));
}
