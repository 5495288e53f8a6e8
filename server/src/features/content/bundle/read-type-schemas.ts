import type { Slots } from "../rendering/index.ts";
import type { Sql } from "../../../ports/database.ts";
import type { TypeSchemas } from "./check-bundle.ts";
import type { Bundle } from "./schema.ts";

/** The types that a site will have after the import of a bundle. */
export async function readTypeSchemas(tx: Sql, siteId: string, bundle: Bundle): Promise<TypeSchemas> {
  const blockTypes = await tx<{ name: string; schema: object; slots: Slots | null; ui: object | null }>`
    select type as name, schema, slots, ui_schema as ui from block_types where site_id = ${siteId}`;
  const contentTypes = await tx<{ name: string; schema: object; ui: object | null; isSingle: boolean }>`
    select slug as name, schema, ui_schema as ui, is_single as "isSingle" from content_types where site_id = ${siteId} and not built_in`;
  const markdown = (...uis: { name: string; ui: object | null | undefined }[]) => {
    const uiByName = new Map(uis.map(({ name, ui }) => [name, ui ?? {}] as const));
    return new Map([...uiByName].filter(([, ui]) => JSON.stringify(ui).includes('"markdown"'))) as ReadonlyMap<
      string,
      Record<string, unknown>
    >;
  };
  return {
    blockTypes: new Map([
      ...blockTypes.map(({ name, schema, slots }) => [name, { schema, slots }] as const),
      ...(bundle.blockTypes ?? []).map(({ type, schema, slots = null }) => [type, { schema, slots }] as const),
    ]),
    contentTypes: new Map([
      ...contentTypes.map(({ name, schema }) => [name, schema] as const),
      ...(bundle.contentTypes ?? []).map(({ slug, schema }) => [slug, schema] as const),
    ]),
    singleTypes: new Map([
      ...contentTypes.map(({ name, isSingle }) => [name, isSingle] as const),
      ...(bundle.contentTypes ?? []).map(({ slug, single = false }) => [slug, single] as const),
    ]),
    markdown: {
      blockTypes: markdown(...blockTypes, ...(bundle.blockTypes ?? []).map(({ type, uiSchema }) => ({ name: type, ui: uiSchema }))),
      contentTypes: markdown(...contentTypes, ...(bundle.contentTypes ?? []).map(({ slug, uiSchema }) => ({ name: slug, ui: uiSchema }))),
    },
  };
}
