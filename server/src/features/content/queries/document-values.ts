import { searchVector } from "../../../lib/search/search-text.ts";
import { forEachBlock } from "../binding.ts";
import { pageContentType } from "../document.ts";
import { storedId, storedInstant, storedText, storedValuesOf, valuesAt } from "./field-value.ts";
import { documentQueryFields, fieldId, wordsId, type QueryField } from "./query-field.ts";
import type { QueryPlan } from "./query-plan.ts";

/** A published translation, as queries see it. */
export interface QueriedDocument {
  documentId: string;
  contentType: string;
  locale: string;
  slug: string;
  title: string;
  /** JSON text. */
  content: string;
  publishedAt: Date;
  firstPublishedAt: Date;
  createdAt: Date;
  updatedAt: Date;
}

interface StoredValue {
  fieldId: string;
  value: string;
}

interface StoredWords {
  wordsId: string;
  titleLength: number;
  /** The text of a tsvector. */
  search: string;
}

/** The values and the words of a document under plans of its type, each once. */
export function valuesOf(document: QueriedDocument, plans: readonly QueryPlan[]): { values: StoredValue[]; words: StoredWords[] } {
  const { contentType, locale, title } = document;
  const content: unknown = JSON.parse(document.content);
  const idOf = (field: QueryField) => fieldId(contentType, locale, field);
  const stored = new Map<string, string[]>();
  for (const field of documentQueryFields) stored.set(idOf(field), [valueOfDocument(document, field.name)]);
  for (const field of plans.flatMap(({ fields }) => fields)) {
    stored.set(idOf(field), storedValuesOf(content, field));
  }
  const words = new Map(
    plans.map(({ searchable }) => {
      const search = searchVector({ A: [title], D: searchedTexts(contentType, content, searchable) });
      return [wordsId(contentType, locale, searchable), { titleLength: title.length, search }];
    }),
  );
  return {
    values: [...stored].flatMap(([field, values]) => values.map((value) => ({ fieldId: field, value }))),
    words: [...words].map(([id, each]) => ({ wordsId: id, ...each })),
  };
}

function valueOfDocument(document: QueriedDocument, name: string): string {
  if (name === "id") return storedId(document.documentId);
  const value = document[name as "slug" | "publishedAt"];
  return typeof value === "string" ? storedText(value) : storedInstant(value);
}

interface PageContent {
  composition: PageBlock[];
}

interface PageBlock {
  type: string;
  props: Record<string, unknown>;
  /** By JSON Pointer into the props. */
  bindings?: Record<string, unknown>;
  children?: Record<string, PageBlock[]>;
}

/** The texts of a content that are searched; with `withoutBound` without the props of blocks that bindings replace. */
export function searchedTexts(
  contentType: string,
  content: unknown,
  searchable: QueryPlan["searchable"],
  { withoutBound = false } = {},
): string[] {
  if (contentType !== pageContentType) return textsAt(content, searchable[""]);
  const texts: string[] = [];
  forEachBlock((content as PageContent).composition, ({ type, props, bindings = {} }) => {
    if (!Object.hasOwn(searchable, type)) return;
    const bound = new Set(withoutBound ? Object.keys(bindings).map((pointer) => pointer.split("/")[1]) : []);
    texts.push(
      ...textsAt(
        props,
        searchable[type]?.filter(([name = ""]) => !bound.has(name)),
      ),
    );
  });
  return texts;
}

/** The texts at paths of a value, in the order of the paths. */
function textsAt(value: unknown, paths: readonly (readonly string[])[] = []): string[] {
  return paths.flatMap((path) => [...valuesAt(value, path)]).filter((text) => typeof text === "string");
}
