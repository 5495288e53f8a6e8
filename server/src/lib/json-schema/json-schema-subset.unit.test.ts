import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileSchema, schemaErrors } from "./json-schema.ts";

type Schema = Record<string, unknown>;
const object = (properties: Schema, more: Schema = {}): Schema => ({ type: "object", properties, ...more });
const list = <T>(count: number, value: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => value(index));
const many = <T>(count: number, value: (index: number) => T): Record<string, T> =>
  Object.fromEntries(list(count, (index) => [`p${index}`, value(index)]));
const refusals = (schema: unknown) => schemaErrors(schema).map(({ path, code }) => `${code} ${path}`);
const codes = (schema: unknown, value: unknown) => compileSchema(schema)(value).map(({ path, code }) => `${code} ${path}`);

describe("the subset", () => {
  it("accepts every keyword in the documentation", () => {
    const schema = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $comment: "all of it",
      type: "object",
      title: "Everything",
      description: "At once",
      default: {},
      examples: [{}],
      required: ["name"],
      minProperties: 1,
      maxProperties: 20,
      additionalProperties: { type: ["string", "null"], deprecated: true },
      properties: {
        name: { type: "string", minLength: 1, maxLength: 5, pattern: "^[a-z]+$", readOnly: true },
        mail: { type: "string", format: "email" },
        count: { type: "integer", minimum: 1, maximum: 9, multipleOf: 2 },
        ratio: { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 },
        kind: { enum: ["a", 1, true, null] },
        fixed: { const: "x" },
        tags: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 3, uniqueItems: true },
        either: { anyOf: [{ type: "string" }, { type: "number" }] },
        one: { oneOf: [{ type: "string" }, { type: "number" }] },
        both: { allOf: [{ $ref: "#/$defs/positive" }, { maximum: 5 }] },
      },
      $defs: { positive: { type: "number", minimum: 0 } },
    };
    expect(schemaErrors(schema)).toEqual([]);
    const value = {
      name: "abc",
      mail: "a@b.example",
      count: 4,
      ratio: 0.5,
      kind: null,
      fixed: "x",
      tags: ["a", "b"],
      either: 1,
      one: "a",
      both: 5,
      more: null,
    };
    expect(compileSchema(schema)(value)).toEqual([]);
    const wrong = {
      name: "ABC",
      mail: "a@b",
      count: 3,
      ratio: 1,
      kind: "b",
      fixed: "y",
      tags: ["a", "a"],
      either: true,
      one: null,
      both: 6,
      more: 1,
    };
    expect(codes(schema, wrong).sort()).toEqual([
      "anyOf /either",
      "const /fixed",
      "enum /kind",
      "exclusiveMaximum /ratio",
      "format /mail",
      "maximum /both",
      "multipleOf /count",
      "oneOf /one",
      "pattern /name",
      "type /more",
      "uniqueItems /tags",
    ]);
  });

  it.each([
    ...["$id", "id", "$anchor", "$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$recursiveAnchor", "$async", "$vocabulary", "$data"],
    ...["definitions", "dependencies", "dependentRequired", "dependentSchemas", "patternProperties", "propertyNames", "not", "if", "then"],
    ...["else", "contains", "minContains", "maxContains", "prefixItems", "additionalItems", "unevaluatedItems", "unevaluatedProperties"],
    ...["contentEncoding", "contentMediaType", "contentSchema", "writeOnly", "nullable", "discriminator", "formatMinimum", "cost"],
    ...["xml", "externalDocs", "example", "x-mine", "constructor", "toString", "hasOwnProperty", "a/b"],
  ])("refuses %s by name, at any depth", (keyword) => {
    const pointer = keyword.replaceAll("/", "~1");
    expect(refusals({ type: "object", [keyword]: true })).toEqual([`keyword /${pointer}`]);
    expect(refusals(object({ a: { type: "array", items: { [keyword]: {} } } }))).toEqual([`keyword /properties/a/items/${pointer}`]);
    expect(refusals(object({}, { $defs: { unused: { [keyword]: {} } } }))).toEqual([`keyword /$defs/unused/${pointer}`]);
    expect(refusals(object({ a: { anyOf: [{}, { [keyword]: [] }] } }))).toEqual([`keyword /properties/a/anyOf/1/${pointer}`]);
  });

  it("refuses __proto__ as a keyword", () => {
    expect(refusals(JSON.parse('{"type":"object","__proto__":{"type":"string"}}'))).toEqual(["keyword /__proto__"]);
  });

  it("allows keywords as names of properties, and any value in defaults and examples", () => {
    const schema = object(
      { type: { type: "string" }, enum: { type: "string" }, not: { type: "number" }, items: {}, toString: { type: "string" } },
      { default: { $id: "x", $async: true }, examples: [{ $ref: "#/nowhere" }] },
    );
    expect(schemaErrors(schema)).toEqual([]);
    expect(codes(schema, { type: 1, not: 1 })).toEqual(["type /type"]);
  });

  it.each([
    ["no object", []],
    ["null", null],
    ["true", true],
    ["text", "object"],
    ["no type", {}],
    ["another type", { type: "string" }],
    ["a list of types", { type: ["object"] }],
  ])("refuses %s at the top", (_name, schema) => {
    expect(schemaErrors(schema)).not.toEqual([]);
  });

  it.each<[string, unknown]>([
    ["type", "text"],
    ["type", []],
    ["type", ["string", "string"]],
    ["type", { string: true }],
    ["properties", []],
    ["properties", { a: true }],
    ["required", "a"],
    ["required", ["a", "a"]],
    ["required", ["a b"]],
    ["required", ["__proto__"]],
    ["additionalProperties", null],
    ["items", true],
    ["items", [{}]],
    ["enum", []],
    ["enum", [{}]],
    ["enum", "a"],
    ["const", { valueOf: 1 }],
    ["const", [1]],
    ["minLength", -1],
    ["maxLength", 1.5],
    ["minItems", "1"],
    ["maxItems", null],
    ["minProperties", -0.5],
    ["maxProperties", 1e300],
    ["pattern", 1],
    ["format", "hostname"],
    ["format", "regex"],
    ["format", "toString"],
    ["minimum", "0"],
    ["maximum", NaN],
    ["exclusiveMinimum", true],
    ["exclusiveMaximum", Infinity],
    ["multipleOf", 0],
    ["multipleOf", -1],
    ["uniqueItems", "yes"],
    ["uniqueItems", true],
    ["anyOf", []],
    ["oneOf", {}],
    ["allOf", [true]],
    ["title", 1],
    ["description", {}],
    ["$comment", []],
    ["examples", {}],
    ["deprecated", "no"],
    ["readOnly", 1],
    ["$schema", "https://json-schema.org/draft/2020-12/schema"],
    ["$defs", {}],
    ["$ref", 1],
  ])("refuses %s of %j inside a schema", (keyword, value) => {
    const [first] = schemaErrors(object({ a: { [keyword]: value } }));
    expect(first?.path).toMatch(new RegExp(`^/properties/a/${keyword.replaceAll("$", "\\$")}`));
  });

  it("refuses another dialect", () => {
    expect(refusals({ type: "object", $schema: "http://json-schema.org/draft-07/schema#" })).toEqual(["value /$schema"]);
  });

  it.each([
    ...["", "a b", "a.b", "1a", "-a", "ä", "a\n", "$ref", "a'", 'a"', "a`", "a]", "a\u2028", "a/b", "a~b", "__proto__", "constructor"],
    ...["prototype", "a".repeat(65), '"]; process.exit(1); //', "${process.exit(1)}"],
  ])("refuses a property or definition named %j", (name) => {
    const pointer = name.replaceAll("~", "~0").replaceAll("/", "~1");
    const map = JSON.parse(`{${JSON.stringify(name)}:{}}`) as Schema;
    expect(refusals(object(map))).toEqual([`name /properties/${pointer}`]);
    expect(refusals(object({}, { $defs: map }))).toEqual([`name /$defs/${pointer}`]);
    expect(refusals({ type: "object", required: [name] })).toEqual(["value /required"]);
  });

  it("never throws and reports at most 50 faults, for any JSON", () => {
    const keywords = ["type", "properties", "items", "anyOf", "$ref", "$defs", "enum", "pattern", "required", "uniqueItems", "maxItems"];
    const leaf = fc.oneof(fc.jsonValue(), fc.constantFrom("object", "#/$defs/a", "(", "^a$"));
    const schemaLike = (levels: number): fc.Arbitrary<unknown> =>
      fc.dictionary(
        fc.constantFrom(...keywords, "a", "__proto__"),
        levels === 0 ? leaf : fc.oneof(leaf, schemaLike(levels - 1), fc.array(schemaLike(levels - 1), { maxLength: 2 })),
        { maxKeys: 4 },
      );
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), schemaLike(4)), fc.jsonValue(), (schema, value) => {
        const errors = schemaErrors(schema);
        expect(errors.length).toBeLessThanOrEqual(50);
        if (errors.length === 0) compileSchema(schema)(value);
      }),
      { numRuns: 2_000 },
    );
    expect(schemaErrors(object(many(200, () => ({ nonsense: true }))))).toHaveLength(50);
    expect(refusals(list(100_000, () => 0).reduce<unknown>((inner) => ({ items: inner }), {}))).toEqual(["too_deep "]);
  }, 30_000);
});

