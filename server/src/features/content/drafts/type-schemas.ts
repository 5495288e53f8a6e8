import { sha256 } from "../../../lib/secrets/secret.ts";
import type { Schema } from "../../../lib/json-schema/json-schema-kinds.ts";
import type { SchemaCache, SchemaCheck } from "../../../lib/json-schema/json-schema.ts";
import type { Sql } from "../../../ports/database.ts";
import { forEachBlock } from "../binding.ts";
import { pageContentType } from "../document.ts";
import type { Slots } from "../model/slots.ts";

/** The schema of a type, and its check. */
interface TypeSchema {
  schema: Schema;
  check: SchemaCheck;
  /** Of a block type that has any. */
  slots: Slots | null;
}

/** The schemas that some contents need, by the names of their types. */
export interface TypeSchemas {
  blockTypes: ReadonlyMap<string, TypeSchema>;
  contentTypes: ReadonlyMap<string, TypeSchema>;
}

interface Block {
  type: string;
  children?: Record<string, Block[]>;
}

/** Reads the schemas of the types of contents, and of the blocks in them, each type once. */
export async function readTypeSchemas(
  sql: Sql,
  checks: SchemaCache,
  siteId: string,
  contents: readonly { contentType: string; content: string }[],
): Promise<TypeSchemas> {
  const [types, blocks] = [new Set<string>(), new Set<string>()];
  for (const { contentType, content } of contents) {
    if (contentType !== pageContentType) types.add(contentType);
    else forEachBlock((JSON.parse(content) as { composition: Block[] }).composition, ({ type }) => blocks.add(type));
  }
  const blockRows =
    blocks.size === 0
      ? []
      : await sql<{ name: string; schema: string; slots: Slots | null }>`
          select type as name, schema::text as schema, slots from block_types where site_id = ${siteId} and type = any (${[...blocks]}::text[])`;
  const typeRows =
    types.size === 0
      ? []
      : await sql<{ name: string; schema: string }>`
          select slug as name, schema::text as schema
          from content_types where site_id = ${siteId} and slug = any (${[...types]}::text[]) and not built_in`;
  const read = ({ name, schema: text, slots = null }: { name: string; schema: string; slots?: Slots | null }): [string, TypeSchema] => {
    const schema = JSON.parse(text) as Schema;
    // The text is part of the key: another schema has another check, and no site uses one that another site has compiled.
    return [name, { schema, slots, check: checks.check(`${siteId} ${Buffer.from(sha256(text)).toString("base64")}`, schema) }];
  };
  return { blockTypes: new Map(blockRows.map(read)), contentTypes: new Map(typeRows.map(read)) };
}

/** The title of data: the first text that the schema has. */
export function firstText({ properties }: { properties?: unknown }, data: object): string {
  const names = Object.keys(properties ?? {});
  const found = names
    .map((name) => (Object.hasOwn(data, name) ? (data as Record<string, unknown>)[name] : undefined))
    .find((value) => typeof value === "string" && value.trim() !== "");
  return (found as string | undefined) ?? "";
}
