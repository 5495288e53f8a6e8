import { createReadStream, createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { markedEncoding } from "./decode.ts";
import { refusedType } from "./refusal.ts";

/** How far into a file its kind of text is looked for: browsers look at less. */
const looked = 64 * 1_024;

// Tabs, line ends and form feeds are all that a text has of them.

const controls = /[\u0000-\u0008\u000b\u000e-\u001f\u007f\ufffe\uffff]/;
/** Bytes to which Windows-1252 gives no character. */
const unused = /[\u0081\u008d\u008f\u0090\u009d]/;
/** Words in which every letter has an accent are words in another alphabet, of an encoding that nothing names. */
const otherAlphabet = /[\u00c0-\u00ff]{4}/;

/** A text that begins as what some program would run or show as more than a text. */
const begunAsProgram = /^\s*(<[a-z!?/%]|#!|%!|%pdf)/i;
/** Markup that makes a program which sniffs the content take a text for a page, wherever it stands. */
const page = /<(!doctype|html|head|body|script|iframe|svg|\?php|\?xml|\?=|%[=@])/i;

/** Texts that a browser saves, and shows in no page: HTML in a cell or in a note is theirs. */
const savedTexts: readonly (readonly [start: RegExp, contentType: string, extension: string])[] = [
  [/^WEBVTT(?:[ \t\r\n]|$)/, "text/vtt", "vtt"],
  [/^BEGIN:VCALENDAR\s/i, "text/calendar", "ics"],
  [/^BEGIN:VCARD\s/i, "text/vcard", "vcf"],
];

/** A text's type, usual ending, and the encoding that it is to be read in. */
export interface TextKind {
  contentType: string;
  extension: string;
  encoding: string;
}

/** Whether the file is XML whose first element is called `svg`. */
export async function isDrawing(path: string): Promise<boolean> {
  const bytes = await beginningOf(path);
  const marked = markedEncoding(bytes);
  // Of other encodings, the names of elements are the same.
  const head = marked ? new TextDecoder(marked).decode(bytes) : bytes.toString("latin1");
  const prolog = /^\uFEFF?(?:\s+|<\?[^]*?\?>|<!--[^]*?-->|<!DOCTYPE(?:[^"'[>]|"[^"]*"|'[^']*'|\[[^\]]*\])*>)*/i.exec(head)?.[0] ?? "";
  return /^<(?:[\w.-]+:)?svg[\s/>]/.test(head.slice(prolog.length));
}

/** Recognises a text: in UTF-8, in UTF-16 with its mark, or in Windows-1252. Undefined if it is none, or one that programs run. */
export async function textKindOf(path: string): Promise<TextKind | undefined> {
  const beginning = await beginningOf(path);
  const encoding = await encodingOf(path, markedEncoding(beginning));
  if (encoding === undefined) return undefined;
  const head = new TextDecoder(encoding).decode(beginning);
  if (head.trim() === "" || begunAsProgram.test(head)) return undefined;
  for (const [start, contentType, extension] of savedTexts) if (start.test(head)) return { contentType, extension, encoding };
  if (hasColumns(head, beginning.length === looked)) return { contentType: "text/csv", extension: "csv", encoding };
  return page.test(head) ? undefined : { contentType: "text/plain", extension: "txt", encoding };
}

/** Writes a text in UTF-8, without a mark. */
export async function writeUtf8(source: string, target: string, encoding: string): Promise<void> {
  await pipeline(
    createReadStream(source),
    (chunks) => decoded(chunks as AsyncIterable<Buffer>, encoding),
    createWriteStream(target, { flags: "wx" }),
  );
}

async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(looked), 0, looked, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function* decoded(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** Undefined: it is not a text. Throws Refused for a text whose encoding nothing names. */
async function encodingOf(path: string, marked: string | undefined): Promise<string | undefined> {
  if (marked !== undefined) return (await holds(path, marked, (text) => controls.test(text))) === false ? marked : undefined;
  const isPlain = await holds(path, "utf-8", (text) => controls.test(text));
  if (isPlain !== undefined) return isPlain ? undefined : "utf-8";
  if (await holds(path, "windows-1252", (text) => controls.test(text) || unused.test(text))) return undefined;
  if ((await isBrokenUtf8(path)) || (await holds(path, "windows-1252", (text) => otherAlphabet.test(text)))) {
    throw refusedType("The text's encoding cannot be told: save it in UTF-8.");
  }
  return "windows-1252";
}

/** Whether some part of a file is as the test says. Undefined: the file is not in this encoding. */
async function holds(path: string, encoding: string, test: (text: string) => boolean): Promise<boolean | undefined> {
  try {
    for await (const text of decoded(createReadStream(path) as AsyncIterable<Buffer>, encoding)) if (test(text)) return true;
    return false;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Whether a file that is not UTF-8 has characters of it, or ends within one: no other encoding has such bytes by chance. */
async function isBrokenUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder("utf-8");
  for await (const chunk of createReadStream(path))
    if (/[^\u0000-\u007f\ufffd]/.test(decoder.decode(chunk as Buffer, { stream: true }))) return true;
  return decoder.decode() !== "";
}

/** Whether each of the first rows has as many values as the others, and more than one, between the same separator. */
function hasColumns(head: string, goesOn: boolean): boolean {
  // A value in quotes may have anything in it, also the end of a line.
  const quoted = goesOn ? /(?<=^|[,;\t\r\n])"(?:[^"]|"")*(?:"|$)/g : /(?<=^|[,;\t\r\n])"(?:[^"]|"")*"/g;
  const lines = head
    .replace(/^\uFEFF?(?:sep=.\r?\n)?/i, "")
    .replaceAll(quoted, "")
    .split(/\r\n|\n|\r/);
  // The last one may go on, as may a value in it.
  if (goesOn) lines.pop();
  const rows = lines.filter((line) => line !== "").slice(0, 20);
  return [",", ";", "\t"].some((separator) => {
    const counts = rows.map((row) => row.split(separator).length);
    return counts.length > 1 && (counts[0] ?? 0) > 1 && new Set(counts).size === 1;
  });
}
