import { isJsonObject, memberOf, pointerStep, type JsonObject } from "../draft/json.ts";
import { formats } from "./formats.ts";
import { matches } from "./pattern.ts";
import { definitionOf, namesIn, numberIn, objectOf, referredKind, schemasIn, typesOf, type Schema } from "./schema.ts";

/** Something that the schema does not allow. */
export interface Fault {
  /** JSON Pointer of the value; of a missing member: its own. */
  path: string;
  /** The keyword that is broken. */
  code: string;
  /** The keyword's value: a number, a format, types. */
  limit?: unknown;
}

const mostSteps = 200_000;
const deepest = 64;
/** The server does not compare longer lists either. */
const mostUnique = 1_000;

const ofAsset: Schema = {
  alt: { type: "string", maxLength: 2_000 },
  focus: { type: "array", minItems: 2, maxItems: 2, items: { type: "number", minimum: 0, maximum: 1 } },
};

/**
 * The errors of a value, one for each place, without compiling the schema: the page's policy forbids that. It agrees with the server about what is valid, except
 * for values so large that it gives up; the server has the last word.
 */
export function errorsOf(root: Schema, value: unknown, schema: Schema = root): Fault[] {
  const byPath = new Map<string, Fault>();
  const walk = new Walk(root);
  walk.visit(schema, value, "", 0, (error) => {
    if (!byPath.has(error.path) || error.code === "type") byPath.set(error.path, error);
  });
  return [...byPath.values()];
}

export const isValid = (root: Schema, value: unknown, schema: Schema = root) => errorsOf(root, value, schema).length === 0;

type Report = (error: Fault) => void;

class Walk {
  readonly #root: Schema;
  #steps = 0;

  constructor(root: Schema) {
    this.#root = root;
  }

