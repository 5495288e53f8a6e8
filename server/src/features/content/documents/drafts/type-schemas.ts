import { sha256 } from "../../../../lib/secrets/secret.ts";
import type { Schema } from "../../../../lib/json-schema/json-schema-kinds.ts";
import type { SchemaCache, SchemaCheck } from "../../../../lib/json-schema/json-schema.ts";
import type { Sql } from "../../../../ports/database.ts";
import { forEachBlock, pageContentType, type Slots } from "../../rendering/index.ts";

/** The schema of a type, and its check. */
interface TypeSchema {
  schema: Schema;
  check: SchemaCheck;
  /** Null: the type has no slots, or is a content type. */
  slots: Slots | null;
  markdownUi: MarkdownUi;
}

/** The `uiSchema` of a type that has Markdown fields; undefined: it has none. */
type MarkdownUi = Readonly<Record<string, unknown>> | undefined;

interface KnownType {
  schema: Schema;
  markdownUi: MarkdownUi;
}

/** The schemas that some contents need, by the names of their types. */
export interface Schemas<Type extends KnownType = KnownType> {
  blockTypes: ReadonlyMap<string, Type>;
  contentTypes: ReadonlyMap<string, Type>;
}
export type TypeSchemas = Schemas<TypeSchema>;

interface Block {
  type: string;
  children?: Record<string, Block[]>;
}

/** Reads the schemas of the types of contents, and of the blocks in them, each type once, with their checks. */
export function readTypeSchemas(
  sql: Sql,
  checks: SchemaCache,
  siteId: string,
  contents: readonly { contentType: string; content: string }[],
): Promise<TypeSchemas> {
  return readTypes(sql, siteId, contents, ({ text, slots, markdownUi }) => {
    const schema = JSON.parse(text) as Schema;
    // The text is part of the key: another schema has another check, and no site uses one that another site has compiled.
    return { schema, slots, markdownUi, check: checks.check(`${siteId} ${Buffer.from(sha256(text)).toString("base64")}`, schema) };
  });
}

/** The same without their checks. */
export function readSchemas(sql: Sql, siteId: string, contents: readonly { contentType: string; content: string }[]): Promise<Schemas> {
  return readTypes(sql, siteId, contents, ({ text, markdownUi }) => ({ schema: JSON.parse(text) as Schema, markdownUi }));
}

async function readTypes<Type extends KnownType>(
  sql: Sql,
  siteId: string,
  contents: readonly { contentType: string; content: string }[],
  toType: (row: { text: string; slots: Slots | null; markdownUi: MarkdownUi }) => Type,
): Promise<Schemas<Type>> {
  const [types, blocks] = [new Set<string>(), new Set<string>()];
  for (const { contentType, content } of contents) {
    if (contentType !== pageContentType) types.add(contentType);
    else forEachBlock((JSON.parse(content) as { composition: Block[] }).composition, ({ type }) => blocks.add(type));
  }
  const blockRows =
    blocks.size === 0
      ? []
      : await sql<{ name: string; schema: string; ui: string | null; slots: Slots | null }>`
          select
            type as name, schema::text as schema, slots,
            case when ui_schema::text like '%"markdown"%' then ui_schema::text end as ui
          from block_types where site_id = ${siteId} and type = any (${[...blocks]}::text[])`;
  const typeRows =
    types.size === 0
      ? []
      : await sql<{ name: string; schema: string; ui: string | null }>`
          select
            slug as name, schema::text as schema,
            case when ui_schema::text like '%"markdown"%' then ui_schema::text end as ui
          from content_types where site_id = ${siteId} and slug = any (${[...types]}::text[]) and not built_in`;
  const read = ({ name, schema: text, ui, slots = null }: { name: string; schema: string; ui: string | null; slots?: Slots | null }) => {
    const markdownUi = ui === null ? undefined : (JSON.parse(ui) as MarkdownUi);
    return [name, toType({ text, slots, markdownUi })] as const;
  };
  return { blockTypes: new Map(blockRows.map(read)), contentTypes: new Map(typeRows.map(read)) };
}

/** The title of data: the first text that the schema has. */
export function firstText({ properties }: { properties?: unknown }, data: object): string {
  const names = Object.keys(properties ?? {});
  const title = names
    .map((name) => (Object.hasOwn(data, name) ? (data as Record<string, unknown>)[name] : undefined))
    .find((value) => typeof value === "string" && value.trim() !== "");
  return (title as string | undefined) ?? "";
}
