import { namesIn, objectOf, textIn, type Schema } from "../fields/schema.ts";
import { withField, withRequired } from "../model/change-fields.ts";
import type { Definition } from "../model/definition.ts";
import type { Described } from "../model/field-kinds.ts";
import type { FieldNode } from "../model/fields-of.ts";
import { withKeyword } from "../model/keywords.ts";

/** The kinds of fields, in the order in which they are offered. */
export const formKinds = ["text", "longText", "email", "number", "date", "choice", "choices", "yesNo", "file", "consent"] as const;
export type FormKind = (typeof formKinds)[number];

export const isFormKind = (kind: string): kind is FormKind => formKinds.some((each) => each === kind);

const uploadRef = "vitrine:upload";
const mostFiles = 5;
/** MB of one file: what the server allows, and what it takes without a limit. */
export const largestFile = 20;

const twoChoices = ["choice-1", "choice-2"];
const blanks: Readonly<Record<FormKind, Described>> = {
  text: { schema: { type: "string", maxLength: 200 }, ui: {} },
  longText: { schema: { type: "string", maxLength: 5_000 }, ui: { widget: "textarea" } },
  email: { schema: { type: "string", format: "email" }, ui: { widget: "email" } },
  number: { schema: { type: "number" }, ui: {} },
  date: { schema: { type: "string", format: "date" }, ui: {} },
  choice: { schema: { type: "string", enum: twoChoices }, ui: { widget: "radio" } },
  choices: { schema: { type: "array", uniqueItems: true, maxItems: 20, items: { type: "string", enum: twoChoices } }, ui: {} },
  yesNo: { schema: { type: "boolean" }, ui: { widget: "checkbox" } },
  file: { schema: { $ref: uploadRef, "x-maxMb": 10 }, ui: {} },
  consent: { schema: { type: "boolean", const: true }, ui: { widget: "checkbox" } },
};

/** A new field of a kind, with its label. */
export function blankField(kind: FormKind, label: string): Described {
  const { schema, ui } = structuredClone(blanks[kind]);
  const { type, $ref, ...rest } = schema;
  // The label comes after what says the kind, as people write it.
  return { schema: { ...(type === undefined ? {} : { type }), ...($ref === undefined ? {} : { $ref }), title: label, ...rest }, ui };
}

/** The kind of a field. Undefined: its schema says more than the kinds can, and stays as it is. */
export function formKindOf({ schema, kind, definition }: Pick<FieldNode, "schema" | "kind" | "definition">): FormKind | undefined {
  if (definition !== undefined) return undefined;
  if (uploadOf(schema)) return "file";
  if (schema.type === "boolean" && schema.const === true) return "consent";
  if (kind === "switch") return "yesNo";
  if (kind === "text") return schema.format === "email" ? "email" : schema.format === undefined ? "text" : undefined;
  return kind === "longText" || kind === "number" || kind === "date" || kind === "choice" || kind === "choices" ? kind : undefined;
}

/** The part of a schema that describes one file; undefined: the field takes none. */
export function uploadOf(schema: Schema): Schema | undefined {
  if (schema.$ref === uploadRef) return schema;
  const items = objectOf(schema.items);
  return schema.type === "array" && items.$ref === uploadRef ? items : undefined;
}

export const takesSeveral = (schema: Schema) => schema.$ref !== uploadRef;

/** A field for files with a keyword of its files. */
export function withUpload(schema: Schema, keyword: string, value: unknown): Schema {
  if (!takesSeveral(schema)) return withKeyword(schema, keyword, value);
  return withKeyword(schema, "items", withKeyword(objectOf(schema.items), keyword, value));
}

/** A field for one file, or for several. */
export function withSeveral(schema: Schema, isSeveral: boolean): Schema {
  if (takesSeveral(schema) === isSeveral) return schema;
  if (isSeveral) {
    const { $ref, "x-accept": accept, "x-maxMb": maxMb, ...rest } = schema;
    const items = { $ref, ...(accept === undefined ? {} : { "x-accept": accept }), ...(maxMb === undefined ? {} : { "x-maxMb": maxMb }) };
    return { type: "array", ...rest, maxItems: mostFiles, items };
  }
  const { type: _, items, minItems: __, maxItems: ___, uniqueItems: ____, ...rest } = schema;
  const { $ref, ...limits } = objectOf(items);
  return { $ref, ...rest, ...limits };
}

const shared = ["title", "description"];
const sharedUi = ["title", "help", "hint", "placeholder", "group"];

/** A field as one of another kind, with its label and hint; a choice keeps its values. */
export function withFormKind({ schema, ui }: Described, from: FormKind | undefined, to: FormKind): Described {
  const { schema: blankSchema, ui: blankUi } = blankField(to, textIn(schema.title) ?? "");
  const next = { schema: { ...blankSchema, ...picked(schema, shared) }, ui: { ...blankUi, ...picked(ui, sharedUi) } };
  const values = namesIn(schema.enum ?? objectOf(schema.items).enum);
  const areChoices = (from === "choice" || from === "choices") && (to === "choice" || to === "choices");
  if (!areChoices || values.length === 0) return next;
  const labels = objectOf(ui.labels ?? objectOf(ui.items).labels);
  return {
    schema: to === "choice" ? { ...next.schema, enum: values } : { ...next.schema, items: { type: "string", enum: values } },
    ui: Object.keys(labels).length === 0 ? next.ui : { ...next.ui, labels },
  };
}

const picked = (from: Schema, names: readonly string[]): Schema =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));

/** Whether a visitor can leave a field of the kind out: a box that is not ticked is an answer. */
export const canBeRequired = (kind: FormKind | undefined) => kind !== "yesNo";

/** The definition in which a field must be filled in, or need not be. */
export function withRequiredField(definition: Definition, node: FieldNode, isRequired: boolean): Definition {
  const kind = formKindOf(node);
  // An empty text is a text, and an empty list is a list: without a limit, nothing would have to be entered.
  const isList = kind === "choices" || (kind === "file" && takesSeveral(node.schema));
  const keyword = kind === "text" || kind === "longText" ? "minLength" : isList ? "minItems" : undefined;
  const [from, to] = isRequired ? [undefined, 1] : [1, undefined];
  const isOwn = keyword !== undefined && node.schema[keyword] === from;
  const next = isOwn ? withField(definition, node, { schema: withKeyword(node.schema, keyword, to), ui: node.ui }) : definition;
  return withRequired(next, node, isRequired);
}

const combining = ["$ref", "allOf", "anyOf", "oneOf"];

/** Whether the form asks for more than its fields say: that part stays as it is, and is code alone. */
export const isMoreThanFields = (schema: Schema) => combining.some((keyword) => schema[keyword] !== undefined);
