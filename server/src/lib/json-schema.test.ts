import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJsonPointer, resolveJsonPointer } from "./json-pointer.ts";
import { compileSchema, SchemaCache, schemaFaults } from "./json-schema.ts";
import { patternEngine, readPattern } from "./json-schema-pattern.ts";

type Schema = Record<string, unknown>;

const object = (properties: Schema, more: Schema = {}): Schema => ({ type: "object", properties, ...more });
/** `how many` members with names and values that differ. */
const many = <T>(count: number, value: (index: number) => T): Record<string, T> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, value(index)]));
const list = <T>(count: number, value: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => value(index));
const refusals = (schema: unknown) => schemaFaults(schema).map(({ path, code }) => `${code} ${path}`);
const codes = (schema: unknown, value: unknown) => compileSchema(schema)(value).map(({ path, code }) => `${code} ${path}`);
const accepts = (field: Schema, value: unknown) => codes(object({ field }, { required: ["field"] }), { field: value }).length === 0;

describe("the subset", () => {
  it("takes every keyword that the documentation names", () => {
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
    expect(schemaFaults(schema)).toEqual([]);
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
  ])("refuses %s by name, wherever it stands", (keyword) => {
    const pointer = keyword.replaceAll("/", "~1");
    expect(refusals({ type: "object", [keyword]: true })).toEqual([`keyword /${pointer}`]);
    expect(refusals(object({ a: { type: "array", items: { [keyword]: {} } } }))).toEqual([`keyword /properties/a/items/${pointer}`]);
    expect(refusals(object({}, { $defs: { unused: { [keyword]: {} } } }))).toEqual([`keyword /$defs/unused/${pointer}`]);
    expect(refusals(object({ a: { anyOf: [{}, { [keyword]: [] }] } }))).toEqual([`keyword /properties/a/anyOf/1/${pointer}`]);
  });

  it("refuses __proto__ as a keyword", () => {
    expect(refusals(JSON.parse('{"type":"object","__proto__":{"type":"string"}}'))).toEqual(["keyword /__proto__"]);
  });

  it("lets keywords be the names of properties, and anything stand in defaults and examples", () => {
    const schema = object(
      { type: { type: "string" }, enum: { type: "string" }, not: { type: "number" }, items: {}, toString: { type: "string" } },
      { default: { $id: "x", $async: true }, examples: [{ $ref: "#/nowhere" }] },
    );
    expect(schemaFaults(schema)).toEqual([]);
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
    expect(schemaFaults(schema)).not.toEqual([]);
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
    const [first] = schemaFaults(object({ a: { [keyword]: value } }));
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

  it("never throws and reports at most 50 faults, whatever JSON it is given", () => {
    const keywords = [
      "type",
      "properties",
      "items",
      "anyOf",
      "allOf",
      "$ref",
      "$defs",
      "enum",
      "pattern",
      "required",
      "uniqueItems",
      "maxItems",
    ];
    const { schemaLike } = fc.letrec((tie) => ({
      schemaLike: fc.dictionary(
        fc.constantFrom(...keywords, "a", "__proto__"),
        fc.oneof(
          { depthSize: "small" },
          fc.jsonValue(),
          fc.constantFrom("object", "#/$defs/a", "(", "^a$"),
          tie("schemaLike"),
          fc.array(tie("schemaLike")),
        ),
      ),
    }));
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), schemaLike), fc.jsonValue(), (schema, value) => {
        const faults = schemaFaults(schema);
        expect(faults.length).toBeLessThanOrEqual(50);
        if (faults.length === 0) compileSchema(schema)(value);
      }),
      { numRuns: 2_000 },
    );
    expect(schemaFaults(object(many(200, () => ({ nonsense: true }))))).toHaveLength(50);
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

  it("may not lead back to themselves for one value", () => {
    const cyclic = ($defs: Schema) => refusals({ type: "object", $defs });
    expect(cyclic({ a: { $ref: "#/$defs/a" } })).toEqual(["reference /$defs/a/$ref"]);
    expect(cyclic({ a: { allOf: [{ $ref: "#/$defs/b" }] }, b: { anyOf: [{}, { oneOf: [{ $ref: "#/$defs/a" }] }] } })).toEqual([
      "reference /$defs/a/allOf/0/$ref",
      "reference /$defs/b/anyOf/1/oneOf/0/$ref",
    ]);
    expect(cyclic({ a: { allOf: [{ $ref: "#/$defs/b" }] }, b: { items: { $ref: "#/$defs/a" } } })).toEqual([]);
    expect(cyclic({ a: { additionalProperties: { anyOf: [{ $ref: "#/$defs/a" }, { type: "null" }] } } })).toEqual([]);
  });

  it("cannot multiply the work of a check without end", () => {
    const doubled = (index: number) => ({ allOf: [{ $ref: `#/$defs/p${index + 1}` }, { $ref: `#/$defs/p${index + 1}` }] });
    const laughs = { type: "object", allOf: [{ $ref: "#/$defs/p0" }], $defs: many(40, (index) => (index < 39 ? doubled(index) : {})) };
    expect(schemaFaults(laughs)).toEqual([]);
    expect(codes(laughs, {})).toEqual(["too_complex "]);

    const deep = list(60, () => 0).reduce<Schema>((inner) => ({ n: inner }), {});
    for (const combination of ["anyOf", "oneOf", "allOf"]) {
      const next = { properties: { n: { $ref: "#/$defs/node" } } };
      const node = { type: "object", [combination]: [{ ...next, minProperties: 2 }, next, next] };
      const check = compileSchema({ type: "object", properties: { n: { $ref: "#/$defs/node" } }, $defs: { node } });
      expect(check({ n: {} }).length === 0).toBe(combination === "anyOf");
      expect(check(deep).length).toBe(combination === "anyOf" ? 1 : 1);
    }
  });
});

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
      (size) => object({ a: { anyOf: list(15, () => ({})) }, ...many(15, () => ({ allOf: list(15, () => ({})) })), ...rest(size - 258) }),
      500,
      "too_many",
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
  ])("%s: as many as documented and not one more", (_name, schemaOf, limit, refusal) => {
    const atLimit = schemaOf(limit);
    expect(schemaFaults(atLimit)).toEqual([]);
    compileSchema(atLimit);
    expect(refusals(schemaOf(limit + 1))).toEqual([expect.stringContaining(refusal)]);
  });

  /** So many empty schemas, in few properties. */
  function rest(count: number): Schema {
    return Object.fromEntries(list(Math.ceil(count / 17), (index) => [`r${index}`, schemasInside(Math.min(16, count - 17 * index - 1))]));
  }
  function schemasInside(count: number): Schema {
    return count === 0 ? {} : { anyOf: list(count, () => ({})) };
  }
  function deepList(levels: number): unknown {
    return levels === 0 ? 1 : [deepList(levels - 1)];
  }

  it("compiles no more patterns once there are too many", () => {
    const costly = object(many(120, (index) => ({ pattern: `(?:.{900}){${index % 2}}`.repeat(30) })));
    expect(schemaFaults(costly).length).toBeLessThan(5);
  });
});

