import { pointerStep } from "./json-pointer.ts";
import { isSchema, referenceKindOf, type ReferenceKind, type Schema } from "./json-schema-kinds.ts";

/** The forms of a value that queries can compare. */
export type FieldKind = "text" | "number" | "boolean" | "date" | "instant" | Exclude<ReferenceKind, "asset">;

/** A field that a schema marks as `x-queryable`. */
export interface QueryableField {
  /** The names of members on the way, without the places in lists. */
  path: string[];
  kind: FieldKind;
  /** Set for numbers that are whole. */
  isInteger?: true;
  /** Whether a value may have several of it. */
  isList: boolean;
  /** Of a reference to an entry: the content types that the schema allows. Undefined: every one. */
  contentTypes?: string[] | undefined;
}

/** A field beside the part of the schema that describes one of its values. */
export interface DescribedField {
  field: QueryableField;
  schema: Schema;
}

/** The fields and texts that a schema marks for queries. */
export interface Marks {
  queryable: QueryableField[];
  /** The paths of texts that are searched. */
  searchable: string[][];
}

/** Of each kind, in one schema. */
export const mostMarks = 50;
/** Of the fields for queries. */
export const mostLists = 12;
const mostVisits = 5_000;

/** The marks of a schema that `schemaErrors` accepts. */
export function marksOf(root: Schema): Marks {
  const { described, searchable } = readMarks(root);
  return { queryable: described.map(({ field }) => field), searchable };
}

/** The fields of a schema that `schemaErrors` accepts. */
export function describedFields(root: Schema): DescribedField[] {
  return readMarks(root).described;
}

/** The marks that cannot mean anything; `path` points at the keyword. */
export function markErrors(root: Schema): { path: string; message: string }[] {
  return readMarks(root).errors;
}

// Of members of objects, there is one in a value.
const isOfMember = /^(?:\/properties\/[^/]+)+\/x-shared$/;

/** The fault of the mark for values that all locales share. */
export function sharedError(value: unknown, path: string, mayRefer: boolean): string | undefined {
  if (!mayRefer || !isOfMember.test(path)) return "belongs at a property of a content type or a block type, and not in a list";
  return typeof value === "boolean" ? undefined : "must be true or false";
}

interface Visit {
  schema: Schema;
  path: string[];
  pointer: string;
  isList: boolean;
  /** The marks of a list are those of its items. */
  marks: OwnMarks;
  /** The definitions on the way: a recursive one is followed once. */
  within: ReadonlySet<Schema>;
}

/** Where a mark stands. */
interface OwnMarks {
  queryable?: string;
  searchable?: string;
}

interface ReadMarks {
  described: DescribedField[];
  searchable: string[][];
  errors: { path: string; message: string }[];
}

function readMarks(root: Schema): ReadMarks {
  const marks: Omit<ReadMarks, "errors"> = { described: [], searchable: [] };
  const errors: { path: string; message: string }[] = [];
  if (!/"x-(queryable|searchable)":true/.test(JSON.stringify(root))) return { ...marks, errors };
  const seen = new Set<Schema>();
  const queue: Visit[] = [{ schema: root, path: [], pointer: "", isList: false, marks: {}, within: new Set() }];
  for (let visits = 0; visits < Math.min(queue.length, mostVisits); visits += 1) {
    const visit = queue[visits] as Visit;
    const { schemas, pointer } = sameValue(root, visit.schema, visit.pointer);
    if (schemas.some((each) => visit.within.has(each))) continue;
    const ownMarks = schemas.reduce<OwnMarks>((sum, each, index) => {
      seen.add(each);
      return { ...marksAt(each, index === 0 ? visit.pointer : pointer), ...sum };
    }, visit.marks);
    const last = schemas.at(-1) as Schema;
    const within = new Set([...visit.within, ...schemas]);
    if (isSchema(last.items)) {
      queue.push({ ...visit, schema: last.items, pointer: `${pointer}/items`, isList: true, marks: ownMarks, within });
    } else if (isSchema(last.properties)) {
      for (const at of pointersOf(ownMarks))
        errors.push({ path: at, message: "belongs at a single value or a list of them, not at an object" });
      for (const [name, schema] of Object.entries(last.properties)) {
        const [path, at] = [[...visit.path, name], `${pointer}/properties${pointerStep(name)}`];
        if (isSchema(schema)) queue.push({ schema, path, pointer: at, isList: visit.isList, marks: {}, within });
      }
    } else {
      addLeaf(visit, ownMarks, last);
    }
  }
  for (const { path } of unseenMarks(root, "", seen)) errors.push({ path, message: "belongs at a property that has one type" });
  for (const [keyword, count] of Object.entries({ "x-queryable": marks.described.length, "x-searchable": marks.searchable.length })) {
    if (count > mostMarks) errors.push({ path: "", message: `has ${keyword} more than ${mostMarks} times` });
  }
  if (marks.described.filter(({ field }) => field.isList).length > mostLists) {
    errors.push({ path: "", message: `has x-queryable at more than ${mostLists} lists` });
  }
  return { ...marks, errors };

  function addLeaf({ path, isList }: Visit, { queryable, searchable }: OwnMarks, schema: Schema): void {
    const kind = kindOf(schema);
    if (queryable !== undefined) {
      if (kind === undefined)
        errors.push({ path: queryable, message: "belongs at a text, a number, a boolean, a reference, or a list of these" });
      else {
        const contentTypes = schema["x-contentType"] as string[] | undefined;
        marks.described.push({ field: { path, kind, ...(isInteger(schema) && { isInteger: true }), isList, contentTypes }, schema });
      }
    }
    if (searchable !== undefined) {
      if (kind === "text") marks.searchable.push(path);
      else errors.push({ path: searchable, message: "belongs at a text or a list of texts" });
    }
  }
}

