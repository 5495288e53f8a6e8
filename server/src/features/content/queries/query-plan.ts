import type { Schema } from "../../../lib/json-schema/json-schema-kinds.ts";
import { marksOf } from "../../../lib/json-schema/json-schema-marks.ts";
import { columnsOf } from "./columns.ts";
import { documentFieldNames, fieldNamed, listId, wordsId, type QueryField } from "./query-field.ts";

/** The values and words that a publication writes for the queries of a content type. */
export interface QueryPlan {
  /** Besides those that every document has. */
  fields: readonly QueryField[];
  /** The paths of texts that are searched: in an entry's data under "", in a block's props under its type. */
  searchable: Readonly<Record<string, readonly (readonly string[])[]>>;
}

export function planOfSchema(schema: Schema): QueryPlan {
  const { queryable, searchable } = marksOf(schema);
  return { fields: queryable.map(fieldNamed), searchable: searchable.length > 0 ? { "": searchable } : {} };
}

/** The plan of pages, whose texts are in blocks. */
export function planOfPages(blockTypes: readonly { type: string; schema: Schema }[]): QueryPlan {
  const searchable = blockTypes
    .map(({ type, schema }) => [type, marksOf(schema).searchable] as const)
    .filter(([, paths]) => paths.length > 0);
  return { fields: [], searchable: Object.fromEntries(searchable.sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** The marks that a content type cannot have: `path` is a JSON Pointer into its schema. */
export function queryErrors(schema: Schema): { path: string; code: string; message: string }[] {
  return marksOf(schema)
    .queryable.filter(({ path }) => documentFieldNames.has(path.join(".")))
    .map(({ path }) => ({
      path: `/properties/${path[0] ?? ""}/x-queryable`,
      code: "mark",
      message: "is for a name that each document has already",
    }));
}

/** The ids of the rows and words that a plan leads to. */
export function storedIds(contentType: string, locales: readonly string[], { fields, searchable }: QueryPlan): string[] {
  return locales.flatMap((locale) => [listId(contentType, locale, fields), wordsId(contentType, locale, searchable)]);
}

export function readPlan(text: string | null): QueryPlan | undefined {
  if (text === null) return undefined;
  const plan = JSON.parse(text) as QueryPlan;
  // An earlier version let a schema mark more lists than there are columns for. They cannot be queried.
  const names = new Set(columnsOf(plan.fields).map(({ field }) => field.name));
  return { ...plan, fields: plan.fields.filter(({ name }) => names.has(name)) };
}
