import type { Schema } from "../../../lib/json-schema/json-schema-kinds.ts";
import type { Sql } from "../../../ports/database.ts";

/** The schema of an entry's data. Undefined: the site has no such content type. */
export async function readSchema(sql: Sql, siteId: string, contentType: string): Promise<Schema | undefined> {
  const [type] = await sql<{ schema: Schema }>`
    select schema from content_types where site_id = ${siteId} and slug = ${contentType} and not built_in`;
  return type?.schema;
}
