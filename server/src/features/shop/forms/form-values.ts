import { parseJsonBody, textError } from "../../../lib/http/json-body.ts";
import { UploadedFile } from "../../../lib/json-schema/json-schema-kinds.ts";
import type { ReceivedForm } from "../../content/media/index.ts";
import type { Schema } from "./form-members.ts";
import { membersOf } from "./form-members.ts";

/**
 * The values of a `multipart/form-data`, as the schema has them: texts become numbers, booleans and lists where the schema asks for them, and a file is an
 * `UploadedFile`. An empty text is a field that was left empty, and a text that does not fit stays a text, which the check refuses. Pure.
 */
export function formValues(schema: Schema, { texts, files }: ReceivedForm): Record<string, unknown> {
  const members = new Map<string, Schema>();
  for (const { name, schema: member } of membersOf(schema).members) {
    if (member && !members.has(name)) members.set(name, resolved(schema, member));
  }
  const values = new Map<string, unknown[]>();
  const add = (name: string, value: unknown) => values.set(name, [...(values.get(name) ?? []), value]);
  for (const [name, parts] of texts) {
    const member = members.get(name) ?? {};
    const type = isList(member) ? resolved(schema, (member["items"] as Schema | undefined) ?? {}) : member;
    for (const text of parts) if (text !== "") add(name, valueOf(type, text));
  }
  for (const [index, { field }] of files.entries()) add(field, new UploadedFile(index));
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 && !isList(members.get(name) ?? {}) ? all[0] : all]));
}

/** The fault of texts that cannot be stored. */
export function textErrorOf({ texts }: ReceivedForm): string | undefined {
  for (const [name, parts] of texts) {
    const error = textError(name) ?? (name === "__proto__" ? "is not a name that is accepted" : parts.map(textError).find(Boolean));
    if (error !== undefined) return error;
  }
  return undefined;
}

function resolved(root: Schema, schema: Schema): Schema {
  const { $ref } = schema;
  if (typeof $ref !== "string" || !$ref.startsWith("#/$defs/")) return schema;
  return (root["$defs"] as Record<string, Schema> | undefined)?.[$ref.slice("#/$defs/".length)] ?? schema;
}

function isList(schema: Schema): boolean {
  return typesOf(schema).includes("array") || Object.hasOwn(schema, "items");
}

function typesOf({ type, const: value, enum: values }: Schema): unknown[] {
  if (type !== undefined) return [type].flat();
  return ((values as unknown[] | undefined) ?? (value === undefined ? [] : [value])).map((each) => typeof each);
}

const decimal = /^-?(0|[1-9]\d{0,15})(\.\d{1,15})?$/;
/** Browsers send this for a ticked checkbox without a `value`. */
const ticked = "on";

function valueOf(schema: Schema, text: string): unknown {
  const types = typesOf(schema);
  if (types.includes("string")) return text;
  if ((types.includes("number") || types.includes("integer")) && decimal.test(text)) return Number(text);
  if (types.includes("boolean") && ["true", "false", ticked].includes(text)) return text !== "false";
  if (types.includes("object") && text.startsWith("{")) {
    try {
      return parseJsonBody(Buffer.from(text));
    } catch {
      return text;
    }
  }
  return text;
}
