import type { Site } from "../../../lib/site.ts";
import type { Sql } from "../../../ports/database.ts";
import { placesIn, type Column } from "./column.ts";
import type { CompiledQuery } from "./compile-query.ts";
import { countWhole, type WholeCounts } from "./count-facets.ts";
import { joinRanges, type MatchedRange } from "./join-ranges.ts";
import type { KeptList } from "./kept-list.ts";
import type { KeepingDeps } from "./known-types.ts";
import type { MetDocuments } from "./many-documents.ts";
import { readColumn, readRanges } from "./read-many.ts";

/** The values of one field that a query needs. */
interface NeededValues {
  fieldId: string;
  /** With one part. Those without bits are the whole field: a facet or the order needs it, or the list has all documents. */
  ranges: readonly MatchedRange[];
  /** Whether the values matter, and not only whose they are. */
  areCounted: boolean;
  /** The kind of the targets that the values are; those that are not public are left out. */
  kind: string | null;
}

/** The part of a field that a query needs. */
export interface NeededField {
  /** Undefined: the catalogue does not decide. */
  catalogVersion: number | undefined;
  met: readonly MetDocuments[];
  /** All values, where they matter or are kept; of a search the ranks alone. */
  column: Column | undefined;
}

/**
 * Reads the part of a field that a query needs: from all values of it, if they are kept or the query counts or sorts by them, and otherwise from the values in its ranges.
 * Undefined if the content of the site has changed since the version that `site` is at.
 */
export async function readField(
  sql: Sql,
  site: Site,
  locale: string,
  list: KeptList,
  { fieldId, ranges, areCounted, kind }: NeededValues,
): Promise<NeededField | undefined> {
  const conditions = joinRanges(ranges.filter(({ bits }) => bits !== 0));
  const whole = ranges.find(({ bits }) => bits === 0);
  const inColumn = (column: Column, catalogVersion?: number): NeededField => {
    return { catalogVersion, column, met: conditions.map((range) => ({ bits: range.bits, places: placesIn(column, range) })) };
  };
  const known = list.column(fieldId);
  if (known) return inColumn(known);
  if (whole && areCounted) {
    const read = await readColumn(sql, site, locale, whole, kind);
    if (read.contentVersion !== site.contentVersion) return undefined;
    const [{ ids, ends, values } = noDocuments] = read.documents;
    const column = { places: list.table.placesOf(ids), ends, values };
    if (!isOfGoods(kind)) list.keepColumn(fieldId, column);
    return inColumn(column, read.catalogVersion);
  }
  // The whole field of one that does not matter is that of all documents.
  const isWhole = whole !== undefined && !list.hasEveryone();
  const wanted = isWhole ? joinRanges(ranges) : conditions;
  if (wanted.length === 0) return { catalogVersion: undefined, column: undefined, met: [] };
  const read = await readRanges(sql, site, wanted);
  if (read.contentVersion !== site.contentVersion) return undefined;
  const met = read.documents.map(({ bits, ids }) => ({ bits, places: list.table.placesOf(ids) }));
  if (isWhole) list.keepEveryone();
  return { catalogVersion: read.catalogVersion, column: undefined, met };
}

const noDocuments = { ids: new Uint8Array(0), ends: new Uint32Array(0), values: [] };

/** The counts of the facets over all documents, which are kept, too: the pages and the orders of a list share them. */
export async function countWholeType({ sql, kept }: KeepingDeps, site: Site, locale: string, query: CompiledQuery): Promise<WholeCounts> {
  const name = `counts ${query.facets.map(({ whole }) => whole.fieldId).join()}`;
  const known = kept.find(site, name) as WholeCounts | undefined;
  if (known) return known;
  const counted = await countWhole(sql, site, locale, query);
  if (query.goodsKinds.size === 0) kept.keep(site, name, counted, counted.counts?.length ?? 0);
  return counted;
}

/** Goods become public and hidden without a change of the content. */
function isOfGoods(kind: string | null): boolean {
  return kind === "product" || kind === "category";
}
