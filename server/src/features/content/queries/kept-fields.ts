import type { KeptValues } from "../../../lib/published/kept-values.ts";
import type { Site } from "../../../lib/site.ts";
import type { CompiledQuery } from "./compile-query.ts";
import { countWhole, type WholeCounts } from "./count-facets.ts";
import { joinRanges, type MatchedRange } from "./join-ranges.ts";
import type { KeepingDeps } from "./known-types.ts";
import { readValues, type ManyDocuments, type ReadMany } from "./read-many.ts";

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

interface KeptField {
  contentVersion: number;
  documents: readonly ManyDocuments[];
}

/**
 * Reads the documents with values of a field. A whole field is kept while the content of the site stays as it is: queries by thousands differ
 * in their conditions, and share the fields that they count and sort by. `site` is at the version that the query's types were read at.
 */
export async function readField(
  { sql, kept }: KeepingDeps,
  site: Site,
  locale: string,
  { fieldId, ranges, areCounted, kind }: NeededValues,
): Promise<ReadMany> {
  const conditions = ranges.filter(({ bits }) => bits !== 0);
  const isWhole = conditions.length < ranges.length;
  const name = `${areCounted ? "values" : "documents"} ${fieldId}`;
  const whole = isWhole ? (kept.find(site, name) as KeptField | undefined) : undefined;
  if (!whole) {
    const read = await readValues(sql, site, locale, { ranges: joinRanges(ranges), areCounted, kind });
    if (isWhole && !isOfGoods(kind)) keepField(kept, site, name, read);
    return read;
  }
  const moment = { contentVersion: whole.contentVersion, catalogVersion: undefined };
  if (conditions.length === 0) return { ...moment, documents: whole.documents };
  const met = await readValues(sql, site, locale, { ranges: joinRanges(conditions), areCounted: false, kind: null });
  return { ...met, documents: [...whole.documents, ...met.documents] };
}

function keepField(kept: KeptValues, site: Site, name: string, { contentVersion, documents }: ReadMany): void {
  const field: KeptField = { contentVersion, documents: documents.map((some) => ({ ...some, bits: 0 })) };
  const bytes = documents.reduce((sum, { ids, counts }) => sum + ids.byteLength + (counts?.byteLength ?? 0), 0);
  kept.keep(site, name, field, bytes);
}

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
