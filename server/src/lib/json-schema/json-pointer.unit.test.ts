import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseJsonPointer, pointerStep, replaceAtJsonPointer, resolveJsonPointer } from "./json-pointer.ts";

describe("JSON Pointers", () => {
  // The examples of RFC 6901, section 5.
  const document = { foo: ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, 'k"l': 6, " ": 7, "m~n": 8 };
  test.each([
    ["", document],
    ["/foo", ["bar", "baz"]],
    ["/foo/0", "bar"],
    ["/", 0],
    ["/a~1b", 1],
    ["/c%d", 2],
    ["/e^f", 3],
    ["/g|h", 4],
    ["/i\\j", 5],
    ['/k"l', 6],
    ["/ ", 7],
    ["/m~0n", 8],
  ])("%s points where the RFC says", (pointer, value) => {
    expect(resolveJsonPointer(document, parseJsonPointer(pointer) ?? ["no pointer"])).toEqual(value);
  });

  test.each(["foo", "#/foo", "/~", "/~2", "/a~"])("%s is not a pointer", (pointer) => {
    expect(parseJsonPointer(pointer)).toBeUndefined();
  });

  test.each([["/foo/2"], ["/foo/01"], ["/foo/-"], ["/foo/-1"], ["/foo/1e0"], ["/foo/length"], ["/toString"], ["/__proto__"], ["/foo/0/0"]])(
    "%s points to nothing",
    (pointer) => {
      expect(resolveJsonPointer(document, parseJsonPointer(pointer) ?? [])).toBeUndefined();
    },
  );

  test("a pointer survives being written and read", () => {
    fc.assert(fc.property(fc.string(), (token) => void expect(parseJsonPointer(pointerStep(token))).toEqual([token])));
  });

  test("nothing outside the value can be replaced", () => {
    const target = { list: [1] };
    expect([
      replaceAtJsonPointer(target, ["__proto__"], { polluted: true }),
      replaceAtJsonPointer(target, ["constructor", "prototype", "x"], 1),
    ]).toEqual([false, false]);
    expect([
      replaceAtJsonPointer(target, [], 1),
      replaceAtJsonPointer(target, ["list", "1"], 1),
      replaceAtJsonPointer(target, ["none", "x"], 1),
    ]).toEqual([false, false, false]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(target).toEqual({ list: [1] });
  });
});
