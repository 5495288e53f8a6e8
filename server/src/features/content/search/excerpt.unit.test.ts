import { expect, test } from "vitest";
import { excerptOf, wordFinder, type Excerpt } from "./excerpt.ts";

/** The marked parts of an excerpt. */
const marked = (excerpt: Excerpt | null) => excerpt?.marks.map(({ start, end }) => excerpt.text.slice(start, end));
const oak = wordFinder("'oak':*");
const long = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(" ");

test.each([
  ["as it stands", "'oak':*", "A seat of oak.", ["oak"]],
  ["in another case", "'oak':*", "OAK and Oak", ["OAK", "Oak"]],
  ["by its beginning, as a whole word", "'upho':*", "Upholstery is extra", ["Upholstery"]],
  ["with accents", "'bolge':*", "the Bølge bench", ["Bølge"]],
  ["with letters that become two", "'strasse':*", "in der Straße", ["Straße"]],
  ["with combining marks, all of them", "'cafe':*", "a cafe\u0301\u0323 here", ["cafe\u0301\u0323"]],
  ["with invisible characters inside", "'oak':*", "the o\u00adak\u200b", ["o\u00adak\u200b"]],
  ["in a ligature", "'fjord':*", "the ﬁne \ufb01ord fjord", ["fjord"]],
  ["outside the basic plane", "'𐐨𐐩':*", "😀 𐐨𐐩 😀", ["𐐨𐐩"]],
  ["of the vocabulary only as a whole", "('chair' | 'chiar':*)", "chair chairs chiaro", ["chair", "chiaro"]],
  ["of several words", "('oak':*) & ('ash':*)", "ash, oak, elm", ["ash", "oak"]],
  ["longer than the search knows", `'${"a".repeat(40)}':*`, `see ${"a".repeat(60)}.`, ["a".repeat(60)]],
  ["not inside a word", "'oak':*", "soak", []],
  ["not without a query", null, "oak", []],
])("a word is marked %s", (_case, query, text, expected) => {
  expect(marked(excerptOf([text], wordFinder(query)))).toEqual(expected);
});

test("marks are those of the text, even behind signs of two code units", () => {
  expect(excerptOf(["😀😀 oak 😀"], oak)).toEqual({ text: "😀😀 oak 😀", marks: [{ start: 5, end: 8 }] });
});

test("HTML is text like any other", () => {
  const text = '<script>alert("oak")</script> &amp; <b>oak</b>';
  expect([excerptOf([text], oak)?.text, marked(excerptOf([text], oak))]).toEqual([text, ["oak", "oak"]]);
});

test("the excerpt stands around the first word, with whole words and ellipses", () => {
  const excerpt = excerptOf([`${long(100)} oak ${long(100)}`], oak);
  expect(excerpt?.text).toMatch(/^…word\d+ .*word99 oak word0 word1 .*word\d+…$/);
  expect(excerpt?.text.length).toBeLessThanOrEqual(202);
  expect(marked(excerpt)).toEqual(["oak"]);
});

test("the first text with a word is shown, or else the beginning of the first that has any", () => {
  expect(excerptOf(["no tree", "an oak", "another oak"], oak)?.text).toBe("an oak");
  expect(excerptOf([" \n ", "no  tree\nhere", "other"], oak)).toEqual({ text: "no tree here", marks: [] });
  expect([excerptOf([], oak), excerptOf(["", "\t"], oak)]).toEqual([null, null]);
});

test.each([
  ["one word without an end", `oak${"k".repeat(500)}`, `oak${"k".repeat(197)}…`],
  ["signs of two code units", `oak${"😀".repeat(300)}`, `oak${"😀".repeat(98)}…`],
  ["signs with marks", `oak!${"e\u0301".repeat(300)}`, `oak!${"e\u0301".repeat(98)}…`],
  ["families", `oak!${"👨‍👩‍👧".repeat(100)}`, `oak!${"👨‍👩‍👧".repeat(24)}…`],
])("a text of %s is cut between the signs that readers see", (_case, text, expected) => {
  const excerpt = excerptOf([text], oak);
  expect(excerpt?.text).toBe(expected);
  expect(excerpt?.marks[0]?.end).toBeLessThanOrEqual(expected.length - 1);
});

test("a sign of thousands of marks is left out, or cut inside without half of a pair", () => {
  expect(excerptOf([`oak${"\u0301".repeat(5_000)}`], oak)).toEqual({ text: "oa…", marks: [{ start: 0, end: 2 }] });
  expect(excerptOf([`a${"\ud834\udd65".repeat(5_000)}`], oak)?.text).toBe(`a${"\ud834\udd65".repeat(99)}…`);
});

test("of a text the first 20,000 characters are searched, and no more are looked at", () => {
  const text = (length: number) => `${"elm ".repeat(length / 4)}oak`;
  expect([marked(excerptOf([text(19_000)], oak)), marked(excerptOf([text(20_000)], oak))]).toEqual([["oak"], []]);
  const searchedLengths: number[] = [];
  excerptOf([text(200_000)], (searched) => {
    searchedLengths.push(searched.length);
    return [];
  });
  // With an ellipsis.
  expect(searchedLengths).toEqual([20_001]);
});
