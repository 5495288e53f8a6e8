import { expect, test } from "vitest";
import { fits, matchesIn, searchWordsOf, type SearchWords } from "./search-words.ts";

const wordsOf = (q: string): SearchWords => {
  const words = searchWordsOf(q);
  if (!words) throw new Error(`Nothing is searched in ${q}.`);
  return words;
};
const marked = (label: string, q: string) => matchesIn(label, wordsOf(q)).map(({ start, end }) => label.slice(start, end));

test("a text without a letter or digit is no search", () => {
  for (const q of ["", " ", "-", "…!?", "\u0301"]) expect(searchWordsOf(q)).toBeUndefined();
});

test("the queries name keys alone, whatever was typed", () => {
  for (const q of ["it's", "a & b", "'); drop table sites; --", "a:*", "\\'b", "x | !y", "a <-> b"]) {
    const { begun, slipped } = wordsOf(q);
    for (const text of [begun, slipped ?? ""]) expect(text.replace(/'~?[\p{L}\p{N}]*'(:\*)?/gu, "").replace(/[ ()&|]/g, "")).toBe("");
  }
});

test("only long words are looked for with a typing error, and no more than ten words", () => {
  expect(wordsOf("abc").slipped).toBeUndefined();
  expect(wordsOf("abcd").slipped).toBe("('abcd':* | '~abcd' | '~bcd' | '~acd' | '~abd' | '~abc' | 'bcd' | 'acd' | 'abd' | 'abc')");
  expect(wordsOf("x".repeat(40)).slipped).toContain(`'~${"x".repeat(40)}'`);
  expect(wordsOf("a b c d e f g h i j k l").terms).toHaveLength(10);
  expect(wordsOf("x".repeat(200)).begun.length).toBeLessThan(60);
});

test.each([
  ["chair", "Fjell chair"],
  ["chiar", "Fjell chair"],
  ["chai", "Fjell chair"],
  ["chaiir", "Fjell chair"],
  ["choir", "Fjell chair"],
  ["hair", "Fjell chair"],
  ["FJÄLL", "Fjall chair"],
  ["fje cha", "Fjell chair"],
])("%s fits %s", (q, label) => {
  expect(fits(wordsOf(q), [label])).toBe(true);
});

test.each([
  ["chiaf", "Fjell chair"],
  ["fjell table", "Fjell chair"],
  ["hai", "Fjell chair"],
  ["chari x", "Fjell chair"],
])("%s does not fit %s", (q, label) => {
  expect(fits(wordsOf(q), [label])).toBe(false);
});

test("a label is marked where its words are, in its own spelling", () => {
  expect(marked("Fjell chair, oak", "chair fje")).toEqual(["Fje", "chair"]);
  expect(marked("Stühle und Straße", "stuh strasse")).toEqual(["Stüh", "Straße"]);
  expect(marked("Chair chairs", "chair")).toEqual(["Chair", "chair"]);
  expect(marked("Fjell chair", "chiar")).toEqual(["chair"]);
  expect(marked("😀 Ørn", "orn")).toEqual(["Ørn"]);
  expect(marked("Re\u0301sume\u0301", "res")).toEqual(["Re\u0301sume\u0301"]);
  expect(marked("#1042", "1042")).toEqual(["1042"]);
  expect(marked("Nothing", "chair")).toEqual([]);
});
