import type { KeptValues } from "../../../lib/published/kept-values.ts";
import type { Site } from "../../../lib/site.ts";
import { placesIn, type Column } from "./column.ts";
import type { CompiledQuery } from "./compile-query.ts";
import { DocumentTable } from "./document-table.ts";
import { few } from "./few-documents.ts";

/** With a table, and all values of a field by the places in it. */
interface KeptPart {
  contentVersion: number;
  table: DocumentTable;
  column?: Column;
}

/**
 * The documents of a list by their places, and what was read of its fields: kept while the content of the site stays as it is. Queries by thousands
 * differ in their conditions, and share the fields that they compare, count and sort by.
 */
export class KeptList {
  readonly table: DocumentTable;
  readonly #kept: KeptValues;
  readonly #site: Site;
  readonly #everyone: string;

  /** `site` is at the version that the query's types were read at: so has to be everything that is kept here. */
  constructor(kept: KeptValues, site: Site, { everyone }: CompiledQuery) {
    this.#kept = kept;
    this.#site = site;
    this.#everyone = everyone;
    this.table = (kept.find(site, `table ${everyone}`) as KeptPart | undefined)?.table ?? new DocumentTable();
  }

  /** Keeps the table, which grows with each field. */
  keepTable(): void {
    this.#keep(`table ${this.#everyone}`, {}, this.table.bytes);
  }

  /** All values of a field, if they are kept. */
  column(fieldId: string): Column | undefined {
    return this.#find(`column ${fieldId}`)?.column;
  }

  keepColumn(fieldId: string, column: Column): void {
    this.#keep(`column ${fieldId}`, { column }, bytesOf(column));
  }

  /** Whether the table is known to have all documents of the list. */
  hasEveryone(): boolean {
    return this.#find(`everyone ${this.#everyone}`) !== undefined;
  }

  keepEveryone(): void {
    this.#keep(`everyone ${this.#everyone}`, {}, 0);
  }

  /**
   * Whether a query finds too many values for the statement for few documents, as far as their fields are kept. Most documents have a word that begins
   * with a given letter: with such words alone, a search finds many of a large list.
   */
  hasManyIn({ ranges, everyone, search }: CompiledQuery): boolean {
    if (search && this.table.size > few.searched && search.terms.every(({ length }) => length <= shortTerm)) return true;
    let found = 0;
    for (const range of ranges) {
      const column = this.column(range.fieldId);
      if (column) found += placesIn(column, range).length;
      else if (range.fieldId === everyone && range.bits === 0 && this.hasEveryone()) found += this.table.size;
      if (found > few.found) return true;
    }
    return false;
  }

  /** Places mean something with their own table alone. */
  #find(name: string): KeptPart | undefined {
    const found = this.#kept.find(this.#site, name) as KeptPart | undefined;
    return found?.table === this.table ? found : undefined;
  }

  #keep(name: string, part: Omit<KeptPart, "contentVersion" | "table">, bytes: number): void {
    const value: KeptPart = { contentVersion: this.#site.contentVersion, table: this.table, ...part };
    this.#kept.keep(this.#site, name, value, bytes);
  }
}

/** Letters. */
const shortTerm = 2;

/** Of memory, about: two bytes a character, and what a text and its place in an array take. */
function bytesOf({ values, places, ends }: Column): number {
  return values.reduce((sum, { length }) => sum + 24 + 2 * length, places.byteLength + ends.byteLength);
}
