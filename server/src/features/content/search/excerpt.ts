import { wordsOf } from "../../../lib/search/search-text.ts";

/** A part of a text, in UTF-16 code units: `text.slice(start, end)` in JavaScript. */
interface Mark {
  start: number;
  end: number;
}

export interface Excerpt {
  text: string;
  marks: Mark[];
}

/** Finds the words of a text that a search is about, from the beginning. */
export type FindWords = (text: string) => Iterable<Mark>;

const longestExcerpt = 200;
/** Characters before the first word that is found. */
const mostBefore = 60;
/** Characters of one text in which words are looked for. */
const mostSearched = 20_000;
/** Characters of one sign that readers see. */
const longestSign = 64;

/** A word with the marks and the invisible characters inside it. */
const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}\u00ad\u200b-\u200d\u2060\ufeff]*/gu;

/** Finds the words that a tsquery of `search_query` matches: by their beginnings, or as words of the vocabulary. */
export function wordFinder(query: string | null): FindWords {
  const lexemes = [...(query ?? "").matchAll(/'([^']*)'(:\*)?/g)].map(([, word = "", isPrefix]) => ({ word, isPrefix }));
  const words = new Set(lexemes.map(({ word }) => word));
  const beginnings = lexemes.filter(({ isPrefix }) => isPrefix).map(({ word }) => word);
  const known = new Map<string, boolean>();
  const isFound = (written: string) => {
    let found = known.get(written);
    if (found === undefined) {
      found = wordsOf(written).some((word) => words.has(word) || beginnings.some((beginning) => word.startsWith(beginning)));
      known.set(written, found);
    }
    return found;
  };
  return function* (text) {
    for (const { 0: written, index } of text.matchAll(wordPattern)) {
      if (isFound(written)) yield { start: index, end: index + written.length };
    }
  };
}

/**
 * A part of the first of the texts that has a word that is found, around it; or the beginning of the first text, or null if there is none.
 * White space is a single blank, and an ellipsis stands where the text goes on.
 */
export function excerptOf(texts: readonly string[], find: FindWords): Excerpt | null {
  let beginning: string | undefined;
  for (const given of texts) {
    const text = searchedPart(given);
    if (text === "") continue;
    beginning ??= text;
    for (const first of find(text)) return excerptAround(text, first, find);
  }
  return beginning === undefined ? null : excerptAround(beginning, { start: 0, end: 0 }, () => []);
}

function searchedPart(text: string): string {
  const part = text.length <= mostSearched ? text : `${wellFormed(text.slice(0, mostSearched))}…`;
  return part.replace(/\s+/gu, " ").trim();
}

function excerptAround(text: string, first: Mark, find: FindWords): Excerpt {
  const start = startBefore(text, first.start);
  const end = endAfter(text, start, first.end);
  const before = start > 0 ? "…" : "";
  const shown = text.slice(start, end).trimEnd();
  const marks: Mark[] = [];
  for (const mark of find(text)) {
    if (mark.start >= end) break;
    const [from, to] = [mark.start - start, Math.min(mark.end - start, shown.length)];
    if (from >= 0) marks.push({ start: before.length + from, end: before.length + to });
  }
  return { text: before + shown + (end < text.length ? "…" : ""), marks };
}

/** The beginning of a word at most some characters before the place. */
function startBefore(text: string, place: number): number {
  if (place <= mostBefore) return 0;
  const blank = text.indexOf(" ", place - mostBefore);
  return blank < 0 || blank >= place ? place : blank + 1;
}

/** The end of a word, at most an excerpt's length after the start; or if a word is longer than that, of a sign that readers see. */
function endAfter(text: string, start: number, endOfFirst: number): number {
  const limit = start + longestExcerpt;
  if (text.length <= limit) return text.length;
  const blank = text.lastIndexOf(" ", limit);
  if (blank > start + longestExcerpt / 2 && blank >= endOfFirst) return blank;
  const signs = new Intl.Segmenter().segment(text.slice(start, limit + longestSign));
  const sign = signs.containing(longestExcerpt)?.index ?? longestExcerpt;
  return sign > 0 ? start + sign : start + wellFormed(text.slice(start, limit)).length;
}

/** The text without the first half of a pair of surrogates at its end. */
function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, "");
}
