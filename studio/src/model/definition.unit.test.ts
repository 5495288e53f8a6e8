import { describe, expect, test } from "vitest";
import { placeOf } from "./code-places.ts";
import { codeOf, definitionOf, isSameDefinition, readDefinition, type Definition } from "./definition.ts";
import { effectsOf } from "./effects.ts";
import { blank, keptKeywords, kindOf, kinds, marksFor, withKind } from "./field-kinds.ts";
import { choicesOf, withChoices, withTargets } from "./keywords.ts";
import { mergeDefinitions, withTheirs } from "./merge-definitions.ts";
import { again, back, begin, step } from "./steps.ts";

const type = (properties: object, more: object = {}): Definition => ({
  title: "T",
  schema: { type: "object", properties, ...more },
  uiSchema: {},
});
const text = { type: "string" };

describe("the code of a type", () => {
  test("is read as what the server stores, with each member in its place", () => {
    const storedType = {
      type: "hero",
      title: "Hero",
      description: null,
      category: "lead",
      icon: null,
      schema: { type: "object" },
      uiSchema: {},
      defaults: {},
      slots: null,
      revision: 3,
      createdAt: "",
      updatedAt: "",
    };
    const definition = definitionOf(storedType);
    expect(readDefinition("block", codeOf(definition))).toEqual({ definition });
    const short = readDefinition("block", '{ "schema": { "type": "object" }, "category": "lead", "title": "Hero" }');
    expect("definition" in short && isSameDefinition(short.definition, definition)).toBe(true);
  });

  test("that is none is told from one that the server refuses", () => {
    const codes = ["{", "[]", '{ "title": "A", "schema": 1 }', '{ "schema": {} }', '{ "title": "A", "schema": {}, "slots": {} }'].map(
      (code) => {
        const reading = readDefinition("content", code);
        return "fault" in reading ? [reading.fault.code, reading.fault.code === "syntax" ? "" : reading.fault.detail] : "good";
      },
    );
    expect(codes).toEqual([
      ["syntax", ""],
      ["member", "title"],
      ["member", "schema"],
      ["member", "title"],
      ["unknown", "slots"],
    ]);
    expect("definition" in readDefinition("content", '{ "title": "A", "schema": { "odd": 1 } }')).toBe(true);
  });

  test("shows where a problem is", () => {
    const code = codeOf({ a: { 'b"/c': [1, { d: "{" }, "x"] }, e: true });
    const at = (pointer: string) => {
      const place = placeOf(code, pointer);
      return place && code.slice(place.start, place.end);
    };
    expect(['/a/b"~1c/1/d', '/a/b"~1c/2', "/e", '/a/b"~1c/0'].map(at)).toEqual(['"{"', '"x"', "true", "1"]);
    expect(at("/a/gone/deeper")).toBe(at("/a"));
    expect(at("")).toBe(code);
  });
});

