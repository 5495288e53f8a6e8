import {
  _,
  Ajv2020,
  Name,
  type CodeKeywordDefinition,
  type ErrorObject,
  type FuncKeywordDefinition,
  type ValidateFunction,
} from "ajv/dist/2020.js";
import { LRUCache } from "lru-cache";
import { validationErrorsOf } from "./json-schema-errors.ts";
import { formats } from "./json-schema-formats.ts";
import { patternEngine } from "./json-schema-pattern.ts";
import { isSchema, ofAsset, referenceKindOf, UploadedFile, uploadRef, type Schema } from "./json-schema-kinds.ts";
import { annotations, applicators, depthError, limits, schemaErrors } from "./json-schema-subset.ts";
import type { ValidationError } from "../http/problem.ts";

export { schemaErrors };

/** The errors of a value; empty when it is valid. */
export type SchemaCheck = (value: unknown) => ValidationError[];

// Units of up to 30 ns, mostly 5 to 20. A list of a million numbers, or thousands of names and their pattern, stay below;
// work that multiplies (branches inside recursive definitions) does not, and would otherwise block the process for years.
export const unitsOfOneCheck = 8_000_000;
// Visitors send smaller values, and all requests wait during a check: some 40 ms at worst.
const unitsOfOneSubmission = 2_000_000;
// Enough for every fault of a real form; after more errors only the first fault is reported.
const errorsOfOneCheck = 300;

/**
 * Makes the check for a schema that `schemaErrors` accepts; throws for any other. The check reads and never changes the
 * value, does not throw, and takes a quarter of a second of work at worst, for any schema and value. It gives one
 * fault for each wrong value, at most 50. `path` is the JSON Pointer of the value (of a missing or an extra member: its own),
 * `code` the keyword, or `too_deep` or `too_complex` for values that could not be checked. No fault quotes a value.
 */
export function compileSchema(schema: unknown, maxUnits = unitsOfOneCheck): SchemaCheck {
  const [refusal] = schemaErrors(schema, { references: true, uploads: true });
  if (refusal) throw new Error(`The schema is not in the safe subset: ${refusal.path} ${refusal.message}.`);
  const instrumented = instrument(schema as Schema);
  let units = 0;
  const spend: Spend = (more) => {
    units += more;
    if (units > maxUnits) throw new OutOfUnits();
  };
  const means: Means = { spend, patterns: patternEngine(spend), unique: new WeakMap() };
  const checkAll = compile(instrumented, means, true);
  let checkFirst: ValidateFunction | undefined;

  function errorsOf(check: ValidateFunction, value: unknown): ErrorObject[] {
    units = 0;
    means.unique = new WeakMap();
    if (check(value)) return [];
    const errors = check.errors ?? [];
    // Ajv would keep them, and with them the visitor's text, until the next check.
    check.errors = null;
    return errors;
  }

  return (value) => {
    const tooDeep = depthError(value);
    if (tooDeep) return [tooDeep];
    try {
      return validationErrorsOf(errorsOf(checkAll, value)).slice(0, limits.errors);
    } catch (error) {
      if (!(error instanceof TooManyErrors)) return unchecked(error);
    }
    // They may belong to a branch that may fail; only a check that stops at the first error can tell.
    try {
      return validationErrorsOf(errorsOf((checkFirst ??= compile(instrumented, means, false)), value));
    } catch (error) {
      return unchecked(error);
    }
  };
}

function unchecked(error: unknown): ValidationError[] {
  // RangeError: nested references have exhausted the stack.
  if (!(error instanceof OutOfUnits) && !(error instanceof RangeError)) throw error;
  return [{ path: "", code: "too_complex", message: "is too large or too complex to be checked" }];
}

// Measured: 30 KB for the smallest check, and 10 to 40 bytes for each character of the schema's JSON.
const bytesOfCheck = 64 * 1024;
const bytesOfCharacter = 40;

/**
 * Caches checks, the last used ones. The key identifies the schema and has to change with it, such as site, form
 * and version: one key, one schema.
 */
export class SchemaCache {
  readonly #checks: LRUCache<string, SchemaCheck>;
  readonly #maxUnits: number;

