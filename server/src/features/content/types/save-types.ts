import type { Sql } from "../../../ports/database.ts";
import type { PublicWriteContext, WriteContext } from "../../../lib/published/write-context.ts";
import { changePlan, changePlanOfPages, planOfPages, planOfSchema } from "../queries/index.ts";
import { blockTypesTag, pageContentType, type Slots, typesTag } from "../rendering/index.ts";
import { declaredReferences } from "../../../lib/json-schema/json-schema-references.ts";
import { markDocuments } from "./single-types.ts";
import { emptyTally, hasChanges, type Tally } from "../../../lib/observing/tally.ts";

type JsonObject = Readonly<Record<string, unknown>>;

export interface BlockTypeInput {
  type: string;
  title: string;
  description: string | null;
  category: string | null;
  icon: string | null;
  schema: JsonObject;
  uiSchema: JsonObject;
  defaults: JsonObject;
  slots: Slots | null;
}

export interface ContentTypeInput {
  slug: string;
  title: string;
  schema: JsonObject;
  uiSchema: JsonObject;
  /** It has one entry; absent: false. */
  isSingle?: boolean;
}

/** Creates or updates block types by `type`. Rows that would not change are not touched. */
export async function saveBlockTypes(
  tx: Sql,
  { now, ids, touched }: PublicWriteContext,
  siteId: string,
  inputs: readonly BlockTypeInput[],
): Promise<Tally> {
  const tally = emptyTally();
  for (const { type, title, description, category, icon, schema, uiSchema, defaults, slots } of inputs) {
    const [schemaText, uiSchemaText, defaultsText, declaredText] = [schema, uiSchema, defaults, declaredReferences(schema)].map((value) =>
      JSON.stringify(value),
    ) as [string, string, string, string];
    const [saved] = await tx<{ created: boolean }>`
      insert into block_types (site_id, id, type, title, description, category, icon, schema, declared_references, ui_schema, defaults, slots, created_at, updated_at)
      values (
        ${siteId}, ${ids.next()}, ${type}, ${title}, ${description}, ${category}, ${icon},
        ${schemaText}::json, ${declaredText}::json, ${uiSchemaText}::json, ${defaultsText}::json, ${slots && JSON.stringify(slots)}::json, ${now}, ${now}
      )
      on conflict (site_id, type) do update set
        title = excluded.title,
        description = excluded.description,
        category = excluded.category,
        icon = excluded.icon,
        schema = excluded.schema,
        declared_references = excluded.declared_references,
        ui_schema = excluded.ui_schema,
        defaults = excluded.defaults,
        slots = excluded.slots,
        revision = block_types.revision + 1,
        updated_at = excluded.updated_at
      where (
        block_types.title, block_types.description, block_types.category, block_types.icon,
        block_types.schema::text, block_types.ui_schema::text, block_types.defaults::text, block_types.slots::text
      ) is distinct from (
        excluded.title, excluded.description, excluded.category, excluded.icon,
        excluded.schema::text, excluded.ui_schema::text, excluded.defaults::text, excluded.slots::text
      )
      returning xmax = 0 as created`;
    count(tally, saved);
    if (saved) touched.add(blockTypesTag).add(typesTag);
  }
  if (hasChanges(tally)) await changePlanOfPages(tx, siteId);
  return tally;
}

/** The size of the site's block types together, as the public list shows them. */
export async function blockTypeBytes(tx: Sql, siteId: string): Promise<number> {
  const [row] = await tx<{ bytes: number }>`
    select coalesce(sum(octet_length(row_to_json(block_types)::text)), 0)::float8 as bytes from block_types where site_id = ${siteId}`;
  return row?.bytes ?? 0;
}

/**
 * Creates or updates content types by `slug`. Rows that would not change are not touched; built-in ones never are. Throws `several_entries` for a type that
 * cannot become single.
 */
export async function saveContentTypes(
  tx: Sql,
  { now, ids, touched }: PublicWriteContext,
  siteId: string,
  inputs: readonly ContentTypeInput[],
): Promise<Tally> {
  const tally = emptyTally();
  for (const { slug, title, schema, uiSchema, isSingle = false } of inputs) {
    const [saved] = await tx<{ created: boolean }>`
      insert into content_types (site_id, id, slug, title, schema, declared_references, ui_schema, is_single, created_at, updated_at)
      values (
        ${siteId}, ${ids.next()}, ${slug}, ${title}, ${JSON.stringify(schema)}::json, ${JSON.stringify(declaredReferences(schema))}::json,
        ${JSON.stringify(uiSchema)}::json, ${isSingle}, ${now}, ${now}
      )
      on conflict (site_id, slug) do update set
        title = excluded.title,
        schema = excluded.schema,
        declared_references = excluded.declared_references,
        ui_schema = excluded.ui_schema,
        is_single = excluded.is_single,
        revision = content_types.revision + 1,
        updated_at = excluded.updated_at
      where not content_types.built_in
        and (content_types.title, content_types.schema::text, content_types.ui_schema::text, content_types.is_single)
          is distinct from (excluded.title, excluded.schema::text, excluded.ui_schema::text, excluded.is_single)
      returning xmax = 0 as created`;
    count(tally, saved);
    if (!saved) continue;
    touched.add(typesTag);
    if (!saved.created) await markDocuments(tx, siteId, slug, isSingle);
    await changePlan(tx, siteId, slug, planOfSchema(schema));
  }
  return tally;
}

/** `created` is true for a new row, false for a changed one; an unchanged one has no row. */
function count(tally: Tally, saved: { created: boolean } | undefined): void {
  if (!saved) tally.unchanged += 1;
  else if (saved.created) tally.created += 1;
  else tally.updated += 1;
}

/** The one content type that every site has. */
export async function savePageType(tx: Sql, { now, ids }: WriteContext, siteId: string): Promise<void> {
  await tx`
    insert into content_types (site_id, id, slug, title, schema, ui_schema, query_plan, built_in, created_at, updated_at)
    values (
      ${siteId}, ${ids.next()}, ${pageContentType}, 'Page', '{}', '{}', ${JSON.stringify(planOfPages([]))}::json, true, ${now}, ${now}
    )`;
}
