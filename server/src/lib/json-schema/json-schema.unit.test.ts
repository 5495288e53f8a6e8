import { describe, expect, it } from "vitest";
import { compileSchema, SchemaCache } from "./json-schema.ts";

type Schema = Record<string, unknown>;
const object = (properties: Schema, more: Schema = {}): Schema => ({ type: "object", properties, ...more });
const list = <T>(count: number, value: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => value(index));
const many = <T>(count: number, value: (index: number) => T): Record<string, T> =>
  Object.fromEntries(list(count, (index) => [`p${index}`, value(index)]));
const codes = (schema: unknown, value: unknown) => compileSchema(schema)(value).map(({ path, code }) => `${code} ${path}`);
const accepts = (field: Schema, value: unknown) => codes(object({ field }, { required: ["field"] }), { field: value }).length === 0;

describe("a check", () => {
  it("refuses a schema outside the subset, such as one that would bypass it", () => {
    expect(() => compileSchema({ type: "object", $async: true })).toThrow("safe subset");
    expect(() => compileSchema({ type: "object", $id: "https://vitrine.example/other" })).toThrow("safe subset");
    expect(() => compileSchema(JSON.parse('{"type":"object","properties":{"__proto__":{}}}'))).toThrow("safe subset");
  });

  it("points at the fault: the value, the missing member, the extra one", () => {
    const schema = object({ a: object({ b: { type: "string" } }, { required: ["b"], additionalProperties: false }) }, { required: ["a"] });
    expect(codes(schema, {})).toEqual(["required /a"]);
    expect(codes(schema, { a: { b: 1 } })).toEqual(["type /a/b"]);
    expect(codes(schema, { a: { "x/y~z": 1 } }).sort()).toEqual(["additionalProperties /a/x~1y~0z", "required /a/b"]);
    expect(codes(schema, "text")).toEqual(["type "]);
    expect(codes(schema, undefined)).toEqual(["type "]);
  });

  it("reports one fault for each value, and its type before anything else", () => {
    const schema = object({ a: { type: "string", enum: ["x"], minLength: 3, pattern: "^x$" } });
    expect(codes(schema, { a: 1 })).toEqual(["type /a"]);
    expect(codes(schema, { a: "" })).toHaveLength(1);
  });

  it("describes the fault in words, and never quotes the value", () => {
    const fields: Record<string, [Schema, unknown, string]> = {
      text: [{ type: "string" }, 271828, "must be text"],
      either: [{ type: ["integer", "null"] }, 2.71828, "must be a whole number or null"],
      empty: [{ minLength: 1 }, "", "must not be empty"],
      short: [{ minLength: 20 }, "271828", "must have at least 20 characters"],
      tooLong: [{ maxLength: 1 }, "271828", "must have at most 1 character"],
      form: [{ pattern: "^x$" }, "271828", "does not have the required form"],
      mail: [{ format: "email" }, "271828", "must be an e-mail address"],
      low: [{ minimum: 300000 }, 271828, "must be at least 300000"],
      few: [{ minItems: 2 }, ["271828"], "must have at least 2 items"],
      step: [{ multipleOf: 5 }, 271828, "is not a multiple of the allowed step"],
      listed: [{ enum: ["a", 1, "b"] }, "271828", "must be one of: a, 1, b"],
      meant: [{ enum: ["north", "south"] }, "soth", "must be one of: north, south; did you mean south?"],
      many: [
        { enum: Array.from({ length: 22 }, (_, index) => index) },
        "271828",
        `must be one of: ${[...Array(20).keys()].join(", ")}, and 2 more`,
      ],
      long: [{ enum: ["a".repeat(101)] }, "271828", "must be one of the allowed values"],
      only: [{ const: "a" }, "271828", "must be a"],
    };
    const names = Object.keys(fields);
    const errors = compileSchema(object(Object.fromEntries(names.map((name) => [name, fields[name]![0]]))))(
      Object.fromEntries(names.map((name) => [name, fields[name]![1]])),
    );
    expect(Object.fromEntries(errors.map(({ path, message }) => [path.slice(1), message]))).toEqual(
      Object.fromEntries(names.map((name) => [name, fields[name]![2]])),
    );
    expect(JSON.stringify(errors)).not.toMatch(/271828|2\.71828/);
  });

  it("leaves the value as it was: nothing is converted, filled in or removed", () => {
    const schema = object({ n: { type: "number" }, d: { type: "string", default: "filled" } }, { additionalProperties: false });
    const value = { n: "1", extra: true };
    expect(codes(schema, value).sort()).toEqual(["additionalProperties /extra", "type /n"]);
    expect(value).toEqual({ n: "1", extra: true });
    expect(codes(object({ n: { type: "string" } }), { n: 1 })).toEqual(["type /n"]);
  });

  it("does not take inherited members for the value's own", () => {
    const schema = object(
      { toString: { type: "string" }, valueOf: { type: "string" } },
      { required: ["toString"], additionalProperties: false },
    );
    expect(codes(schema, {})).toEqual(["required /toString"]);
    expect(codes(schema, { toString: "x" })).toEqual([]);
    expect(codes(schema, JSON.parse('{"toString":"x","__proto__":1,"constructor":2}')).sort()).toEqual([
      "additionalProperties /__proto__",
      "additionalProperties /constructor",
    ]);
  });

  it("survives members that are named like methods", () => {
    const schema = object({ a: { enum: ["x"] }, b: { const: 1 }, c: { uniqueItems: true, maxItems: 9 } });
    const trick = JSON.parse('{"valueOf":1,"toString":1,"toJSON":1,"length":3,"constructor":{"x":1},"__proto__":null}') as unknown;
    expect(codes(schema, { a: trick, b: trick, c: [trick, trick] }).sort()).toEqual(["const /b", "enum /a", "uniqueItems /c"]);
  });

  it("finds equal items in any order of their members", () => {
    const schema = object({ a: { type: "array", uniqueItems: true, maxItems: 1_000 } });
    expect(
      codes(schema, {
        a: [
          { x: 1, y: { p: 1, q: 2 } },
          { y: { q: 2, p: 1 }, x: 1 },
        ],
      }),
    ).toEqual(["uniqueItems /a"]);
    expect(codes(schema, { a: [1, "1", true, "true", null, "null", [1], ["1"], {}, []] })).toEqual([]);
    expect(codes(schema, { a: ["__proto__", "__proto__"] })).toEqual(["uniqueItems /a"]);
    expect(codes(schema, { a: [0, -0] })).toEqual(["uniqueItems /a"]);
    expect(accepts({ uniqueItems: false }, [1, 1])).toBe(true);
  });

  it("knows multiples of decimal steps", () => {
    const price = compileSchema(object({ price: { multipleOf: 0.01 } }));
    const isPrice = (value: number) => price({ price: value }).length === 0;
    const cents = list(100_000, (index) => Number((index / 100).toFixed(2)));
    expect([...cents, 123456789.01, -4.35].filter((value) => !isPrice(value))).toEqual([]);
    expect([19.999, 0.001, 1e-9, 123456789.015].filter(isPrice)).toEqual([]);
    expect([3.0000001, 1, 2].map((value) => accepts({ multipleOf: 3 }, value))).toEqual([false, false, false]);
    expect([0, 3, 9007199254740990].map((value) => accepts({ multipleOf: 3 }, value))).toEqual([true, true, true]);
  });

  it("reports at most 50 faults, and finds the first among very many", () => {
    const schema = object({ a: { type: "array", items: { type: "string" } } });
    expect(codes(schema, { a: list(50, () => 1) })).toHaveLength(50);
    expect(codes(schema, { a: list(51, () => 1) })).toHaveLength(50);
    expect(codes(schema, { a: list(200_000, () => 1) })).toEqual(["type /a/0"]);
    expect(
      codes(
        { type: "object", additionalProperties: false },
        many(100_000, () => 1),
      ),
    ).toHaveLength(1);
  });

  it("is not misled by very many errors in a branch that may fail", () => {
    const listOf = (type: string) => ({ type: "array", items: { type } });
    const schema = object(
      { a: { anyOf: [{ $ref: "#/$defs/texts" }, { $ref: "#/$defs/numbers" }] } },
      { $defs: { texts: listOf("string"), numbers: listOf("number") } },
    );
    expect(codes(schema, { a: list(10_000, () => 1) })).toEqual([]);
    expect(codes(schema, { a: [...list(10_000, () => 1), true] })).toEqual(["anyOf /a"]);
    expect(codes(schema, { a: [1, 2] })).toEqual([]);
    expect(codes(schema, { a: [1, "2"] })).toEqual(["anyOf /a"]);
  });

  it("accepts large valid values", () => {
    const schema = object({
      numbers: { type: "array", items: { type: "number", minimum: 0 } },
      text: { type: "string", maxLength: 2_000_000 },
    });
    const check = compileSchema(schema);
    const value = { numbers: list(500_000, (index) => index), text: "x".repeat(1_000_000) };
    for (let times = 0; times < 5; times += 1) expect(check(value)).toEqual([]);
  });

  it("does not throw for values of any depth", () => {
    const anything = compileSchema({ type: "object" });
    const wrap = (levels: number) => list(levels, () => 0).reduce<unknown>((inner) => ({ a: inner }), 1);
    expect(anything(wrap(64))).toEqual([]);
    expect(anything(wrap(65)).map(({ code }) => code)).toEqual(["too_deep"]);
    expect(anything(wrap(100_000)).map(({ code }) => code)).toEqual(["too_deep"]);
    const chain = many(99, (index) => (index < 98 ? { $ref: `#/$defs/p${index + 1}` } : { properties: { a: { $ref: "#/$defs/p0" } } }));
    expect(compileSchema({ type: "object", properties: { a: { $ref: "#/$defs/p0" } }, $defs: chain })(wrap(63)).length).toBeLessThanOrEqual(
      1,
    );
  });

  it("checks the items of a list for uniqueness once", () => {
    const unique = { uniqueItems: true, maxItems: 1_000 };
    const sixteen = (name: string) => ({ allOf: list(16, () => ({ $ref: `#/$defs/${name}` })) });
    const check = compileSchema(object({ a: sixteen("n") }, { $defs: { n: sixteen("u"), u: unique } }));
    const counter = countingReads();
    expect(check({ a: list(100, (index) => [index, counter.object(10)]) })).toEqual([]);
    // Once for its depth and once for the text that is compared.
    expect(counter.reads()).toBe(2 * 100 * 10);
    expect(check({ a: [1, 2, 1] })).toMatchObject([{ code: "uniqueItems", path: "/a" }]);
    const value: { a: unknown[] } = { a: [1, 2] };
    expect(check(value)).toEqual([]);
    value.a.push(1);
    expect(check(value)).toHaveLength(1);
  });

  it("is charged for items before it reads them", () => {
    const check = compileSchema(object({ a: { uniqueItems: true, maxItems: 1_000 } }));
    const counter = countingReads();
    const shared = counter.object(1_000);
    expect(check({ a: list(800, (index) => [index, shared]) })).toMatchObject([{ code: "too_complex" }]);
    expect(counter.reads()).toBeGreaterThan(800_000);
    expect(counter.reads()).toBeLessThan(800_000 + 300_000);
  });

  function countingReads() {
    let reads = 0;
    const object = (members: number) => {
      const counted = {};
      const get = () => {
        reads += 1;
        return 1;
      };
      for (let index = 0; index < members; index += 1) Object.defineProperty(counted, `p${index}`, { enumerable: true, get });
      return counted;
    };
    return { object, reads: () => reads };
  }

  it("bounds the work of a check", () => {
    const doubled = (index: number) => ({ allOf: [{ $ref: `#/$defs/p${index + 1}` }, { $ref: `#/$defs/p${index + 1}` }] });
    const laughs = { type: "object", allOf: [{ $ref: "#/$defs/p0" }], $defs: many(40, (index) => (index < 39 ? doubled(index) : {})) };
    expect(codes(laughs, {})).toEqual(["too_complex "]);

    const deep = list(60, () => 0).reduce<Schema>((inner) => ({ n: inner }), {});
    const next = { properties: { n: { $ref: "#/$defs/node" } } };
    const verdict = (node: Schema) => codes({ type: "object", ...next, $defs: { node } }, deep);
    expect(verdict({ allOf: [next, next] })).toEqual(["too_complex "]);
    // A failure at the bottom repeats in each of two branches at each level.
    expect(verdict({ anyOf: [next, next], required: ["n"] })).toEqual(["too_complex "]);
    expect(verdict({ oneOf: [next, next], required: ["n"] })).toEqual(["too_complex "]);
    expect(verdict({ allOf: [next, next], required: ["n"] })).toEqual([`required ${"/n".repeat(61)}`]);
    expect(verdict({ anyOf: [next, next] })).toEqual([]);
  });
});

