import { searchTerms } from "../../../lib/search/search-text.ts";
import { joined, piece, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import { pageContentType } from "../rendering/index.ts";
import { columnPiece } from "./columns.ts";
import { comparedCondition, isAsCompared, type ComparedCondition } from "./compared-condition.ts";
import { addTargets, conditionPiece, type Dependencies, type QueriedList } from "./conditions.ts";
import { storedText } from "./field-value.ts";
import { queryError, type Condition, type ListQuery } from "./list-query.ts";
import { listId, localeField, wordsId, type QueryField } from "./query-field.ts";
import { fieldsOf, findField, isReference, notReady, type NamedField, type QueriedType, type QueriedTypes } from "./type-fields.ts";

export interface SortField {
  /** Null for the relevance. */
  column: SqlPiece | null;
  isDescending: boolean;
  /** Whether every document that the query finds has a value. */
  isGiven: boolean;
}

export interface Facet {
  field: QueryField;
  column: SqlPiece;
  /** The conditions on other fields; undefined: there are none. */
  where: SqlPiece | undefined;
  /** Whether these are all conditions of the list. */
  isOfList: boolean;
}

export interface Search {
  terms: readonly string[];
  wordsId: string;
}

/** A list's query as pieces of statements over `published_rows as stored`. */
export interface CompiledQuery extends Pick<Dependencies, "contentTypes" | "catalogKinds"> {
  listId: string;
  /** All conditions; undefined: there are none. */
  where: SqlPiece | undefined;
  search: Search | undefined;
  sort: readonly SortField[];
  facets: readonly Facet[];
}

/** A condition, and the piece that tests it: undefined where all documents of the list meet it. */
interface Compiled extends ComparedCondition {
  condition: Condition;
  named: NamedField;
  test: SqlPiece | undefined;
}

/** Compiles a query for a type. Throws `invalid_query` or `query_not_ready`. */
export function compileQuery(query: ListQuery, list: QueriedList, type: QueriedType, types: QueriedTypes["types"]): CompiledQuery {
  const { contentType, locale } = list;
  const parsed = query.where.map((condition) => {
    const named = findField("where", condition.field, type, types);
    return { condition, named, ...comparedCondition(named.field, condition) };
  });
  const keys = sortOf(query, contentType, type);
  const facetFields = query.facets.map((name) => facetField(name, type));
  const depends: Dependencies = { contentTypes: new Set([contentType]), catalogKinds: new Set(), targets: 0 };
  const conditions = parsed.map((each): Compiled => ({ ...each, test: testOf(list, type, types, each, depends) }));
  for (const field of facetFields.filter(isReference)) addTargets(depends, field, types);
  const fields = type.plan?.fields ?? [];
  return {
    contentTypes: depends.contentTypes,
    catalogKinds: depends.catalogKinds,
    listId: listId(contentType, locale, fields),
    where: whereOf(conditions),
    search:
      query.q === undefined || !type.plan
        ? undefined
        : { terms: searchTerms(query.q), wordsId: wordsId(contentType, locale, type.plan.searchable) },
    sort: keys.map(({ field, isDescending }) => ({
      column: field && columnPiece(field, fields),
      isDescending,
      isGiven: field === null || !fields.includes(field) || conditions.some((each) => leadsTo(each, field)),
    })),
    facets: facetFields.map((field) => ({
      field,
      column: columnPiece(field, fields),
      where: whereOf(conditions, field.name),
      isOfList: conditions.every(({ condition }) => condition.field !== field.name),
    })),
  };
}

/** Of the list's locale every document has the same. */
function testOf(
  list: QueriedList,
  type: QueriedType,
  types: QueriedTypes["types"],
  parsed: Omit<Compiled, "test">,
  depends: Dependencies,
): SqlPiece | undefined {
  const { named, compared, isOpposite } = parsed;
  if (named.field === localeField) return isAsCompared(compared, storedText(list.locale)) === isOpposite ? piece`false` : undefined;
  const test = conditionPiece(list, type, types, parsed, depends);
  return isOpposite ? piece`(${test}) is not true` : test;
}

/** Conditions on the facet's own field do not count: a group that has no others passes. */
function whereOf(conditions: readonly Compiled[], facet?: string): SqlPiece | undefined {
  const testsOf = (group: number | undefined) =>
    conditions.flatMap(({ condition, test }) => (condition.group === group && condition.field !== facet && test ? [test] : []));
  const groups = [...new Set(conditions.flatMap(({ condition }) => condition.group ?? []))].map(testsOf);
  const any = groups.every((tests) => tests.length > 0) ? groups.map((tests) => piece`(${joined(tests, "and")})`) : [];
  const all = [...testsOf(undefined), ...(any.length > 0 ? [piece`(${joined(any, "or")})`] : [])];
  return all.length > 0 ? joined(all, "and") : undefined;
}

/** Whether every document that meets the condition has a value of the field. */
function leadsTo({ condition, named, isOpposite }: Compiled, field: QueryField): boolean {
  return condition.group === undefined && !isOpposite && named.through === undefined && named.field.name === field.name;
}

/** By a field; null: by the relevance. */
type SortKey = Pick<SortField, "isDescending"> & { field: QueryField | null };

/** The order of the list: without a wish pages by slug, entries by time, and what was searched by relevance. */
function sortOf({ sort, q }: ListQuery, contentType: string, type: QueriedType): SortKey[] {
  const usual = contentType === pageContentType ? { field: "slug", isDescending: false } : { field: "publishedAt", isDescending: true };
  const wanted = sort.length > 0 ? sort : [q === undefined ? usual : { field: "relevance", isDescending: true }];
  const possible = fieldsOf(type).filter((field) => !field.isList && !isReference(field));
  return wanted.flatMap(({ field: name, isDescending }): SortKey[] => {
    if (name === "relevance" && q !== undefined) return [{ field: null, isDescending }];
    const field = possible.find((each) => each.name === name);
    if (!field) {
      if (type.next?.fields.some((each) => each.name === name)) throw notReady();
      const names = possible.map((each) => each.name);
      throw queryError(
        "sort",
        `names no field that a list can be sorted by: ${name}; possible are ${[...names, ...(q === undefined ? [] : ["relevance"])].join(", ")}`,
      );
    }
    return field === localeField ? [] : [{ field, isDescending }];
  });
}

function facetField(name: string, type: QueriedType): QueryField {
  fieldsOf(type);
  const possible = type.plan?.fields ?? [];
  const field = possible.find((each) => each.name === name);
  if (field) return field;
  if (type.next?.fields.some((each) => each.name === name)) throw notReady();
  const names = possible.map((each) => each.name).join(", ");
  const others = possible.length === 0 ? "the type marks none as x-queryable" : `possible are ${names}`;
  throw queryError("facets", `names no field whose values can be counted: ${name}; ${others}`);
}
