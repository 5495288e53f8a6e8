import { searchTerms } from "../../../lib/search/search-text.ts";
import { compareInCodePoints } from "../../../lib/text/code-points.ts";
import { pageContentType } from "../document.ts";
import { conditionRanges, type ConditionRanges } from "./condition-ranges.ts";
import { hasComparedPart, storedText, valueOf, wholeRange } from "./field-value.ts";
import { queryFault, type Condition, type ListQuery } from "./list-query.ts";
import { documentQueryFields, fieldId, localeField, wordsId, type QueryField } from "./query-field.ts";
import { acceptsNothing, always, neverPasses, type BitTest, type Formula } from "./formula.ts";
import { joinRanges, type MatchedRange } from "./join-ranges.ts";
import {
  fieldsOf,
  findField,
  isReference,
  notReady,
  targetTypes,
  type NamedField,
  type QueriedType,
  type QueriedTypes,
} from "./type-fields.ts";

/** Targets of references by a value of theirs: of documents in the locale, or where they are not published in it, in the default one. */
interface MatchedTargets extends MatchedRange {
  reference: string;
  /** The field of ids in the locale, where `fieldId` is of the default one. */
  unlessIn: string | null;
}

/** A product or a category by its id or its slug; without both, any. */
interface MatchedGoods {
  reference: string;
  kind: string;
  id: string | null;
  slug: string | null;
  bits: number;
}

interface SortField {
  /** All stored values of the field; null for the relevance. */
  whole: MatchedRange | null;
  isDescending: boolean;
  /** Whether the conditions or the search lead to the value of every document that matches. */
  isGiven: boolean;
}

export interface Facet {
  field: QueryField;
  whole: MatchedRange;
  formula: Formula;
}

/** A list's query in the terms of stored values. */
export interface CompiledQuery {
  ranges: readonly MatchedRange[];
  targets: readonly MatchedTargets[];
  goods: readonly MatchedGoods[];
  /** The words to find, and whether the list is sorted by the relevance. */
  search: { terms: readonly string[]; wordsId: string; bits: number; isRanked: boolean } | undefined;
  formula: Formula;
  /** Whether there is neither a condition nor a search: all documents of the type in the locale match. */
  isWhole: boolean;
  /** The field whose values are those documents. */
  everyone: string;
  sort: readonly SortField[];
  facets: readonly Facet[];
  /** The content types whose documents decide. */
  contentTypes: readonly string[];
  /** The kinds of goods that decide. */
  goodsKinds: ReadonlySet<string>;
}

export interface QueriedList {
  contentType: string;
  locale: string;
  defaultLocale: string;
}

/** A field of the target of a reference is one field for each content type that the target may have, in two locales. */
const mostTargets = 5_000;
const [idField] = documentQueryFields as [QueryField];

/** The catalogue is not among the stored values. */
const equalities: readonly string[] = ["eq", "ne", "in", "nin", "contains", "exists"];

/** A condition, as the stored values of its field meet it. */
interface Compiled extends ConditionRanges {
  condition: Condition;
  named: NamedField;
  bits: number;
  /** Set where all documents of the list meet it, or none. */
  constant: boolean | undefined;
}

/** Compiles a query for a type. Throws `invalid_query` or `query_not_ready`. */
export function compileQuery(query: ListQuery, list: QueriedList, type: QueriedType, types: QueriedTypes["types"]): CompiledQuery {
  const conditions = query.where.map((condition, index): Compiled => {
    const named = findField("where", condition.field, type, types);
    const ranges = conditionRanges(named.field, condition);
    const constant = named.field === localeField ? isMetBy(ranges, storedText(list.locale)) : undefined;
    return { condition, named, bits: 1 << index, constant, ...ranges };
  });
  const sort = sortOf(query, list, type);
  const search = searchOf(query, list, type, { bits: 1 << conditions.length, isRanked: sort.some(({ field }) => field === null) });
  const formulaOf = (facet?: string) => formula(conditions, facet, search?.bits ?? 0);
  const facets = query.facets.map((name) => facetOf(name, list, type, formulaOf(name)));
  const all = [formulaOf(), ...facets.map((each) => each.formula)].some(acceptsNothing);
  const everyone = wholeField(list, idField);
  const given = sort.find(({ field }) => field === null) ?? sort.find(({ field }) => conditions.some((each) => leadsTo(each, field)));
  const stored = storedMatches(conditions, list, types);
  for (const { field } of facets.filter((each) => isReference(each.field))) addTargets(stored, field, types);
  return {
    ...stored,
    contentTypes: [...stored.contentTypes],
    ranges: joinRanges([...stored.ranges, ...(all ? [everyone] : [])]),
    search,
    formula: formulaOf(),
    isWhole: conditions.length === 0 && search === undefined,
    everyone: everyone.fieldId,
    sort: sort.map((key) => ({
      ...{ whole: key.field && wholeField(list, key.field), isDescending: key.isDescending, isGiven: key === given },
    })),
    facets,
  };
}

