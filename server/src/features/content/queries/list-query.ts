import { Type, type Static } from "typebox";
import { invalidQuery, ProblemError } from "../../../lib/http/problem.ts";
import { canonicalSearch, searchParameter } from "../../../lib/search/search-parameter.ts";

/** The operators of conditions. */
export const operators = ["eq", "ne", "in", "nin", "lt", "lte", "gt", "gte", "prefix", "contains", "exists"] as const;
type Operator = (typeof operators)[number];

/** `where[field][operator]=value`, in one of the groups that are combined with *or*, if it is in one. */
export interface Condition {
  field: string;
  operator: Operator;
  value: string;
  group?: number;
}

interface SortKey {
  field: string;
  isDescending: boolean;
}

/** A list's query as it was sent, in the one form that means the same. Whether the site has its fields is another question. */
export interface ListQuery {
  where: readonly Condition[];
  sort: readonly SortKey[];
  /** The members to answer; undefined: all. */
  fields?: readonly string[];
  facets: readonly string[];
  q?: string;
}

const mostConditions = 12;
const mostGroups = 4;
const mostSortKeys = 3;
const mostFacets = 5;
const mostFields = 50;
/** Fifty values of 200 characters. */
const longestValue = 12_000;
const namePattern = /^[A-Za-z_][A-Za-z0-9_-]{0,63}(\.[A-Za-z_][A-Za-z0-9_-]{0,63}){0,9}$/;

/** The query parameters of a list that can be queried. */
export const listQueryParameters = {
  where: Type.Optional(
    Type.Unsafe<Readonly<Record<string, string[]>>>({
      type: "object",
      description:
        "Conditions, all of which a document meets: `where[minutes][lte]=60`. Without an operator `eq`. " +
        `Operators: ${operators.map((each) => `\`${each}\``).join(", ")}; \`in\` and \`nin\` take up to 50 values, separated by commas. ` +
        `At most ${mostConditions}. Groups, up to ${mostGroups}, of which one is enough: \`where[any][0][minutes][lte]=60\`.`,
      additionalProperties: true,
    }),
  ),
  sort: Type.Optional(
    Type.String({
      maxLength: 1_000,
      description: `Up to ${mostSortKeys} fields, separated by commas, each with \`:asc\` (default) or \`:desc\`; with \`q\` also \`relevance\`, the most relevant first. Documents without a value come last.`,
      examples: ["publishedAt:desc"],
    }),
  ),
  fields: Type.Optional(
    Type.String({
      maxLength: 5_000,
      description: "The only members to answer, separated by commas. See the guide to content.",
      examples: ["title"],
    }),
  ),
  facets: Type.Optional(
    Type.String({ maxLength: 1_000, description: `Up to ${mostFacets} fields: the answer counts the documents of each of their values.` }),
  ),
  q: searchParameter("titles and the texts that the type marks for it"),
  fallback: Type.Optional(
    Type.Enum(["default", "none"], { description: "Lists show the documents of one locale: both values mean the same here." }),
  ),
};

type Given = Partial<{ -readonly [K in keyof typeof listQueryParameters]: Static<(typeof listQueryParameters)[K]> }>;

/** A list's query as text: a part of the key of the response. */
export function writeListQuery(query: ListQuery | undefined): string {
  return query ? JSON.stringify(query) : "";
}

export function parseListQuery(text: string): ListQuery | undefined {
  return text === "" ? undefined : (JSON.parse(text) as ListQuery);
}

/** The parameters that request the same query, for links to other pages. */
export function queryParameters({ where, sort, fields, facets, q }: ListQuery): [string, string][] {
  return [
    ...where.map(({ field, operator, value, group }): [string, string] => [
      `where${group === undefined ? "" : `[any][${group}]`}[${field}][${operator}]`,
      value,
    ]),
    ...(sort.length > 0
      ? [["sort", sort.map(({ field, isDescending }) => `${field}:${isDescending ? "desc" : "asc"}`).join()] as [string, string]]
      : []),
    ...(fields ? [["fields", fields.join()] as [string, string]] : []),
    ...(facets.length > 0 ? [["facets", facets.join()] as [string, string]] : []),
    ...(q === undefined ? [] : [["q", q] as [string, string]]),
  ];
}