describe("the cache", () => {
  const schemaOf = (maxLength: number) => object({ a: { type: "string", maxLength } });

  it("compiles a schema once", () => {
    const cache = new SchemaCache();
    const check = cache.check("site 1, contact, 1", schemaOf(1));
    expect(cache.check("site 1, contact, 1", schemaOf(1))).toBe(check);
    expect(check({ a: "xx" })).toHaveLength(1);
  });

  it("gives each key its own check", () => {
    const cache = new SchemaCache();
    expect(cache.check("1", schemaOf(1))({ a: "xx" })).toHaveLength(1);
    expect(cache.check("2", schemaOf(2))({ a: "xx" })).toEqual([]);
  });

  it("evicts the least recently used entry", () => {
    const cache = new SchemaCache({ maxSchemas: 2 });
    const [first, second] = [cache.check("1", schemaOf(1)), cache.check("2", schemaOf(2))];
    expect(cache.check("1", schemaOf(1))).toBe(first);
    cache.check("3", schemaOf(3));
    expect(cache.check("1", schemaOf(1))).toBe(first);
    expect(cache.check("2", schemaOf(2))).not.toBe(second);
  });

  it("holds at most its limit of bytes", () => {
    const probe = new SchemaCache();
    probe.check("1", schemaOf(1));
    const cache = new SchemaCache({ maxBytes: 2 * probe.bytes });
    const first = cache.check("1", schemaOf(1));
    cache.check("2", schemaOf(2));
    expect(cache.check("1", schemaOf(1))).toBe(first);
    cache.check("3", schemaOf(3));
    cache.check("4", schemaOf(4));
    expect(cache.bytes).toBe(2 * probe.bytes);
    expect(cache.check("1", schemaOf(1))).not.toBe(first);
    expect(new SchemaCache({ maxBytes: 1 }).check("1", schemaOf(1))({ a: 1 })).toHaveLength(1);
  });

  it("counts a small schema by the size of its check, which is much larger than its JSON", () => {
    const cache = new SchemaCache();
    for (let form = 0; form < 20; form += 1) cache.check(`${form}`, schemaOf(form));
    expect(cache.bytes).toBeGreaterThan(20 * 40_000);
    expect(cache.bytes).toBeLessThan(64 * 1024 * 1024);
  });

  it("keeps nothing for a schema that is refused", () => {
    const cache = new SchemaCache();
    expect(() => cache.check("1", { type: "object", not: {} })).toThrow("safe subset");
    expect(cache.check("1", schemaOf(1))({ a: "x" })).toEqual([]);
  });
});
