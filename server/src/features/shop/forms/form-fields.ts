import type { ValueMessages } from "../../../lib/messages/messages.ts";
import { canonicalEmail } from "../../../lib/text/email-address.ts";
import { plainLine, plainLines } from "../../../lib/text/mail-layout.ts";
import { membersOf, type Schema } from "./form-members.ts";

/** A submitted field in readable form. */
export interface Field {
  label: string;
  /** At least one. */
  lines: string[];
}

// Gmail cuts off an email of more than 102 kB, and an email contains each text twice.
const mostFields = 100;
const longestName = 200;
const longestValue = 4_000;
const longestOfAll = 30_000;
// Beyond these limits a value is not readable as lines any more.
const mostLines = 200;
const mostLevels = 6;
const longestJson = 200;

export interface ShownFields {
  /** The form's own fields, in its order, each by its title. */
  fields: Field[];
  /** Members that the form does not name, each by its name in quotes: no name looks like a title, or like a sentence. */
  others: Field[];
  /** The number of fields without room. */
  left: number;
}

/** A submission in readable form. */
export function fieldsOf(schema: Schema, data: Readonly<Record<string, unknown>>, words: ValueMessages): ShownFields {
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
  const others: Field[] = [];
  let room = longestOfAll;
  for (const name of names.slice(0, mostFields)) {
    const title = titles.get(name);
    const label =
      title === undefined
        ? JSON.stringify(plainLine(name, longestName))
        : plainLine(title, longestName) || plainLine(name, longestName) || "?";
    const lines = linesOf(data[name], words);
    room -= label.length + lines.reduce((sum, line) => sum + line.length + 1, 0);
    if (room < 0) break;
    (title === undefined ? others : fields).push({ label, lines });
  }
  return { fields, others, left: names.length - fields.length - others.length };
}

/** The address to reply to: of the first field that the schema marks as an address, and that contains one. */
export function replyAddressOf(schema: Schema, data: Readonly<Record<string, unknown>>): string | undefined {
  for (const [name, field] of Object.entries((schema["properties"] as Record<string, Schema> | undefined) ?? {})) {
    const value = Object.hasOwn(data, name) ? data[name] : undefined;
    if (field["format"] !== "email" || typeof value !== "string") continue;
    const address = canonicalEmail(value);
    if (address !== undefined) return address;
  }
  return undefined;
}

function linesOf(value: unknown, words: ValueMessages): string[] {
  const shownLines: string[] = [];
  let room = longestValue;
  for (const line of valueLines(value, words, 0)) {
    if (shownLines.length < mostLines && line.length <= room) {
      shownLines.push(line);
      room -= line.length + 1;
      continue;
    }
    // Never splits a character.
    if (shownLines.length < mostLines && room > 0) shownLines.push(line.slice(0, room).replace(/[\ud800-\udbff]$/, ""));
    return [...shownLines, words.cut(typeof value === "string" ? Array.from(value).length : JSON.stringify(value).length)];
  }
  return shownLines;
}

/**
 * A text as its lines; a list or an object with one line for each item, nested items indented. A generator, so that the caller can stop
 * early: a submission may contain a hundred thousand items.
 */
function* valueLines(value: unknown, words: ValueMessages, level: number): Generator<string, void> {
  if (typeof value === "string") yield* plainLines(value, value.length);
  else if (typeof value === "boolean") yield value ? words.yes : words.no;
  else if (value === null) yield "–";
  else if (typeof value !== "object") yield JSON.stringify(value);
  else if (level === mostLevels) yield shortJson(value);
  else {
    let isEmpty = true;
    for (const [head, inner] of inside(value)) {
      yield* below(head, valueLines(inner, words, level + 1));
      isEmpty = false;
    }
    if (isEmpty) yield "–";
  }
}

function* inside(value: object): Generator<[head: string, inner: unknown], void> {
  if (Array.isArray(value)) for (const item of value as unknown[]) yield ["-", item];
  else for (const [name, inner] of Object.entries(value)) yield [`${plainLine(name, 100)}:`, inner];
}

/** One line stands beside its label, several stand below. */
function* below(head: string, lines: Iterator<string, void>): Generator<string, void> {
  const first = lines.next();
  let next = lines.next();
  if (next.done === true) {
    yield `${head} ${first.value ?? ""}`;
    return;
  }
  yield head;
  yield `  ${first.value ?? ""}`;
  for (; next.done !== true; next = lines.next()) yield `  ${next.value}`;
}

function shortJson(value: object): string {
  const json = JSON.stringify(value);
  return json.length <= longestJson ? plainLine(json, longestJson) : `${plainLine(json.slice(0, longestJson), longestJson)}…`;
}
