import { readFile } from "node:fs/promises";
import { check, format, resolveConfig } from "prettier";
import { describe, expect, test } from "vitest";
import { typeErrorsOf } from "../../../../../../test/kit/type-check.ts";
import { schemaErrors } from "../../../../lib/json-schema/json-schema.ts";
import { bundleTypes } from "./read-types.ts";
import { siteTypesFile, type SiteType } from "./site-types-file.ts";

type Schema = Record<string, unknown>;

const typeNamed = (name: string, schema: Schema): SiteType => ({ name, title: "A type", schema: { type: "object", ...schema } });

function fileOf(...contentTypes: SiteType[]): string {
  for (const { schema } of contentTypes) expect(schemaErrors(schema, { references: true })).toEqual([]);
  return siteTypesFile({ blockTypes: [], contentTypes }, "my-site");
}

/** The lines of the declarations for a content type, without those of the site. */
function declared(schema: Schema): string[] {
  const text = fileOf(typeNamed("thing", schema));
  const from = text.indexOf("/** A type */");
  return text
    .slice(from)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && line !== "}" && line !== "/** A type */" && line !== "export interface ThingData {");
}

test("a single type says so, for the client's `getSingle`", () => {
  expect(fileOf({ ...typeNamed("thing", {}), isSingle: true })).toContain("single: true;");
  expect(fileOf(typeNamed("thing", {}))).not.toContain("single");
});

