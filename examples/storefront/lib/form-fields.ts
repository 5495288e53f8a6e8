import type { Form } from "@vitrine/client";

/** One field of a form, as plain data: the server makes it of the form's JSON Schema, and the browser shows it. */
export interface Field {
  name: string;
  label: string;
  hint?: string;
  isRequired: boolean;
  kind: "text" | "email" | "url" | "date" | "textarea" | "number" | "checkbox" | "select" | "radio" | "checkboxes";
  /** For the kinds that choose. */
  choices: { value: string; label: string }[];
  /** The initial value. */
  initial: string[];
}

/** A field that people do not see, and programs that fill in everything do. What comes with it is kept as spam. */
export const honeypot = "_hp";

/** The members of JSON Schema that make a difference here. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  title?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  default?: unknown;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
}

/** Fields of shapes that a form cannot have, such as objects, are left out: the server then says what is missing. */
export function fieldsOf({ schema, uiSchema }: Form): Field[] {
  return propertiesOf(schema).flatMap(({ name, property, isRequired }) => {
    const ui = (uiSchema[name] ?? {}) as { widget?: string; labels?: Record<string, string> };
    const kind = kindOf(property, ui.widget);
    if (!kind) return [];
    const values = property.enum ?? property.items?.enum ?? [];
    return {
      name,
      label: property.title ?? name,
      ...(property.description === undefined ? {} : { hint: property.description }),
      isRequired,
      kind,
      choices: values.map((value) => ({ value: String(value), label: ui.labels?.[String(value)] ?? String(value) })),
      initial: property.default === undefined ? [] : [property.default].flat().map(String),
    };
  });
}

/** The visitor's input, with the types that the schema asks for. An empty field is left out, so that the server asks for it if it must. */
export function dataOf({ schema }: Form, entered: FormData): Record<string, unknown> {
  const data = propertiesOf(schema).map(({ name, property }) => [name, valueOf(property, entered.getAll(name).map(String))]);
  const bait = entered.get(honeypot);
  return Object.fromEntries([...data, [honeypot, bait || undefined]].filter(([, value]) => value !== undefined));
}

function valueOf(schema: Schema, entered: string[]): unknown {
  const [first = ""] = entered;
  const type = typeOf(schema);
  if (type === "boolean" || schema.const === true) return first === "on" ? true : schema.const === true ? undefined : false;
  if (type === "array") return entered.length > 0 ? entered.map((value) => choiceOf(schema.items?.enum, value)) : undefined;
  if (first === "") return undefined;
  if (schema.enum) return choiceOf(schema.enum, first);
  // Text that is not a number is sent unchanged: the server reports the mistake.
  if ((type === "number" || type === "integer") && Number.isFinite(Number(first))) return Number(first);
  return first;
}

/** The browser sends texts; the schema may have numbers. */
const choiceOf = (values: unknown[] | undefined, text: string) => values?.find((value) => String(value) === text) ?? text;

function kindOf(schema: Schema, widget: string | undefined): Field["kind"] | undefined {
  const type = typeOf(schema);
  if (type === "boolean" || schema.const === true) return "checkbox";
  if (schema.enum) return widget === "radio" ? "radio" : "select";
  if (type === "array") return schema.items?.enum ? "checkboxes" : undefined;
  if (type === "number" || type === "integer") return "number";
  if (type !== "string" && type !== undefined) return undefined;
  if (schema.format === "email" || schema.format === "date") return schema.format;
  if (schema.format === "uri") return "url";
  return widget === "textarea" || (schema.maxLength ?? 0) > 200 ? "textarea" : "text";
}

/** `["string", "null"]` is a text that may be absent. */
const typeOf = ({ type }: Schema) => [type].flat().find((each) => each !== "null");

function propertiesOf(root: Schema): { name: string; property: Schema; isRequired: boolean }[] {
  return Object.entries(root.properties ?? {})
    .map(([name, property]) => ({ name, property: resolve(property, root), isRequired: root.required?.includes(name) ?? false }))
    .filter(({ name }) => name !== honeypot);
}

/** A property that points to a definition of the same schema, `#/$defs/address`, with what it says beside that. */
function resolve(property: Schema, root: Schema, depth = 0): Schema {
  const path = /^#\/(.+)$/.exec(property.$ref ?? "")?.[1];
  if (!path || depth > 8) return property;
  const target = path.split("/").reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], root);
  return { ...resolve((target ?? {}) as Schema, root, depth + 1), ...property };
}
