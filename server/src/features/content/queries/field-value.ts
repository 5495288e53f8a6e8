import { formats } from "../../../lib/json-schema/json-schema-formats.ts";
import { foldedText } from "../../../lib/search/search-text.ts";
import { compareInCodePoints } from "../../../lib/text/code-points.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import type { QueryField } from "./query-field.ts";

/** Of a longer text the first ones count. */
export const mostCharacters = 200;
/** Of a longer list the first ones count. */
const mostValues = 100;

/** Between the text that is compared without case and marks, and how the text itself differs from it. */
const separator = "\u0001";
/** Whether the text is before what is compared of it, the same, or after it. */
const places = { before: "\u0001", same: "\u0002", after: "\u0003" };

type Kind = QueryField["kind"];

/** The first letter of stored values. */
const letters: Readonly<Record<Kind, string>> = {
  text: "t",
  number: "n",
  boolean: "b",
  date: "d",
  instant: "i",
  id: "r",
  entry: "r",
  page: "r",
  product: "r",
  category: "r",
};

/** The stored form of a value of a field; undefined if the value is none, as one that was saved under another schema may be. */
export function storedValue(kind: Kind, value: unknown): string | undefined {
  switch (kind) {
    case "text":
      return typeof value === "string" ? storedText(value) : undefined;
    case "number":
      return typeof value === "number" && Number.isFinite(value) ? letters.number + sortableNumber(value) : undefined;
    case "boolean":
      return typeof value === "boolean" ? letters.boolean + String(value) : undefined;
    case "date":
      return typeof value === "string" && formats.date?.is(value) ? letters.date + value : undefined;
    case "instant":
      return typeof value === "string" && formats["date-time"]?.is(value) ? storedInstant(new Date(value.toUpperCase())) : undefined;
    default: {
      const id = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[kind] : undefined;
      return typeof id === "string" && isUuid(id) ? storedId(id) : undefined;
    }
  }
}

export function storedInstant(instant: Date): string {
  return letters.instant + sortableNumber(instant.getTime());
}

/** Of a document's own id as well, so that a reference can be compared with it. */
export function storedId(id: string): string {
  return letters.id + id;
}

/** Texts are ordered without case and marks; texts that differ in these alone follow each other. */
export function storedText(text: string): string {
  const exact = firstCharacters(text.toWellFormed().replaceAll("\u0000", ""));
  const compared = comparedText(exact);
  if (compared === exact) return letters.text + compared + separator + places.same;
  const place = compareInCodePoints(exact, compared) < 0 ? places.before : places.after;
  return letters.text + compared + separator + place + exact;
}

/** The part of a text that prefixes and parts of texts are looked for in. */
export function comparedText(text: string): string {
  return firstCharacters(foldedText(text)).replaceAll(separator, "");
}

/** Whether a stored text has the part, which is as `comparedText` has it, in what is compared of it. */
export function hasComparedPart(storedForm: string, part: string): boolean {
  const at = storedForm.indexOf(part, letters.text.length);
  return at !== -1 && at + part.length <= storedForm.indexOf(separator);
}

/** The value of its stored form. */
export function valueOf(kind: Kind, storedForm: string): string | number | boolean {
  const text = storedForm.slice(1);
  if (kind === "text") {
    const end = text.indexOf(separator);
    return text[end + 1] === places.same ? text.slice(0, end) : text.slice(end + 2);
  }
  if (kind === "number") return numberOf(text);
  if (kind === "boolean") return text === "true";
  return kind === "instant" ? new Date(numberOf(text)).toISOString() : text;
}

/** The least text above a stored value. */
export function afterValue(storedForm: string): string {
  return storedForm + separator;
}

/** The range of the texts that begin with a text. */
export function prefixRange(prefix: string): { from: string; below: string } {
  const from = letters.text + comparedText(prefix);
  return { from, below: nextText(from) };
}

/** The distinct stored values of a field in a content. Content of an earlier schema may have a list where the field has one value: none then. */
export function storedValuesOf(content: unknown, { name, kind, isList }: QueryField): string[] {
  const storedForms = new Set<string>();
  for (const value of valuesAt(content, name.split("."), isList)) {
    const each = storedValue(kind, value);
    if (each !== undefined) storedForms.add(each);
    if (storedForms.size === mostValues) break;
  }
  return [...storedForms];
}

/** The values at a path of names, in lists as well if they are followed. */
export function* valuesAt(value: unknown, path: readonly string[], followsLists = true): Generator<unknown, void, undefined> {
  if (Array.isArray(value)) {
    if (followsLists) for (const item of value) yield* valuesAt(item, path);
    return;
  }
  const [name, ...rest] = path;
  if (name === undefined) yield value;
  else if (typeof value === "object" && value !== null && Object.hasOwn(value, name)) {
    yield* valuesAt((value as Record<string, unknown>)[name], rest, followsLists);
  }
}

/** The least text above all texts with this beginning, in the order of code points, which is that of the database's collation "C". */
function nextText(text: string): string {
  const points = Array.from(text, (character) => character.codePointAt(0) as number);
  while (points.at(-1) === 0x10_ff_ff) points.pop();
  const last = points.pop() as number;
  // Surrogates are not characters.
  return String.fromCodePoint(...points, last === 0xd7_ff ? 0xe0_00 : last + 1);
}

function firstCharacters(text: string): string {
  return text.length <= mostCharacters ? text : Array.from(text).slice(0, mostCharacters).join("");
}

const double = new DataView(new ArrayBuffer(8));

/** Up to sixteen digits in the order of the numbers: those of the double (IEEE 754), with the sign turned, and all of a negative one. */
function sortableNumber(value: number): string {
  // Without the zero's sign.
  double.setFloat64(0, value + 0);
  const bits = double.getBigUint64(0);
  const turned = bits >> 63n === 0n ? bits | (1n << 63n) : ~bits & 0xffff_ffff_ffff_ffffn;
  return turned.toString(16).padStart(16, "0").replace(/0+$/, "");
}

function numberOf(digits: string): number {
  const turned = BigInt(`0x${digits.padEnd(16, "0")}`);
  double.setBigUint64(0, turned >> 63n === 1n ? turned & 0x7fff_ffff_ffff_ffffn : ~turned & 0xffff_ffff_ffff_ffffn);
  return double.getFloat64(0);
}
