import { chooseField, type FieldKind } from "../fields/choose-field.ts";
import { branchesOf, namesIn, objectOf, referredKind, resolve, typesOf, type Schema, type Ui } from "../fields/schema.ts";

/** The kinds that people can choose, in the order in which they are offered. */
export const kinds = [
  ...(["text", "longText", "markdown", "number", "switch", "date", "dateTime"] as const),
  ...(["choice", "choices", "tags", "link", "colour"] as const),
  ...(["asset", "reference", "list", "object"] as const),
] as const;
export type Kind = (typeof kinds)[number];

export const isKind = (kind: string): kind is Kind => kinds.some((each) => each === kind);

/** The kind of a field. `code`: its schema says more than the kinds can, and is shown as it is. */
export function kindOf(root: Schema, schema: Schema, ui: Ui): FieldKind {
  if (schema.allOf !== undefined) return "code";
  const resolved = resolve(root, schema);
  const kind = chooseField(root, resolved, ui, undefined);
  if (kind === "variant") return isAnyReference(resolved) ? "reference" : "code";
  if (kind === "choice") return hasTexts(resolved) ? "choice" : "code";
  if (kind === "choices" || kind === "tags") {
    // A definition describes each item, and is shown as the item's own.
    const items = objectOf(resolved.items);
    if (items.$ref !== undefined || items.allOf !== undefined) return "list";
    return kind === "tags" || hasTexts(items) ? kind : "code";
  }
  // A group that has no field yet.
  const isGroup = typesOf(resolved).join() === "object" && branchesOf(resolved).length === 0 && ui.widget === undefined;
  if (kind === "code" && isGroup && isEmpty(resolved.properties)) return "object";
  return kind === "constant" ? "code" : kind;
}

const isEmpty = (properties: unknown) => Object.keys(objectOf(properties)).length === 0;

/** One of several kinds of things: alternatives that are references. */
const isAnyReference = (schema: Schema) =>
  branchesOf(schema).every((branch) => {
    const kind = referredKind(branch);
    return kind !== undefined && kind !== "asset";
  });

function hasTexts(schema: Schema): boolean {
  const values: unknown[] = Array.isArray(schema.enum) ? schema.enum : branchesOf(schema).map((branch) => branch.const);
  return values.length > 0 && values.every((value) => typeof value === "string");
}

/** A part of a schema, and of `uiSchema`, for a new field. */
export interface Described {
  schema: Schema;
  ui: Ui;
}

const blanks: Readonly<Record<Kind, Described>> = {
  text: { schema: { type: "string", maxLength: 200 }, ui: {} },
  longText: { schema: { type: "string", maxLength: 2_000 }, ui: { widget: "textarea" } },
  markdown: { schema: { type: "string", maxLength: 20_000 }, ui: { widget: "markdown" } },
  number: { schema: { type: "number" }, ui: {} },
  switch: { schema: { type: "boolean" }, ui: {} },
  date: { schema: { type: "string", format: "date" }, ui: {} },
  dateTime: { schema: { type: "string", format: "date-time" }, ui: {} },
  choice: { schema: { type: "string", enum: ["first", "second"] }, ui: {} },
  choices: { schema: { type: "array", uniqueItems: true, maxItems: 20, items: { type: "string", enum: ["first", "second"] } }, ui: {} },
  tags: { schema: { type: "array", uniqueItems: true, maxItems: 20, items: { type: "string", minLength: 1, maxLength: 40 } }, ui: {} },
  link: { schema: { type: "string", maxLength: 500 }, ui: { widget: "link" } },
  colour: { schema: { type: "string", pattern: "^#[0-9a-fA-F]{6}$", maxLength: 7 }, ui: { widget: "colour" } },
  asset: { schema: { $ref: "vitrine:asset", "x-accept": ["image"] }, ui: {} },
  reference: { schema: { $ref: "vitrine:entry" }, ui: {} },
  list: { schema: { type: "array", maxItems: 50, items: { type: "object", additionalProperties: false, properties: {} } }, ui: {} },
  object: { schema: { type: "object", additionalProperties: false, properties: {} }, ui: {} },
};

