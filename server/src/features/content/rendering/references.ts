import type { ReferenceKind } from "../../../lib/json-schema/json-schema-kinds.ts";

/** The limit of one document in one locale. Several times as many as the fullest real pages have. */
export const maxReferences = 200;

const shownCharacters = 200;

/** The part of a title that lists and references show. */
export function shownTitle(title: string): string {
  return title.length <= shownCharacters ? title : Array.from(title).slice(0, shownCharacters).join("");
}

/** A reference in a document's content, whose value there is `{ [kind]: id }`. */
export interface ContentReference {
  /** JSON Pointer into the content. */
  path: string;
  kind: ReferenceKind;
  targetId: string;
}

/** A reference as the statements of this feature read it. */
type ReferenceRow = [path: string, kind: ReferenceKind, targetId: string];

/** The references of a column of JSON text; null where there are none. */
export function readReferences(text: string | null): ContentReference[] {
  if (text === null) return [];
  return (JSON.parse(text) as ReferenceRow[]).map(([path, kind, targetId]) => ({ path, kind, targetId }));
}

/** The same text for the same references, in any order. */
export function canonicalReferences(references: readonly ContentReference[]): string {
  return JSON.stringify(references.map(({ path, kind, targetId }) => [path, kind, targetId]).sort());
}
