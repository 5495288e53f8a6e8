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

/** The signs of Chinese, Japanese, Thai, Lao, Khmer, Burmese and others that put no blanks between words. The same as is_unspaced in the database. */
const unspaced =
  "\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u1950-\\u19df\\u1a20-\\u1aaf\\u1b00-\\u1b7f\\u2e80-\\u2fdf\\u3005-\\u3007\\u3021-\\u3029\\u3031-\\u3035" +
  "\\u3038-\\u303c\\u3040-\\u312f\\u31a0-\\u31bf\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\ua980-\\ua9ff\\uaa60-\\uaadf\\uf900-\\ufaff\\u{1aff0}-\\u{1b16f}" +
  "\\u{20000}-\\u{3ffff}";
const beginsUnspaced = new RegExp(`^[${unspaced}]`, "u");
const runsAndWords = new RegExp(`[${unspaced}]+|[^${unspaced}]+`, "gu");

const longestWord = 40;
const mostTerms = 10;
// PostgreSQL counts positions no further (https://www.postgresql.org/docs/15/textsearch-limitations.html).
const lastPosition = 16_383;
// A tsvector has at most 1 MiB (the same page): its words, and some bytes for each place of one.
const mostBytes = 512 * 1024;
const bytesOfPlace = 12;
const bytesOfFurtherPlace = 2;
// More of one word are not stored (the same page).
const mostPlaces = 255;

/** Whether a word is a run of signs of a script without blanks, or a part of one. */
export function isUnspaced(word: string): boolean {
  return beginsUnspaced.test(word);
}

/**
 * The words of a text for the search: letters and digits in lower case without marks, each at most 40 long. A run of signs without blanks has each two that stand
 * side by side, and its last one, so that words are found inside it. Products and search queries follow the same rule, on every database, in every language.
 */
export function wordsOf(text: string): string[] {
  return partsOf(text).flatMap((part) => (isUnspaced(part) ? pairsOf(part) : [shortened(part)]));
}

/** Words, and whole runs of signs. */
function partsOf(text: string): string[] {
  const folded = foldedText(text);
  const parts: string[] = folded.match(/[\p{L}\p{N}]+/gu) ?? [];
  return /[\u0e00-\uffff]/.test(folded) ? parts.flatMap((part) => part.match(runsAndWords) ?? []) : parts;
}

function pairsOf(run: string): string[] {
  const signs = Array.from(run);
  return signs.map((sign, index) => sign + (signs[index + 1] ?? ""));
}

function shortened(word: string): string {
  return word.length <= longestWord ? word : Array.from(word).slice(0, longestWord).join("");
}

/** The first ten distinct words of a search query; of a script without blanks whole runs of signs. */
export function searchTerms(q: string): string[] {
  return [...new Set(partsOf(q).map(shortened))].slice(0, mostTerms);
}

/** A term as the text of a tsquery: the beginning of a word, or signs side by side. `weight` is the one of their places; absent: any. */
export function termQuery(term: string, weight: "A" | "" = ""): string {
  if (!isUnspaced(term)) return `'${term}':*${weight}`;
  const pairs = pairsOf(term);
  if (pairs.length === 1) return `'${term}':*${weight}`;
  // The last sign alone is there at the end of a run only.
  const sides = pairs.slice(0, -1).map((pair) => (weight === "" ? `'${pair}'` : `'${pair}':${weight}`));
  return `(${sides.join(" <-> ")})`;
}

/** The parts of a ranking: words as typed or without an ending, and the words as typed side by side in a title; as texts of a tsquery. */
export function searchLexemes(terms: readonly string[]): { literal: string; asTyped: string } {
  // Terms are letters and digits alone.
  const literal = terms.flatMap((term) => [termQuery(term), ...withoutEnding(term).map((stem) => `'${stem}'`)]).join(" | ");
  return { literal, asTyped: sideBySide(terms) };
}

function sideBySide(terms: readonly string[]): string {
  let query = "";
  let before = "";
  for (const term of terms) {
    // After a run of several signs the word has the next place but one: the last sign has a place, too.
    if (query !== "") query += isUnspaced(before) && Array.from(before).length > 1 ? " <2> " : " <-> ";
    query += isUnspaced(term) ? termQuery(term, "A") : `'${term}':A`;
    before = term;
  }
  return query;
}

/** A word in the singular, more often than not: without its last letter, and without its last two. The same rule as in search_query. */
function withoutEnding(term: string): string[] {
  if (isUnspaced(term)) return [];
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
      position += 1;
      // Signs are looked for side by side, also far behind: their places begin again. What is not a neighbour then hardly ever seems to be one.
      const place = isUnspaced(word) ? ((position - 1) % lastPosition) + 1 : Math.min(position, lastPosition);
      const knownPlaces = places.get(word);
      const size = knownPlaces ? bytesOfFurtherPlace : Buffer.byteLength(word) + bytesOfPlace;
      if (bytes + size > mostBytes || (knownPlaces && knownPlaces.length >= mostPlaces)) continue;
      bytes += size;
      if (knownPlaces) knownPlaces.push(`${place}${weight}`);
      else places.set(word, [`${place}${weight}`]);
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
