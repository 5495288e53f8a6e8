import { open } from "node:fs/promises";
import { damaged } from "./refusal.ts";

/** How much of a document is searched for its number of pages. */
const maxSearched = 64 * 1_024 * 1_024;
const tail = 66_000;

/** Damaged without the mark of its end. The number of pages where the file tells it in plain words, as many do not. */
export async function measurePdf(path: string): Promise<{ pages?: number }> {
  const { head, end } = await partsOf(path, maxSearched);
  if (!end.includes("%%EOF")) throw damaged();
  // A file that is made to be read from its beginning says it there.
  const linear = /\/Linearized\s[^>]*?\/N\s+(\d{1,7})\b/.exec(head.slice(0, 2_048))?.[1];
  const pages = linear === undefined ? pagesIn(head) : Number(linear);
  return pages > 0 ? { pages } : {};
}

const maxNodes = 10_000;
const nodeLength = 2_000;

/** The highest number of pages that a node of the tree of pages tells. Looks at so many nodes, each once. */
function pagesIn(text: string): number {
  let pages = 0;
  let nodes = 0;
  for (let at = text.indexOf("/Pages"); at >= 0 && nodes < maxNodes; at = text.indexOf("/Pages", at + 1)) {
    if (!/\/Type\s{0,8}$/.test(text.slice(Math.max(0, at - 16), at))) continue;
    nodes += 1;
    // Between the brackets around it.
    const before = text.slice(Math.max(0, at - nodeLength), at);
    const after = text.slice(at, at + nodeLength);
    const [rest = ""] = after.split(">", 1);
    const node = before.slice(before.lastIndexOf(">") + 1) + rest;
    pages = Math.max(pages, Number(/\/Count\s+(\d{1,7})(?!\d)/.exec(node)?.[1] ?? 0));
  }
  return pages;
}

/** Throws Refused unless the archive's list of contents is at its end. It is not opened. */
export async function checkZip(path: string): Promise<void> {
  const { end } = await partsOf(path, 0);
  if (!end.includes("PK\u0005\u0006")) throw damaged();
}

/** The beginning and the end of a file, a character for each byte. */
async function partsOf(path: string, headBytes: number): Promise<{ head: string; end: string }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const read = async (from: number, bytes: number) => (await file.read(Buffer.alloc(bytes), 0, bytes, from)).buffer.toString("latin1");
    return { head: await read(0, Math.min(size, headBytes)), end: await read(Math.max(0, size - tail), Math.min(size, tail)) };
  } finally {
    await file.close();
  }
}
