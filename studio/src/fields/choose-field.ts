import { isJsonObject } from "../draft/json.ts";
import { branchesOf, numberIn, objectOf, referredKind, resolve, typesOf, type Schema, type Ui } from "./schema.ts";

export type FieldKind =
  | "text"
  | "longText"
  | "markdown"
  | "number"
  | "date"
  | "dateTime"
  | "switch"
  | "choice"
  | "choices"
  | "tags"
  | "colour"
  | "link"
  | "asset"
  | "reference"
  | "list"
  | "object"
  | "variant"
  | "constant"
  | "code";

/** Texts that are longer get several lines. */
const longText = 200;
/** Lists of longer texts have a field for each. */
const longestTag = 60;

/** The field for a part of a schema, which is resolved, and for the value that is there: one that does not fit is shown as code. */
export function chooseField(root: Schema, schema: Schema, ui: Ui, value: unknown): FieldKind {
  const kind = fieldFor(root, schema, ui);
  return value === undefined || value === null || fits(kind, value) ? kind : "code";
}

function fieldFor(root: Schema, schema: Schema, ui: Ui): FieldKind {
  const { widget } = ui;
  const types = typesOf(schema).filter((type) => type !== "null");
  if (widget === "code" || widget === "json") return "code";
  const referred = referredKind(schema);
  if (referred) return referred === "asset" ? "asset" : "reference";
  if (schema.const !== undefined) return "constant";
  if (optionsOf(schema).length > 0) return "choice";
  if (branchesOf(schema).length > 0) return "variant";
  const [type] = types.length === 1 ? types : [undefined];
  if (type === "string") return textField(schema, widget);
  if (type === "number" || type === "integer") return "number";
  if (type === "boolean") return "switch";
  if (type === "array") return listField(root, schema, widget);
  if ((type === "object" || types.length === 0) && Object.keys(objectOf(schema.properties)).length > 0) return "object";
  return "code";
}

function textField({ format, maxLength }: Schema, widget: unknown): FieldKind {
  if (widget === "markdown") return "markdown";
  if (widget === "textarea") return "longText";
  if (widget === "color" || widget === "colour") return "colour";
  if (widget === "link" || format === "uri") return "link";
  if (widget === "date" || format === "date") return "date";
  if (format === "date-time") return "dateTime";
  return (numberIn(maxLength) ?? 0) > longText && format === undefined && widget !== "text" ? "longText" : "text";
}

function listField(root: Schema, { items, uniqueItems }: Schema, widget: unknown): FieldKind {
  if (!isJsonObject(items)) return "code";
  const inner = resolve(root, items);
  if (typesOf(inner).join() !== "string" || widget === "list") return "list";
  if (optionsOf(inner).length > 0) return uniqueItems === true && optionsOf(inner).length <= 20 ? "choices" : "list";
  if (widget === "tags") return "tags";
  return inner.format === undefined && inner.pattern === undefined && (numberIn(inner.maxLength) ?? 0) <= longestTag ? "tags" : "list";
}

function fits(kind: FieldKind, value: unknown): boolean {
  if (kind === "list" || kind === "choices" || kind === "tags") {
    return Array.isArray(value) && (kind === "list" || value.every((item) => typeof item === "string"));
  }
  if (kind === "object" || kind === "reference" || kind === "asset") return isJsonObject(value);
  if (kind === "variant" || kind === "code" || kind === "constant") return true;
  return typeof value !== "object";
}

export interface EnumOption {
  /** For controls that know texts only. */
  id: string;
  value: unknown;
  label: string | undefined;
}

/** What an `enum` allows, or alternatives that each have one value. */
export function optionsOf(schema: Schema): EnumOption[] {
  const option = (value: unknown, label?: unknown) => ({
    id: JSON.stringify(value),
    value,
    label: typeof label === "string" ? label : undefined,
  });
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => option(value));
  const branches = branchesOf(schema);
  if (branches.length === 0 || branches.some((branch) => branch.const === undefined)) return [];
  return branches.map(({ const: value, title }) => option(value, title));
}

/** A code as words: `some-practice` as "Some practice", `readingMinutes` as "Reading minutes". */
export function wordsOf(code: string): string {
  if (!/^[a-z][\w-]*$/i.test(code)) return code;
  const words = code
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .split(/[\s_-]+/)
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(" ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