describe("each keyword has the type of its values", () => {
  const text = { type: "string" };
  test.each<[string, Schema, ...string[]]>([
    ["type", text, "x?: string;"],
    ["type number", { type: "number" }, "x?: number;"],
    ["type integer", { type: "integer", minimum: 1, maximum: 5, multipleOf: 2 }, "x?: number;"],
    ["type boolean", { type: "boolean" }, "x?: boolean;"],
    ["type null", { type: "null" }, "x?: null;"],
    ["several types", { type: ["string", "integer", "number", "null"] }, "x?: string | number | null;"],
    ["no type", { maxLength: 5, minItems: 2 }, "x?: unknown;"],
    ["format", { ...text, format: "date-time" }, "x?: string;"],
    ["pattern", { ...text, pattern: "^a$" }, "x?: string;"],
    ["enum", { enum: ["a", 1, -2.5, 1e21, true, null] }, 'x?: "a" | 1 | -2.5 | 1e21 | true | null;'],
    ["enum with a type", { type: ["string", "null"], enum: ["a", 1, null] }, 'x?: "a" | null;'],
    ["enum with a quotation mark", { enum: ['5"', "it's", "\"'"] }, 'x?: \'5"\' | "it\'s" | "\\"\'";'],
    ["const", { const: "a" }, 'x?: "a";'],
    ["const beside enum", { const: "a", enum: ["a", "b"] }, 'x?: "a";'],
    ["const outside of enum", { const: "c", enum: ["a", "b"] }, "x?: never;"],
    ["items", { type: "array", items: text, minItems: 1, uniqueItems: true, maxItems: 3 }, "x?: string[];"],
    ["items of several types", { type: "array", items: { type: ["string", "null"] } }, "x?: (string | null)[];"],
    ["lists of lists", { type: "array", items: { type: "array", items: text } }, "x?: string[][];"],
    ["no items", { type: "array" }, "x?: unknown[];"],
    ["properties", { type: "object", properties: { a: text } }, "x?: ThingX;", "export interface ThingX {", "a?: string;"],
    ["no properties", { type: "object" }, "x?: Record<string, unknown>;"],
    ["nothing at all", { type: "object", additionalProperties: false }, "x?: Record<string, never>;"],
    ["required", { type: "object", required: ["a"], properties: { a: text } }, "x?: ThingX;", "export interface ThingX {", "a: string;"],
    ["required without a schema", { type: "object", required: ["a-b"] }, "x?: ThingX;", "export interface ThingX {", '"a-b": unknown;'],
    [
      "additionalProperties",
      { type: "object", additionalProperties: text },
      ...["x?: ThingX;", "export interface ThingX {", "[name: string]: string;"],
    ],
    [
      "additionalProperties beside properties",
      { type: "object", properties: { a: { type: "number" } }, additionalProperties: text },
      ...["x?: ThingX;", "export interface ThingX {", "a?: number;", "[name: string]: string | number | undefined;"],
    ],
    [
      "additionalProperties: true",
      { type: "object", properties: { a: text }, additionalProperties: true },
      ...["x?: ThingX;", "export interface ThingX {", "a?: string;", "[name: string]: unknown;"],
    ],
    ["anyOf", { anyOf: [text, { type: "number" }] }, "x?: string | number;"],
    ["oneOf", { oneOf: [text, { type: "array", items: text }] }, "x?: string | string[];"],
    ["anyOf beside a type", { type: "string", anyOf: [{ enum: ["a", 1] }, { const: "b" }] }, 'x?: string & ("a" | "b");'],
    ["allOf", { allOf: [text, { minLength: 3 }] }, "x?: string;"],
    [
      "allOf of objects",
      { allOf: [{ type: "object", properties: { a: text } }, { required: ["a"] }] },
      ...["x?: ThingX1 & ThingX2;", "export interface ThingX1 {", "a?: string;", "export interface ThingX2 {", "a: unknown;"],
    ],
    ["allOf without a common value", { allOf: [text, { type: "number" }] }, "x?: never;"],
    [
      "properties without a type",
      { properties: { a: text } },
      "x?: string | number | boolean | null | unknown[] | ThingX;",
      "export interface ThingX {",
      "a?: string;",
    ],
    [
      "a reference to an entry",
      { $ref: "vitrine:entry", "x-contentType": ["person", "company"] },
      'x?: EntryReference<"company" | "person"> | null;',
    ],
    ["a reference to any entry", { $ref: "vitrine:entry" }, "x?: EntryReference<ContentType> | null;"],
    ["a reference to a page", { $ref: "vitrine:page" }, "x?: PageReference | null;"],
    ["references in a list", { type: "array", items: { $ref: "vitrine:product" } }, "x?: ProductReference[];"],
    [
      "references of several kinds",
      { anyOf: [{ $ref: "vitrine:product" }, { $ref: "vitrine:category" }] },
      "x?: ProductReference | CategoryReference | null;",
    ],
    [
      "references in members without names",
      { type: "object", additionalProperties: { $ref: "vitrine:page" } },
      ...["x?: ThingX;", "export interface ThingX {", "[name: string]: PageReference | null;"],
    ],
    ["title", { ...text, title: "A title" }, "/** A title */", "x?: string;"],
    [
      "description",
      { ...text, title: "A title", description: "Two\nlines" },
      "/**",
      "* A title",
      "*",
      "* Two",
      "* lines",
      "*/",
      "x?: string;",
    ],
    ["deprecated", { ...text, deprecated: true }, "/** @deprecated */", "x?: string;"],
    ["annotations", { ...text, $comment: "c", default: "d", examples: ["e"], readOnly: true, "x-searchable": true }, "x?: string;"],
  ])("%s", (_keyword, schema, ...expected) => {
    expect(declared({ properties: { x: schema } })).toEqual(expected);
  });

  test("definitions, which may refer to themselves", () => {
    const item = { type: "object", required: ["label"], properties: { label: { type: "string" }, items: { $ref: "#/$defs/list" } } };
    const $defs = { item, list: { type: "array", items: { $ref: "#/$defs/item" } }, to: { $ref: "vitrine:page" } };
    expect(declared({ properties: { menu: { $ref: "#/$defs/list" }, home: { $ref: "#/$defs/to" } }, $defs })).toEqual([
      ...["menu?: ThingList;", "home?: ThingTo | null;", "export type ThingList = ThingItem[];", "export interface ThingItem {"],
      ...["label: string;", "items?: ThingList;", "export type ThingTo = PageReference;"],
    ]);
  });

  test("alternatives of the whole value", () => {
    const branch = (kind: string) => ({ required: ["kind"], properties: { kind: { const: kind } } });
    expect(declared({ oneOf: [branch("a"), branch("b")] })).toEqual([
      "export type ThingData = Record<string, unknown> & (Thing1 | Thing2);",
      ...["export interface Thing1 {", 'kind: "a";', "export interface Thing2 {", 'kind: "b";'],
    ]);
  });

  test("marks, which make the fields of queries", () => {
    const marked = (schema: Schema) => ({ ...schema, "x-queryable": true });
    const properties = {
      title: marked({ type: "string" }),
      size: marked({ enum: ["s", "m", null] }),
      count: marked({ enum: [1, 2] }),
      day: marked({ anyOf: [{ type: "string", format: "date" }, { type: "null" }] }),
      at: marked({ type: "string", format: "date-time" }),
      place: { type: "object", properties: { "is-open": marked({ type: "boolean" }) } },
      people: marked({ type: "array", items: { $ref: "vitrine:entry", "x-contentType": ["person"] } }),
      home: marked({ $ref: "vitrine:page" }),
    };
    const text = fileOf(typeNamed("thing", { properties }));
    expect(
      text
        .slice(text.indexOf("queryable"), text.indexOf("references"))
        .split("\n")
        .slice(1, -2)
        .map((line) => line.trim()),
    ).toEqual([
      ...[
        'title: Field<"text">;',
        'size: Field<"text", "s" | "m">;',
        'count: Field<"number", 1 | 2>;',
        'day: Field<"date">;',
        'at: Field<"instant">;',
      ],
      ...['home: Field<"page">;', '"place.is-open": Field<"boolean">;', 'people: ListField<"entry", EntryReference<"person">>;'],
    ]);
  });

  test("places of references, which make the paths of include", () => {
    const person = { $ref: "vitrine:entry", "x-contentType": ["person"] };
    const properties = {
      author: person,
      steps: { type: "array", items: { type: "object", properties: { by: person } } },
      notes: { type: "object", additionalProperties: { type: "object", properties: { by: person } } },
      goods: { type: "array", items: { anyOf: [{ $ref: "vitrine:product" }, person] } },
    };
    const text = fileOf(typeNamed("thing", { properties }));
    const lines = text.slice(text.indexOf("references:"), text.indexOf("/** A type */")).split("\n");
    expect(lines.slice(1, 5).map((line) => line.trim())).toEqual([
      ...[
        'author: EntryReference<"person">;',
        'goods: ProductReference | EntryReference<"person">;',
        '"steps.by": EntryReference<"person">;',
      ],
      '[path: `notes.${string}.by`]: EntryReference<"person">;',
    ]);
  });
});

