import { expect, test } from "vitest";
import { declaredReferences, referencesIn } from "./json-schema-references.ts";
import { schemaErrors } from "./json-schema.ts";

const names = (schema: Record<string, unknown>) => [...new Set(declaredReferences(schema).map(({ path }) => path.join(".")))];

test("a recursive schema declares its nearest references, whatever else it has", () => {
  const node = (name: string) => ({
    type: "object",
    properties: { children: { type: "array", items: { $ref: "#/$defs/any" } }, [name]: { type: "string" } },
  });
  const schema = {
    type: "object",
    properties: { body: { type: "array", items: { $ref: "#/$defs/any" } }, author: { $ref: "vitrine:entry" } },
    $defs: {
      any: { anyOf: ["paragraph", "heading", "list", "link"].map((name) => ({ $ref: `#/$defs/${name}` })) },
      ...Object.fromEntries(["paragraph", "heading", "list"].map((name) => [name, node(name)])),
      link: { type: "object", properties: { to: { $ref: "vitrine:page" } } },
    },
  };
  expect(schemaErrors(schema, { references: true })).toEqual([]);
  expect(names(schema).slice(0, 3)).toEqual(["author", "body.to", "body.children.to"]);
});

test("definitions that multiply cost no more than their references", () => {
  const levels = 40;
  const definition = (level: number) => ({
    type: "object",
    properties: { l: { $ref: `#/$defs/d${level + 1}` }, r: { $ref: `#/$defs/d${level + 1}` } },
  });
  const $defs = Object.fromEntries(Array.from({ length: levels }, (_, level) => [`d${level}`, definition(level)]));
  const plain = { ...$defs, [`d${levels}`]: { type: "string" } };
  const schema = (last: Record<string, unknown>) => ({
    type: "object",
    properties: { tree: { $ref: "#/$defs/d0" }, z: { $ref: "vitrine:entry" } },
    $defs: last,
  });
  expect(names(schema(plain))).toEqual(["z"]);
  // Places that are too deep for any path are not named, but found in values.
  const deep = schema({ ...$defs, [`d${levels}`]: { $ref: "vitrine:page" } });
  expect(names(deep)).toEqual(["z"]);
  let value: object = { page: "home" };
  for (let level = 0; level < levels; level += 1) value = { l: value };
  expect(referencesIn(deep, { tree: value }).map(({ kind }) => kind)).toEqual(["page"]);
});
