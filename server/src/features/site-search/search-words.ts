import { foldedText, searchTerms, wordsOf } from "../../lib/search/search-text.ts";
import { isOneSlipAway } from "../../lib/text/one-slip-away.ts";
import type { Found } from "./found.ts";

/** What somebody typed, as the statements look for it. */
export interface SearchWords {
  terms: readonly string[];
  /** The whole text in lower case, for texts that are exactly this. */
  whole: string;
  /** A tsquery of keys: every term is the beginning of a word. */
  begun: string;
  /** The same, or a word with one typing error. Undefined: no term is long enough for one. */
  slipped: string | undefined;
}

/** Words of which the index knows each with one letter left out, as search_keys does. */
const fewestLetters = 4;
const mostLetters = 20;

/** Undefined: the text has no letter and no digit. */
export function searchWordsOf(q: string): SearchWords | undefined {
  const terms = searchTerms(q);
  if (terms.length === 0) return undefined;
  const all = (keys: (term: string) => string[]) => terms.map((term) => `(${keys(term).join(" | ")})`).join(" & ");
  // Terms are letters and digits alone.
  const asTyped = (term: string) => [`'${term}':*`];
  const isLong = terms.some((term) => Array.from(term).length >= fewestLetters);
  return {
    terms,
    whole: q.trim().toLowerCase(),
    begun: all(asTyped),
    slipped: isLong ? all((term) => [...asTyped(term), ...slips(term).map((key) => `'${key}'`)]) : undefined,
  };
}

/** The keys of every word that is one slip away: a letter too many, too few, another one, or two that changed places. */
function slips(term: string): string[] {
  const letters = Array.from(term);
  if (letters.length < fewestLetters || letters.length > mostLetters) return [];
  const shorter = letters.map((_, index) => letters.filter((_letter, at) => at !== index).join(""));
  return [...new Set([`~${term}`, ...shorter.map((each) => `~${each}`), ...shorter])];
}

/** Whether each term begins a word of the texts, or is one slip away from one: the index also knows words that are two away. */
export function fits({ terms }: SearchWords, texts: readonly string[]): boolean {
  const words = texts.flatMap(wordsOf);
  return terms.every((term) => words.some((word) => word.startsWith(term) || isSlip(term, word)));
}

function isSlip(term: string, word: string): boolean {
  return Array.from(term).length >= fewestLetters && isOneSlipAway(term, word);
}

/** Where the terms are in a label: from one position to before another, in UTF-16 units, in order. */
export function matchesIn(label: string, { terms }: SearchWords): Found["match"] {
  const found: Found["match"] = [];
  for (const { 0: written, index } of label.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const word = foldedText(written);
    const begun = terms.filter((term) => word.startsWith(term)).map((term) => term.length);
    // A letter that is written as two, such as ß, has no place of its own: then the whole word is marked.
    if (begun.length > 0) found.push({ start: index, end: index + (word.length === written.length ? Math.max(...begun) : written.length) });
    else if (terms.some((term) => isSlip(term, word))) found.push({ start: index, end: index + written.length });
  }
  return found;
}
