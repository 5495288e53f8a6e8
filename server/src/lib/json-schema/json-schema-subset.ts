import { formats } from "./json-schema-formats.ts";
import { readPattern } from "./json-schema-pattern.ts";
import { pointerStep } from "./json-pointer.ts";
import {
  acceptError,
  isSchema,
  mostUploadMb,
  referenceKindOf,
  referenceKinds,
  uploadAcceptError,
  uploadRef,
  type Schema,
} from "./json-schema-kinds.ts";
import { markErrors, sharedError } from "./json-schema-marks.ts";
import { isSlug } from "../text/slug.ts";
import type { ValidationError } from "../http/problem.ts";

/** The limits of a schema: several times the needs of the largest real forms, and small enough to compile in a moment. */
export const limits = {
  bytes: 64 * 1024,
  /** Levels of schemas inside schemas. */
  depth: 16,
  schemas: 500,
  properties: 300,
  references: 100,
  enumValues: 1_000,
  /** Of one anyOf, oneOf or allOf. */
  branches: 16,
  /** Instructions of all the patterns together. */
  patternSize: 4_000,
  uniqueItems: 1_000,
  /** Of one x-contentType. */
  contentTypes: 20,
  /** Of arrays and objects, in a schema with its defaults and examples, and in a value to be checked. */
  jsonDepth: 64,
  errors: 50,
} as const;

/** The values inside each keyword that holds schemas. The first kind is for a member or an item, the second for the value itself. */
export const applicators = {
  properties: "map",
  $defs: "map",
  items: "one",
  additionalProperties: "one",
  anyOf: "list",
  oneOf: "list",
  allOf: "list",
} as const;

/** Keywords that say something about a schema and nothing about values. */
export const annotations: ReadonlySet<string> = new Set([
  "$schema",
  "$comment",
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "x-accept",
  "x-contentType",
  "x-maxMb",
  "x-queryable",
  "x-searchable",
  "x-shared",
]);

const dialect = "https://json-schema.org/draft/2020-12/schema";
const types = ["string", "number", "integer", "boolean", "object", "array", "null"];

/**
 * The reasons why a tenant's schema is not in the safe subset of JSON Schema 2020-12 (docs/build/json-schema.md); empty when it
 * is. `path` points at the keyword. Takes any JSON value, never throws, and reports at most 50 errors. Only with `references` may it name
 * objects of the site, and only with `uploads` may it have fields for files.
 */
export function schemaErrors(schema: unknown, { references = false, uploads = false } = {}): ValidationError[] {
  const tooDeep = depthError(schema);
  if (tooDeep) return [tooDeep];
  if (!isSchema(schema)) return [{ path: "", code: "type", message: "must be a schema: an object" }];
  if (Buffer.byteLength(JSON.stringify(schema)) > limits.bytes) {
    return [{ path: "", code: "too_large", message: `is larger than ${limits.bytes / 1024} KiB` }];
  }
  return errorsOfShallow(schema, references, uploads);
}

/** The fault of a value, schema or not, whose arrays and objects are nested so deeply that walking them could overflow the stack. */
export function depthError(value: unknown): ValidationError | undefined {
  return isDeeperThan(limits.jsonDepth, value)
    ? { path: "", code: "too_deep", message: `is nested deeper than ${limits.jsonDepth}` }
    : undefined;
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  return (Array.isArray(value) ? value : Object.values(value)).some((inner) => isDeeperThan(levels - 1, inner));
}

interface Place {
  path: string;
  depth: number;
  /** The definition whose own value this schema describes, if it is not about a member or an item of it. */
  definition: string | undefined;
}

/** Where a submission has files: as a form of a browser sends them. */
const uploadPlace = /^\/properties\/[^/]+(\/items)?\/\$ref$/;

interface Reference {
  from: string | undefined;
  to: string;
  path: string;
}

