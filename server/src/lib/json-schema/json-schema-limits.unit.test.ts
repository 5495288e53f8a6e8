import { describe, expect, it } from "vitest";
import { compileSchema, schemaErrors } from "./json-schema.ts";

type Schema = Record<string, unknown>;
const object = (properties: Schema, more: Schema = {}): Schema => ({ type: "object", properties, ...more });
const list = <T>(count: number, value: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => value(index));
const many = <T>(count: number, value: (index: number) => T): Record<string, T> =>
  Object.fromEntries(list(count, (index) => [`p${index}`, value(index)]));
const refusals = (schema: unknown) => schemaErrors(schema).map(({ path, code }) => `${code} ${path}`);

describe("limits", () => {
  const nested = (levels: number): Schema => (levels === 0 ? {} : { items: nested(levels - 1) });
  const ofBytes = (bytes: number) => ({ type: "object", description: "x".repeat(bytes - '{"type":"object","description":""}'.length) });

  it.each<[string, (size: number) => Schema, number, string]>([
    ["bytes", ofBytes, 65_536, "too_large "],
    ["bytes of UTF-8", (size) => ({ ...ofBytes(size - 1), description: `ü${ofBytes(size).description.slice(2)}` }), 65_536, "too_large "],
    ["levels of schemas", (size) => object({ a: nested(size - 2) }), 16, `too_deep /properties/a${"/items".repeat(15)}`],
    ["levels of JSON in a default", (size) => ({ type: "object", default: deepList(size - 1) }), 64, "too_deep "],
    [
      "schemas",
      (size) => object({ ...many((size - 1) >> 1, () => ({ items: {} })), ...(size % 2 ? {} : { last: {} }) }),
      500,
      "too_many /properties/p249/items",
    ],
    ["properties", (size) => object(many(size, () => ({}))), 300, "too_many /properties"],
    [
      "properties in several places",
      (size) => object({ a: object(many(size - 101, () => ({}))), ...many(100, () => ({})) }),
      300,
      "too_many /properties/a/properties",
    ],
    ["required names", (size) => ({ type: "object", required: list(size, (index) => `p${index}`) }), 300, "value /required"],
    [
      "references",
      (size) =>
        object(
          many(size, () => ({ $ref: "#/$defs/a" })),
          { $defs: { a: {} } },
        ),
      100,
      "too_many /properties/p100/$ref",
    ],
    ["enum values", (size) => object({ a: { enum: list(size, (index) => index) } }), 1_000, "too_many /properties/a/enum"],
    [
      "enum values in several places",
      (size) => object({ a: { enum: list(500, (index) => index) }, b: { enum: list(size - 500, (index) => index) } }),
      1_000,
      "too_many /properties/b/enum",
    ],
    ["branches", (size) => object({ a: { oneOf: list(size, () => ({})) } }), 16, "value /properties/a/oneOf"],
    ["unique items", (size) => object({ a: { uniqueItems: true, maxItems: size } }), 1_000, "value /properties/a/uniqueItems"],
    ["characters of a name", (size) => object({ ["a".repeat(size)]: {} }), 64, `name /properties/${"a".repeat(65)}`],
    ["characters of a pattern", (size) => object({ a: { pattern: "a".repeat(size) } }), 500, "value /properties/a/pattern"],
    ["instructions of a pattern", (size) => object({ a: { pattern: `^a{${size - 4}}$` } }), 1_000, "value /properties/a/pattern"],
    [
      "instructions of all patterns",
      (size) => object(many(5, (index) => ({ pattern: `^a{${(index < 4 ? 900 : size - 3_600) - 4}}$` }))),
      4_000,
      "too_many /properties/p4/pattern",
    ],
  ])("%s: the documented number is allowed, and one more is refused", (_name, schemaOf, limit, refusal) => {
    const atLimit = schemaOf(limit);
    expect(schemaErrors(atLimit)).toEqual([]);
    compileSchema(atLimit);
    expect(refusals(schemaOf(limit + 1))).toEqual([expect.stringContaining(refusal)]);
  });

  function deepList(levels: number): unknown {
    return levels === 0 ? 1 : [deepList(levels - 1)];
  }

  it("it compiles no more patterns once there are too many", () => {
    const costly = object(many(120, (index) => ({ pattern: `(?:.{900}){${index % 2}}`.repeat(30) })));
    expect(schemaErrors(costly).length).toBeLessThan(5);
  });
});
