import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonMeasure } from "./json-bytes.ts";

test("the size of a value is that of its JSON text in UTF-8", () => {
  fc.assert(
    fc.property(fc.jsonValue({ depthSize: "large", stringUnit: "binary" }), (value) => {
      expect(jsonMeasure()(value)).toBe(Buffer.byteLength(JSON.stringify(value)));
    }),
    { numRuns: 1_000 },
  );
});

test.each<[string, unknown]>([
  ["nothing in them", [{}, [], ""]],
  ["letters of two, three and four bytes", ["ü", "語", "🪑"]],
  ["characters that JSON escapes", ['"\\\n\u0001\ud800']],
  ["numbers", [0, -0, 1e21, 1.5e-9, true, false, null]],
])("so is the size of values with %s", (_name, value) => {
  expect(jsonMeasure()(value)).toBe(Buffer.byteLength(JSON.stringify(value)));
});

test("a value inside a measured one is not walked again", () => {
  let walked = 0;
  const counting = new Proxy({ text: "x".repeat(2_000) }, { ownKeys: (target) => ((walked += 1), Reflect.ownKeys(target)) });
  let value: object = counting;
  const measure = jsonMeasure();
  const sizes: number[] = [];
  for (let depth = 0; depth < 30; depth += 1) sizes.push(measure((value = { value })));
  expect(sizes.map((size, depth) => size - 10 * depth)).toEqual(sizes.map(() => sizes[0]));
  expect(walked).toBe(1);
});
