import { parseJsonPointer } from "../../../lib/json-schema/json-pointer.ts";
import { allMembers, type ListMembers, pageContentType, readReferences, type ReferringContent } from "../rendering/index.ts";
import { queryError } from "./list-query.ts";

/** The members of a list's items that every answer has, whatever `fields` names. */
const always = ["id", "locale", "publishedAt", "firstPublishedAt", "createdAt", "updatedAt"];
const ofPages = ["slug", "alternates", "title", "seo", "composition"];
const ofEntries = ["slug", "alternates", "contentType", "status"];

/** Items of a page of a list without content. */
export const mostBriefItems = 500;

/** The members of pages that `fields` names. Throws `invalid_query`. */
export function pageMembers(fields: readonly string[] | undefined): ListMembers {
  if (!fields) return allMembers;
  checkNames(fields, [...always, ...ofPages]);
  const content = new Set(fields.filter((name) => name === "title" || name === "seo" || name === "composition"));
  return { slug: fields.includes("slug"), alternates: fields.includes("alternates"), content };
}

/** Whether a list is answered without the compositions of pages, and without the data of entries: it may have more items then. */
export function areBrief(fields: readonly string[] | undefined, contentType: string): boolean {
  if (!fields) return false;
  if (contentType === pageContentType) return !fields.includes("composition");
  return fields.every((name) => always.includes(name) || ofEntries.includes(name));
}

/** The members of entries that `fields` names: those of their data, or of the entry itself. Throws `invalid_query`. */
export function entryMembers(fields: readonly string[] | undefined, dataMembers: readonly string[]): ListMembers {
  if (!fields) return allMembers;
  const ownMembers = [...always, ...ofEntries];
  checkNames(fields, [...dataMembers, ...ownMembers]);
  return { slug: true, alternates: fields.includes("alternates"), content: new Set(fields.filter((name) => dataMembers.includes(name))) };
}

function checkNames(fields: readonly string[], possible: readonly string[]): void {
  const unknown = fields.find((name) => !possible.includes(name));
  if (unknown !== undefined) throw queryError("fields", `names no member: ${unknown}; possible are ${possible.join(", ")}`);
}

/** The named members of content, in their order there. */
export function pickMembers(content: string, names: ReadonlySet<string>): string {
  const members = Object.entries(JSON.parse(content) as object).filter(([name]) => names.has(name));
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")}}`;
}

/** A document with the members of its content that are answered, and the references in them. */
export function withMembers<Document extends ReferringContent>(document: Document, { content: names }: ListMembers): Document {
  if (!names) return document;
  const references = readReferences(document.references).filter(({ path }) => names.has(parseJsonPointer(path)?.[0] ?? ""));
  const rows = references.map(({ path, kind, targetId }) => [path, kind, targetId]);
  return { ...document, content: pickMembers(document.content, names), references: rows.length > 0 ? JSON.stringify(rows) : null };
}