test("the same types are the same file, in any order", () => {
  const [one, other] = [typeNamed("one", { properties: { a: { type: "string" } } }), typeNamed("two", {})];
  expect(fileOf(one, other)).toBe(fileOf(other, one));
});

test("types that are too long for a line get names, and the file stays formatted", async () => {
  const words = (count: number, length = 8) => Array.from({ length: count }, (_, index) => `${"w".repeat(length)}-${index}`);
  const person = { $ref: "vitrine:entry", "x-contentType": words(20) };
  const properties = {
    level: { enum: words(15), "x-queryable": true },
    levels: { type: "array", items: { enum: [...words(12), null] }, "x-queryable": true },
    alternatives: { anyOf: [{ type: "array", items: { enum: words(14) } }, { enum: words(3) }] },
    people: { type: "array", items: person, "x-queryable": true },
    person: { anyOf: [person, { $ref: "vitrine:page" }] },
    [`a-name-of-${"x".repeat(50)}`]: { enum: words(4, 10) },
    others: { type: "object", additionalProperties: { enum: words(20) } },
  };
  const text = fileOf(typeNamed("long", { properties, additionalProperties: false }));
  expect(await format(text, { ...(await resolveConfig("package.json")), parser: "typescript" })).toBe(text);
  expect(typeErrorsOf({ "site.ts": text })).toEqual([]);
});

const uses = `import { createClient, type BlockOf } from "@vitrine/client";
import type { Site } from "./site.ts";
const { content } = createClient<Site>({ baseUrl: "" });
export const titles = (blocks: BlockOf<Site>[]) => blocks.map((block) => (block.type === "hero" ? block.props.title : block.id));
const posts = await content.listEntries({ contentTypeSlug: "blog-post", where: { title: { prefix: "A" }, tags: { contains: "care" } } });
posts.data[0]?.data.title satisfies string | undefined;
// @ts-expect-error A list has no order.
await content.listEntries({ contentTypeSlug: "blog-post", sort: "tags" });
// @ts-expect-error There is no such member.
posts.data[0]?.data.titel;
// @ts-expect-error There is no such block.
export const block: BlockOf<Site, "heroes"> | undefined = undefined;`;

const usesOfDemo = `import { createClient } from "@vitrine/client";
import type { Site } from "./site.ts";
const { content } = createClient<Site>({ baseUrl: "" });
for await (const { data } of content.listEntries.all({
  contentTypeSlug: "guide", where: { durationMinutes: { lte: 240 }, difficulty: { in: ["easy", "medium"] } }, include: ["goods"], fields: ["goods", "title"],
})) {
  data.goods?.[0]?.data.variants satisfies object[] | undefined;
  // @ts-expect-error It was not named.
  data.durationMinutes;
}
// @ts-expect-error The schema has no such difficulty.
await content.listEntries({ contentTypeSlug: "guide", where: { difficulty: "impossible" } });`;

test.each([
  ["the demo site", "demo/fjord-and-form.yaml", { "uses.ts": uses, "demo.ts": usesOfDemo }],
  ["the starter", "server/starter/site.yaml", { "uses.ts": uses }],
])("the types of %s are formatted, and compile with good uses alone", async (_name, path, files) => {
  const bundle = await readFile(new URL(`../../../../../../${path}`, import.meta.url), "utf8");
  const text = siteTypesFile(bundleTypes(bundle), "site.yaml");
  expect(await check(text, { ...(await resolveConfig("package.json")), parser: "typescript" })).toBe(true);
  expect(typeErrorsOf({ "site.ts": text, ...files })).toEqual([]);
});