describe("patterns", () => {
  it("are each used for their own property", () => {
    const schema = object({ letters: { pattern: "^[a-z]+$" }, digits: { pattern: "^[0-9]+$" }, same: { pattern: "^[0-9]+$" } });
    expect(codes(schema, { letters: "abc", digits: "123", same: "1" })).toEqual([]);
    expect(codes(schema, { letters: "123", digits: "abc", same: "a" })).toEqual(["pattern /letters", "pattern /digits", "pattern /same"]);
  });

  it.each([
    ["^(a+)+$", true],
    ["^(a|aa)+$", true],
    ["^(a|a?)+$", true],
    ["^(.*a){20}$", true],
    ["^(a*)*$", true],
    ["(x+x+)+y", false],
  ])("%s gives its verdict on long text", (pattern, whenAllMatch) => {
    expect(accepts({ type: "string", pattern }, "a".repeat(50_000))).toBe(whenAllMatch);
    expect(accepts({ type: "string", pattern }, "a".repeat(50_000) + "!")).toBe(false);
    expect(accepts({ type: "string", pattern }, "x".repeat(50_000))).toBe(false);
  });

  it("that cost too much for a text are not run on it", () => {
    expect(codes(object({ a: { pattern: "^[ab]*a[ab]{900}[^ab]$" } }), { a: "ab".repeat(500_000) })).toEqual(["too_complex "]);
  });

  it.each(["(", "a{2,1}", "[b-a]", "\\", "(?=a)", "(?!a)", "(?<=a)b", "(?<!a)b", "(?i)a", "(?i:a)", "(?-i:a)", "(?P<n>a)", "(a)\\1"])(
    "refuse %s",
    (pattern) => {
      expect(refusals(object({ a: { pattern } }))).toEqual(["value /properties/a/pattern"]);
    },
  );

  it.each([
    "(?<n>a)\\k<n>",
    "\\ud83d\\ude00",
    "[\\uD83D]",
    "a{1001}",
    "(?:a{100}){100}",
    "\\-",
    "\\A",
    "a\\z",
    "\\Qa\\E",
    "[[:alpha:]]",
    "\\p{Greek}",
  ])("refuse %s", (pattern) => {
    expect(refusals(object({ a: { pattern } }))).toEqual(["value /properties/a/pattern"]);
  });

  it.each(["[(?=]", "\\(\\?=", "\\\\ud83d", "\\\\k", "(?:a)", "(?<name>a)", "\\u{1F600}", "^[\\w.\\-]+$", "\\p{L}", "a/b", "[^]", ""])(
    "take %s",
    (pattern) => {
      expect(schemaFaults(object({ a: { pattern } }))).toEqual([]);
    },
  );

  it("count characters, not halves of them", () => {
    expect(accepts({ pattern: "^.$" }, "😀")).toBe(true);
    expect(accepts({ pattern: "^\\p{L}+$" }, "Grüße")).toBe(true);
    expect(accepts({ minLength: 2 }, "😀")).toBe(false);
    expect(accepts({ maxLength: 1 }, "😀")).toBe(true);
  });

  it("mean what they mean in ECMAScript", () => {
    const atom = fc.constantFrom(
      "a",
      "b",
      "ü",
      ".",
      "\\s",
      "\\S",
      "\\d",
      "\\w",
      "\\W",
      "[ab]",
      "[^a]",
      "[\\s\\d]",
      "[^\\S]",
      "[.a]",
      "\\p{Lu}",
      "\\.",
      "\\b",
      "😀",
      "[^]",
    );
    const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
      pattern: fc.oneof(
        { depthSize: "small" },
        atom,
        fc.tuple(tie("pattern"), tie("pattern")).map(([a, b]) => a + b),
        fc.tuple(tie("pattern"), tie("pattern")).map(([a, b]) => `(${a}|${b})`),
        fc.tuple(tie("pattern"), fc.constantFrom("*", "+?", "{2}", "{0,2}")).map(([a, times]) => `(?:${a})${times}`),
        tie("pattern").map((a) => `^${a}$`),
      ),
    }));
    const text = fc.array(
      fc.constantFrom("a", "b", "B", "ü", "Ü", " ", "\n", "\r", "\t", "\v", "\u00a0", "\u2028", "\ufeff", "1", ".", "_", "😀"),
      { maxLength: 6 },
    );
    let matches = 0;
    fc.assert(
      fc.property(pattern, text, (source, characters) => {
        fc.pre(readPattern(source).fault === undefined);
        const value = characters.join("");
        const expected = new RegExp(source, "u").test(value);
        if (expected) matches += 1;
        expect(patternEngine(() => undefined)(source).test(value)).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
    expect(matches).toBeGreaterThan(200);
  }, 30_000);
});

