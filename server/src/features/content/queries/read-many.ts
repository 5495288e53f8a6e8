import type { Site } from "../../../lib/site.ts";
import { piece, statement, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import type { CompiledQuery } from "./compile-query.ts";
import type { MatchedRange } from "./join-ranges.ts";
import { hasPart, isPublicTarget, otherRows, searchedAmong, type Search } from "./matching-documents.ts";

/** Documents by their ids, 16 bytes each: one with several values is several times among them. */
interface ReadDocuments {
  bits: number;
  ids: Uint8Array;
  /** Where the documents of each value end among the ids, in the order of the values; empty where values do not matter. */
  ends: Uint32Array;
  /** The values themselves, where they were asked for. */
  values: readonly string[];
  /** Of each the three numbers of its relevance, where it was asked for. */
  relevance: Uint32Array;
}

/** All of one moment. */
export interface ReadMany {
  contentVersion: number;
  catalogVersion: number;
  documents: readonly ReadDocuments[];
}

interface Row extends Omit<ReadMany, "documents"> {
  bits: number | null;
  /** In base64, which a driver reads in half the time of a bytea's digits. */
  ids: string | null;
  /** The number of documents of each value, likewise. */
  counts: string | null;
  /** JSON text. */
  values: string | null;
  /** Likewise in base64. */
  relevance: string | null;
}

/**
 * The documents with values in ranges: in order, without overlaps, of one field, and with one part. An aggregate passes on a thousand documents in
 * the time in which a thousand rows take one.
 */
export async function readRanges(sql: Sql, site: Site, ranges: readonly MatchedRange[]): Promise<ReadMany> {
  const [{ fieldId, part }] = ranges as [MatchedRange];
  return readRows(
    sql,
    site,
    piece`
    select given.place, given.bits, stored.ids, null::bytea as counts, null::json as values, null::bytea as relevance
    from unnest(
      ${ranges.map(({ low }) => low)}::text[], ${ranges.map(({ high }) => high)}::text[], ${ranges.map(({ bits }) => bits)}::int[]
    ) with ordinality as given (low, high, bits, place)
    cross join lateral (
      select string_agg(uuid_send(document_id), '') as ids
      from published_values
      where site_id = ${site.id} and field_id = ${fieldId} and value >= given.low and value < given.high and ${hasPart(piece`${part}::text`)}
    ) as stored`,
  );
}

/** All values of a field, and the documents with each. `kind`: of the targets that the values are; those that are not public are left out. */
export async function readColumn(
  sql: Sql,
  site: Site,
  locale: string,
  { low, high, fieldId }: MatchedRange,
  kind: string | null,
): Promise<ReadMany> {
  return readRows(
    sql,
    site,
    piece`
    select
      1 as place, 0 as bits,
      string_agg(of_value.ids, '') as ids, string_agg(int4send(of_value.count), '') as counts, json_agg(of_value.value) as values,
      null::bytea as relevance
    from (
      select value, string_agg(uuid_send(document_id), '') as ids, count(*)::int as count
      from published_values
      where site_id = ${site.id} and field_id = ${fieldId} and value >= ${low} and value < ${high}
      group by value
      having ${kind}::text is null
        or ${isPublicTarget(site, locale, piece`${kind}::text`, piece`substr(published_values.value, 2)::uuid`)}
      order by value
    ) as of_value`,
  );
}

/** The documents that refer to what conditions name, and those with the searched words, with their relevance. */
export function readOthers(sql: Sql, site: Site, locale: string, query: CompiledQuery): Promise<ReadMany> {
  return readFound(sql, site, otherRows(site, locale, query, { mostSearched: null }));
}

/** Of these documents those with the searched words, with their relevance. */
export function readSearched(sql: Sql, site: Site, locale: string, search: Search, ids: readonly string[]): Promise<ReadMany> {
  return readFound(sql, site, searchedAmong(site, locale, search, ids));
}

/** This process orders them by their relevance: PostgreSQL takes longer to sort them than to find them. */
function readFound(sql: Sql, site: Site, rows: SqlPiece): Promise<ReadMany> {
  return readRows(
    sql,
    site,
    piece`
    select
      1 as place, bits, string_agg(uuid_send(document_id), '') as ids,
      null::bytea as counts, null::json as values, string_agg(relevance, '') as relevance
    from (${rows}) as every
    group by bits`,
  );
}

async function readRows(sql: Sql, site: Site, rows: SqlPiece): Promise<ReadMany> {
  const read = await sql<Row>(
    ...statement`
      select
        sites.content_version::float8 as "contentVersion",
        sites.catalog_version::float8 as "catalogVersion",
        many.bits,
        encode(many.ids, 'base64') as ids,
        encode(many.counts, 'base64') as counts,
        many.values::text as values,
        encode(many.relevance, 'base64') as relevance
      from sites
      left join (${rows}) as many on many.ids is not null
      where sites.id = ${site.id}
      order by many.place`,
  );
  const { contentVersion, catalogVersion } = read[0] ?? { contentVersion: -1, catalogVersion: -1 };
  const documents = read.flatMap(({ bits, ids, counts, values, relevance }): ReadDocuments[] => {
    if (bits === null || ids === null) return [];
    const [ends, found] = [sumsOf(numbersOf(counts)), JSON.parse(values ?? "[]") as string[]];
    return [{ bits, ids: Buffer.from(ids, "base64"), ends, values: found, relevance: numbersOf(relevance) }];
  });
  return { contentVersion, catalogVersion, documents };
}

/** Numbers of four bytes, in base64. PostgreSQL sends the highest byte first. */
function numbersOf(text: string | null): Uint32Array {
  const bytes = Buffer.from(text ?? "", "base64");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return new Uint32Array(bytes.length / 4).map((_, index) => view.getUint32(index * 4));
}

/** The sums of numbers so far. */
function sumsOf(numbers: Uint32Array): Uint32Array {
  let sum = 0;
  return numbers.map((number) => (sum += number));
}
