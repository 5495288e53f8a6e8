import type { Schema } from "../../../lib/json-schema/json-schema-kinds.ts";
import type { Sql } from "../../../ports/database.ts";

/** What a content type says about its entries. Undefined: the site has no such content type. */
export async function readContentType(
  sql: Sql,
  siteId: string,
  contentType: string,
): Promise<{ schema: Schema; isSingle: boolean } | undefined> {
  const [type] = await sql<{ schema: Schema; isSingle: boolean }>`
    select schema, is_single as "isSingle" from content_types where site_id = ${siteId} and slug = ${contentType} and not built_in`;
  return type;
}

/** The schema of an entry's data. Undefined: the site has no such content type. */
export async function readSchema(sql: Sql, siteId: string, contentType: string): Promise<Schema | undefined> {
  return (await readContentType(sql, siteId, contentType))?.schema;
}
