import { searchVector } from "../../../lib/search/search-text.ts";
import { forEachBlock, pageContentType } from "../rendering/index.ts";
import { columnsOf } from "./columns.ts";
import { storedInstant, storedText, storedValuesOf, valuesAt } from "./field-value.ts";
import { listId, wordsId, type QueryField } from "./query-field.ts";
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

interface StoredWords {
  wordsId: string;
  titleLength: number;
  /** The text of a tsvector. */
  search: string;
}

/** A row of `published_rows`, by the names of its columns. */
type StoredRow = Record<string, string | readonly string[]>;

/** The rows and the words of a document under plans of its type, each once. */
export function valuesOf(document: QueriedDocument, plans: readonly QueryPlan[]): { rows: StoredRow[]; words: StoredWords[] } {
  const { contentType, locale, title } = document;
  const content: unknown = JSON.parse(document.content);
  const rows = new Map(plans.map(({ fields }) => [listId(contentType, locale, fields), rowOf(document, content, fields)]));
  const words = new Map(
    plans.map(({ searchable }) => {
      const search = searchVector({ A: [title], D: searchedTexts(contentType, content, searchable) });
      return [wordsId(contentType, locale, searchable), { titleLength: title.length, search }];
    }),
  );
  return {
    rows: [...rows].map(([list, row]) => ({ list_id: list, ...row })),
    words: [...words].map(([id, each]) => ({ wordsId: id, ...each })),
  };
}

function rowOf(document: QueriedDocument, content: unknown, fields: readonly QueryField[]): StoredRow {
  const row: StoredRow = {
    document_id: document.documentId,
    locale: document.locale,
    slug: storedText(document.slug),
    published_at: storedInstant(document.publishedAt),
    first_published_at: storedInstant(document.firstPublishedAt),
    created_at: storedInstant(document.createdAt),
    updated_at: storedInstant(document.updatedAt),
  };
  for (const { field, column } of columnsOf(fields)) {
    const values = storedValuesOf(content, field);
    if (values[0] !== undefined) row[column] = field.isList ? values : values[0];
  }
  return row;
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
