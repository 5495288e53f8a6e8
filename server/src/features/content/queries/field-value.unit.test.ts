import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { afterValue, comparedText, prefixRange, storedText, storedValue, storedValuesOf, valueOf } from "./field-value.ts";
import type { QueryField } from "./query-field.ts";

const inOrder = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const isWithin = (storedForm: string, { from, below }: { from: string; below: string }) =>
  inOrder(from, storedForm) <= 0 && inOrder(storedForm, below) < 0;
const number = fc.double({ noNaN: true, noDefaultInfinity: true });
const text = fc.string({ unit: "binary", maxLength: 20 }).filter((candidate) => !candidate.includes("\u0000"));

describe("a stored value", () => {
  test("has the order of the numbers, and is the number", () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        const [first, second] = [storedValue("number", a) ?? "", storedValue("number", b) ?? ""];
        expect(Math.sign(inOrder(first, second))).toBe(a === b ? 0 : a < b ? -1 : 1);
        expect(valueOf("number", first)).toBe(a + 0);
      }),
    );
  });

  test("is the text, and is alone in its range", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const storedForm = storedText(a);
        expect(valueOf("text", storedForm)).toBe(a);
        expect(isWithin(storedText(b), { from: storedForm, below: afterValue(storedForm) })).toBe(a === b);
        expect(inOrder(storedForm, afterValue(storedForm))).toBe(-1);
      }),
    );
  });

  test("has the order of the texts without case and marks, then of the texts themselves", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const expected = inOrder(comparedText(a), comparedText(b)) || inOrder(a, b);
        expect(inOrder(storedText(a), storedText(b))).toBe(expected);
      }),
    );
    const sorted = ["A", "a", "á", "B", "b"];
    expect([...sorted].reverse().sort((a, b) => inOrder(storedText(a), storedText(b)))).toEqual(sorted);
  });

  test("is in the range of every prefix", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        // Folded apart, as a mark at the beginning of the rest belongs to the letter before.
        if (!/^\p{M}/u.test(b)) expect(isWithin(storedText(`${a} ${b}`), prefixRange(`${a} `))).toBe(true);
      }),
    );
    expect(isWithin(storedText("ΑΣΑ"), prefixRange("ας"))).toBe(true);
    expect(isWithin(storedText("b"), prefixRange("a"))).toBe(false);
    expect(isWithin(storedText("\u{10ffff}\u{10ffff}"), prefixRange("\u{10ffff}"))).toBe(true);
  });

  test("of a long text is that of its first 200 characters", () => {
    expect(storedText("😀".repeat(201))).toBe(storedText("😀".repeat(200)));
    // One character becomes eighteen: an index holds no entry over 2,704 bytes.
    expect(Buffer.byteLength(storedText("ﷺ".repeat(200)))).toBeLessThan(2_000);
  });

  test("of an instant is that of its milliseconds, wherever it is", () => {
    const [here, there] = ["2026-01-31T14:30:00.5Z", "2026-01-31t15:30:00.500999+01:00"].map((instant) => storedValue("instant", instant));
    expect(here).toBe(there);
    expect(valueOf("instant", here ?? "")).toBe("2026-01-31T14:30:00.500Z");
  });
});

test("a value of another form than the field's is none", () => {
  const cases: (readonly [QueryField["kind"], unknown])[] = [
    ...[["text", 1] as const, ["number", "1"] as const, ["boolean", "true"] as const, ["date", "2026-02-30"] as const],
    ...[["instant", "2026-01-31"] as const, ["entry", { page: "01a20937-4fed-77e1-ba0f-438410a0bdc2" }] as const, ["entry", null] as const],
  ];
  for (const [kind, value] of cases) expect([kind, value, storedValue(kind, value)]).toEqual([kind, value, undefined]);
});

test("lists are followed where the field is one", () => {
  const field = (name: string, isList: boolean): QueryField => ({ name, kind: "number", isList });
  const content = { steps: [{ n: 1 }, { n: [2, 2] }, {}, { n: null }, { n: "3" }], at: { n: 4 } };
  const numbers = (name: string, isList: boolean) =>
    storedValuesOf(content, field(name, isList)).map((storedForm) => valueOf("number", storedForm));
  expect(numbers("steps.n", true)).toEqual([1, 2]);
  expect(numbers("steps.n", false)).toEqual([]);
  expect(numbers("at.n", false)).toEqual([4]);
  const many = Array.from({ length: 150 }, (_, index) => index);
  expect(storedValuesOf({ many }, field("many", true))).toHaveLength(100);
});
