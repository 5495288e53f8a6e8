import { foldedText } from "../../server/src/lib/search/search-text.ts";

export type Kind = "text" | "number" | "boolean" | "date" | "instant" | "id" | "entry" | "page" | "product" | "category";

export interface ModelField {
  name: string;
  kind: Kind;
  isList?: boolean;
  isWhole?: boolean;
  /** Of a reference to an entry. */
  contentTypes?: readonly string[];
}

/** The published state of a document in a locale. Times are milliseconds. */
export interface ModelDocument {
  id: string;
  contentType: string;
  locale: string;
  slug: string;
  title: string;
  publishedAt: number;
  firstPublishedAt: number;
  createdAt: number;
  updatedAt: number;
  content: Record<string, unknown>;
}

export interface ModelSite {
  defaultLocale: string;
  documents: readonly ModelDocument[];
  /** The fields that each content type marks. */
  fields: Readonly<Record<string, readonly ModelField[]>>;
  /** The paths of the texts that each content type marks for the search. */
  searchable: Readonly<Record<string, readonly string[]>>;
  /** Those that the public sees, by id. */
  products: ReadonlyMap<string, { slug: string }>;
  categories: ReadonlyMap<string, { slug: string }>;
}

export interface ModelCondition {
  field: string;
  operator: string;
  value: string;
  group?: number;
}

export interface ModelQuery {
  contentType: string;
  locale: string;
  where: readonly ModelCondition[];
  sort: readonly { field: string; isDescending: boolean }[];
  facets: readonly string[];
  fields?: readonly string[];
  /** One whole word: the model knows neither beginnings of words nor typing errors. */
  q?: string;
  page: number;
  pageSize: number;
}

/** A text, a date or an id; a number; a boolean; an instant in milliseconds. */
export type Value = string | number | boolean;

export interface ModelAnswer {
  /** Of the page; undefined where the order is that of relevance. */
  ids: string[] | undefined;
  total: number;
  facets: Record<string, { value: Value; count: number }[]>;
}

const documentFields: readonly ModelField[] = [
  { name: "id", kind: "id" },
  { name: "slug", kind: "text" },
  { name: "locale", kind: "text" },
  ...["publishedAt", "firstPublishedAt", "createdAt", "updatedAt"].map((name) => ({ name, kind: "instant" as const })),
];
/** Their ids and slugs. */
const catalogItemFields = documentFields.slice(0, 2);
const mostCharacters = 200;
const mostValues = 100;
const mostCounts = 50;

const firstCharacters = (text: string) => Array.from(text).slice(0, mostCharacters).join("");
const folded = new Map<string, string>();
function fold(text: string): string {
  const foldedForm = folded.get(text) ?? firstCharacters(foldedText(text)).replaceAll("\u0001", "");
  folded.set(text, foldedForm);
  return foldedForm;
}

const byCodePoints = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

export function isReference({ kind }: ModelField): boolean {
  return kind === "entry" || kind === "page" || kind === "product" || kind === "category";
}

function compare(kind: Kind, a: Value, b: Value): number {
  if (typeof a === "string" && typeof b === "string") return (kind === "text" && byCodePoints(fold(a), fold(b))) || byCodePoints(a, b);
  return Number(a) - Number(b);
}

/** The value of a field's kind, or undefined. */
function valueOfKind(kind: Kind, rawValue: unknown): Value | undefined {
  if (isReference({ name: "", kind })) {
    const id = typeof rawValue === "object" && rawValue !== null ? (rawValue as Record<string, unknown>)[kind] : undefined;
    return typeof id === "string" ? id : undefined;
  }
  if (kind === "number") return typeof rawValue === "number" ? rawValue + 0 : undefined;
  if (kind === "boolean") return typeof rawValue === "boolean" ? rawValue : undefined;
  if (typeof rawValue !== "string") return undefined;
  if (kind === "text") return firstCharacters(rawValue);
  if (kind === "date") return isDay(rawValue) ? rawValue : undefined;
  if (kind === "id") return rawValue.toLowerCase();
  const isInstant = /^.{10}T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(rawValue) && isDay(rawValue.slice(0, 10));
  return isInstant ? Date.parse(rawValue.toUpperCase()) : undefined;
}

