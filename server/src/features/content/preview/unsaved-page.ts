import { Type, type Static } from "typebox";
import { Seo } from "../../../lib/http/seo.ts";
import type { Sql } from "../../../ports/database.ts";
import { referencesInContent, storedReferences } from "../documents/index.ts";
import { Binding, forEachBlock, linksInContent, pageContentType } from "../rendering/index.ts";

const strict = { additionalProperties: false } as const;

const UnsavedBlock = Type.Cyclic(
  {
    UnsavedBlock: Type.Object(
      {
        id: Type.Optional(Type.String({ pattern: "^[A-Za-z0-9_-]+$", maxLength: 64 })),
        type: Type.String({ maxLength: 200 }),
        props: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        bindings: Type.Optional(Type.Record(Type.String(), Binding, strict)),
        children: Type.Optional(Type.Record(Type.String(), Type.Array(Type.Ref("UnsavedBlock")), strict)),
      },
      strict,
    ),
  },
  "UnsavedBlock",
);

/** A page that an editor has not saved. */
export const UnsavedPage = Type.Object(
  {
    locale: Type.String({ maxLength: 35 }),
    title: Type.String({ maxLength: 500 }),
    seo: Type.Optional(Type.Object(Type.Partial(Type.Object(Seo.properties)).properties, strict)),
    composition: Type.Array(UnsavedBlock),
  },
  strict,
);
export type UnsavedPage = Static<typeof UnsavedPage>;

interface AnyBlock {
  type: string;
  props: unknown;
  children?: Record<string, AnyBlock[]>;
}

/** The references of a page's blocks and the links in their Markdown, as their types declare them, in the form of the stored ones; null: none. */
export async function referencesOfPage(sql: Sql, siteId: string, composition: AnyBlock[]): Promise<string | null> {
  const types = new Set<string>();
  forEachBlock(composition, ({ type }) => types.add(type));
  const rows = await sql<{ type: string; schema: Record<string, unknown>; ui: Record<string, unknown> | null }>`
    select type, schema, case when ui_schema::text like '%"markdown"%' then ui_schema end as ui
    from block_types
    where site_id = ${siteId} and type = any (${[...types]}::text[])
      and (declared_references::text <> '[]' or ui_schema::text like '%"markdown"%')`;
  if (rows.length === 0) return null;
  const byType = new Map(rows.map(({ type, ...row }) => [type, row]));
  const page = { composition };
  const none = () => undefined;
  const references = referencesInContent({ block: (name) => byType.get(name)?.schema, entry: none }, pageContentType, page);
  const links = linksInContent({ block: (name) => byType.get(name)?.ui ?? undefined, entry: none }, pageContentType, page);
  const referenceRows = await storedReferences(sql, siteId, [...references, ...links]);
  return referenceRows.length === 0 ? null : JSON.stringify(referenceRows.map(({ path, kind, targetId }) => [path, kind, targetId]));
}