/** The query of a request, or undefined where it has none. Throws `invalid_query`. */
export function readListQuery(parameters: Given): ListQuery | undefined {
  const where = readWhere(parameters.where ?? {});
  const fields = parameters.fields === undefined ? undefined : names("fields", parameters.fields, mostFields).sort();
  const facets = parameters.facets === undefined ? [] : names("facets", parameters.facets, mostFacets);
  const q = parameters.q !== undefined && parameters.q.trim() !== "" ? canonicalSearch(parameters.q) : undefined;
  const sort = parameters.sort === undefined ? [] : readSort(parameters.sort, q !== undefined);
  if (where.length + sort.length + facets.length === 0 && fields === undefined && q === undefined) return undefined;
  return { where, sort, ...(fields ? { fields } : {}), facets, ...(q === undefined ? {} : { q }) };
}

function readWhere(where: Readonly<Record<string, string[]>>): Condition[] {
  const conditions = Object.entries(where).flatMap(([key, values]) => values.map((value) => readCondition(key, value)));
  if (conditions.length > mostConditions)
    throw queryError("where", `has ${conditions.length} conditions; up to ${mostConditions} are possible`);
  const distinct = new Map(conditions.map((condition) => [JSON.stringify(condition), condition]));
  return [...distinct].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, condition]) => condition);
}

function readCondition(key: string, value: string): Condition {
  if (!/^(\[[^[\]]*\])+$/.test(key)) throw queryError("where", "must be written as where[field]=value or where[field][operator]=value");
  const steps = key.slice(1, -1).split("][");
  const inGroup = steps[0] === "any" && steps.length > 2;
  const group = inGroup ? steps[1] : undefined;
  if (group !== undefined && !/^[0-3]$/.test(group)) {
    throw queryError("where[any]", `has up to ${mostGroups} groups: where[any][0] to where[any][${mostGroups - 1}]`);
  }
  const [field = "", operator = "eq", ...others] = inGroup ? steps.slice(2) : steps;
  const name = showParameter(`where${key}`);
  if (others.length > 0) throw queryError(name, "has too many parts; possible are a field and an operator");
  if (!namePattern.test(field)) throw queryError(name, "names no field: a name has letters, digits, - and _, and dots between members");
  if (!isOperator(operator)) throw queryError(name, `has an operator that does not exist; possible are ${operators.join(", ")}`);
  if (value.length > longestValue) throw queryError(name, `is longer than ${longestValue} characters`);
  if (value.includes("\u0000")) throw queryError(name, "must not contain the character NUL");
  return { field, operator, value, ...(group === undefined ? {} : { group: Number(group) }) };
}

function readSort(text: string, isSearch: boolean): SortKey[] {
  const keys = text.split(",").map((each) => {
    const [field = "", directionText, ...others] = each.split(":");
    // The most relevant first, unless the opposite is wanted.
    const direction = directionText ?? (isSearch && field === "relevance" ? "desc" : "asc");
    if (!namePattern.test(field) || (direction !== "asc" && direction !== "desc") || others.length > 0) {
      throw queryError("sort", "must be fields, separated by commas, each with :asc or :desc, such as minutes:asc,title");
    }
    return { field, isDescending: direction === "desc" };
  });
  if (keys.length > mostSortKeys) throw queryError("sort", `has more than ${mostSortKeys} fields`);
  if (new Set(keys.map(({ field }) => field)).size < keys.length) throw queryError("sort", "names a field twice");
  return keys;
}

function names(parameter: string, text: string, most: number): string[] {
  const all = [...new Set(text.split(","))];
  if (!all.every((name) => namePattern.test(name))) throw queryError(parameter, "must be names, separated by commas and without blanks");
  if (all.length > most) throw queryError(parameter, `has more than ${most} names`);
  return all;
}

function isOperator(text: string): text is Operator {
  return (operators as readonly string[]).includes(text);
}

/** `invalid_query` for a parameter: the cause, then the possibilities. */
export function queryError(parameter: string, message: string): ProblemError {
  return new ProblemError(invalidQuery, {
    detail: `${parameter} ${message}.`,
    errors: [{ path: `/${parameter}`, code: "query", message }],
  });
}

function showParameter(parameter: string): string {
  return parameter.length <= 100 ? parameter : "where";
}