describe("formats", () => {
  it.each<[string, string[], string[]]>([
    [
      "email",
      ["a@b.de", "first.last+tag@sub.example.com", "o'hara@example.ie", "x@bücher.example", `${"a".repeat(64)}@example.com`],
      [
        "",
        "a",
        "@b.de",
        "a@",
        "a@b",
        "a@b..de",
        "a@-b.de",
        "a b@c.de",
        "a@b.de\n",
        ".a@b.de",
        "a@@b.de",
        '"a b"@c.de',
        `${"a".repeat(65)}@b.de`,
        `a@${"b".repeat(64)}.de`,
        `a@${"b.".repeat(125)}defg`,
      ],
    ],
    [
      "uri",
      [
        "https://example.com/",
        "http://a/b?c=d#e",
        "mailto:a@b.de",
        "tel:+4912345",
        "urn:isbn:1",
        "https://example.com/%C3%BC",
        "HTTPS://EXAMPLE.COM",
      ],
      [
        "",
        "a",
        "/path",
        "//example.com",
        "example.com",
        "https://",
        "https:///a",
        "http:a",
        "https://a b",
        "https://ü.de",
        "https://a/%zz",
        "javascript:alert(1)",
        "JavaScript:x",
        "data:text/html,x",
        "vbscript:x",
        "https://a\n",
        "https://[::1",
      ],
    ],
    [
      "uuid",
      ["00000000-0000-0000-0000-000000000000", "A987FBC9-4BED-3078-CF07-9141BA07C9F3"],
      ["", "00000000000000000000000000000000", "{00000000-0000-0000-0000-000000000000}", "0000000g-0000-0000-0000-000000000000"],
    ],
    [
      "date",
      ["2026-01-31", "2024-02-29", "2000-02-29"],
      [
        "",
        "2026-02-29",
        "1900-02-29",
        "2026-04-31",
        "2026-13-01",
        "2026-00-01",
        "2026-01-00",
        "26-01-01",
        "2026-1-1",
        "2026-01-01T",
        "２０２６-01-01",
      ],
    ],
    [
      "time",
      ["00:00:00Z", "23:59:59.999+23:59", "12:30:00z", "12:30:00-03:30"],
      ["", "12:30", "12:30:00", "24:00:00Z", "12:60:00Z", "12:30:60Z", "12:30:00+24:00", "12:30:00.Z"],
    ],
    [
      "date-time",
      ["2026-01-31T00:00:00Z", "2026-01-31t12:30:00.5+01:00"],
      ["", "2026-01-31", "2026-01-31 00:00:00Z", "2026-02-30T00:00:00Z", "2026-01-31T00:00:00", "2026-01-31T25:00:00Z"],
    ],
  ])("%s", (format, right, wrong) => {
    expect(right.filter((text) => !accepts({ format }, text))).toEqual([]);
    expect(wrong.filter((text) => accepts({ format }, text))).toEqual([]);
    expect(accepts({ format }, 1)).toBe(true);
  });
});

