import { Type } from "typebox";
import type { ReadDeps } from "../../../../deps.ts";
import { Instant, List, Nullable } from "../../../../lib/http/envelope.ts";
import { publishedRead } from "../../../../lib/published/published-read.ts";
import { Slug } from "../../../../lib/text/slug.ts";
import { blockTypesTag, Slots } from "../../rendering/index.ts";

const JsonObject = Type.Record(Type.String(), Type.Unknown());

const BlockType = Type.Object(
  {
    type: Slug,
    title: Type.String(),
    description: Nullable(Type.String()),
    category: Nullable(Type.String()),
    icon: Nullable(Type.String()),
    schema: Type.Unsafe<Record<string, unknown>>({ ...JsonObject, description: "JSON Schema 2020-12 of the block's props." }),
    uiSchema: Type.Unsafe<Record<string, unknown>>({ ...JsonObject, description: "How an editor shows the fields." }),
    defaults: Type.Unsafe<Record<string, unknown>>({ ...JsonObject, description: "Props of a new block." }),
    slots: Nullable(Type.Unsafe<Slots>({ ...Slots })),
    updatedAt: Instant,
  },
  { $id: "BlockType", additionalProperties: false },
);

/** The block types that a site's pages are composed of, with the schemas that editors are made from. */
export const listBlockTypes = publishedRead(
  {
    id: "listBlockTypes",
    path: "/api/public/v1/block-types",
    problems: [],
    tags: ["Content"],
    summary: "List the block types",
    description: "The whole catalogue, ordered by type.",
    response: { 200: List(BlockType) },
  },
  () => ({}),
  async ({ sql }: ReadDeps, site) => {
    const [row] = await sql<{ contentVersion: number; total: number; blockTypes: string }>`
        select
          site_versions.content_version::float8 as "contentVersion",
          count(block_types.id)::int as total,
          coalesce(
            json_agg(
              json_build_object(
                'type', block_types.type,
                'title', block_types.title,
                'description', block_types.description,
                'category', block_types.category,
                'icon', block_types.icon,
                'schema', block_types.schema,
                'uiSchema', block_types.ui_schema,
                'defaults', block_types.defaults,
                'slots', block_types.slots,
                'updatedAt', iso_instant(block_types.updated_at)
              )
              order by block_types.type
            ) filter (where block_types.id is not null),
            '[]'
          )::text as "blockTypes"
        from site_versions
        left join block_types on block_types.site_id = site_versions.site_id
        where site_versions.site_id = ${site.id}
        group by site_versions.content_version`;
    const { contentVersion, total, blockTypes } = row ?? { contentVersion: -1, total: 0, blockTypes: "[]" };
    const json = `{"data":${blockTypes},"page":1,"pageSize":${Math.max(total, 1)},"total":${total}}`;
    return { contentVersion, json, tags: [blockTypesTag] };
  },
);
