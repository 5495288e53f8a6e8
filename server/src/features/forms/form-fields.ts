import { canonicalEmail } from "../../lib/email-address.ts";
import { plainLine, plainLines } from "../../lib/mail-layout.ts";
import { membersOf, type Schema } from "./form-members.ts";

/** A submitted field as a person reads it. */
export interface Field {
  label: string;
  /** At least one. */
  lines: string[];
}

/** What is said of values. */
export interface ValueWords {
  yes: string;
  no: string;
  /** At the end of a value that is too long to be shown. */
  cut(length: number): string;
}

// A mail of more than 102 kB is cut off by Gmail, and has everything twice.
const mostFields = 100;
const longestValue = 4_000;
const longestOfAll = 30_000;
// Below that nobody reads a value as lines any more.
const mostLines = 200;

/** What was submitted, in the order of the form's fields, each by its title. `left` counts fields for which there is no room. */
export function fieldsOf(schema: Schema, data: Readonly<Record<string, unknown>>, words: ValueWords): { fields: Field[]; left: number } {
  const titles = new Map<string, string>();
  for (const { name, schema: member } of membersOf(schema).members) {
    const title = member?.["title"];
    if (!titles.has(name) || titles.get(name) === name) titles.set(name, typeof title === "string" ? title : name);
  }
  const names = [
    ...[...titles.keys()].filter((name) => Object.hasOwn(data, name)),
    ...Object.keys(data).filter((name) => !titles.has(name)),
  ];
  const fields: Field[] = [];
  let room = longestOfAll;
  for (const name of names.slice(0, mostFields)) {
    const label = plainLine(titles.get(name) ?? name, 200) || plainLine(name, 200) || "?";
    const lines = linesOf(data[name], words);
    room -= label.length + lines.reduce((sum, line) => sum + line.length + 1, 0);
    if (room < 0) break;
    fields.push({ label, lines });
  }
  return { fields, left: names.length - fields.length };
}

/** The address that an answer may go to: of the first field that is said to be one, and holds one. */
export function replyAddressOf(schema: Schema, data: Readonly<Record<string, unknown>>): string | undefined {
  for (const [name, field] of Object.entries((schema["properties"] as Record<string, Schema> | undefined) ?? {})) {
    const value = Object.hasOwn(data, name) ? data[name] : undefined;
    if (field["format"] !== "email" || typeof value !== "string") continue;
    const address = canonicalEmail(value);
    if (address !== undefined) return address;
  }
  return undefined;
}

function linesOf(value: unknown, words: ValueWords): string[] {
  const lines = valueLines(value, words);
  const length = lines.reduce((sum, line) => sum + line.length + 1, -1);
  if (length <= longestValue && lines.length <= mostLines) return lines;
  const shown: string[] = [];
  let room = longestValue;
  for (const line of lines.slice(0, mostLines)) {
    if (room <= 0) break;
    // Never in the middle of a character.
    shown.push(line.slice(0, room).replace(/[\ud800-\udbff]$/, ""));
    room -= line.length + 1;
  }
  return [...shown, words.cut(typeof value === "string" ? Array.from(value).length : length)];
}

/** A text as its lines; a list or an object with one line for each thing in it, what is further inside further in. */
function valueLines(value: unknown, words: ValueWords): string[] {
  if (typeof value === "string") return plainLines(value, value.length);
  if (typeof value === "boolean") return [value ? words.yes : words.no];
  if (Array.isArray(value)) return value.length === 0 ? ["–"] : value.flatMap((item) => below("-", valueLines(item, words)));
  if (typeof value !== "object" || value === null) return [value === null ? "–" : JSON.stringify(value)];
  const entries = Object.entries(value);
  return entries.length === 0 ? ["–"] : entries.flatMap(([name, inner]) => below(`${plainLine(name, 100)}:`, valueLines(inner, words)));
}

function below(head: string, lines: string[]): string[] {
  return lines.length === 1 ? [`${head} ${lines[0] ?? ""}`] : [head, ...lines.map((line) => `  ${line}`)];
}
