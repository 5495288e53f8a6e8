import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { compileSchema } from "../../../server/src/lib/json-schema/json-schema.ts";
import { schemaAndValues } from "../../../test/kit/random-schemas.ts";
import type { JsonObject } from "../draft/json.ts";
import { errorsOf, isValid } from "./validate.ts";
import { rounds } from "../../../test/kit/sampled.ts";

interface Demo {
  blockTypes: { type: string; schema: JsonObject; defaults: JsonObject }[];
  contentTypes: { slug: string; schema: JsonObject }[];
  entries: { contentType: string; data: JsonObject }[];
  pages: { composition: DemoBlock[] }[];
}
interface DemoBlock {
  type: string;
  props?: JsonObject;
  children?: Record<string, DemoBlock[]>;
}

const demo = parse(readFileSync(new URL("../../../demo/fjord-and-form.yaml", import.meta.url), "utf8")) as Demo;

/** The places and keywords that both report, in any order. Where one value has two errors, they may name different ones. */
const placesOf = (errors: readonly { path: string }[]) => errors.map(({ path }) => path).sort();

it("agrees with the server's check about random schemas of the subset and values for them", () => {
  const verdicts = { valid: 0, invalid: 0 };
  fc.assert(
    fc.property(schemaAndValues, ([schema, values]) => {
      const check = compileSchema(schema);
      for (const value of values) {
        const isRight = check(value).length === 0;
        expect(isValid(schema, value), JSON.stringify([schema, value])).toBe(isRight);
        verdicts[isRight ? "valid" : "invalid"] += 1;
      }
    }),
    { numRuns: rounds(300, 75) },
  );
  expect(Math.min(verdicts.valid, verdicts.invalid)).toBeGreaterThan(rounds(400, 25));
});

const blocksIn = (blocks: readonly DemoBlock[]): DemoBlock[] =>
  blocks.flatMap((block) => [block, ...blocksIn(Object.values(block.children ?? {}).flat())]);
const samples = [
  ...demo.contentTypes.flatMap(({ slug, schema }) =>
    demo.entries.filter(({ contentType }) => contentType === slug).map(({ data }) => ({ name: slug, schema, value: data })),
  ),
  ...demo.blockTypes.flatMap(({ type, schema, defaults }) => [
    { name: type, schema, value: defaults },
    ...demo.pages
      .flatMap(({ composition }) => blocksIn(composition))
      .filter((block) => block.type === type)
      .map(({ props = {} }) => ({ name: type, schema, value: props })),
  ]),
];
const checks = new Map([...demo.contentTypes, ...demo.blockTypes].map(({ schema }) => [schema, compileSchema(schema)]));

/** A value with some part of it replaced, taken away or repeated. */
const spoilt = (value: unknown): fc.Arbitrary<unknown> => {
  const other = fc.oneof(
    fc.constantFrom<unknown>(
      undefined,
      null,
      "",
      "a",
      0,
      -1,
      1.5,
      true,
      [],
      {},
      "x".repeat(200),
      "x".repeat(60_000),
      "ana@example",
      "😀".repeat(61),
    ),
    fc.string(),
    fc.constantFrom("not-a-date", "2026-02-30", "https://example.com/a b", "javascript:alert(1)", "ana@example.com", "a--b", "right"),
  );
  if (typeof value !== "object" || value === null) return other;
  const names = Object.keys(value);
  const inner = fc.constantFrom(...names, "unknownMember").chain((name) =>
    spoilt((value as JsonObject)[name]).map((next) => {
      if (Array.isArray(value))
        return name === "unknownMember" ? [...(value as unknown[]), ...(value as unknown[])] : value.with(Number(name), next ?? null);
      const { [name]: _, ...others } = value as JsonObject;
      return next === undefined ? others : { ...others, [name]: next };
    }),
  );
  return fc.oneof({ weight: 5, arbitrary: inner }, { weight: 1, arbitrary: other });
};

it("agrees with the server's check about the demo's entries and blocks, whole and spoilt", () => {
  expect(samples.length).toBeGreaterThan(150);
  const verdicts = { valid: 0, invalid: 0 };
  const compare = (schema: JsonObject, value: unknown) => {
    const wanted = checks.get(schema)?.(value) ?? [];
    expect(placesOf(errorsOf(schema, value)), JSON.stringify(value)).toEqual(placesOf(wanted));
    verdicts[wanted.length === 0 ? "valid" : "invalid"] += 1;
  };
  for (const { schema, value } of samples) compare(schema, value);
  expect(verdicts.invalid).toBe(0);
  const cases = fc.constantFrom(...samples).chain(({ schema, value }) => spoilt(value).map((next) => ({ schema, value: next })));
  fc.assert(
    fc.property(cases, ({ schema, value }) => {
      compare(schema, value);
    }),
    { numRuns: rounds(3_000, 600) },
  );
  expect(verdicts.invalid).toBeGreaterThan(rounds(1_000, 150));
});