function errorsOfShallow(root: Schema, mayRefer: boolean, mayUpload: boolean): ValidationError[] {
  const errors: ValidationError[] = [];
  const counts = { schemas: 0, properties: 0, references: 0, enumValues: 0, patternSize: 0 };
  const references: Reference[] = [];
  const definitions = isSchema(root["$defs"]) ? root["$defs"] : {};

  function refuse(path: string, code: string, message: string): void {
    if (errors.length < limits.errors) errors.push({ path, code, message });
  }

  /** Counts, and reports once when the limit is exceeded. True while there is room. */
  function take(counted: keyof typeof counts, amount: number, path: string, things: string): boolean {
    const before = counts[counted];
    counts[counted] += amount;
    if (counts[counted] <= limits[counted]) return true;
    if (before <= limits[counted]) refuse(path, "too_many", `is too much: a schema may hold ${limits[counted]} ${things}`);
    return false;
  }

  function checkSchema(schema: unknown, place: Place): void {
    const { path, depth } = place;
    if (!isSchema(schema)) return refuse(path, "value", "must be a schema: an object");
    if (depth > limits.depth) return refuse(path, "too_deep", `is nested deeper than ${limits.depth} schemas`);
    if (!take("schemas", 1, path, "schemas in all")) return;
    for (const [keyword, value] of Object.entries(schema)) {
      const at = path + pointerStep(keyword);
      const message = checkKeyword(keyword, value, { ...place, path: at }, schema);
      if (message !== undefined) refuse(at, "value", message);
    }
  }

  /** The fault of the keyword's own value, if any. Faults further inside are reported there. */
  function checkKeyword(keyword: string, value: unknown, place: Place, schema: Schema): string | undefined {
    const { path, depth, definition } = place;
    switch (keyword) {
      case "properties":
        if (!isSchema(value)) return "must be an object of schemas";
        if (take("properties", Object.keys(value).length, path, "properties in all")) checkMap(value, () => undefined, place);
        return undefined;
      case "$defs":
        if (depth > 1) return "belongs at the top of the schema";
        if (!isSchema(value)) return "must be an object of schemas";
        checkMap(value, (name) => name, place);
        return undefined;
      case "items":
        checkSchema(value, { path, depth: depth + 1, definition: undefined });
        return undefined;
      case "additionalProperties":
        if (typeof value !== "boolean") checkSchema(value, { path, depth: depth + 1, definition: undefined });
        return undefined;
      case "anyOf":
      case "oneOf":
      case "allOf":
        if (!Array.isArray(value) || value.length === 0) return "must be a list of at least one schema";
        if (value.length > limits.branches) return `must have at most ${limits.branches} branches`;
        value.forEach((branch, index) => checkSchema(branch, { path: `${path}/${index}`, depth: depth + 1, definition }));
        return undefined;
      case "$ref": {
        if (mayRefer && referenceKindOf(value)) return void take("references", 1, path, "references");
        if (mayUpload && value === uploadRef) {
          return uploadPlace.test(path) ? undefined : "belongs at a property at the top of the form, or at the items of one";
        }
        const name = typeof value === "string" && value.startsWith("#/$defs/") ? value.slice("#/$defs/".length) : "";
        if (!isName(name)) {
          const objects = mayRefer ? `, or one of ${referenceKinds.map((kind) => `vitrine:${kind}`).join(", ")}` : "";
          return `must be #/$defs/ and a name${objects}`;
        }
        if (!Object.hasOwn(definitions, name)) return "leads to a definition that does not exist";
        if (take("references", 1, path, "references")) references.push({ from: definition, to: name, path });
        return undefined;
      }
      case "pattern": {
        if (typeof value !== "string") return "must be text";
        // A pattern may take milliseconds to compile: after too many, no more are compiled.
        if (counts.patternSize > limits.patternSize) return undefined;
        const { size, fault: error } = readPattern(value);
        take("patternSize", size, path, "instructions in all its patterns");
        return error;
      }
      case "enum":
        if (!Array.isArray(value) || value.length === 0) return "must be a list of at least one value";
        take("enumValues", value.length, path, "enum values in all");
        return value.every(isScalar) ? undefined : "must hold text, numbers, true, false or null only";
      case "uniqueItems": {
        const { maxItems } = schema;
        if (typeof value !== "boolean") return "must be true or false";
        if (!value || (isNumber(maxItems) && maxItems <= limits.uniqueItems)) return undefined;
        return `needs maxItems of at most ${limits.uniqueItems} beside it`;
      }
      case "x-contentType":
        if (!mayRefer || schema.$ref !== "vitrine:entry") return "belongs beside a $ref of vitrine:entry";
        return isListOfSlugs(value) ? undefined : `must be a list of up to ${limits.contentTypes} different slugs of content types`;
      case "x-accept":
        if (mayUpload && schema.$ref === uploadRef) return uploadAcceptError(value);
        return mayRefer && schema.$ref === "vitrine:asset" ? acceptError(value) : "belongs beside a $ref of vitrine:asset";
      case "x-maxMb":
        if (!mayUpload || schema.$ref !== uploadRef) return "belongs beside a $ref of vitrine:upload";
        return isNumber(value) && Number.isInteger(value) && value >= 1 && value <= mostUploadMb
          ? undefined
          : `must be a whole number from 1 to ${mostUploadMb}`;
      case "x-queryable":
      case "x-searchable":
        return mayRefer ? mustBeBoolean(value) : "belongs in the schema of a content type or a block type";
      case "x-shared":
        return sharedError(value, path, mayRefer);
      case "$schema":
        return depth === 1 && value === dialect ? undefined : `must be ${dialect}, at the top of the schema`;
      default: {
        const check = plainKeywords.get(keyword);
        if (!check) refuse(path, "keyword", "is not a keyword that schemas may use here");
        return check?.(value);
      }
    }
  }

  function checkMap(schemas: Schema, definitionOf: (name: string) => string | undefined, { path, depth }: Place): void {
    for (const [name, schema] of Object.entries(schemas)) {
      const at = path + pointerStep(name);
      if (!isName(name)) refuse(at, "name", "is not a name that is accepted: a letter or _, then up to 63 letters, digits, - or _");
      checkSchema(schema, { path: at, depth: depth + 1, definition: definitionOf(name) });
    }
  }

  if (root["type"] !== "object") refuse("/type", "value", 'must be "object" at the top of the schema');
  checkSchema(root, { path: "", depth: 1, definition: undefined });
  for (const { path } of circular(references)) refuse(path, "reference", "leads back to itself for one and the same value");
  if (errors.length === 0 && mayRefer) for (const { path, message } of markErrors(root)) refuse(path, "mark", message);
  return errors;
}

