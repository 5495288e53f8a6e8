import { expect, test } from "vitest";
import { compileSchema, schemaErrors } from "./json-schema.ts";

const shared = { type: "string", "x-shared": true };
const errorsOf = (schema: object, references = true) => schemaErrors({ type: "object", ...schema }, { references }).map(({ path }) => path);

test("a property may be shared by all locales, also one inside an object, and a reference", () => {
  expect(errorsOf({ properties: { a: shared, o: { type: "object", properties: { b: shared } } } })).toEqual([]);
  expect(errorsOf({ properties: { r: { $ref: "vitrine:product", "x-shared": true }, no: { type: "string", "x-shared": false } } })).toEqual(
    [],
  );
  expect(compileSchema({ type: "object", properties: { a: shared } })({ a: 1 })).toMatchObject([{ path: "/a", code: "type" }]);
});

test("what is many times in a value, or may be absent by an alternative, cannot be shared", () => {
  expect(errorsOf({ "x-shared": true })).toEqual(["/x-shared"]);
  expect(errorsOf({ properties: { a: { type: "array", items: shared } } })).toEqual(["/properties/a/items/x-shared"]);
  expect(errorsOf({ properties: { a: { anyOf: [shared, { type: "null" }] } } })).toEqual(["/properties/a/anyOf/0/x-shared"]);
  expect(errorsOf({ $defs: { d: shared }, properties: {} })).toEqual(["/$defs/d/x-shared"]);
  expect(errorsOf({ properties: { a: { type: "string", "x-shared": "yes" } } })).toEqual(["/properties/a/x-shared"]);
});

test("a form has no locales to share anything", () => {
  expect(errorsOf({ properties: { a: shared } }, false)).toEqual(["/properties/a/x-shared"]);
});