  /**
   * `maxBytes` limits the estimated size of the checks, without their patterns: all checks share those, with limits of their own. `maxUnits`
   * limits the work of one check.
   */
  constructor({ maxSchemas = 500, maxBytes = 64 * 1024 * 1024, maxUnits = unitsOfOneSubmission } = {}) {
    this.#maxUnits = maxUnits;
    this.#checks = new LRUCache({ max: maxSchemas, maxSize: maxBytes });
  }

  /** The estimated size of the checks. */
  get bytes(): number {
    return this.#checks.calculatedSize;
  }

  /** The check of a schema that `schemaErrors` accepts, compiled unless it is cached. */
  check(key: string, schema: unknown): SchemaCheck {
    const cachedCheck = this.#checks.get(key);
    if (cachedCheck) return cachedCheck;
    const check = compileSchema(schema, this.#maxUnits);
    this.#checks.set(key, check, { size: bytesOfCheck + bytesOfCharacter * JSON.stringify(schema).length });
    return check;
  }
}

/** Only the keywords that validate, with the cost of each schema: annotations have no place in generated code. */
function instrument(schema: Schema): Schema {
  const { $ref, ...others } = schema;
  if ($ref === uploadRef) return { ...instrument(others), upload: true };
  const referred = referenceKindOf($ref);
  // Its target is another check's concern, which needs the database.
  const more = referred === "asset" ? ofAsset : {};
  const reference = { type: "object", properties: { [referred ?? ""]: {}, ...more }, required: [referred], additionalProperties: false };
  const copy: Schema = {};
  let cost = 1;
  for (const [keyword, value] of Object.entries(referred ? { ...others, allOf: [...((others.allOf as []) ?? []), reference] } : schema)) {
    if (annotations.has(keyword)) continue;
    cost += typeof value === "object" && value !== null ? Object.keys(value).length : 1;
    const kind = Object.hasOwn(applicators, keyword) ? applicators[keyword as keyof typeof applicators] : undefined;
    if (kind === "map") copy[keyword] = Object.fromEntries(Object.entries(value as Schema).map(instrumentEntry));
    else if (kind === "list") copy[keyword] = (value as Schema[]).map(instrument);
    else copy[keyword] = kind === "one" && isSchema(value) ? instrument(value) : structuredClone(value);
  }
  return { ...copy, cost };
}

function instrumentEntry([name, schema]: [string, unknown]): [string, Schema] {
  return [name, instrument(schema as Schema)];
}

class OutOfUnits extends Error {}
class TooManyErrors extends Error {}

/** Receives the cost of the next step, and throws when that is too much. */
type Spend = (units: number) => void;

/** State that the checks of one schema share. */
interface Means {
  spend: Spend;
  patterns: ReturnType<typeof patternEngine>;
  /** Whether the items of a list differ, for the lists that the current check has already compared. */
  unique: WeakMap<unknown[], boolean>;
}

/** Each schema has an Ajv of its own, so that no schema can reach data of another tenant. */
function compile(schema: Schema, means: Means, allErrors: boolean): ValidateFunction {
  const { spend } = means;
  const ajv = new Ajv2020({
    allErrors,
    // The subset has been checked already, more strictly than the meta-schema and Ajv's own strict mode do.
    strict: false,
    meta: false,
    validateSchema: false,
    logger: false,
    messages: false,
    // Errors have the value and its schema, for their messages.
    verbose: true,
    // An inherited property, such as toString, is not a member of a value.
    ownProperties: true,
    // Each definition is compiled once, so that references cannot multiply the code.
    inlineRefs: false,
    // Enumerated values are looked up and never written into code.
    loopEnum: 1,
  });
  for (const [name, { is }] of Object.entries(formats)) {
    const validate = (text: string) => {
      spend(text.length);
      return is(text);
    };
    ajv.addFormat(name, { type: "string", validate });
  }
  for (const keyword of ["anyOf", "oneOf", "pattern", "uniqueItems", "multipleOf"]) ajv.removeKeyword(keyword);
  ajv.addKeyword(costKeyword(spend, allErrors ? errorsOfOneCheck : Infinity));
  ajv.addKeyword(branchesKeyword("anyOf"));
  ajv.addKeyword(branchesKeyword("oneOf"));
  ajv.addKeyword(patternKeyword(means));
  ajv.addKeyword({ keyword: "upload", errors: false, validate: (_: true, value: unknown) => value instanceof UploadedFile });
  ajv.addKeyword({ keyword: "uniqueItems", type: "array", schemaType: "boolean", errors: false, validate: uniqueItems(means) });
  ajv.addKeyword({ keyword: "multipleOf", type: "number", schemaType: "number", errors: false, validate: isMultiple });
  return ajv.compile(schema);
}

/** Charges for each visit of a schema to a value before it happens. */
function costKeyword(spend: Spend, maxErrors: number): CodeKeywordDefinition {
  function enter(value: unknown, cost: number, errors: number): void {
    if (typeof value === "string") return spend(cost + (value.length >> 2));
    // Items are charged by themselves.
    const members = isSchema(value) ? Object.keys(value).length : 0;
    // Every member may turn out to be one too many.
    if (errors + members > maxErrors) throw new TooManyErrors();
    // Measured: a member takes as long as 80 characters.
    spend(cost + 20 * members);
  }
  return {
    keyword: "cost",
    before: "$ref",
    code({ gen, data, schemaCode }) {
      gen.code(_`${gen.scopeValue("func", { ref: enter })}(${data}, ${schemaCode}, ${new Name("errors")})`);
    },
  };
}

/** Like Ajv's own, but stops in a branch at its first error and keeps none: it is unknown which of them are the value's fault. */
function branchesKeyword(keyword: "anyOf" | "oneOf"): CodeKeywordDefinition {
  return {
    keyword,
    schemaType: "array",
    trackErrors: true,
    code(cxt) {
      const { gen } = cxt;
      const matches = gen.let("matches", 0);
      (cxt.schema as unknown[]).forEach((_branch, schemaProp) => {
        gen.if(_`${matches} < ${keyword === "anyOf" ? 1 : 2}`, () => {
          const valid = gen.name("valid");
          cxt.subschema({ keyword, schemaProp, compositeRule: true, createErrors: false, allErrors: false }, valid);
          gen.if(valid, () => gen.code(_`${matches}++`));
        });
      });
      cxt.reset();
      cxt.pass(_`${matches} === 1`);
    },
  };
}

/** Skips a text that the maxLength beside it has refused already: that fault is the one reported. */
function patternKeyword({ patterns }: Means): FuncKeywordDefinition {
  return {
    keyword: "pattern",
    type: "string",
    schemaType: "string",
    before: "format",
    errors: false,
    compile(pattern: string, beside: Schema) {
      const maxLength = (beside["maxLength"] as number | undefined) ?? Infinity;
      const matcher = patterns(pattern);
      return (text: string) => isLongerThan(maxLength, text) || matcher.test(text);
    },
  };
}

function isLongerThan(characters: number, text: string): boolean {
  return text.length > characters && (text.length > 2 * characters || Array.from(text).length > characters);
}

/** In time linear in the text of the items, where Ajv's own compares each with each, and once for each list. */
function uniqueItems(means: Means) {
  return (unique: boolean, items: unknown[]): boolean => {
    // The maxItems beside uniqueItems refuses longer lists.
    if (!unique || items.length > limits.uniqueItems) return true;
    means.spend(10);
    const cachedVerdict = means.unique.get(items);
    if (cachedVerdict !== undefined) return cachedVerdict;
    const differ = allDiffer(items, means.spend);
    means.unique.set(items, differ);
    return differ;
  };
}

function allDiffer(items: unknown[], spend: Spend): boolean {
  const texts = new Set<string>();
  return items.every((item) => texts.size < texts.add(canonicalText(item, spend)).size);
}

/** The same text for equal values, in any order of their members. Charges for each value before it is written. */
function canonicalText(value: unknown, spend: Spend): string {
  if (Array.isArray(value)) {
    spend(20);
    return `[${value.map((item) => canonicalText(item, spend)).join()}]`;
  }
  if (!isSchema(value)) {
    spend(20 + (typeof value === "string" ? value.length : 0));
    return JSON.stringify(value) ?? "";
  }
  const names = Object.keys(value);
  spend(20 + 20 * names.length);
  return `{${names
    .sort()
    .map((name) => `${canonicalText(name, spend)}:${canonicalText(value[name], spend)}`)
    .join()}}`;
}

/** Ajv's own check says 19.99 is not a multiple of 0.01. The quotient of two decimals is off by less than two units in the last place. */
function isMultiple(step: number, value: number): boolean {
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * 2 ** -51;
}
