import { offsetOf, type Paging } from "../../../lib/http/paging.ts";
import type { Site } from "../../../lib/site.ts";
import { piece, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import type { CompiledQuery, Facet } from "./compile-query.ts";
import { mostCounted, targetKind } from "./count-facets.ts";
import { few } from "./few-documents.ts";
import { acceptsNothing, withoutSearch, type Formula } from "./formula.ts";
import { readField } from "./kept-fields.ts";
import type { KeepingDeps } from "./known-types.ts";
import type { MatchedRange } from "./join-ranges.ts";
import { ManyDocumentsTable } from "./many-documents.ts";
import { isPublicTarget } from "./matching-documents.ts";
import { readOthers, readSearched, type ReadMany } from "./read-many.ts";
import { noCounts, readPage, type ReadPage } from "./read-page.ts";

/** One query gets no more of the database at once. */
const mostStatements = 2;

interface ReadField {
  /** The place of the sort key that the field is, if it is one. */
  sortKey: number | undefined;
  /** The facets that count it. */
  facets: readonly number[];
  read(): Promise<ReadMany>;
}

/** Of the values of one field. */
interface OwnField extends ReadField {
  hasConditions: boolean;
}

/**
 * A page of a list for which so many values are to be compared that this process combines them, from the ids of the documents alone: PostgreSQL
 * takes ten times as long to gather them by document as to read them. Undefined if the site changed meanwhile.
 */
export async function findAmongMany(
  deps: KeepingDeps,
  site: Site,
  locale: string,
  query: CompiledQuery,
  paging: Paging & { withoutContent: boolean },
): Promise<ReadPage | undefined> {
  const { sql } = deps;
  const many = new ManyDocumentsTable(query.sort.length);
  const counted = query.facets.map((): ReturnType<typeof many.add> => []);
  const moments: Omit<ReadMany, "documents">[] = [];
  const readAll = async (fields: readonly ReadField[]) => {
    const waiting = [...fields];
    const readNext = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { documents, ...moment } = await next.read().catch((error: unknown) => {
          // Nobody waits for the others any more: a transaction may end.
          waiting.length = 0;
          throw error;
        });
        const values = many.add(documents, next.sortKey);
        for (const facet of next.facets) counted[facet] = values;
        moments.push(moment);
      }
    };
    await Promise.all(Array.from({ length: mostStatements }, readNext));
  };
  const fields = fieldsToRead(deps, site, locale, query);
  const narrowing = narrowingFormulas(query);
  const isFirst = ({ hasConditions }: OwnField) => narrowing !== undefined && hasConditions;
  await readAll(fields.filter(isFirst));
  const candidates = narrowing && many.idsPassing(narrowing, few.lookedAmong);
  await readAll([...otherFields(sql, site, locale, query, candidates), ...fields.filter((field) => !isFirst(field))]);

  const passed = many.passing(query.formula);
  const total = passed.reduce((sum, passes) => sum + passes, 0);
  const areDescending = query.sort.map(({ isDescending }) => isDescending);
  const ids = many.page(passed, areDescending, { offset: offsetOf(paging), size: paging.pageSize });
  const frequent = query.facets.flatMap((facet, index) => {
    const values = many.mostFrequent(counted[index] ?? [], many.passing(facet.formula), mostCounted);
    return values.map((value) => ({ ...value, facet, place: index + 1 }));
  });
  const found = {
    ...{ parts: piece``, areMany: noCounts.areMany, total: piece`${total}::int` },
    page: piece`
      select given.document_id
      from unnest(${ids}::uuid[]) with ordinality as given (document_id, place)
      order by given.place`,
    counts: frequent.length > 0 ? namedCounts(site, locale, frequent) : noCounts.counts,
  };
  const read = await readPage(sql, site, locale, found, paging.withoutContent);
  const isOfOneMoment = moments.every(
    ({ contentVersion, catalogVersion }) =>
      contentVersion === read.contentVersion &&
      (query.goodsKinds.size === 0 || catalogVersion === undefined || catalogVersion === read.catalogVersion),
  );
  return isOfOneMoment ? read : undefined;
}

/** The fields that the query compares, sorts by and counts: each once, as far as possible. */
function fieldsToRead(deps: KeepingDeps, site: Site, locale: string, query: CompiledQuery): OwnField[] {
  const { facets, sort } = query;
  const wholes = [...facets.map(({ whole }) => whole), ...sort.flatMap(({ whole, isGiven }) => (whole && !isGiven ? [whole] : []))];
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
      read: () => readField(deps, site, locale, needed),
    };
  });
}

/** The searched words, among the candidates if they are known, and the targets of references: they are not the values of one field. */
function otherFields(sql: Sql, site: Site, locale: string, query: CompiledQuery, candidates: readonly string[] | undefined): ReadField[] {
  const { sort, targets, goods, search } = query;
  if (targets.length + goods.length === 0 && !search) return [];
  const relevance = sort.findIndex(({ whole }) => whole === null);
  const read = () => (search && candidates ? readSearched(sql, site, locale, search, candidates) : readOthers(sql, site, locale, query));
  return [{ sortKey: relevance < 0 ? undefined : relevance, facets: [], read }];
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

interface NamedValue {
  facet: Facet;
  /** The facet's, from 1 on. */
  place: number;
  documentId: string;
  nth: number;
  count: number;
}

/** The values themselves, as `countedFacets` has them. */
function namedCounts(site: Site, locale: string, values: readonly NamedValue[]): SqlPiece {
  return piece`
    select json_agg(json_build_array(given.facet, named.value, given.count) order by given.place)
    from unnest(
      ${values.map(({ place }) => place)}::int[],
      ${values.map(({ facet }) => facet.whole.fieldId)}::uuid[],
      ${values.map(({ facet }) => targetKind(facet))}::text[],
      ${values.map(({ documentId }) => documentId)}::uuid[],
      ${values.map(({ nth }) => nth)}::int[],
      ${values.map(({ count }) => count)}::int[]
    ) with ordinality as given (facet, field_id, kind, document_id, nth, count, place)
    cross join lateral (
      select own.value
      from published_values as own
      where own.site_id = ${site.id}
        and own.document_id = given.document_id
        and own.field_id = given.field_id
        and (given.kind is null or ${isPublicTarget(site, locale, piece`given.kind`, piece`substr(own.value, 2)::uuid`)})
      order by own.value
      offset given.nth
      limit 1
    ) as named`;
}
