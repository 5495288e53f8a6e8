import fc from "fast-check";
import { expect, it } from "vitest";
import { parseJsonPointer, resolveJsonPointer } from "./json-pointer.ts";
import { compileSchema, schemaFaults } from "./json-schema.ts";

type Schema = Record<string, unknown>;

it("agrees with a small validator written from the specification", () => {
  const verdicts = { valid: 0, invalid: 0 };
  fc.assert(
    fc.property(schemaAndValues, ([schema, values]) => {
      expect(schemaFaults(schema)).toEqual([]);
      const check = compileSchema(schema);
      for (const value of values) {
        const before = structuredClone(value);
        const faults = check(value);
        expect(faults.length === 0, JSON.stringify([schema, value, faults])).toBe(isValid(schema, value));
        expect(value).toEqual(before);
        verdicts[faults.length === 0 ? "valid" : "invalid"] += 1;
        for (const { path, code } of faults) {
          const tokens = parseJsonPointer(path) ?? ["not a pointer"];
          expect(resolveJsonPointer(value, tokens) === undefined).toBe(code === "required");
        }
      }
    }),
    { numRuns: 520 },
  );
  expect(verdicts.valid + verdicts.invalid).toBeGreaterThanOrEqual(10_000);
  expect(Math.min(verdicts.valid, verdicts.invalid)).toBeGreaterThan(1_000);
}, 60_000);

/** The reference: the rules of draft 2020-12 for the subset, in the plainest way. */
function isValid(schema: Schema, value: unknown): boolean {
  const limit = (keyword: string, otherwise: number) => (schema[keyword] as number | undefined) ?? otherwise;
  const within = (size: number, min: string, max: string) => size >= limit(min, -Infinity) && size <= limit(max, Infinity);
  const branches = (keyword: string) => (schema[keyword] as Schema[] | undefined)?.map((branch) => isValid(branch, value));
  if (schema["type"] !== undefined && ![schema["type"]].flat().some((type) => isOfType(type as string, value))) return false;
  if (schema["enum"] !== undefined && !(schema["enum"] as unknown[]).includes(value)) return false;
  if ("const" in schema && schema["const"] !== value) return false;
  if (branches("allOf")?.includes(false)) return false;
  if (branches("anyOf")?.includes(true) === false) return false;
  if (schema["oneOf"] !== undefined && branches("oneOf")?.filter(Boolean).length !== 1) return false;
  if (typeof value === "string") {
    return (
      within([...value].length, "minLength", "maxLength") && new RegExp((schema["pattern"] as string | undefined) ?? "", "u").test(value)
    );
  }
  if (typeof value === "number") {
    return (
      within(value, "minimum", "maximum") && value > limit("exclusiveMinimum", -Infinity) && value < limit("exclusiveMaximum", Infinity)
    );
  }
  if (Array.isArray(value)) {
    const texts = value.map((item) => JSON.stringify(item));
    if (schema["uniqueItems"] === true && new Set(texts).size < texts.length) return false;
    const { items } = schema;
    return within(value.length, "minItems", "maxItems") && (items === undefined || value.every((item) => isValid(items as Schema, item)));
  }
  if (typeof value !== "object" || value === null) return true;
  const names = Object.keys(value);
  const {
    properties = {},
    additionalProperties: others = true,
    required = [],
  } = schema as { properties?: Schema; additionalProperties?: unknown; required?: string[] };
  return (
    within(names.length, "minProperties", "maxProperties") &&
    required.every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, member]) => {
      const own = Object.hasOwn(properties, name) ? properties[name] : others;
      return typeof own === "boolean" ? own : isValid(own as Schema, member);
    })
  );
}

function isOfType(type: string, value: unknown): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

/** Random schemas of the subset, each with values, some of which are likely to be valid. */
const names = fc.constantFrom("a", "b", "toString", "valueOf", "x-y");
const small = fc.integer({ min: 0, max: 3 });
const text = fc.constantFrom("", "a", "ab", "aab", "B", "ü", "😀", "a\n");
const number = fc.constantFrom(0, 1, 2, -1, 0.5, 3);
const scalar = fc.oneof(text, number, fc.boolean(), fc.constant(null));
const { schemas } = fc.letrec<{ schemas: Schema }>((tie) => ({
  schemas: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    partly({
      type: fc.constant("string"),
      minLength: small,
      maxLength: small,
      pattern: fc.constantFrom("^a", "b$", "^[a-z]*$", "a+b?", "^(a|ü)*$"),
    }),
    partly({
      type: fc.constantFrom("number", "integer"),
      minimum: small,
      maximum: small,
      exclusiveMinimum: small,
      exclusiveMaximum: small,
    }),
    fc
      .uniqueArray(fc.constantFrom("string", "null", "boolean", "integer", "object"), { minLength: 1, maxLength: 3 })
      .map((type) => ({ type })),
    fc.array(scalar, { minLength: 1, maxLength: 3 }).map((values) => ({ enum: values })),
    scalar.map((value) => ({ const: value })),
    partly({ type: fc.constant("array"), items: tie("schemas"), minItems: small, maxItems: small, uniqueItems: fc.boolean() }).map(
      (schema) => ({ maxItems: 4, ...schema }),
    ),
    objectSchemas(tie("schemas")),
    fc
      .tuple(fc.constantFrom("anyOf", "oneOf", "allOf"), fc.array(tie("schemas"), { minLength: 1, maxLength: 3 }))
      .map(([keyword, branches]) => ({ [keyword]: branches })),
  ),
}));
const schemaAndValues = objectSchemas(schemas).chain((schema) =>
  fc.tuple(
    fc.constant({ ...schema, type: "object" }),
    fc.array(valuesFor({ ...schema, type: "object" }), { minLength: 20, maxLength: 20 }),
  ),
);

function partly(keywords: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Schema> {
  return fc.record(keywords, { requiredKeys: [] });
}

function objectSchemas(inner: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> {
  return partly({
    type: fc.constant("object"),
    properties: fc.dictionary(names, inner, { maxKeys: 3, noNullPrototype: true }),
    required: fc.uniqueArray(names, { maxLength: 2 }),
    additionalProperties: fc.oneof(fc.boolean(), inner),
    minProperties: small,
    maxProperties: small,
  });
}

function valuesFor(schema: Schema): fc.Arbitrary<unknown> {
  const anything = fc.oneof(
    scalar,
    fc.array(scalar, { maxLength: 3 }),
    fc.dictionary(names, scalar, { maxKeys: 3, noNullPrototype: true }),
  );
  return fc.oneof({ weight: 9, arbitrary: likelyFor(schema) }, { weight: 1, arbitrary: anything });
}

function likelyFor(schema: Schema): fc.Arbitrary<unknown> {
  const { type, items, properties = {}, required = [], anyOf, oneOf, allOf } = schema as Parts;
  const [branch] = anyOf ?? oneOf ?? allOf ?? [];
  if (branch) return valuesFor(branch);
  if ("const" in schema) return fc.constant(schema["const"]);
  if (schema["enum"] !== undefined) return fc.constantFrom(...(schema["enum"] as unknown[]));
  if (type === "string") return text;
  if (type === "number" || type === "integer") return number;
  if (type === "array") return fc.array(items ? valuesFor(items) : scalar, { maxLength: 3 });
  if (type !== "object") return scalar;
  const members = { ...Object.fromEntries(required.map((name) => [name, scalar])), ...mapValues(properties, valuesFor) };
  return fc.record(members, { requiredKeys: required, noNullPrototype: true });
}

interface Parts {
  type?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

function mapValues<T, U>(values: Record<string, T>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}
