import type { StoredObject } from "../ports/object-store.ts";
import { isObjectKey } from "./object-key.ts";

// The few elements of a store's responses that are read. Pure. A reader of its own for them: it knows no document types, and so no
// entities that grow, and takes anything unusual for no response at all.

interface Element {
  name: string;
  text: string;
  children: Element[];
}

export interface ListedPage {
  objects: StoredObject[];
  /** Where the next page begins. Absent: there is none. */
  next: string | undefined;
}

/** Undefined: this is not a list. Objects whose keys Vitrine never makes are left out. */
export function readListedPage(text: string): ListedPage | undefined {
  const list = readDocument(text, "ListBucketResult");
  if (!list) return undefined;
  const objects: StoredObject[] = [];
  for (const entry of list.children.filter(({ name }) => name === "Contents")) {
    const key = textOf(entry, "Key");
    const size = textOf(entry, "Size");
    const storedAt = new Date(textOf(entry, "LastModified") ?? "");
    if (key === undefined || !/^\d{1,15}$/.test(size ?? "") || Number.isNaN(storedAt.getTime())) return undefined;
    if (isObjectKey(key)) objects.push({ key, bytes: Number(size), storedAt });
  }
  const isWhole = textOf(list, "IsTruncated") !== "true";
  const next = textOf(list, "NextContinuationToken");
  if (!isWhole && !next) return undefined;
  return { objects, next: isWhole ? undefined : next };
}

export function readUploadId(text: string): string | undefined {
  return textOf(readDocument(text, "InitiateMultipartUploadResult"), "UploadId") || undefined;
}

/** A store may find out that it fails after it has sent a status of success. */
export function isCompletion(text: string): boolean {
  return readDocument(text, "CompleteMultipartUploadResult") !== undefined;
}

/** The store's name for a failure: letters alone, so that it can be shown. */
export function readErrorCode(text: string): string | undefined {
  const code = textOf(readDocument(text, "Error"), "Code");
  return code !== undefined && /^[A-Za-z0-9]{1,64}$/.test(code) ? code : undefined;
}

function textOf(element: Element | undefined, name: string): string | undefined {
  return element?.children.find((child) => child.name === name)?.text;
}

/** Deeper than any response is. */
const deepest = 8;

function readDocument(text: string, rootName: string): Element | undefined {
  const document: Element = { name: "", text: "", children: [] };
  const open = [document];
  const token = /<\?[^<>]*\?>|<(\/?)([A-Za-z][\w:.-]*)(?:\s[^<>]*?)?(\/?)>|([^<]+)/gy;
  let end = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    end = token.lastIndex;
    const [, closes, name, isEmpty, words] = match;
    const innermost = open.at(-1);
    if (innermost === undefined) return undefined;
    if (words !== undefined) innermost.text += decoded(words);
    else if (closes) {
      if (open.pop()?.name !== name) return undefined;
    } else if (name !== undefined) {
      const element = { name, text: "", children: [] };
      innermost.children.push(element);
      if (!isEmpty && open.push(element) > deepest) return undefined;
    }
  }
  const [root, ...more] = document.children;
  return end === text.length && open.length === 1 && more.length === 0 && root?.name === rootName ? root : undefined;
}

const entities = new Map(Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }));

function decoded(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w+));/g, (whole, decimal?: string, hex?: string, name = "") => {
    const point = decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : undefined;
    if (point === undefined) return entities.get(name as string) ?? whole;
    return point <= 0x10_ff_ff ? String.fromCodePoint(point) : whole;
  });
}
