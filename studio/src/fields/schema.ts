import { isJsonObject, memberOf, pointerTokens, type JsonObject } from "../draft/json.ts";

/** A schema of the server's subset of JSON Schema 2020-12, or a part of one. */
export type Schema = JsonObject;

/** What `uiSchema` says about a field: its widget, and hints of ours. */
export type Ui = JsonObject;

export const nothing: JsonObject = Object.freeze({});

const targetKinds = ["entry", "page", "product", "category"] as const;
export type TargetKind = (typeof targetKinds)[number];

const deepest = 16;
const resolvedByRoot = new WeakMap<Schema, WeakMap<Schema, Schema>>();

/** A part of a schema with the definition that it names, and with all of its `allOf`, in one. The same part gives the same object. */
export function resolve(root: Schema, part: Schema, depth = 0): Schema {
  let ofRoot = resolvedByRoot.get(root);
  if (!ofRoot) resolvedByRoot.set(root, (ofRoot = new WeakMap()));
  const before = ofRoot.get(part);
  if (before) return before;
  const resolved = depth < deepest ? combined(root, part, depth) : part;
  ofRoot.set(part, resolved);
  return resolved;
}

function combined(root: Schema, part: Schema, depth: number): Schema {
  const { $ref, allOf, ...ownKeywords } = part;
  const definition = definitionOf(root, $ref);
  const parts = [definition, ...schemasIn(allOf)].flatMap((each) => (each ? [resolve(root, each, depth + 1)] : []));
  if (parts.length === 0) return part;
  const base = { ...ownKeywords, ...(definition || $ref === undefined ? {} : { $ref }) };
  return [...parts, base].reduce<Schema>((all, each) => merged(all, each), nothing);
}

function merged(a: Schema, b: Schema): Schema {
  const both = { ...a, ...b };
  const properties = { ...objectOf(a.properties), ...objectOf(b.properties) };
  const required = [...new Set([...namesIn(a.required), ...namesIn(b.required)])];
  return { ...both, ...(Object.keys(properties).length > 0 && { properties }), ...(required.length > 0 && { required }) };
}

/** The definition that a `$ref` leads to; undefined for one of `vitrine:`. */
export function definitionOf(root: Schema, $ref: unknown): Schema | undefined {
  if (typeof $ref !== "string" || !$ref.startsWith("#/$defs/")) return undefined;
  const definition = memberOf(objectOf(root.$defs), $ref.slice("#/$defs/".length));
  return isJsonObject(definition) ? definition : undefined;
}

export const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : nothing);
export const schemasIn = (value: unknown): Schema[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);
export const namesIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter((name) => typeof name === "string") : []);
export const numberIn = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);
export const textIn = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** The types that a value may have; empty: any. */
export const typesOf = ({ type }: Schema): string[] => namesIn([type].flat());

/** The kind of thing that a `$ref` of `vitrine:` names. */
export function referredKind({ $ref }: Schema): TargetKind | "asset" | undefined {
  return ([...targetKinds, "asset"] as const).find((kind) => $ref === `vitrine:${kind}`);
}

/** The part of a schema that describes the value at a JSON Pointer, as far as no branch has to be chosen on the way. */
export function schemaAt(root: Schema, pointer: string): Schema {
  let part = resolve(root, root);
  for (const token of pointerTokens(pointer)) {
    const next = /^\d+$/.test(token) ? part.items : memberOf(objectOf(part.properties), token);
    part = resolve(root, objectOf(next));
  }
  return part;
}

/** What a schema asks to choose among: its `oneOf`, or its `anyOf`. */
export function branchesOf({ oneOf, anyOf }: Schema): Schema[] {
  return schemasIn(oneOf ?? anyOf);
}

/** A new value, from the schema's defaults; as empty as it may be where there are none. */
export function newValue(root: Schema, part: Schema, depth = 0): unknown {
  const schema = resolve(root, part);
  if (schema.default !== undefined) return structuredClone(schema.default);
  if (schema.const !== undefined) return schema.const;
  const [first] = branchesOf(schema);
  if (depth >= deepest || referredKind(schema)) return undefined;
  if (first) return newValue(root, merged({ ...schema, oneOf: undefined, anyOf: undefined }, resolve(root, first)), depth + 1);
  const [type] = typesOf(schema);
  if (type === "array") {
    const items = Array.from({ length: Math.min(numberIn(schema.minItems) ?? 0, 10) }, () =>
      newValue(root, objectOf(schema.items), depth + 1),
    );
    return items.filter((item) => item !== undefined);
  }
  if (type === "object" || schema.properties !== undefined) return newMembers(root, schema, depth);
  if (Array.isArray(schema.enum)) return schema.enum[0] as unknown;
  if (type === "boolean") return false;
  if (type === "number" || type === "integer") return numberIn(schema.minimum) ?? 0;
  return type === "string" ? "" : undefined;
}

function newMembers(root: Schema, schema: Schema, depth: number): JsonObject {
  const required = new Set(namesIn(schema.required));
  const members = Object.entries(objectOf(schema.properties)).flatMap(([name, member]) => {
    const inner = resolve(root, objectOf(member));
    // An empty text or a first choice that nobody made would look as if somebody had.
    const isMade = inner.default !== undefined || inner.const !== undefined || inner.properties !== undefined || inner.type === "array";
    const value = isMade && (required.has(name) || inner.default !== undefined) ? newValue(root, inner, depth + 1) : undefined;
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(members) as JsonObject;
}

/** The value of a field that was cleared; undefined: the member goes. */
export function emptied(schema: Schema, isRequired: boolean): unknown {
  const types = typesOf(schema);
  if (!isRequired) return undefined;
  if (types.includes("string")) return "";
  return types.includes("null") ? null : undefined;
}
