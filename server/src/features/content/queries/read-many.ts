import type { Site } from "../../../lib/site.ts";
import { piece, statement, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import type { CompiledQuery } from "./compile-query.ts";
import type { MatchedRange } from "./join-ranges.ts";
import { hasPart, isPublicTarget, otherRows, searchedAmong, type Search } from "./matching-documents.ts";

/** Documents that have the same bits. */
export interface ManyDocuments {
  bits: number;
  /** Their ids, 16 bytes each, by value: a document with several values is several times among them. */
  ids: Uint8Array;
  /** The number of those of each value, in the order of the values; undefined where values do not matter. */
  counts: Uint32Array | undefined;
}

/** All of one moment. */
export interface ReadMany {
  contentVersion: number;
  /** Undefined: the catalogue does not decide. */
  catalogVersion: number | undefined;
  documents: readonly ManyDocuments[];
}

interface Row extends Omit<ReadMany, "documents"> {
  bits: number | null;
  /** In base64, which a driver reads in half the time of a bytea's digits. */
  ids: string | null;
  counts: string | null;
}

/** What to read of a field. */
export interface ManyValues {
  /** In order, without overlaps: of one field, and with one part. */
  ranges: readonly MatchedRange[];
  /** Whether the values matter, and not only whose they are. */
  areCounted: boolean;
  /** The kind of the targets that the values are; those that are not public are left out. */
  kind: string | null;
}

/** The documents with values in ranges. An aggregate passes on a thousand documents in the time in which a thousand rows take one. */
export async function readValues(sql: Sql, site: Site, locale: string, { ranges, areCounted, kind }: ManyValues): Promise<ReadMany> {
  const [{ fieldId, part }] = ranges as [MatchedRange];
  const inRange = piece`
    site_id = ${site.id} and field_id = ${fieldId} and value >= given.low and value < given.high and ${hasPart(piece`${part}::text`)}`;
  return readRows(
    sql,
    site,
    piece`
    select given.place, given.bits, stored.ids, stored.counts
    from unnest(
      ${ranges.map(({ low }) => low)}::text[], ${ranges.map(({ high }) => high)}::text[], ${ranges.map(({ bits }) => bits)}::int[]
    ) with ordinality as given (low, high, bits, place)
    cross join lateral (
      select string_agg(uuid_send(document_id), '') as ids, null::bytea as counts
      from published_values
      where not ${areCounted}::boolean and ${inRange}
      union all
      select string_agg(of_value.ids, ''), string_agg(int4send(of_value.count), '')
      from (
        select string_agg(uuid_send(document_id), '') as ids, count(*)::int as count
        from published_values
        where ${areCounted}::boolean and ${inRange}
        group by value
        having ${kind}::text is null
          or ${isPublicTarget(site, locale, piece`${kind}::text`, piece`substr(published_values.value, 2)::uuid`)}
        order by value
      ) as of_value
    ) as stored`,
  );
}

/** The documents that refer to what conditions name, and those with the searched words, in the order of their relevance. */
export function readOthers(sql: Sql, site: Site, locale: string, query: CompiledQuery): Promise<ReadMany> {
  return readOrdered(sql, site, otherRows(site, locale, query, { mostSearched: null }));
}

/** Of these documents those with the searched words, in the order of their relevance. */
export function readSearched(sql: Sql, site: Site, locale: string, search: Search, ids: readonly string[]): Promise<ReadMany> {
  return readOrdered(sql, site, searchedAmong(site, locale, search, ids));
}

function readOrdered(sql: Sql, site: Site, rows: SqlPiece): Promise<ReadMany> {
  return readRows(
    sql,
    site,
    piece`
    select 1 as place, of_value.bits, string_agg(of_value.ids, '') as ids, string_agg(int4send(of_value.count), '') as counts
    from (
      select bits, value, string_agg(uuid_send(document_id), '') as ids, count(*)::int as count
      from (${rows}) as every
      group by bits, value
      order by bits, value
    ) as of_value
    group by of_value.bits`,
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
        encode(many.counts, 'base64') as counts
      from sites
      left join (${rows}) as many on many.ids is not null
      where sites.id = ${site.id}
      order by many.place`,
  );
  const { contentVersion, catalogVersion } = read[0] ?? { contentVersion: -1, catalogVersion: -1 };
  const documents = read.flatMap(({ bits, ids, counts }) =>
    bits === null || ids === null
      ? []
      : [{ bits, ids: Buffer.from(ids, "base64"), counts: counts === null ? undefined : numbersIn(counts) }],
  );
  return { contentVersion, catalogVersion, documents };
}

/** PostgreSQL sends the highest byte first. */
function numbersIn(text: string): Uint32Array {
  const bytes = Buffer.from(text, "base64");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const numbers = new Uint32Array(bytes.length / 4);
  for (let index = 0; index < numbers.length; index += 1) numbers[index] = view.getUint32(index * 4);
  return numbers;
}
