import { mostLists, mostMarks } from "../../../lib/json-schema/json-schema-marks.ts";
import type { SqlPiece } from "../../../lib/sql/sql-statement.ts";
import type { QueryField } from "./query-field.ts";

/** The columns of `published_rows` for the fields that types mark: one value each, and lists. */
const scalars = Array.from({ length: mostMarks }, (_, place) => `s${place + 1}`);
const lists = Array.from({ length: mostLists }, (_, place) => `a${place + 1}`);
const ofDocuments: Readonly<Record<string, string | undefined>> = {
  id: "document_id",
  slug: "slug",
  publishedAt: "published_at",
  firstPublishedAt: "first_published_at",
  createdAt: "created_at",
  updatedAt: "updated_at",
};

/** The names of all columns besides the site's. */
export const rowColumns = constant(["id", "list_id", ...Object.values(ofDocuments), "locale", ...scalars, ...lists].join(", "));

/** The fields of a plan with their columns, which depend on the names and kinds alone. */
export function columnsOf(fields: readonly QueryField[]): { field: QueryField; column: string }[] {
  const inOrder = [...fields].sort((a, b) => (a.name < b.name ? -1 : 1));
  const columns = { true: lists.values(), false: scalars.values() };
  return inOrder.flatMap((field) => {
    const { value: column } = columns[`${field.isList}`].next();
    return column === undefined ? [] : [{ field, column }];
  });
}

/** The column of a field, of all documents or of a plan's, as a piece of a statement over `published_rows as stored`. */
export function columnPiece({ name }: QueryField, fields: readonly QueryField[]): SqlPiece {
  const column = ofDocuments[name] ?? columnsOf(fields).find(({ field }) => field.name === name)?.column;
  if (column === undefined) throw new Error(`The field ${name} has no column.`);
  return constant(`stored.${column}`);
}

function constant(text: string): SqlPiece {
  return { strings: [text], values: [] };
}