/** Whether the condition's ranges have the field's value of every document that matches. */
function leadsTo({ condition, named, part, isOpposite, constant }: Compiled, field: QueryField | null): boolean {
  const isRequired = condition.group === undefined && !isOpposite && constant === undefined;
  return isRequired && part === null && named.through === undefined && named.field.name === field?.name;
}

/** All stored values of a field of the list's documents. */
function wholeField({ contentType, locale }: QueriedList, field: QueryField): MatchedRange {
  return { fieldId: fieldId(contentType, locale, field), ...wholeRange(field.kind), part: null, bits: 0 };
}

/** Conditions on the facet's own field are met: a group that has no others passes. */
function formula(conditions: readonly Compiled[], facet: string | undefined, searched: number): Formula {
  const testOf = (group: number | undefined): BitTest => {
    const own = conditions.filter(({ condition }) => condition.group === group && condition.field !== facet);
    if (own.some(({ constant, isOpposite }) => constant === isOpposite)) return neverPasses;
    const variable = own.filter(({ constant }) => constant === undefined);
    const bitsOf = (isOpposite: boolean) =>
      variable.filter((each) => each.isOpposite === isOpposite).reduce((sum, { bits }) => sum | bits, 0);
    return { required: bitsOf(false), forbidden: bitsOf(true) };
  };
  const all = testOf(undefined);
  const any = [...new Set(conditions.flatMap(({ condition }) => condition.group ?? []))].map(testOf);
  return { all: { ...all, required: all.required | searched }, any: any.length === 0 ? [always] : any };
}

function isMetBy({ ranges, part }: ConditionRanges, stored: string): boolean {
  const isWithin = ranges.some(({ low, high }) => compareInCodePoints(low, stored) <= 0 && compareInCodePoints(stored, high) < 0);
  return isWithin && (part === null || hasComparedPart(stored, part));
}

function searchOf(
  { q }: ListQuery,
  { contentType, locale }: QueriedList,
  { plan }: QueriedType,
  own: { bits: number; isRanked: boolean },
): CompiledQuery["search"] {
  if (q === undefined || !plan) return undefined;
  return { terms: searchTerms(q), wordsId: wordsId(contentType, locale, plan.searchable), ...own };
}

/** By a field; null: by the relevance. */
type SortKey = Pick<SortField, "isDescending"> & { field: QueryField | null };

/** The order of the list: without a wish pages by slug, entries by time, and what was searched by relevance. */
function sortOf({ sort, q }: ListQuery, { contentType }: QueriedList, type: QueriedType): SortKey[] {
  const usual = contentType === pageContentType ? { field: "slug", isDescending: false } : { field: "publishedAt", isDescending: true };
  const wanted = sort.length > 0 ? sort : [q === undefined ? usual : { field: "relevance", isDescending: true }];
  const possible = fieldsOf(type).filter((field) => !field.isList && !isReference(field));
  return wanted.flatMap(({ field: name, isDescending }): SortKey[] => {
    if (name === "relevance" && q !== undefined) return [{ field: null, isDescending }];
    const field = possible.find((each) => each.name === name);
    if (!field) {
      if (type.next?.fields.some((each) => each.name === name)) throw notReady();
      const names = possible.map((each) => each.name);
      throw queryFault(
        "sort",
        `names no field that a list can be sorted by: ${name}; possible are ${[...names, ...(q === undefined ? [] : ["relevance"])].join(", ")}`,
      );
    }
    return field === localeField ? [] : [{ field, isDescending }];
  });
}

