/** Letters that Unicode does not decompose, as people without them on their keyboard write them; and a sigma is one anywhere in a word. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ı: "i",
  ς: "σ",
};

const longestWord = 40;
const mostTerms = 10;
// PostgreSQL counts positions no further (https://www.postgresql.org/docs/15/textsearch-limitations.html).
const lastPosition = 16_383;
// A tsvector has at most 1 MiB (the same page): its words, and some bytes for each place of one.
const mostBytes = 512 * 1024;
const bytesOfPlace = 12;

/**
 * The words of a text for the search: letters and digits in lower case without marks, each at most 40 long. Products and search queries
 * follow the same rule, on every database, in every language that separates its words.
 */
export function wordsOf(text: string): string[] {
  return (foldedText(text).match(/[\p{L}\p{N}]+/gu) ?? []).map(shortened);
}

function shortened(word: string): string {
  return word.length <= longestWord ? word : Array.from(word).slice(0, longestWord).join("");
}

/** The first ten distinct words of a search query. */
export function searchTerms(q: string): string[] {
  return [...new Set(wordsOf(q))].slice(0, mostTerms);
}

/** The parts of a ranking: words as typed or without an ending, and the words as typed side by side in a title; as texts of a tsquery. */
export function searchLexemes(terms: readonly string[]): { literal: string; asTyped: string } {
  // Terms are letters and digits alone.
  const literal = terms.flatMap((term) => [`'${term}':*`, ...withoutEnding(term).map((stem) => `'${stem}'`)]).join(" | ");
  return { literal, asTyped: terms.map((term) => `'${term}':A`).join(" <-> ") };
}

/** A word in the singular, more often than not: without its last letter, and without its last two. The same rule as in search_query. */
function withoutEnding(term: string): string[] {
  const letters = Array.from(term);
  return [letters.slice(0, -1), letters.slice(0, -2)].filter(({ length }) => length > 3).map((stem) => stem.join(""));
}

/** Text that orders titles alike on every database: it ignores case, and compares marks only between otherwise equal titles. */
export function sortTitleOf(title: string): string {
  return `${foldedText(title).trim()} ${title}`;
}

/**
 * The text of a tsvector of several fields: words of the first kind weigh most. Positions go on from one field to the next. Of texts that
 * are too long for one, the first words count.
 */
export function searchVector(fields: { A: readonly string[]; D: readonly string[] }): string {
  const places = new Map<string, string[]>();
  let position = 0;
  let bytes = 0;
  for (const [weight, texts] of [
    ["A", fields.A],
    ["D", fields.D],
  ] as const) {
    for (const word of texts.flatMap(wordsOf)) {
      position = Math.min(position + 1, lastPosition);
      const known = places.get(word);
      if (known) known.push(`${position}${weight}`);
      else if ((bytes += Buffer.byteLength(word) + bytesOfPlace) <= mostBytes) places.set(word, [`${position}${weight}`]);
    }
  }
  return [...places].map(([word, at]) => `'${word}':${at.join(",")}`).join(" ");
}

/** Text without case and marks, as searches and orders compare it. */
export function foldedText(text: string): string {
  // Most texts are done here, in a third of the time.
  if (/^[ -~]*$/.test(text)) return text.toLowerCase();
  return (
    text
      .normalize("NFKD")
      // Also removes invisible characters inside words: soft hyphens, zero-width spaces and joiners.
      .replace(/[\p{M}\u00ad\u200b-\u200d\u2060\ufeff]+/gu, "")
      .toLowerCase()
      .replace(/[ßæœøđðþłıς]/g, (letter) => plainLetters[letter] ?? letter)
  );
}
