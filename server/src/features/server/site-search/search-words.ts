import { foldedText, isUnspaced, searchTerms, termQuery, wordsOf } from "../../../lib/search/search-text.ts";
import { runMarks, writtenParts } from "../../../lib/search/written-words.ts";
import { isOneSlipAway } from "../../../lib/text/one-slip-away.ts";
import type { Found } from "./found.ts";

/** What somebody typed, as the statements look for it. */
export interface SearchWords {
  terms: readonly string[];
  /** The whole text in lower case, for texts that are exactly this. */
  whole: string;
  /** A tsquery of keys: every term is the beginning of a word, or has its signs side by side somewhere. */
  begun: string;
  /** The same for whole texts, whose words have places. */
  inText: string;
  /** The same, or a word with one typing error. Undefined: no term is long enough for one. */
  slipped: string | undefined;
}

/** Of words for which the index knows each with one letter left out, as search_keys does. */
const fewestLetters = 4;

/** Undefined: the text has no letter and no digit. */
export function searchWordsOf(q: string): SearchWords | undefined {
  const terms = searchTerms(q);
  if (terms.length === 0) return undefined;
  const all = (keys: (term: string) => string[]) => terms.map((term) => `(${keys(term).join(" | ")})`).join(" & ");
  // Terms are letters and digits alone.
  const asTyped = (term: string) => [keysOf(term)];
  const isLong = terms.some((term) => mayHaveSlips(term));
  return {
    terms,
    whole: q.trim().toLowerCase(),
    begun: all(asTyped),
    inText: all((term) => [termQuery(term)]),
    slipped: isLong ? all((term) => [...asTyped(term), ...slips(term).map((key) => `'${key}'`)]) : undefined,
  };
}

/** Keys have no places: of a run of signs each two must be there. */
function keysOf(term: string): string {
  return isUnspaced(term) ? termQuery(term).replaceAll(" <-> ", " & ") : termQuery(term);
}

function mayHaveSlips(term: string): boolean {
  return !isUnspaced(term) && Array.from(term).length >= fewestLetters;
}

/** The keys of every word that is one slip away: a letter too many, too few, another one, or two that changed places. */
function slips(term: string): string[] {
  if (!mayHaveSlips(term)) return [];
  const letters = Array.from(term);
  const shorter = letters.map((_, index) => letters.filter((_letter, at) => at !== index).join(""));
  return [...new Set([`~${term}`, ...shorter.map((each) => `~${each}`), ...shorter])];
}

/** Whether each term begins a word of the texts, is one slip away from one, or has its signs there: the index also knows words that are two away. */
export function fits({ terms }: SearchWords, texts: readonly string[]): boolean {
  const words = texts.flatMap(wordsOf);
  const folded = texts.map(foldedText);
  return terms.every((term) =>
    isUnspaced(term) ? folded.some((text) => text.includes(term)) : words.some((word) => word.startsWith(term) || isSlip(term, word)),
  );
}

function isSlip(term: string, word: string): boolean {
  return mayHaveSlips(term) && !isUnspaced(word) && isOneSlipAway(term, word);
}

/** Where the terms are in a label: from one position to before another, in UTF-16 units, in order. */
export function matchesIn(label: string, { terms }: SearchWords): Found["match"] {
  const matches: Found["match"] = [];
  const runs = terms.filter(isUnspaced).map((term) => Array.from(term));
  for (const part of writtenParts(label)) {
    if ("signs" in part) {
      matches.push(...runMarks(part.signs, runs));
      continue;
    }
    const { word: written, start, end } = part;
    const word = foldedText(written);
    const begun = terms.filter((term) => word.startsWith(term)).map((term) => term.length);
    // A letter that is written as two, such as ß, has no place of its own: then the whole word is marked.
    if (begun.length > 0) matches.push({ start, end: word.length === written.length ? start + Math.max(...begun) : end });
    else if (terms.some((term) => isSlip(term, word))) matches.push({ start, end });
  }
  return matches;
}
