import { describe, expect, test } from "vitest";
import { schemaErrors } from "./json-schema.ts";
import { marksOf } from "./json-schema-marks.ts";

const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const queryable = (schema: object) => ({ ...schema, "x-queryable": true });
const searchable = (schema: object) => ({ ...schema, "x-searchable": true });
const kindsOf = (schema: Record<string, unknown>) =>
  Object.fromEntries(marksOf(schema).queryable.map(({ path, kind, isList }) => [path.join("."), `${kind}${isList ? " list" : ""}`]));
const errorsOf = (schema: object, options = { references: true }) =>
  schemaErrors(schema, options).map(({ path, message }) => `${path} ${message}`);

test("a field has the kind of its values, however the schema says it", () => {
  const schema = object(
    {
      text: queryable({ type: "string" }),
      mail: queryable({ type: ["null", "string"], format: "email" }),
      date: queryable({ type: "string", format: "date" }),
      instant: queryable({ type: "string", format: "date-time" }),
      number: queryable({ type: "number" }),
      integer: queryable({ anyOf: [{ type: "null" }, { type: "integer" }] }),
      level: queryable({ enum: ["easy", "hard", null] }),
      step: queryable({ enum: [1, 2] }),
      fixed: queryable({ const: true }),
      page: queryable({ $ref: "vitrine:page" }),
      person: { $ref: "#/$defs/person" },
      tags: queryable({ type: "array", items: { type: "string" } }),
      codes: { type: "array", items: queryable({ type: "array", items: { type: "number" } }) },
      at: object({ city: queryable({ type: "string" }), plain: { type: "string" } }),
      steps: { type: "array", items: object({ minutes: queryable({ type: "integer" }) }) },
      tree: { $ref: "#/$defs/tree" },
      off: { type: "string", "x-queryable": false },
    },
    {
      $defs: {
        person: queryable({ $ref: "vitrine:entry", "x-contentType": ["person"] }),
        tree: object({ name: queryable({ type: "string" }), children: { type: "array", items: { $ref: "#/$defs/tree" } } }),
      },
    },
  );
  expect(errorsOf(schema)).toEqual([]);
  expect(kindsOf(schema)).toEqual({
    text: "text",
    mail: "text",
    date: "date",
    instant: "instant",
    number: "number",
    integer: "number",
    level: "text",
    step: "number",
    fixed: "boolean",
    page: "page",
    person: "entry",
    tags: "text list",
    codes: "number list",
    "at.city": "text",
    "steps.minutes": "number list",
    "tree.name": "text",
  });
  expect(marksOf(schema).queryable.find(({ kind }) => kind === "entry")?.contentTypes).toEqual(["person"]);
});

test("texts are searched alone or in lists", () => {
  const schema = object({
    title: searchable({ type: "string" }),
    notes: { type: "array", items: object({ text: searchable({ type: ["string", "null"] }) }) },
  });
  expect(errorsOf(schema)).toEqual([]);
  expect(marksOf(schema).searchable).toEqual([["title"], ["notes", "text"]]);
});

describe("a mark without a meaning is a fault", () => {
  const single = "belongs at a text, a number, a boolean, a reference, or a list of these";
  test.each<[string, object, string]>([
    ["at no type", object({ any: queryable({}) }), `/properties/any/x-queryable ${single}`],
    ["at two types", object({ any: queryable({ type: ["string", "number"] }) }), `/properties/any/x-queryable ${single}`],
    [
      "at an object",
      object({ at: queryable(object({})) }),
      "/properties/at/x-queryable belongs at a single value or a list of them, not at an object",
    ],
    ["at the root", queryable(object({})), "/x-queryable belongs at a single value or a list of them, not at an object"],
    [
      "in one of several alternatives",
      object({ any: { anyOf: [queryable({ type: "string" }), { type: "number" }] } }),
      "/properties/any/anyOf/0/x-queryable belongs at a property that has one type",
    ],
    [
      "in a definition that is not used",
      object({}, { $defs: { name: searchable({ type: "string" }) } }),
      "/$defs/name/x-searchable belongs at a property that has one type",
    ],
    ["at a number", object({ n: searchable({ type: "number" }) }), "/properties/n/x-searchable belongs at a text or a list of texts"],
    ["that is no boolean", object({ n: { type: "string", "x-queryable": "yes" } }), "/properties/n/x-queryable must be true or false"],
  ])("%s", (_, schema, error) => {
    expect(errorsOf(schema)).toEqual([error]);
  });

  test("in a form", () => {
    const schema = object({ name: queryable({ type: "string" }) });
    expect(errorsOf(schema, { references: false })).toEqual([
      "/properties/name/x-queryable belongs in the schema of a content type or a block type",
    ]);
  });

  test("beyond fifty", () => {
    const many = object(Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`p${index}`, queryable({ type: "string" })])));
    expect(errorsOf(many)).toEqual([" has x-queryable more than 50 times"]);
  });
});

test("a schema that multiplies its fields takes no time without end", () => {
  const level = (next: string) =>
    object({ a: { $ref: `#/$defs/${next}` }, b: { $ref: `#/$defs/${next}` }, c: { $ref: `#/$defs/${next}` } });
  const names = Array.from({ length: 20 }, (_, index) => `l${index}`);
  const levels = names.map((name, index) => [name, index === 19 ? queryable({ type: "string" }) : level(`l${index + 1}`)]);
  expect(errorsOf(object({ a: { $ref: "#/$defs/l0" } }, { $defs: Object.fromEntries(levels) })).length).toBeGreaterThan(0);
});