/** References that form a cycle without a step into a member or an item: such a check would never end. */
function circular(references: readonly Reference[]): Reference[] {
  return references.filter(({ from, to }) => {
    const reached = new Set<string | undefined>([to]);
    for (const name of reached) for (const next of references) if (next.from === name) reached.add(next.to);
    return from !== undefined && reached.has(from);
  });
}

/** The fault of a keyword's value that can be checked by itself. */
type PlainCheck = (value: unknown) => string | undefined;

const mustBeText: PlainCheck = (value) => (typeof value === "string" ? undefined : "must be text");
const mustBeBoolean: PlainCheck = (value) => (typeof value === "boolean" ? undefined : "must be true or false");
const mustBeNumber: PlainCheck = (value) => (isNumber(value) ? undefined : "must be a number");
const mustBeCount: PlainCheck = (value) =>
  isNumber(value) && Number.isSafeInteger(value) && value >= 0 ? undefined : "must be a whole number from 0";

const plainKeywords: ReadonlyMap<string, PlainCheck> = new Map<string, PlainCheck>([
  ["title", mustBeText],
  ["description", mustBeText],
  ["$comment", mustBeText],
  ["default", () => undefined],
  ["examples", (value) => (Array.isArray(value) ? undefined : "must be a list")],
  ["deprecated", mustBeBoolean],
  ["readOnly", mustBeBoolean],
  ["type", checkType],
  ["const", (value) => (isScalar(value) ? undefined : "must be text, a number, true, false or null")],
  ["minLength", mustBeCount],
  ["maxLength", mustBeCount],
  [
    "format",
    (value) =>
      typeof value === "string" && Object.hasOwn(formats, value) ? undefined : `must be one of ${Object.keys(formats).join(", ")}`,
  ],
  ["minimum", mustBeNumber],
  ["maximum", mustBeNumber],
  ["exclusiveMinimum", mustBeNumber],
  ["exclusiveMaximum", mustBeNumber],
  ["multipleOf", (value) => (isNumber(value) && value > 0 ? undefined : "must be a number above 0")],
  ["minItems", mustBeCount],
  ["maxItems", mustBeCount],
  ["minProperties", mustBeCount],
  ["maxProperties", mustBeCount],
  ["required", checkRequired],
]);

function checkType(value: unknown): string | undefined {
  const named = Array.isArray(value) ? value : [value];
  if (named.length === 0 || new Set(named).size < named.length) return "must name at least one type, and none twice";
  return named.every((type) => types.includes(type as string)) ? undefined : `must be one of ${types.join(", ")}, or a list of them`;
}

function checkRequired(value: unknown): string | undefined {
  if (!Array.isArray(value) || new Set(value).size < value.length) return "must be a list of different names";
  if (value.length > limits.properties) return `must have at most ${limits.properties} names`;
  return value.every(isName) ? undefined : "holds a name that properties cannot have";
}

function isListOfSlugs(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0 || value.length > limits.contentTypes) return false;
  return new Set(value).size === value.length && value.every((slug) => typeof slug === "string" && isSlug(slug));
}

/** Names that are safe in the generated code of a schema, and cannot reach an object's prototype. */
function isName(name: unknown): boolean {
  return (
    typeof name === "string" && /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(name) && !["__proto__", "constructor", "prototype"].includes(name)
  );
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value === "string" || typeof value === "boolean" || isNumber(value);
}