export const blank = (kind: Kind): Described => structuredClone<Described>(blanks[kind]);

/** Keywords of fields of any kind. */
const common = ["title", "description", "$comment", "deprecated", "readOnly", "x-shared"];
const commonUi = ["title", "help", "hint", "placeholder", "group", "isReadOnly"];
const plainTexts: readonly FieldKind[] = ["text", "longText", "markdown"];

/** A field as one of another kind, with what both kinds can have. */
export function withKind({ schema, ui, kind }: Described & { kind: FieldKind }, next: Kind): Described {
  const blankField = blank(next);
  const areTexts = plainTexts.includes(kind) && plainTexts.includes(next);
  const sharedKeywords = areTexts ? [...common, "minLength", "pattern", "x-queryable", "x-searchable"] : common;
  return { schema: { ...blankField.schema, ...picked(schema, sharedKeywords) }, ui: { ...blankField.ui, ...picked(ui, commonUi) } };
}

const picked = (from: Schema, names: readonly string[]): Schema =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));

/** Whether queries can compare the values, search them, or all languages share them. The server has the last word. */
export interface Marks {
  queryable: boolean;
  searchable: boolean;
  shared: boolean;
}

const compared: readonly FieldKind[] = [
  ...plainTexts,
  "number",
  "switch",
  "date",
  "dateTime",
  "choice",
  "choices",
  "tags",
  "link",
  "colour",
];
const searched: readonly FieldKind[] = [...plainTexts, "choice", "choices", "tags", "link", "colour"];

/** The marks that a field can have. Of a list, they are those of its items. `pointer` is that of its schema. */
export function marksFor(
  root: Schema,
  { schema, ui, kind, pointer }: Described & { kind: FieldKind; pointer: string },
  isContent: boolean,
): Marks {
  const of = kind === "list" ? itemKind(root, schema, ui) : kind;
  const isOneReference = kind === "reference" ? isSingle(schema) : of === "reference" && isSingle(objectOf(resolve(root, schema).items));
  return {
    queryable: isContent && (compared.includes(of) || isOneReference),
    searchable: searched.includes(of),
    shared: /^(\/properties\/[^/]+)+$/.test(pointer),
  };
}

const isSingle = (schema: Schema) => referredKind(schema) !== undefined;

function itemKind(root: Schema, schema: Schema, ui: Ui): FieldKind {
  return kindOf(root, objectOf(resolve(root, schema).items), objectOf(ui.items));
}

/** Keywords that the settings of a kind show; any other keyword is kept as it is, and named. */
const shownKeywords: readonly string[] = [
  ...["type", "title", "description", "default", "$ref", "format", "items", "properties", "required", "additionalProperties"],
  ...["enum", "x-queryable", "x-searchable", "x-shared", "x-accept", "x-contentType"],
  ...["minLength", "maxLength", "pattern", "minimum", "maximum", "multipleOf", "minItems", "maxItems", "uniqueItems"],
];

export function keptKeywords({ schema, kind }: Described & { kind: FieldKind }): string[] {
  const alternatives = kind === "choice" || kind === "reference" ? ["anyOf", "oneOf"] : [];
  return Object.keys(schema).filter((name) => !shownKeywords.includes(name) && !alternatives.includes(name));
}

/** The things that a reference may lead to. */
export interface Targets {
  kinds: string[];
  /** Of entries; empty: any. */
  contentTypes: string[];
}

export function targetsOf(schema: Schema): Targets {
  const parts = referredKind(schema) ? [schema] : branchesOf(schema);
  return {
    kinds: parts.flatMap((part) => referredKind(part) ?? []),
    contentTypes: parts.flatMap((part) => namesIn(part["x-contentType"])),
  };
}