const formatTexts = fc.oneof(
  fc.constantFrom(
    "ana@example.com",
    "a@b",
    "ü@ü.de",
    "a..b@c.de",
    "2026-02-29",
    "2024-02-29",
    "0000-01-01",
    "2026-13-01",
    "24:00:00Z",
    "23:59:60Z",
  ),
  fc.constantFrom(
    "2026-01-31T14:30:00Z",
    "2026-01-31t14:30:00.5+01:00",
    "2026-01-31 14:30:00Z",
    "https://",
    "https://a",
    "HTTP:a",
    "mailto:a@b",
    "data:x",
  ),
  fc.emailAddress(),
  fc.webUrl(),
  fc.uuid(),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
  fc.stringMatching(/^[0-9:.TZ+-]{0,30}$/),
  fc.string(),
);

it.each(["email", "uri", "uuid", "date", "time", "date-time"])("agrees with the server about the format %s", (format) => {
  const schema = { type: "object", properties: { text: { type: "string", format } } };
  const check = compileSchema(schema);
  fc.assert(
    fc.property(formatTexts, (text) => {
      expect(isValid(schema, { text })).toBe(check({ text }).length === 0);
    }),
    { numRuns: 1_000 },
  );
});

it.each([
  "^[a-z0-9]+(-[a-z0-9]+)*$",
  "^(a+)+$",
  "^\\p{L}{2,4}\\s?$",
  "(foo|ba[rz])$",
  "^#[\\da-f]{6}$",
  "\\bab\\b",
  "^.$",
  "^[^\\]a-c]*$",
  "a{2,}?b",
])("agrees with the server about the pattern %s", (pattern) => {
  const schema = { type: "object", properties: { text: { type: "string", pattern } } };
  const check = compileSchema(schema);
  const texts = fc.oneof(
    fc.stringMatching(/^[abc19é# \n-]{0,8}$/u),
    pattern.includes("\\b") ? fc.constantFrom("ab", "x ab", "xab", "ab-é") : fc.stringMatching(new RegExp(pattern, "u")),
    fc.string({ unit: "grapheme" }),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(isValid(schema, { text }), JSON.stringify(text)).toBe(check({ text }).length === 0);
    }),
    { numRuns: 500 },
  );
});

it("agrees with the server about references, shared parts and steps", () => {
  const schema = {
    type: "object",
    properties: {
      picture: { $ref: "vitrine:asset", "x-accept": ["image"] },
      writer: { $ref: "vitrine:entry", title: "Writer" },
      price: { type: "number", multipleOf: 0.01 },
      both: { allOf: [{ $ref: "#/$defs/a" }, { maxProperties: 1 }] },
    },
    $defs: { a: { type: "object", properties: { next: { $ref: "#/$defs/a" } } } },
  };
  const check = compileSchema(schema);
  const value = fc.record(
    {
      picture: fc.constantFrom<unknown>(
        { asset: "1" },
        { asset: "1", alt: "x" },
        { asset: "1", focus: [0.5, 2] },
        { entry: "1" },
        { asset: "1", more: 1 },
        {},
      ),
      writer: fc.constantFrom<unknown>({ entry: "1" }, { entry: null }, { page: "1" }, { entry: "1", title: "x" }, "1", null),
      price: fc.oneof(
        fc.constantFrom(19.99, 0, -0.01, 1e21),
        fc.integer({ min: 0, max: 1e6 }).map((cents) => cents / 100),
        fc.double({ noNaN: true }),
      ),
      both: fc.constantFrom<unknown>({}, { next: {} }, { next: { next: 1 } }, { next: {}, b: 1 }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(value, (each) => {
      expect(placesOf(errorsOf(schema, each))).toEqual(placesOf(check(each)));
    }),
    { numRuns: 2_000 },
  );
});

// The intended differences.

it("takes a member that is undefined for absent, as the request will", () => {
  expect(
    errorsOf({ type: "object", required: ["a"], additionalProperties: false, properties: { a: {} } }, { a: undefined, b: undefined }),
  ).toEqual([{ path: "/a", code: "required" }]);
});

it("names the faults of the kind that a value says it is of, where the server names the value", () => {
  const kind = (name: string) => ({
    type: "object",
    required: ["kind", "text"],
    properties: { kind: { const: name }, text: { type: "string", minLength: 1 } },
  });
  const schema = { type: "object", properties: { cta: { oneOf: [kind("button"), kind("form")] } } };
  const value = { cta: { kind: "form", text: "" } };
  expect(placesOf(compileSchema(schema)(value))).toEqual(["/cta"]);
  expect(placesOf(errorsOf(schema, value))).toEqual(["/cta/text"]);
});

it("gives up on work that multiplies, in a moment, and leaves the verdict to the server", () => {
  const schema = { type: "object", properties: { text: { type: "string", pattern: "^(?:(?:a{0,30}){0,30})$" } } };
  const started = performance.now();
  expect(isValid(schema, { text: `${"a".repeat(20_000)}b` })).toBe(true);
  expect(performance.now() - started).toBeLessThan(1_000);
});
