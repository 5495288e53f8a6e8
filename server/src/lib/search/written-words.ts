import { foldedText, isUnspaced } from "./search-text.ts";

/** A part of a text, in UTF-16 code units: `text.slice(start, end)` in JavaScript. */
export interface Mark {
  start: number;
  end: number;
}

/** A sign of a script without blanks, folded, and where it is written. */
type Sign = Mark & { sign: string };

/** A word of a text as it is written, with the marks and the invisible characters inside it; or the signs of a run without blanks. */
export type WrittenPart = Mark & ({ word: string } | { signs: readonly Sign[] });

const letterPattern = /[\p{L}\p{N}][\p{M}\u00ad\u200b-\u200d\u2060\ufeff]*/gu;
const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}\u00ad\u200b-\u200d\u2060\ufeff]*/gu;
const isSpaced = (written: string) => /^[\u0000-\u0dff]*$/.test(written);

/** The words of a text and its runs of signs, from the beginning. */
export function* writtenParts(text: string): Generator<WrittenPart> {
  for (const { 0: written, index } of text.matchAll(wordPattern)) {
    if (isSpaced(written)) yield { start: index, end: index + written.length, word: written };
    else yield* mixedParts(written, index);
  }
}

function* mixedParts(written: string, at: number): Generator<WrittenPart> {
  let word: Mark | undefined;
  let signs: Sign[] = [];
  const wordPart = ({ start, end }: Mark) => ({ start, end, word: written.slice(start - at, end - at) });
  const runPart = (run: readonly Sign[]) => ({ start: run[0]?.start ?? at, end: run.at(-1)?.end ?? at, signs: run });
  for (const { 0: letter, index } of written.matchAll(letterPattern)) {
    const [start, end] = [at + index, at + index + letter.length];
    const folded = foldedText(letter);
    if (isUnspaced(folded)) {
      if (word) yield wordPart(word);
      word = undefined;
      for (const sign of folded) signs.push({ sign, start, end });
    } else {
      if (signs.length > 0) yield runPart(signs);
      signs = [];
      word = { start: word?.start ?? start, end };
    }
  }
  if (word) yield wordPart(word);
  if (signs.length > 0) yield runPart(signs);
}

/** Where some runs are among signs, in order; those that overlap in one. */
export function runMarks(signs: readonly Sign[], runs: readonly (readonly string[])[]): Mark[] {
  const marks: Mark[] = [];
  signs.forEach(({ start }, index) => {
    const lengths = runs.filter((run) => run.every((sign, place) => signs[index + place]?.sign === sign)).map(({ length }) => length);
    if (lengths.length === 0) return;
    const end = signs[index + Math.max(...lengths) - 1]?.end ?? start;
    const last = marks.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else marks.push({ start, end });
  });
  return marks;
}
