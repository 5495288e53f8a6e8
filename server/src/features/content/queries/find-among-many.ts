import { offsetOf, type Paging } from "../../../lib/http/paging.ts";
import type { Site } from "../../../lib/site.ts";
import { piece } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import type { Column } from "./column.ts";
import type { CompiledQuery } from "./compile-query.ts";
import { mostCounted, targetKind, type CountedValue } from "./count-facets.ts";
import { few } from "./few-documents.ts";
import { acceptsNothing, withoutSearch, type Formula } from "./formula.ts";
import { readField, type NeededField } from "./kept-fields.ts";
import type { KeptList } from "./kept-list.ts";
import type { MatchedRange } from "./join-ranges.ts";
import { ManyDocuments } from "./many-documents.ts";
import { readOthers, readSearched } from "./read-many.ts";
import { byRelevance } from "./relevance.ts";
import { noCounts, readPage, type ReadPage } from "./read-page.ts";

/** One query gets no more of the database at once. */
const mostStatements = 2;

interface FieldToRead {
  /** The place of the sort key that the field is, if it is one. */
  sortKey: number | undefined;
  /** The facets that count it. */
  facets: readonly number[];
  /** Undefined if the content has changed. */
  read(): Promise<NeededField | undefined>;
}

/** Of the values of one field. */
interface OwnField extends FieldToRead {
  hasConditions: boolean;
}

/**
 * A page of a list for which so many values are to be compared that this process combines them, from the documents alone: PostgreSQL
 * takes ten times as long to gather them by document as to read them. Undefined if the site changed meanwhile.
 */
export async function findAmongMany(
  sql: Sql,
  site: Site,
  locale: string,
  list: KeptList,
  query: CompiledQuery,
  paging: Paging & { withoutContent: boolean },
): Promise<ReadPage | undefined> {
  const many = new ManyDocuments(list.table, query.sort.length);
  const columns: (Column | undefined)[] = query.facets.map(() => undefined);
  const catalogVersions = new Set<number>();
  let hasChanged = false;
  const readAll = async (fields: readonly FieldToRead[]) => {
    const waiting = [...fields];
    const readNext = async () => {
      for (let next = waiting.shift(); next && !hasChanged; next = waiting.shift()) {
        const found = await next.read().catch((error: unknown) => {
          // Nobody waits for the others any more: a transaction may end.
          waiting.length = 0;
          throw error;
        });
        hasChanged ||= found === undefined;
        if (!found) return;
        const { catalogVersion, met, column } = found;
        many.add(met);
        if (column && next.sortKey !== undefined) many.rank(next.sortKey, column);
        for (const facet of next.facets) columns[facet] = column;
        if (catalogVersion !== undefined) catalogVersions.add(catalogVersion);
      }
    };
    await Promise.all(Array.from({ length: mostStatements }, readNext));
  };
  const fields = fieldsToRead(sql, site, locale, list, query);
  const narrowing = narrowingFormulas(query);
  const isFirst = ({ hasConditions }: OwnField) => narrowing !== undefined && hasConditions;
  await readAll(fields.filter(isFirst));
  const candidates = narrowing && many.idsPassing(narrowing, few.lookedAmong);
  await readAll([...otherFields(sql, site, locale, list, query, candidates), ...fields.filter((field) => !isFirst(field))]);
  list.keepTable();
  if (hasChanged) return undefined;

  const passed = many.passing(query.formula);
  const total = passed.reduce((sum, passes) => sum + passes, 0);
  const areDescending = query.sort.map(({ isDescending }) => isDescending);
  const ids = many.page(passed, areDescending, { offset: offsetOf(paging), size: paging.pageSize });
  const counts = query.facets.flatMap(({ formula }, index) =>
    many
      .mostFrequent(columns[index] as Column, many.passing(formula), mostCounted)
      .map(([value, count]): CountedValue => [index + 1, value, count]),
  );
  const found = {
    ...{ parts: piece``, ...noCounts, total: piece`${total}::int` },
    page: piece`
      select given.document_id
      from unnest(${ids}::uuid[]) with ordinality as given (document_id, place)
      order by given.place`,
  };
  const read = await readPage(sql, site, locale, found, paging.withoutContent);
  if (query.goodsKinds.size > 0) catalogVersions.add(read.catalogVersion);
  const isOfOneMoment = read.contentVersion === site.contentVersion && (query.goodsKinds.size === 0 || catalogVersions.size === 1);
  return isOfOneMoment ? { ...read, counts: JSON.stringify(counts) } : undefined;
}

/** The fields that the query compares, sorts by and counts: each once, as far as possible. */
function fieldsToRead(sql: Sql, site: Site, locale: string, list: KeptList, query: CompiledQuery): OwnField[] {
  const { facets, sort } = query;
  const wholes = [...facets.map(({ whole }) => whole), ...sort.flatMap(({ whole }) => whole ?? [])];
  const byField = new Map<string, MatchedRange[]>();
  for (const range of [...query.ranges, ...wholes]) {
    const name = `${range.fieldId} ${range.part ?? ""}`;
    byField.set(name, [...(byField.get(name) ?? []), range]);
  }
  return [...byField.values()].map((ranges): OwnField => {
    const [{ fieldId, part }] = ranges as [MatchedRange];
    const placesOf = (all: readonly { whole: MatchedRange | null }[]) =>
      part === null ? all.flatMap(({ whole }, place) => (whole?.fieldId === fieldId ? [place] : [])) : [];
    const [[sortKey], own] = [placesOf(sort), placesOf(facets)];
    const kind = facets.find((_, place) => own.includes(place));
    const needed = { fieldId, ranges, areCounted: sortKey !== undefined || own.length > 0, kind: kind ? targetKind(kind) : null };
    return {
      sortKey,
      facets: own,
      hasConditions: ranges.some(({ bits }) => bits !== 0),
      read: () => readField(sql, site, locale, list, needed),
    };
  });
}

/** The searched words, among the candidates if they are known, and the targets of references: they are not the values of one field. */
function otherFields(
  sql: Sql,
  site: Site,
  locale: string,
  list: KeptList,
  query: CompiledQuery,
  candidates: readonly string[] | undefined,
): FieldToRead[] {
  const { sort, targets, goods, search } = query;
  if (targets.length + goods.length === 0 && !search) return [];
  const byWords = sort.findIndex(({ whole }) => whole === null);
  const read = async () => {
    const { contentVersion, catalogVersion, documents } = await (search && candidates
      ? readSearched(sql, site, locale, search, candidates)
      : readOthers(sql, site, locale, query));
    if (contentVersion !== site.contentVersion) return undefined;
    const met = documents.map(({ bits, ids, relevance }) => ({ bits, relevance, places: list.table.placesOf(ids) }));
    const found = byWords < 0 ? undefined : met.find(({ bits }) => bits === search?.bits);
    return { catalogVersion, met, column: found && byRelevance(found.places, found.relevance) };
  };
  return [{ sortKey: byWords < 0 ? undefined : byWords, facets: [], read }];
}

/**
 * The formulas that documents with the searched words also have to pass, of the list and of its facets: few may pass one, and to rank all takes
 * long. Undefined if the conditions do not narrow the search.
 */
function narrowingFormulas({ search, targets, goods, formula, facets }: CompiledQuery): Formula[] | undefined {
  if (!search || targets.length + goods.length > 0) return undefined;
  const formulas = [formula, ...facets.map((facet) => facet.formula)].map((each) => withoutSearch(each, search));
  return formulas.some(acceptsNothing) ? undefined : formulas;
}