function isDay(text: string): boolean {
  const instant = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return instant !== undefined && !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

function operandOf(kind: Kind, text: string): Value {
  if (kind === "number" || kind === "boolean") return kind === "number" ? Number(text) + 0 : text === "true";
  if (kind === "instant" && isDay(text)) return Date.parse(text);
  if (kind !== "text" && kind !== "date" && kind !== "instant") return text.toLowerCase();
  return valueOfKind(kind, text) as Value;
}

/** All that is at a path, with every list on the way and at its end followed. */
function reached(value: unknown, path: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => reached(item, path));
  const [name, ...rest] = path;
  if (name === undefined) return [value];
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return [];
  return reached((value as Record<string, unknown>)[name], rest);
}

/** The published content of a site as plain objects, and its queries as loops over all of them. */
export class QueryModel {
  readonly site: ModelSite;
  readonly #byPlace: ReadonlyMap<string, ModelDocument>;

  constructor(site: ModelSite) {
    this.site = site;
    this.#byPlace = new Map(site.documents.map((document) => [`${document.id} ${document.locale}`, document]));
  }

  fieldsOf(contentType: string): readonly ModelField[] {
    return [...documentFields, ...(this.site.fields[contentType] ?? [])];
  }

  /** The documents that a query finds, in the order of the list but for relevance. */
  matching(query: ModelQuery, facet?: string): ModelDocument[] {
    const listed = this.site.documents.filter(({ contentType, locale }) => contentType === query.contentType && locale === query.locale);
    const groups = new Map<number | undefined, ModelCondition[]>();
    for (const condition of query.where) groups.set(condition.group, [...(groups.get(condition.group) ?? []), condition]);
    const meetsAll = (document: ModelDocument, group: number | undefined) =>
      (groups.get(group) ?? []).filter(({ field }) => field !== facet).every((condition) => this.#meets(document, condition, query.locale));
    const alternatives = [...groups.keys()].filter((group) => group !== undefined);
    const matches = listed.filter(
      (document) =>
        (query.q === undefined || this.#hasWord(document, query.q)) &&
        meetsAll(document, undefined) &&
        (alternatives.length === 0 || alternatives.some((group) => meetsAll(document, group))),
    );
    return facet === undefined ? this.#sorted(matches, query) : matches;
  }

  answer(query: ModelQuery): ModelAnswer {
    const matches = this.matching(query);
    const start = (query.page - 1) * query.pageSize;
    const byRelevance = query.q !== undefined && query.sort.length === 0;
    return {
      ids: byRelevance ? undefined : matches.slice(start, start + query.pageSize).map(({ id }) => id),
      total: matches.length,
      facets: Object.fromEntries(query.facets.map((name) => [name, this.#counts(query, name)])),
    };
  }

  /** The values of a field: those that count, each once. A reference has one only where its target is public. */
  values(document: ModelDocument, field: ModelField, locale: string): Value[] {
    const { name, kind } = field;
    if (documentFields.some((documentField) => documentField.name === name)) return [document[name as "slug" | "publishedAt"]];
    const allValues = reached(document.content, name.split(".")).flatMap((each) => valueOfKind(kind, each) ?? []);
    const counted = [...new Set(allValues)].slice(0, field.isList ? mostValues : 1);
    return isReference(field) ? counted.filter((id) => this.#isPublic(kind, String(id), locale)) : counted;
  }

  #isPublic(kind: Kind, id: string, locale: string): boolean {
    if (kind === "product") return this.site.products.has(id);
    if (kind === "category") return this.site.categories.has(id);
    return this.#target(id, locale) !== undefined;
  }

  #target(id: string, locale: string): ModelDocument | undefined {
    return this.#byPlace.get(`${id} ${locale}`) ?? this.#byPlace.get(`${id} ${this.site.defaultLocale}`);
  }

  #meets(document: ModelDocument, condition: ModelCondition, locale: string): boolean {
    const ownField = this.fieldsOf(document.contentType).find(({ name }) => name === condition.field);
    if (ownField) return holds(ownField, this.values(document, ownField, locale), condition);
    const reference = this.fieldsOf(document.contentType)
      .filter((each) => isReference(each) && condition.field.startsWith(`${each.name}.`))
      .sort((a, b) => b.name.length - a.name.length)[0];
    if (!reference) throw new Error(`The model has no field ${condition.field}.`);
    const rest = condition.field.slice(reference.name.length + 1);
    const targets = this.values(document, reference, locale).map(String);
    if (reference.kind === "product" || reference.kind === "category") {
      const field = catalogItemFields.find(({ name }) => name === rest) as ModelField;
      const catalogItems = reference.kind === "product" ? this.site.products : this.site.categories;
      const values = targets.map((id) => (rest === "id" ? id : (catalogItems.get(id)?.slug ?? "")));
      return holds(field, values, condition);
    }
    const documents = targets.flatMap((id) => this.#target(id, locale) ?? []);
    const fields = this.targetFields(reference, rest);
    const [field] = fields.map((each) => each.field);
    if (!field) throw new Error(`The model has no field ${condition.field}.`);
    const values = documents.flatMap((target) => {
      const its = fields.find(({ contentType }) => contentType === target.contentType);
      return its ? this.values(target, its.field, locale) : [];
    });
    return holds({ ...field, isList: fields.some((each) => each.field.isList) }, values, condition);
  }

  /** The field of a name in each content type that a reference may lead to. */
  targetFields({ kind, contentTypes }: ModelField, name: string): { contentType: string; field: ModelField }[] {
    const types = kind === "page" ? ["page"] : Object.keys(this.site.fields).filter((type) => type !== "page");
    const possible = kind === "entry" && contentTypes ? types.filter((type) => contentTypes.includes(type)) : types;
    return possible.flatMap((contentType) => {
      const field = this.fieldsOf(contentType).find((each) => each.name === name && !isReference(each));
      return field ? [{ contentType, field }] : [];
    });
  }

  #hasWord({ contentType, title, content }: ModelDocument, word: string): boolean {
    const texts = [title, ...(this.site.searchable[contentType] ?? []).flatMap((path) => reached(content, path.split(".")))];
    return texts.some(
      (text) =>
        typeof text === "string" &&
        foldedText(text)
          .split(/[^\p{L}\p{N}]+/u)
          .includes(word),
    );
  }

  #sorted(documents: readonly ModelDocument[], { contentType, sort, locale }: ModelQuery): ModelDocument[] {
    const usual = contentType === "page" ? { field: "slug", isDescending: false } : { field: "publishedAt", isDescending: true };
    const keys = (sort.length > 0 ? sort : [usual]).map(({ field: wanted, isDescending }) => {
      const field = this.fieldsOf(contentType).find(({ name }) => name === wanted) as ModelField;
      return { field, isDescending };
    });
    const withKeys = documents.map((document) => ({ document, own: keys.map(({ field }) => this.values(document, field, locale)[0]) }));
    withKeys.sort((a, b) => {
      for (const [place, { field, isDescending }] of keys.entries()) {
        const [left, right] = [a.own[place], b.own[place]];
        if (left === undefined && right === undefined) continue;
        if (left === undefined || right === undefined) return left === undefined ? 1 : -1;
        const order = compare(field.kind, left, right);
        if (order !== 0) return isDescending ? -order : order;
      }
      return byCodePoints(a.document.id, b.document.id);
    });
    return withKeys.map(({ document }) => document);
  }

  #counts(query: ModelQuery, name: string): { value: Value; count: number }[] {
    const field = this.fieldsOf(query.contentType).find((each) => each.name === name) as ModelField;
    const counts = new Map<Value, number>();
    for (const document of this.matching(query, name)) {
      for (const value of this.values(document, field, query.locale)) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return [...counts]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || compare(field.kind, a.value, b.value))
      .slice(0, mostCounts);
  }
}

/** Whether one of the values meets a condition; `ne` and `nin` are the opposites of `eq` and `in`. */
function holds({ kind, isList }: ModelField, values: readonly Value[], { operator, value: text }: ModelCondition): boolean {
  const is = (operand: string) => values.some((value) => compare(kind, value, operandOf(kind, operand)) === 0);
  const some = (test: (order: number) => boolean) => values.some((value) => test(compare(kind, value, operandOf(kind, text))));
  if (operator === "eq") return is(text);
  if (operator === "ne") return !is(text);
  if (operator === "in") return splitList(text).some(is);
  if (operator === "nin") return !splitList(text).some(is);
  if (operator === "lt") return some((order) => order < 0);
  if (operator === "lte") return some((order) => order <= 0);
  if (operator === "gt") return some((order) => order > 0);
  if (operator === "gte") return some((order) => order >= 0);
  if (operator === "prefix") return values.some((value) => fold(String(value)).startsWith(fold(text)));
  if (operator === "contains") return isList ? is(text) : values.some((value) => fold(String(value)).includes(fold(text)));
  return values.length > 0 === (text === "true");
}

/** The values between commas. Escaped ones are set aside before the text is cut. */
function splitList(text: string): string[] {
  const escaped = text.replaceAll("\\\\", "\u0002").replaceAll("\\,", "\u0003");
  return escaped.split(",").map((value) => value.replaceAll("\u0002", "\\").replaceAll("\u0003", ","));
}
