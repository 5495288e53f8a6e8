import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";

/** How far into a file its kind of text is looked for: browsers look at less. */
const looked = 64 * 1_024;

// Tabs, line ends and form feeds are all that a text has of them.

const controls = /[\u0000-\u0008\u000b\u000e-\u001f\u007f\ufffe\uffff]/;

/** A text that some program would run or show as more than a text, if it went by the content. */
const active = /^\s*(<[a-z!?/%]|#!|%!|%pdf)|<(!doctype|html|head|body|script|iframe|svg|\?php|\?xml|\?=|%[=@])/i;

/** Whether the file is XML whose first element is called `svg`. */
export async function isDrawing(path: string): Promise<boolean> {
  const head = await beginningOf(path);
  const prolog = /^\uFEFF?(?:\s+|<\?[^]*?\?>|<!--[^]*?-->|<!DOCTYPE(?:[^"'[>]|"[^"]*"|'[^']*'|\[[^\]]*\])*>)*/i.exec(head)?.[0] ?? "";
  return /^<(?:[\w.-]+:)?svg[\s/>]/.test(head.slice(prolog.length));
}

/** The type of a text in UTF-8; undefined if it is none, or one that programs run. */
export async function textTypeOf(path: string): Promise<"text/plain" | "text/csv" | undefined> {
  const head = await beginningOf(path);
  if (head.trim() === "" || active.test(head) || !(await isPlain(path))) return undefined;
  return hasColumns(head) ? "text/csv" : "text/plain";
}

async function beginningOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(looked), 0, looked, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

async function isPlain(path: string): Promise<boolean> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const chunk of createReadStream(path)) if (controls.test(decoder.decode(chunk as Buffer, { stream: true }))) return false;
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Whether each of the first lines has as many values as the others, and more than one, between the same separator. */
function hasColumns(head: string): boolean {
  const lines = head.slice(0, 8_192).split(/\r?\n/).slice(0, 20);
  // The last one may go on.
  if (head.length > 8_192) lines.pop();
  const full = lines.filter((line) => line !== "");
  return [",", ";", "\t"].some((separator) => {
    const counts = full.map((line) => line.replaceAll(/"(?:[^"]|"")*"/g, "").split(separator).length);
    return counts.length > 1 && (counts[0] ?? 0) > 1 && new Set(counts).size === 1;
  });
}