describe("a check", () => {
  it("refuses to be made from a schema outside the subset, such as one that would bypass it", () => {
    expect(() => compileSchema({ type: "object", $async: true })).toThrow("safe subset");
    expect(() => compileSchema({ type: "object", $id: "https://vitrine.example/other" })).toThrow("safe subset");
    expect(() => compileSchema(JSON.parse('{"type":"object","properties":{"__proto__":{}}}'))).toThrow("safe subset");
  });

  it("points at what is wrong: the value, the missing member, the extra one", () => {
    const schema = object({ a: object({ b: { type: "string" } }, { required: ["b"], additionalProperties: false }) }, { required: ["a"] });
    expect(codes(schema, {})).toEqual(["required /a"]);
    expect(codes(schema, { a: { b: 1 } })).toEqual(["type /a/b"]);
    expect(codes(schema, { a: { "x/y~z": 1 } }).sort()).toEqual(["additionalProperties /a/x~1y~0z", "required /a/b"]);
    expect(codes(schema, "text")).toEqual(["type "]);
    expect(codes(schema, undefined)).toEqual(["type "]);
  });

  it("gives one fault for each value, and its type before anything else", () => {
    const schema = object({ a: { type: "string", enum: ["x"], minLength: 3, pattern: "^x$" } });
    expect(codes(schema, { a: 1 })).toEqual(["type /a"]);
    expect(codes(schema, { a: "" })).toHaveLength(1);
  });

  it("says in words what is wrong, and never quotes the value", () => {
    const fields: Record<string, [Schema, unknown, string]> = {
      text: [{ type: "string" }, 271828, "must be text"],
      either: [{ type: ["integer", "null"] }, 2.71828, "must be a whole number or null"],
      empty: [{ minLength: 1 }, "", "must not be empty"],
      short: [{ minLength: 20 }, "271828", "must have at least 20 characters"],
      long: [{ maxLength: 1 }, "271828", "must have at most 1 character"],
      form: [{ pattern: "^x$" }, "271828", "does not have the required form"],
      mail: [{ format: "email" }, "271828", "must be an e-mail address"],
      low: [{ minimum: 300000 }, 271828, "must be at least 300000"],
      few: [{ minItems: 2 }, ["271828"], "must have at least 2 items"],
      step: [{ multipleOf: 5 }, 271828, "is not a multiple of the allowed step"],
      listed: [{ enum: ["a"] }, "271828", "must be one of the allowed values"],
    };
    const names = Object.keys(fields);
    const faults = compileSchema(object(Object.fromEntries(names.map((name) => [name, fields[name]![0]]))))(
      Object.fromEntries(names.map((name) => [name, fields[name]![1]])),
    );
    expect(Object.fromEntries(faults.map(({ path, message }) => [path.slice(1), message]))).toEqual(
      Object.fromEntries(names.map((name) => [name, fields[name]![2]])),
    );
    expect(JSON.stringify(faults)).not.toMatch(/271828|2\.71828/);
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

  it("survives members that pretend to be methods", () => {
    const schema = object({ a: { enum: ["x"] }, b: { const: 1 }, c: { uniqueItems: true, maxItems: 9 } });
    const trick = JSON.parse('{"valueOf":1,"toString":1,"toJSON":1,"length":3,"constructor":{"x":1},"__proto__":null}') as unknown;
    expect(codes(schema, { a: trick, b: trick, c: [trick, trick] }).sort()).toEqual(["const /b", "enum /a", "uniqueItems /c"]);
  });

  it("finds equal items whatever the order of their members", () => {
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
  });

  it("knows multiples of decimal steps", () => {
    for (let cents = 0; cents < 100_000; cents += 7) expect(accepts({ multipleOf: 0.01 }, Number((cents / 100).toFixed(2)))).toBe(true);
    expect([19.99, 0.07, 123456789.01, -4.35].filter((value) => !accepts({ multipleOf: 0.01 }, value))).toEqual([]);
    expect([19.999, 0.001, 1e-9, 123456789.015].filter((value) => accepts({ multipleOf: 0.01 }, value))).toEqual([]);
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

  it("is not misled by very many errors in a branch that need not hold", () => {
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

  it("takes large values that are right", () => {
    const schema = object({
      numbers: { type: "array", items: { type: "number", minimum: 0 } },
      text: { type: "string", maxLength: 2_000_000 },
    });
    expect(codes(schema, { numbers: list(500_000, (index) => index), text: "x".repeat(1_000_000) })).toEqual([]);
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
      { numRuns: 300 },
    );
    expect(Math.min(verdicts.valid, verdicts.invalid)).toBeGreaterThan(300);
  }, 60_000);
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

  it("forgets what was used least recently", () => {
    const cache = new SchemaCache({ maxSchemas: 2 });
    const [first, second] = [cache.check("1", schemaOf(1)), cache.check("2", schemaOf(2))];
    expect(cache.check("1", schemaOf(1))).toBe(first);
    cache.check("3", schemaOf(3));
    expect(cache.check("1", schemaOf(1))).toBe(first);
    expect(cache.check("2", schemaOf(2))).not.toBe(second);
  });

  it("keeps no more bytes of schemas than it may", () => {
    const size = JSON.stringify(schemaOf(1)).length;
    const cache = new SchemaCache({ maxBytes: 2 * size });
    const first = cache.check("1", schemaOf(1));
    cache.check("2", schemaOf(2));
    expect(cache.check("1", schemaOf(1))).toBe(first);
    cache.check("3", schemaOf(3));
    cache.check("4", schemaOf(4));
    expect(cache.check("1", schemaOf(1))).not.toBe(first);
    expect(new SchemaCache({ maxBytes: 1 }).check("1", schemaOf(1))({ a: 1 })).toHaveLength(1);
  });

  it("keeps nothing for a schema that is refused", () => {
    const cache = new SchemaCache();
    expect(() => cache.check("1", { type: "object", not: {} })).toThrow("safe subset");
    expect(cache.check("1", schemaOf(1))({ a: "x" })).toEqual([]);
  });
});

/** The reference: what draft 2020-12 says of the subset, in the plainest way. */
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

/** Random schemas of the subset, each with values of which some are likely to be right. */
const names = fc.constantFrom("a", "b", "toString", "valueOf", "x-y");
const small = fc.integer({ min: 0, max: 3 });
const scalar = fc.oneof(
  fc.constantFrom("", "a", "ab", "aab", "B", "ü", "😀", "a\n"),
  fc.constantFrom(0, 1, 2, -1, 0.5, 3),
  fc.boolean(),
  fc.constant(null),
);
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
    fc.array(valuesFor({ ...schema, type: "object" }), { minLength: 10, maxLength: 10 }),
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
  const {
    properties = {},
    items,
    anyOf,
    oneOf,
    allOf,
  } = schema as { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[]; oneOf?: Schema[]; allOf?: Schema[] };
  const [branch] = anyOf ?? oneOf ?? allOf ?? [];
  const likely =
    branch !== undefined
      ? valuesFor(branch)
      : schema["enum"] !== undefined
        ? fc.constantFrom(...(schema["enum"] as unknown[]))
        : schema["type"] === "array"
          ? fc.array(items ? valuesFor(items) : scalar, { maxLength: 3 })
          : schema["type"] === "object"
            ? fc.record(Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, valuesFor(inner)])), {
                requiredKeys: [],
                noNullPrototype: true,
              })
            : scalar;
  return fc.oneof({ weight: 6, arbitrary: likely }, { weight: 1, arbitrary: anything });
}
