import { Type, type Static } from "typebox";
import { referencesIn } from "../../lib/json-schema/json-schema-references.ts";
import { Seo } from "../../lib/http/seo.ts";
import { isUuid } from "../../lib/text/uuid.ts";
import type { Sql } from "../../ports/database.ts";
import { Binding, forEachBlock } from "../content/index.ts";

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

/** The references of a page's blocks, as their types declare them, in the form of the stored ones; null: none. */
export async function referencesOfPage(sql: Sql, siteId: string, composition: AnyBlock[]): Promise<string | null> {
  const types = new Set<string>();
  forEachBlock(composition, ({ type }) => types.add(type));
  const rows = await sql<{ type: string; schema: Record<string, unknown> }>`
    select type, schema from block_types
    where site_id = ${siteId} and type = any (${[...types]}::text[]) and declared_references::text <> '[]'`;
  const schemas = new Map(rows.map(({ type, schema }) => [type, schema]));
  const found: [path: string, kind: string, id: string][] = [];
  forEachBlock(
    composition,
    ({ type, props }, path) => {
      const schema = schemas.get(type);
      for (const reference of schema ? referencesIn(schema, props) : []) {
        const { kind, target } = reference;
        if (typeof target === "string" && isUuid(target)) found.push([`${path}/props${reference.path}`, kind, target]);
      }
    },
    "/composition",
  );
  return found.length === 0 ? null : JSON.stringify(found);
}
