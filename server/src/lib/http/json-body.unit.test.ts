import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJsonBody, parseStrictJson } from "./json-body.ts";
import { ProblemError } from "./problem.ts";

const isForbidden = (name: string) => name === "__proto__" || name === "prototype" || name === "constructor";
const text = fc.string({ unit: "grapheme" }).filter((value) => !value.includes("\0") && value.isWellFormed());
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
    text,
    tie("list"),
    tie("members"),
  ),
  list: fc.array(tie("value"), { maxLength: 6 }),
  members: fc.dictionary(
    text.filter((name) => !isForbidden(name)),
    tie("value"),
    { maxKeys: 6, noNullPrototype: true },
  ),
})).value;

test("the output of JSON.stringify is read back unchanged", () => {
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 2), (input, space) => {
      const written = JSON.stringify(input, null, space);
      expect(parseJsonBody(Buffer.from(written))).toEqual(JSON.parse(written));
    }),
    { numRuns: 500 },
  );
});

test("a body has at most 5 000 members and items", () => {
  const list = (count: number) => `[${Array(count).fill("1").join(",")}]`;
  const members = (count: number) => `{${Array.from({ length: count }, (_, index) => `"m${index}":1`).join()}}`;
  const both = (count: number) =>
    `[${Array(count / 2)
      .fill('{"a":",[{\\""}')
      .join(", ")}]`;
  for (const text of [list, members, both]) {
    expect(() => parseJsonBody(Buffer.from(text(5_000)))).not.toThrow();
    expect(() => parseJsonBody(Buffer.from(text(5_002)))).toThrow(ProblemError);
  }
  // Refused at once, so that it costs next to nothing: the rest would be refused for other reasons.
  for (const text of ["[".repeat(100_000), `${list(6_000)}}`, `{${'"a":1,'.repeat(6_000)}`]) {
    const refusal = (() => {
      try {
        return parseJsonBody(Buffer.from(text));
      } catch (error) {
        return (error as ProblemError).details.detail;
      }
    })();
    expect(refusal).toBe("The body holds more than 5000 members and items.");
  }
});

test("any bytes are read as JSON.parse reads them, or refused", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 60 }),
        fc.stringMatching(/^[{}[\]",:\\u0-9eE+. a-f-]{0,40}$/).map((jsonText) => Buffer.from(jsonText)),
      ),
      (bytes) => {
        let parsed: unknown;
        try {
          parsed = parseJsonBody(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(ProblemError);
          return;
        }
        expect(parsed).toEqual(JSON.parse(Buffer.from(bytes).toString()));
      },
    ),
    { numRuns: 2_000 },
  );
});

test("a duplicate member is found at any depth", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("[", "{"), { maxLength: 25 }),
      text.filter((name) => !isForbidden(name)),
      (around, name) => {
        const inner = `{${JSON.stringify(name)}:1,"other":[{}],${JSON.stringify(name)}:2}`;
        const wrapped = around.reduceRight(
          (sum, bracket) => (bracket === "[" ? `[0,${sum}]` : `{"x":${sum}}`),
          name === "other" ? '{"other":1,"other":2}' : inner,
        );
        expect(() => parseStrictJson(wrapped)).toThrow(ProblemError);
      },
    ),
  );
});

test("a string of nine million characters, escaped or not, is read like any other", () => {
  for (const unit of ["a", "\n", 'a"']) {
    const long = unit.repeat(9_000_000 / unit.length);
    expect((parseStrictJson(JSON.stringify({ long, after: 1 })) as { long: string }).long === long).toBe(true);
  }
  expect(() => parseStrictJson(`{"${"a".repeat(9_000_000)}":1,"b":1,"b":2}`)).toThrow(ProblemError);
});
