import fc from "fast-check";
import { expect, it } from "vitest";
import { schemaAndValues } from "../../../../test/kit/random-schemas.ts";
import { parseJsonPointer, resolveJsonPointer } from "./json-pointer.ts";
import { compileSchema, schemaErrors } from "./json-schema.ts";
import { rounds } from "../../../../test/kit/sampled.ts";

type Schema = Record<string, unknown>;

it("agrees with a small validator written from the specification", () => {
  const verdicts = { valid: 0, invalid: 0 };
  fc.assert(
    fc.property(schemaAndValues, ([schema, values]) => {
      expect(schemaErrors(schema)).toEqual([]);
      const check = compileSchema(schema);
      for (const value of values) {
        const before = structuredClone(value);
        const errors = check(value);
        expect(errors.length === 0, JSON.stringify([schema, value, errors])).toBe(isValid(schema, value));
        expect(value).toEqual(before);
        verdicts[errors.length === 0 ? "valid" : "invalid"] += 1;
        for (const { path, code } of errors) {
          const tokens = parseJsonPointer(path) ?? ["not a pointer"];
          expect(resolveJsonPointer(value, tokens) === undefined).toBe(code === "required");
        }
      }
    }),
    { numRuns: rounds(520, 130) },
  );
  expect(verdicts.valid + verdicts.invalid).toBeGreaterThanOrEqual(rounds(10_000, 2_000));
  expect(Math.min(verdicts.valid, verdicts.invalid)).toBeGreaterThan(rounds(1_000, 200));
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
      const memberSchema = Object.hasOwn(properties, name) ? properties[name] : others;
      return typeof memberSchema === "boolean" ? memberSchema : isValid(memberSchema as Schema, member);
    })
  );
}

function isOfType(type: string, value: unknown): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}