describe("the kinds of fields", () => {
  test("are the kinds that they were made as, and no keyword of theirs is unknown", () => {
    for (const kind of kinds) {
      const { schema, ui } = blank(kind);
      expect([kind, kindOf({}, schema, ui), keptKeywords({ schema, ui, kind })]).toEqual([kind, kind, []]);
    }
  });

  test("say what they do not know", () => {
    const kind = (schema: object, ui = {}) => kindOf({ $defs: { d: text } }, { ...schema }, ui);
    expect([
      kind({}),
      kind({ const: 1 }),
      kind({ enum: [1, 2] }),
      kind({ allOf: [text] }),
      kind({ oneOf: [text, { type: "null" }] }),
    ]).toEqual(Array.from({ length: 5 }, () => "code"));
    expect([kind({ type: ["string", "null"] }), kind({ $ref: "#/$defs/d" }), kind({ anyOf: [{ const: "a" }, { const: "b" }] })]).toEqual([
      ...["text", "text", "choice"],
    ]);
    expect(kind({ anyOf: [{ $ref: "vitrine:entry" }, { $ref: "vitrine:page" }] })).toBe("reference");
    expect(keptKeywords({ schema: { ...text, examples: [1], contentEncoding: "x" }, ui: {}, kind: "text" })).toEqual([
      "examples",
      "contentEncoding",
    ]);
  });

  test("keep what the next kind can have", () => {
    const described = {
      schema: { ...text, title: "A", "x-shared": true, maxLength: 5, pattern: "^a" },
      ui: { help: "h", group: "g", widget: "textarea" },
    };
    expect(withKind({ ...described, kind: "longText" }, "markdown")).toEqual({
      schema: { type: "string", maxLength: 20_000, title: "A", "x-shared": true, pattern: "^a" },
      ui: { widget: "markdown", help: "h", group: "g" },
    });
    expect(withKind({ ...described, kind: "longText" }, "number")).toEqual({
      schema: { type: "number", title: "A", "x-shared": true },
      ui: { help: "h", group: "g" },
    });
  });

  test("have the marks that the server allows", () => {
    const marks = (kind: (typeof kinds)[number], pointer = "/properties/a") => {
      const { queryable, searchable, shared } = marksFor({}, { ...blank(kind), kind, pointer }, true);
      return [queryable, searchable, shared].map(Number).join("");
    };
    expect(["text", "number", "tags", "asset", "reference", "list", "object"].map((kind) => marks(kind as "text"))).toEqual([
      ...["111", "101", "111", "001", "101", "001", "001"],
    ]);
    expect(marks("text", "/properties/a/items/properties/b")).toBe("110");
    expect(marks("text", "/$defs/d/properties/b")).toBe("110");
  });

  test("write choices and targets in the form that is there", () => {
    const labelled = withChoices(blank("choice"), [
      { value: "a", label: "Aa" },
      { value: "b", label: "" },
    ]);
    expect(labelled).toEqual({ schema: { type: "string", enum: ["a", "b"] }, ui: { labels: { a: "Aa" } } });
    expect(choicesOf(labelled)).toEqual([
      { value: "a", label: "Aa" },
      { value: "b", label: "" },
    ]);
    const alternatives = { schema: { oneOf: [{ const: "a", title: "Aa", description: "d" }] }, ui: {} };
    expect(
      withChoices(alternatives, [
        { value: "b", label: "" },
        { value: "a", label: "A" },
      ]).schema,
    ).toEqual({
      oneOf: [{ const: "b" }, { const: "a", title: "A", description: "d" }],
    });
    const one = { $ref: "vitrine:entry", title: "Author" };
    const two = withTargets(one, { kinds: ["entry", "page"], contentTypes: ["person"] });
    expect(two).toEqual({ anyOf: [{ $ref: "vitrine:entry", "x-contentType": ["person"] }, { $ref: "vitrine:page" }], title: "Author" });
    expect(withTargets(two, { kinds: ["entry"], contentTypes: [] })).toEqual(one);
  });
});

test("a change tells what queries, the search and people will notice", () => {
  const before = type({
    a: { ...text, "x-queryable": true },
    b: text,
    g: { type: "object", properties: { c: { ...text, "x-queryable": true } } },
  });
  const after = type(
    { a: { type: "number", "x-queryable": true }, b: { ...text, "x-searchable": true, "x-shared": true } },
    { required: ["b"] },
  );
  expect(effectsOf(before, after, (list) => list).map(({ code, name }) => `${code} ${name}`)).toEqual([
    ...["removed g", "queryGone g.c", "queryChanged a", "required b", "searchNew b", "shared b"],
  ]);
  expect(effectsOf(before, before, (list) => list)).toEqual([]);
});

test("two people's changes are one type; where both changed the same, the person chooses and all else stays", () => {
  const base = type({ a: text, b: text });
  const mine = type({ a: { ...text, maxLength: 5 }, b: text });
  const theirs = type({ a: text, b: text, c: text });
  expect(mergeDefinitions(base, mine, theirs)).toEqual({
    definition: type({ a: { ...text, maxLength: 5 }, b: text, c: text }),
    clashes: [],
  });
  const other = type({ a: { ...text, maxLength: 9 }, b: { ...text, title: "B" } });
  const { definition, clashes } = mergeDefinitions(base, mine, other);
  expect(clashes).toEqual([{ path: "/schema/properties/a/maxLength", mine: 5, theirs: 9 }]);
  expect(definition.schema.properties).toMatchObject({ a: { maxLength: 5 }, b: { title: "B" } });
  expect(withTheirs(definition, clashes).schema.properties).toMatchObject({ a: { maxLength: 9 }, b: { title: "B" } });
  const reordered = type({ b: text, a: text });
  expect(Object.keys(mergeDefinitions(base, base, reordered).definition.schema.properties as object)).toEqual(["b", "a"]);
});

test("steps are undone and done again; quick ones with one key are one", () => {
  const steps = step(step(step(begin("a"), "ab", "title", 10), "abc", "title", 500), "x", undefined, 600);
  expect([back(steps).now, back(back(steps)).now, again(back(steps)).now]).toEqual(["abc", "a", "x"]);
  expect(step(back(steps), "abcd", "title", 700).past).toEqual(["a", "abc"]);
});