describe("references", () => {
  it.each([
    ...["#", "#/", "#/$defs/", "#/$defs/missing", "#/properties/a", "#/$defs/a/properties/b", "#a", "a", "/a", "http://example.com/schema"],
    ...[
      "https://json-schema.org/draft/2020-12/schema",
      "#/$defs/__proto__",
      "#/$defs/toString",
      "#/$defs/a%41",
      "#/$defs/a~1b",
      "other#/$defs/a",
    ],
  ])("refuses one to %s", ($ref) => {
    expect(refusals(object({ a: { $ref } }, { $defs: { a: { properties: { b: {} } } } }))).toEqual(["value /properties/a/$ref"]);
  });

  it("leads to the definitions of its own schema only, even where two tenants use the same names", () => {
    const schemaOf = (type: string) => object({ a: { $ref: "#/$defs/thing" } }, { $defs: { thing: { type } } });
    const [text, number] = [compileSchema(schemaOf("string")), compileSchema(schemaOf("number"))];
    expect(text({ a: "x" })).toEqual([]);
    expect(number({ a: "x" })).toHaveLength(1);
    expect(() => compileSchema(object({ a: { $ref: "#/$defs/thing" } }))).toThrow("does not exist");
  });

  it("may describe a tree", () => {
    const tree = {
      type: "object",
      required: ["name"],
      additionalProperties: false,
      properties: { name: { type: "string" }, children: { type: "array", items: { $ref: "#/$defs/node" } } },
    };
    const schema = { ...tree, $defs: { node: tree } };
    expect(codes(schema, { name: "a", children: [{ name: "b", children: [{ name: "c" }] }] })).toEqual([]);
    expect(codes(schema, { name: "a", children: [{ name: "b", children: [{ name: 3 }, {}] }] })).toEqual([
      "type /children/0/children/0/name",
      "required /children/0/children/1/name",
    ]);
  });

  it("may not be circular for one value", () => {
    const cyclic = ($defs: Schema) => refusals({ type: "object", $defs });
    expect(cyclic({ a: { $ref: "#/$defs/a" } })).toEqual(["reference /$defs/a/$ref"]);
    expect(cyclic({ a: { allOf: [{ $ref: "#/$defs/b" }] }, b: { anyOf: [{}, { oneOf: [{ $ref: "#/$defs/a" }] }] } })).toEqual([
      "reference /$defs/a/allOf/0/$ref",
      "reference /$defs/b/anyOf/1/oneOf/0/$ref",
    ]);
    expect(cyclic({ a: { allOf: [{ $ref: "#/$defs/b" }] }, b: { items: { $ref: "#/$defs/a" } } })).toEqual([]);
    expect(cyclic({ a: { additionalProperties: { anyOf: [{ $ref: "#/$defs/a" }, { type: "null" }] } } })).toEqual([]);
  });
});