function marksAt(schema: Schema, pointer: string): OwnMarks {
  return {
    ...(schema["x-queryable"] === true ? { queryable: `${pointer}/x-queryable` } : {}),
    ...(schema["x-searchable"] === true ? { searchable: `${pointer}/x-searchable` } : {}),
  };
}

function pointersOf({ queryable, searchable }: OwnMarks): string[] {
  return [queryable, searchable].filter((pointer) => pointer !== undefined);
}

/** The schema, with the definition that it names, and the one alternative to null; the last one says what the value is. */
function sameValue(root: Schema, schema: Schema, pointer: string): { schemas: Schema[]; pointer: string } {
  const schemas = [schema];
  let [at, place]: [Schema | undefined, string] = [schema, pointer];
  while (at && schemas.length < 20) {
    const { $ref, anyOf, oneOf }: Schema = at;
    let next: Schema | undefined;
    if (typeof $ref === "string" && $ref.startsWith("#/$defs/")) {
      [next, place] = [(root.$defs as Record<string, Schema>)[$ref.slice("#/$defs/".length)], $ref.slice(1)];
    } else {
      const alternatives = ((anyOf ?? oneOf ?? []) as Schema[]).map((branch, index) => ({ branch, index }));
      const [only, ...others] = alternatives.filter(({ branch }) => branch.type !== "null");
      if (only && others.length === 0) [next, place] = [only.branch, `${place}/${anyOf ? "anyOf" : "oneOf"}/${only.index}`];
    }
    if (next) schemas.push(next);
    at = next;
  }
  return { schemas, pointer: place };
}

function kindOf({ $ref, type, format, enum: values, const: value }: Schema): FieldKind | undefined {
  const reference = referenceKindOf($ref);
  // Nobody looks for content by its pictures: an asset knows the places that show it.
  if (reference) return reference === "asset" ? undefined : reference;
  const typeNames =
    type ??
    ((values as unknown[] | undefined) ?? (value === undefined ? [] : [value])).map((each) => (each === null ? "null" : typeof each));
  const [only, ...others] = new Set([typeNames].flat().filter((each) => each !== "null"));
  if (others.length > 0) return undefined;
  if (only === "string") return format === "date" ? "date" : format === "date-time" ? "instant" : "text";
  if (only === "number" || only === "integer") return "number";
  return only === "boolean" ? "boolean" : undefined;
}

function isInteger({ type }: Schema): boolean {
  const types = [type].flat().filter((each) => each !== "null");
  return types.length === 1 && types[0] === "integer";
}

/** Marks in parts of the schema that describe no field. */
function unseenMarks(value: unknown, pointer: string, seen: ReadonlySet<Schema>): { path: string }[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => unseenMarks(item, `${pointer}/${index}`, seen));
  if (!isSchema(value)) return [];
  const ownMarks = seen.has(value) ? [] : pointersOf(marksAt(value, pointer)).map((path) => ({ path }));
  const { default: _, examples: __, enum: ___, ...others } = value;
  return [...ownMarks, ...Object.entries(others).flatMap(([name, inner]) => unseenMarks(inner, pointer + pointerStep(name), seen))];
}