  visit(schema: Schema, value: unknown, path: string, depth: number, report: Report): void {
    if ((this.#steps += 1) > mostSteps || depth > deepest) return;
    const fail = (code: string, limit?: unknown) => report({ path, code, limit });
    const types = typesOf(schema);
    if (types.length > 0 && !types.some((type) => isOfType(type, value))) fail("type", types);
    if (Array.isArray(schema.enum) && !schema.enum.includes(value)) fail("enum");
    if (schema.const !== undefined && schema.const !== value) fail("const");
    const definition = definitionOf(this.#root, schema.$ref);
    if (definition) this.visit(definition, value, path, depth + 1, report);
    const kind = referredKind(schema);
    if (kind) this.visit(referenceSchema(kind), value, path, depth + 1, report);
    for (const each of schemasIn(schema.allOf)) this.visit(each, value, path, depth + 1, report);
    for (const keyword of ["anyOf", "oneOf"] as const) {
      if (schema[keyword] !== undefined) this.#branches(keyword, schemasIn(schema[keyword]), value, path, depth, report);
    }
    if (typeof value === "string") textErrors(schema, value, fail);
    else if (typeof value === "number") numberErrors(schema, value, fail);
    else if (Array.isArray(value)) this.#items(schema, value, path, depth, report);
    else if (isJsonObject(value)) this.#members(schema, value, path, depth, report);
  }

  /** With none that fits, the errors of the branch that the value says it is of. */
  #branches(code: "anyOf" | "oneOf", branches: readonly Schema[], value: unknown, path: string, depth: number, report: Report): void {
    const errors = branches.map((branch) => {
      const branchErrors: Fault[] = [];
      this.visit(branch, value, path, depth + 1, (error) => branchErrors.push(error));
      return branchErrors;
    });
    const fitting = errors.filter((branchErrors) => branchErrors.length === 0).length;
    if (fitting === 1 || (fitting > 1 && code === "anyOf")) return;
    const meant = fitting === 0 ? meantBranch(this.#root, branches, value) : -1;
    for (const error of errors[meant] ?? [{ path, code, limit: fitting }]) report(error);
  }

  #items(schema: Schema, items: readonly unknown[], path: string, depth: number, report: Report): void {
    const fail = (code: string, limit?: unknown) => report({ path, code, limit });
    if (items.length < (numberIn(schema.minItems) ?? 0)) fail("minItems", schema.minItems);
    if (items.length > (numberIn(schema.maxItems) ?? Infinity)) fail("maxItems", schema.maxItems);
    if (schema.uniqueItems === true && items.length <= mostUnique && new Set(items.map(canonical)).size < items.length) fail("uniqueItems");
    const { items: inner } = schema;
    if (isJsonObject(inner)) items.forEach((item, index) => this.visit(inner, item, `${path}/${index}`, depth + 1, report));
  }

  #members(schema: Schema, value: JsonObject, path: string, depth: number, report: Report): void {
    const fail = (code: string, limit?: unknown) => report({ path, code, limit });
    // A member that is undefined is not sent.
    const names = Object.keys(value).filter((name) => value[name] !== undefined);
    if (names.length < (numberIn(schema.minProperties) ?? 0)) fail("minProperties", schema.minProperties);
    if (names.length > (numberIn(schema.maxProperties) ?? Infinity)) fail("maxProperties", schema.maxProperties);
    for (const name of namesIn(schema.required)) {
      if (memberOf(value, name) === undefined) report({ path: path + pointerStep(name), code: "required" });
    }
    const properties = objectOf(schema.properties);
    for (const name of names) {
      const memberSchema = memberOf(properties, name) ?? schema.additionalProperties;
      const at = path + pointerStep(name);
      if (memberSchema === false) report({ path: at, code: "additionalProperties" });
      else if (isJsonObject(memberSchema)) this.visit(memberSchema, value[name], at, depth + 1, report);
    }
  }
}

/** The place of the branch whose constant members the value has; -1: it does not say. */
export function meantBranch(root: Schema, branches: readonly Schema[], value: unknown): number {
  return branches.findIndex((branch) => {
    const { properties } = definitionOf(root, branch.$ref) ?? branch;
    const fixed = Object.entries(objectOf(properties)).filter(([, member]) => objectOf(member).const !== undefined);
    return isJsonObject(value) && fixed.length > 0 && fixed.every(([name, member]) => memberOf(value, name) === objectOf(member).const);
  });
}

function referenceSchema(kind: string): Schema {
  const properties = { [kind]: {}, ...(kind === "asset" ? ofAsset : {}) };
  return { type: "object", properties, required: [kind], additionalProperties: false };
}

function isOfType(type: string, value: unknown): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isJsonObject(value);
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

type Fail = (code: string, limit?: unknown) => void;

/** The length of a text as people and the server count it. */
export const lengthOf = (text: string) => Array.from(text).length;

function textErrors(schema: Schema, text: string, fail: Fail): void {
  const length = lengthOf(text);
  const isTooLong = length > (numberIn(schema.maxLength) ?? Infinity);
  if (length < (numberIn(schema.minLength) ?? 0)) fail("minLength", schema.minLength);
  if (isTooLong) fail("maxLength", schema.maxLength);
  if (typeof schema.pattern === "string" && !isTooLong && matches(schema.pattern, text) === false) fail("pattern");
  if (typeof schema.format === "string" && formats[schema.format]?.(text) === false) fail("format", schema.format);
}

function numberErrors(schema: Schema, value: number, fail: Fail): void {
  if (value < (numberIn(schema.minimum) ?? -Infinity)) fail("minimum", schema.minimum);
  if (value > (numberIn(schema.maximum) ?? Infinity)) fail("maximum", schema.maximum);
  if (value <= (numberIn(schema.exclusiveMinimum) ?? -Infinity)) fail("exclusiveMinimum", schema.exclusiveMinimum);
  if (value >= (numberIn(schema.exclusiveMaximum) ?? Infinity)) fail("exclusiveMaximum", schema.exclusiveMaximum);
  const step = numberIn(schema.multipleOf);
  if (step !== undefined && !isMultiple(value / step)) fail("multipleOf", step);
}

/** 19.99 is a multiple of 0.01, although the quotient is not quite whole. */
function isMultiple(quotient: number): boolean {
  return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * 2 ** -51;
}

/** The same text for equal values. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isJsonObject(value)) return JSON.stringify(value) ?? "";
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join()}}`;
}
