import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evilPatterns } from "../../../../test/kit/evil-patterns.ts";
import { compileSchema, SchemaCache, schemaErrors } from "./json-schema.ts";
import { patternEngine, patternMemory, readPattern } from "./json-schema-pattern.ts";
import { rounds } from "../../../../test/kit/sampled.ts";

type Schema = Record<string, unknown>;
const object = (properties: Schema, more: Schema = {}): Schema => ({ type: "object", properties, ...more });
const refusals = (schema: unknown) => schemaErrors(schema).map(({ path, code }) => `${code} ${path}`);
const codes = (schema: unknown, value: unknown) => compileSchema(schema)(value).map(({ path, code }) => `${code} ${path}`);
const accepts = (field: Schema, value: unknown) => codes(object({ field }, { required: ["field"] }), { field: value }).length === 0;

describe("patterns", () => {
  it("are each used for their own property", () => {
    const schema = object({ letters: { pattern: "^[a-z]+$" }, digits: { pattern: "^[0-9]+$" }, same: { pattern: "^[0-9]+$" } });
    expect(codes(schema, { letters: "abc", digits: "123", same: "1" })).toEqual([]);
    expect(codes(schema, { letters: "123", digits: "abc", same: "a" })).toEqual(["pattern /letters", "pattern /digits", "pattern /same"]);
  });

  it.each([
    ["^(a+)+$", true],
    ["^(a|aa)+$", true],
    ["^(a|a?)+$", true],
    ["^(.*a){20}$", true],
    ["^(a*)*$", true],
    ["(x+x+)+y", false],
  ])("%s checks long text", (pattern, whenAllMatch) => {
    expect(accepts({ type: "string", pattern }, "a".repeat(50_000))).toBe(whenAllMatch);
    expect(accepts({ type: "string", pattern }, "a".repeat(50_000) + "!")).toBe(false);
    expect(accepts({ type: "string", pattern }, "x".repeat(50_000))).toBe(false);
  });

  it("that are known to be evil are refused, or take work that is linear in the text", () => {
    const patterns = new Set(evilPatterns.map(([pattern]) => pattern));
    expect(patterns.size).toBe(evilPatterns.length);
    expect(patterns.size).toBeGreaterThanOrEqual(200);
    const refused: string[] = [];
    for (const [pattern, pump] of evilPatterns) {
      const schema = object({ field: { type: "string", pattern } });
      if (schemaErrors(schema).length > 0) {
        refused.push(pattern);
        continue;
      }
      let units = 0;
      const test = (text: string) => patternEngine((spent) => (units += spent))(pattern).test(text);
      const unitsFor = (text: string) => {
        units = 0;
        test(text);
        return units;
      };
      // The engine announces the cost of a match. That it does no more shows in the fact that this ends: 5,000 times
      // the pump is beyond any engine that tries combinations.
      const [once, twice] = [unitsFor(`${pump.repeat(2_500)}!`), unitsFor(`${pump.repeat(5_000)}!`)];
      expect([pattern, once > 0, twice <= 2 * once]).toEqual([pattern, true, true]);
      // A verdict, and not a refusal because of the cost.
      const codesOf = compileSchema(schema)({ field: `${pump.repeat(5_000)}!` }).map(({ code }) => code);
      expect([pattern, codesOf.filter((code) => code !== "pattern")]).toEqual([pattern, []]);
      // And the verdict is right, where a backtracking engine can still tell.
      for (const text of ["", pump, pump.repeat(4), `${pump.repeat(4)}!`]) {
        expect([pattern, text, test(text)]).toEqual([pattern, text, new RegExp(pattern, "u").test(text)]);
      }
    }
    // Not all of them are valid with the u flag, or without a back-reference.
    expect(refused.length).toBeLessThan(10);
  }, 60_000);

  it("that cost too much for a text are not run on it", () => {
    expect(codes(object({ a: { pattern: "^[ab]*a[ab]{900}[^ab]$" } }), { a: "ab".repeat(500_000) })).toEqual(["too_complex "]);
  });

  const list = <T>(count: number, value: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => value(index));
  const sum = (numbers: number[]) => numbers.reduce((total, more) => total + more, 0);
  const compilationsOf = (work: () => void) => {
    const before = patternMemory().compilations;
    work();
    return patternMemory().compilations - before;
  };

  it("take bounded memory, however many forms have them", () => {
    const cache = new SchemaCache();
    const peak = { programBytes: 0, stateBytes: 0 };
    for (let form = 0; form < rounds(60, 20); form += 1) {
      const fields = list(12, (index) => [
        `f${index}`,
        { type: "string", pattern: `^[\\p{L}\\p{M} .'-]{1,${100 + index}}[a-z]{${form}}$` },
      ]);
      const check = cache.check(`${form}`, object(Object.fromEntries(fields)));
      check(Object.fromEntries(list(12, (index) => [`f${index}`, "é".repeat(90)])));
      const { programBytes, stateBytes } = patternMemory();
      expect(stateBytes).toBeLessThanOrEqual(24 * 1024 * 1024);
      expect(programBytes).toBeLessThanOrEqual(16 * 1024 * 1024);
      peak.programBytes = Math.max(peak.programBytes, programBytes);
      peak.stateBytes = Math.max(peak.stateBytes, stateBytes);
    }
    // And the bound was needed: a dozen such forms reach it.
    expect(peak.programBytes).toBeGreaterThan(14 * 1024 * 1024);
    expect(peak.stateBytes).toBeGreaterThan(20 * 1024 * 1024);
  }, 60_000);

  it("are compiled once for all the forms that have them", () => {
    const form = () => object({ a: { pattern: "^[\\p{L} ]{1,42}$" }, b: { pattern: "^[\\p{L} ]{1,43}$" } });
    // Once to check that it is allowed, and once to use it.
    expect(compilationsOf(() => expect(codes(form(), { a: "a", b: "b" })).toEqual([]))).toBe(4);
    expect(compilationsOf(() => list(20, () => codes(form(), { a: "é", b: "1" })))).toBe(0);
  });

  it("are not compiled again within a check", () => {
    const allOf = list(4, (index) => ({ type: "string", pattern: `^[\\p{L}]{0,${index + 150}}$` }));
    const check = compileSchema(object({ a: { type: "array", items: { allOf } } }));
    const compilations = compilationsOf(() => expect(check({ a: list(500, () => "xé".repeat(40)) })).toEqual([]));
    expect(compilations).toBe(4);
  });

  it("are not run on a text that is too long already", () => {
    const field = (maxLength: number) => ({ maxLength, pattern: `^[\\p{L}\\p{M} .'-]{1,${maxLength}}$` });
    const check = compileSchema(object({ a: field(101), b: field(102), c: field(103) }));
    const tried = (value: object) => compilationsOf(() => check(value));
    expect(check({ a: "é".repeat(1_000) })).toMatchObject([{ path: "/a", code: "maxLength" }]);
    expect(tried({ a: "é".repeat(1_000), b: "é".repeat(103), c: "😀".repeat(104) })).toBe(0);
    expect(tried({ b: "é".repeat(102), c: "😀".repeat(103) })).toBe(2);
    expect(check({ b: "é".repeat(102) })).toEqual([]);
    expect(check({ c: "😀".repeat(103) })).toMatchObject([{ path: "/c", code: "pattern" }]);
    expect(codes(object({ a: { maxLength: 3, pattern: "^a+$" } }), { a: "bbb" })).toEqual(["pattern /a"]);
  });

  it("cost an ordinary form little, cold as well as warm", () => {
    const spent: number[] = [];
    const engine = patternEngine((units) => spent.push(units));
    for (let field = 0; field < 6; field += 1) engine(`^[\\p{L}\\p{M} .'-]{1,${60 + field}}$`).test("é".repeat(1_000));
    // 10 ms, if every unit took the 30 ns that it may.
    expect(sum(spent)).toBeLessThan(6 * 60_000);
    spent.length = 0;
    // The last one: the tests before may have filled the cache, which then has dropped the first.
    engine("^[\\p{L}\\p{M} .'-]{1,65}$").test("é".repeat(1_000));
    expect(sum(spent)).toBeLessThan(10_000);
  });

  it("are charged for every state that they make the engine search", () => {
    const letters = list(20_000, (index) => ((index * index * 7 + (index >> 3)) % 11 < 5 ? "a" : "b")).join("");
    let spent = 0;
    const limit = 200_000;
    const engine = patternEngine((units) => {
      spent += units;
      if (spent > limit) throw new Error("enough");
    });
    expect(() => engine("(a|b)*a(a|b){200}c").test(letters.slice(0, 2_000) + "c")).toThrow("enough");
    expect(spent).toBeLessThan(limit + 10_000);
    // The interrupted match has done no harm.
    spent = -Infinity;
    for (const text of ["ac", `a${"b".repeat(200)}c`, `a${"b".repeat(201)}c`, `b${"a".repeat(300)}c`]) {
      expect(engine("(a|b)*a(a|b){200}c").test(text)).toBe(/a(a|b){200}c/u.test(text));
    }
  });

  it.each(["(", "a{2,1}", "[b-a]", "\\", "(?=a)", "(?!a)", "(?<=a)b", "(?<!a)b", "(?i)a", "(?i:a)", "(?-i:a)", "(?P<n>a)", "(a)\\1"])(
    "refuse %s",
    (pattern) => {
      expect(refusals(object({ a: { pattern } }))).toEqual(["value /properties/a/pattern"]);
    },
  );

  it.each([
    "(?<n>a)\\k<n>",
    "\\ud83d\\ude00",
    "[\\uD83D]",
    "a{1001}",
    "(?:a{100}){100}",
    "\\-",
    "\\A",
    "a\\z",
    "\\Qa\\E",
    "[[:alpha:]]",
    "\\p{Greek}",
  ])("refuse %s", (pattern) => {
    expect(refusals(object({ a: { pattern } }))).toEqual(["value /properties/a/pattern"]);
  });

  it.each(["[(?=]", "\\(\\?=", "\\\\ud83d", "\\\\k", "(?:a)", "(?<name>a)", "\\u{1F600}", "^[\\w.\\-]+$", "\\p{L}", "a/b", "[^]", ""])(
    "take %s",
    (pattern) => {
      expect(schemaErrors(object({ a: { pattern } }))).toEqual([]);
    },
  );

  it("count characters, not halves of them", () => {
    expect(accepts({ pattern: "^.$" }, "😀")).toBe(true);
    expect(accepts({ pattern: "^\\p{L}+$" }, "Grüße")).toBe(true);
    expect(accepts({ minLength: 2 }, "😀")).toBe(false);
    expect(accepts({ maxLength: 1 }, "😀")).toBe(true);
  });

  it("have their ECMAScript meaning", () => {
    const atom = fc.constantFrom(
      "a",
      "b",
      "ü",
      ".",
      "\\s",
      "\\S",
      "\\d",
      "\\w",
      "\\W",
      "[ab]",
      "[^a]",
      "[\\s\\d]",
      "[^\\S]",
      "[.a]",
      "\\p{Lu}",
      "\\.",
      "\\b",
      "😀",
      "[^]",
    );
    const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
      pattern: fc.oneof(
        { depthSize: "small" },
        atom,
        fc.tuple(tie("pattern"), tie("pattern")).map(([a, b]) => a + b),
        fc.tuple(tie("pattern"), tie("pattern")).map(([a, b]) => `(${a}|${b})`),
        fc.tuple(tie("pattern"), fc.constantFrom("*", "+?", "{2}", "{0,2}")).map(([a, times]) => `(?:${a})${times}`),
        tie("pattern").map((a) => `^${a}$`),
      ),
    }));
    const text = fc.array(
      fc.constantFrom("a", "b", "B", "ü", "Ü", " ", "\n", "\r", "\t", "\v", "\u00a0", "\u2028", "\ufeff", "1", ".", "_", "😀"),
      { maxLength: 6 },
    );
    let matches = 0;
    fc.assert(
      fc.property(pattern, text, (source, characters) => {
        fc.pre(readPattern(source).fault === undefined);
        const value = characters.join("");
        const expected = new RegExp(source, "u").test(value);
        if (expected) matches += 1;
        expect(patternEngine(() => undefined)(source).test(value)).toBe(expected);
      }),
      { numRuns: rounds(2_000, 400) },
    );
    expect(matches).toBeGreaterThan(rounds(200, 30));
  }, 30_000);
});
