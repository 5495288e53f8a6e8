import { describe, expect, it } from "vitest";
import { de } from "./de.ts";
import { lists as listsDe } from "./de/lists.ts";
import { en } from "./en.ts";
import { lists } from "./en/lists.ts";
import { ptBr } from "./pt-br.ts";
import { reviewDe } from "./review-de.ts";
import { reviewEn } from "./review-en.ts";
import { reviewPtBr } from "./review-pt-br.ts";
import { lists as listsPtBr } from "./pt-br/lists.ts";
import { shopDe } from "./shop-de.ts";
import { shopEn } from "./shop-en.ts";
import { shopPtBr } from "./shop-pt-br.ts";

type Sentence = (...values: string[]) => string;

/** Every text of a catalogue by its path: `editor.status.saved`. */
function leavesOf(value: unknown, path = ""): [path: string, text: string | Sentence][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value === "function") return [[path, value as Sentence]];
  return Object.entries(value as object).flatMap(([key, inner]) => leavesOf(inner, path === "" ? key : `${path}.${key}`));
}

const values = ["Ana & Zoë", "7.351", "x/y#z"];

/** A text as a person reads it, with a value for each parameter. */
const read = (text: string | Sentence, parameters: number) => (typeof text === "string" ? text : text(...values.slice(0, parameters)));
const parametersOf = (text: string | Sentence) => (typeof text === "string" ? 0 : text.length);

/** The words of a text without the values, if there are any: “{name}: {role}” has none to translate. */
function wordsAlone(words: string): string[] {
  const ownWords = values.reduce((rest, value) => rest.replaceAll(value, ""), words).replace(/[^\p{L} ]/gu, "");
  return ownWords.trim() === "" ? [] : [ownWords.trim()];
}

const english = leavesOf({ ...en, ...shopEn, ...reviewEn, lists });
const translations = [
  {
    language: "de",
    catalogue: { ...de, ...shopDe, ...reviewDe, lists: listsDe },
    same: "Vitrine Release Releases Team Name Link Site Code Details Person Shop Tablet Desktop Uploads Passkeys Plugins Server Spam Webhooks".split(
      " ",
    ),
  },
  {
    language: "pt-BR",
    catalogue: { ...ptBr, ...shopPtBr, ...reviewPtBr, lists: listsPtBr },
    same: "Vitrine Menu Link Site Subtotal Tags Tablet Total item pixels Plugins Re Spam Webhooks".split(" "),
  },
];

describe.each(translations)("the texts in $language", ({ language, catalogue, same }) => {
  const translated = new Map(leavesOf(catalogue));

  it("have the keys and kinds of the English ones", () => {
    const kinds = (leaves: Iterable<[string, string | Sentence]>) => [...leaves].map(([path, text]) => `${path}: ${typeof text}`).sort();
    expect(kinds(translated)).toEqual(kinds(english));
  });

  it("differ from the English ones, except for the words that both languages share", () => {
    const equal = english.flatMap(([path, text]) => {
      const words = read(text, parametersOf(text));
      return read(translated.get(path)!, parametersOf(text)) === words ? wordsAlone(words) : [];
    });
    expect([...new Set(equal)].sort()).toEqual([...same].sort());
  });

  it("quote as the language does", () => {
    const wrong = english.flatMap(([path, text]) => {
      const words = read(translated.get(path)!, parametersOf(text));
      const quotes = [...words].filter((sign) => "„“”\"'".includes(sign)).join("");
      return (language === "de" ? /^(„“)*$/ : /^(“”)*$/).test(quotes) ? [] : [`${path}: ${words}`];
    });
    expect(wrong).toEqual([]);
  });
});

it.each([{ language: "en", catalogue: { ...en, ...shopEn, ...reviewEn, lists } }, ...translations])(
  "say every value that they are given ($language)",
  ({ catalogue }) => {
    const leaves = new Map(leavesOf(catalogue));
    const wrong = english.flatMap(([path, text]) => {
      const usedValues = values.slice(0, parametersOf(text));
      const words = read(leaves.get(path)!, usedValues.length);
      const isWhole = words.trim() !== "" && words === words.trim() && !/undefined|\[object|NaN/.test(words);
      return isWhole && usedValues.every((value) => words.includes(value)) ? [] : [`${path}: ${words}`];
    });
    expect(wrong).toEqual([]);
  },
);
