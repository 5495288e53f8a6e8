import type { ValidationError } from "../../../lib/http/problem.ts";
import type { Sql } from "../../../ports/database.ts";
import { singleErrors } from "../types/index.ts";
import type { TypeSchemas } from "./check-bundle.ts";
import { entryName } from "./document-names.ts";
import type { Bundle } from "./schema.ts";

/** Types that cannot become single, and second entries of single types; by JSON Pointers into the bundle. */
export async function singleTypeErrors(
  tx: Sql,
  siteId: string,
  { contentTypes = [], entries = [] }: Bundle,
  { singleTypes }: Pick<TypeSchemas, "singleTypes">,
): Promise<ValidationError[]> {
  const errors: ValidationError[] = [];
  for (const [index, { slug, single = false }] of contentTypes.entries()) {
    const ofType = single ? await singleErrors(tx, siteId, slug) : [];
    errors.push(...ofType.map((error) => ({ ...error, path: `/contentTypes/${index}${error.path}` })));
  }
  const nameOfEntry = new Map<string, string>();
  for (const [index, entry] of entries.entries()) {
    const { contentType, name } = entryName(entry);
    if (singleTypes.get(contentType) !== true) continue;
    const firstName = nameOfEntry.get(contentType) ?? (await readEntryName(tx, siteId, contentType)) ?? name;
    nameOfEntry.set(contentType, firstName);
    if (firstName === name) continue;
    const message = `is a second entry of ${contentType}, which has one. Write \`entry: ${firstName}\` to change that one`;
    errors.push({ path: `/entries/${index}/${entry.entry === undefined ? "slug" : "entry"}`, code: "single_entry_exists", message });
  }
  return errors;
}

/** The name of an entry outside the trash. */
async function readEntryName(tx: Sql, siteId: string, contentType: string): Promise<string | undefined> {
  const [entry] = await tx<{ name: string }>`
    select name from documents
    where site_id = ${siteId} and content_type = ${contentType} and trashed_at is null
    order by name limit 1`;
  return entry?.name;
}
