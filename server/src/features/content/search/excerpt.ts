import { isUnspaced, wordsOf } from "../../../lib/search/search-text.ts";
import { runMarks, writtenParts, type Mark } from "../../../lib/search/written-words.ts";

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

/** Finds the words that a tsquery of `search_query` matches: by their beginnings, or as words of the vocabulary; and signs side by side. */
export function wordFinder(query: string | null): FindWords {
  const phrases = [...(query ?? "").matchAll(/'([^']*)'(:\*)?((?: <-> '[^']*')*)/g)];
  const runs = phrases.flatMap(([, first = "", , others = ""]) => {
    const further = [...others.matchAll(/'([^']*)'/g)].map(([, pair = ""]) => Array.from(pair).at(-1) ?? "");
    return isUnspaced(first) ? [[...Array.from(first), ...further]] : [];
  });
  const lexemes = phrases.map(([, word = "", isPrefix]) => ({ word, isPrefix })).filter(({ word }) => !isUnspaced(word));
  const words = new Set(lexemes.map(({ word }) => word));
  const beginnings = lexemes.filter(({ isPrefix }) => isPrefix).map(({ word }) => word);
  const matchesByWord = new Map<string, boolean>();
  const isFound = (written: string) => {
    let isMatch = matchesByWord.get(written);
    if (isMatch === undefined) {
      isMatch = wordsOf(written).some((word) => words.has(word) || beginnings.some((beginning) => word.startsWith(beginning)));
      matchesByWord.set(written, isMatch);
    }
    return isMatch;
  };
  return function* (text) {
    for (const part of writtenParts(text)) {
      if ("signs" in part) yield* runMarks(part.signs, runs);
      else if (isFound(part.word)) yield { start: part.start, end: part.end };
    }
  };
}

/**
 * A part of the first of the texts that has a word that is found, around it; or the beginning of the first text, or null if there is none.
 * White space is a single blank, and an ellipsis stands where the text goes on.
 */
export function excerptOf(texts: readonly string[], find: FindWords): Excerpt | null {
  let beginning: string | undefined;
  for (const rawText of texts) {
    const text = searchedPart(rawText);
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
  const passage = text.slice(start, end).trimEnd();
  const marks: Mark[] = [];
  for (const mark of find(text)) {
    if (mark.start >= end) break;
    const [from, to] = [mark.start - start, Math.min(mark.end - start, passage.length)];
    if (from >= 0) marks.push({ start: before.length + from, end: before.length + to });
  }
  return { text: before + passage + (end < text.length ? "…" : ""), marks };
}

/** The beginning of a word at most some characters before the place. */
function startBefore(text: string, place: number): number {
  if (place <= mostBefore) return 0;
  const blank = text.indexOf(" ", place - mostBefore);
  if (blank >= 0 && blank < place) return blank + 1;
  // Without blanks the half of it, which has as much in it.
  if (!isUnspaced(text.slice(place, place + 2))) return place;
  const before = new Intl.Segmenter().segment(text.slice(place - mostBefore, place));
  return place - mostBefore + (before.containing(mostBefore / 2)?.index ?? mostBefore);
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
