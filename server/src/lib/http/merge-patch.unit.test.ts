import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { expect, test } from "vitest";
import { applyMergePatch, mergePatchOf } from "./merge-patch.ts";

// Appendix A of RFC 7396.
test.each([
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [
    ["a", "b"],
    ["c", "d"],
    ["c", "d"],
  ],
  [{ a: "b" }, ["c"], ["c"]],
  [{ a: "foo" }, null, null],
  [{ a: "foo" }, "bar", "bar"],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: "b", c: null }, { a: "b" }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])("%j with %j is %j", (target, patch, result) => {
  const before = JSON.stringify(target);
  expect(applyMergePatch(target, patch)).toEqual(result);
  expect(JSON.stringify(target)).toBe(before);
});

test("no patch reaches the prototypes of objects", () => {
  const patch = JSON.parse('{"__proto__": {"reached": 1}, "constructor": {"prototype": {"reached": 1}}}') as object;
  const merged = applyMergePatch({ toString: "own" }, patch) as Record<string, unknown>;
  expect(Object.hasOwn(merged, "__proto__")).toBe(true);
  expect(({} as Record<string, unknown>).reached).toBeUndefined();
});

test("a patch may leave out and take away each member, and knows no other", () => {
  const inner = Type.Object({ days: Type.Integer() }, { additionalProperties: false });
  const schema = Type.Object({ name: Type.String(), team: Type.Optional(inner) }, { additionalProperties: false });
  const check = Compile(mergePatchOf(schema));
  for (const patch of [{}, { name: "A" }, { name: null }, { team: null }, { team: {} }, { team: { days: null } }, { team: { days: 3 } }])
    expect([patch, check.Check(patch)]).toEqual([patch, true]);
  for (const patch of [null, [], { other: 1 }, { name: 1 }, { team: { other: 1 } }, { team: { days: "3" } }, { team: [] }])
    expect([patch, check.Check(patch)]).toEqual([patch, false]);
});