function facetOf(name: string, list: QueriedList, type: QueriedType, own: Formula): Facet {
  fieldsOf(type);
  const possible = type.plan?.fields ?? [];
  const field = possible.find((each) => each.name === name);
  if (field) return { field, whole: wholeField(list, field), formula: own };
  if (type.next?.fields.some((each) => each.name === name)) throw notReady();
  const names = possible.map((each) => each.name).join(", ");
  const others = possible.length === 0 ? "the type marks none as x-queryable" : `possible are ${names}`;
  throw queryFault("facets", `names no field whose values can be counted: ${name}; ${others}`);
}

type Matches = Pick<CompiledQuery, "targets" | "goods"> & {
  ranges: MatchedRange[];
  contentTypes: Set<string>;
  goodsKinds: Set<string>;
};

/** Notes what a reference leads to, and returns the content types. */
function addTargets(
  { contentTypes, goodsKinds }: Pick<Matches, "contentTypes" | "goodsKinds">,
  reference: QueryField,
  types: QueriedTypes["types"],
): string[] {
  const { kind } = reference;
  if (kind === "product" || kind === "category") goodsKinds.add(kind);
  const targets = targetTypes(reference, types).map(({ slug }) => slug);
  for (const slug of targets) contentTypes.add(slug);
  return targets;
}

/** The stored values that meet the conditions, where they are. */
function storedMatches(
  conditions: readonly Compiled[],
  { contentType, locale, defaultLocale }: QueriedList,
  types: QueriedTypes["types"],
): Matches {
  const matches = {
    ...{
      ranges: [] as MatchedRange[],
      targets: [] as MatchedTargets[],
      goods: [] as MatchedGoods[],
    },
    ...{ contentTypes: new Set([contentType]), goodsKinds: new Set<string>() },
  };
  for (const { named, condition, ranges, part, bits, constant } of conditions) {
    if (constant !== undefined) continue;
    const { field, through } = named;
    const referring = through?.reference ?? (isReference(field) ? field : undefined);
    if (!referring) {
      for (const range of ranges) matches.ranges.push({ fieldId: fieldId(contentType, locale, field), ...range, part, bits });
      continue;
    }
    const reference = fieldId(contentType, locale, referring);
    const { kind } = referring;
    const isGoods = kind === "product" || kind === "category";
    // `contains` is one for lists of references alone.
    const possible = through ? equalities.filter((each) => each !== "contains") : equalities;
    if (isGoods && !possible.includes(condition.operator)) {
      throw queryFault(`where[${condition.field}]`, `cannot be compared with ${condition.operator}; possible are ${possible.join(", ")}`);
    }
    const allTargets = addTargets(matches, referring, types);
    if (isGoods && condition.operator === "exists") {
      matches.goods.push({ reference, kind, id: null, slug: null, bits });
    } else if (isGoods) {
      const isId = field.kind !== "text";
      for (const { low } of ranges) {
        const value = String(valueOf(field.kind, low));
        matches.goods.push({ reference, kind, id: isId ? value : null, slug: isId ? null : value, bits });
      }
    } else {
      const targets = through?.targets ?? allTargets.map((slug) => ({ slug, field: idField }));
      // Before any is made: each takes time.
      if (matches.targets.length + 2 * targets.length * ranges.length > mostTargets) {
        throw queryFault("where", "compares with fields of too many content types; name fewer values, or conditions on references");
      }
      for (const { slug, field: target } of targets) {
        const [inLocale, inDefault] = [fieldId(slug, locale, target), fieldId(slug, defaultLocale, target)];
        const unlessIn = fieldId(slug, locale, idField);
        for (const range of ranges) {
          const own = { reference, ...range, part, bits };
          matches.targets.push({ ...own, fieldId: inLocale, unlessIn: null });
          if (locale !== defaultLocale) matches.targets.push({ ...own, fieldId: inDefault, unlessIn });
        }
      }
    }
  }
  return matches;
}
