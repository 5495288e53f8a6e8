import { Type, type Static } from "typebox";
import { Instant, Nullable } from "../../../lib/http/envelope.ts";
import { invalidMember, problem } from "../../../lib/http/problem.ts";
import type { Sql } from "../../../ports/database.ts";
import { changePlanOfPages } from "../queries/index.ts";
import { blockTypesTag, pageContentType, Slots, typesTag } from "../rendering/index.ts";
import { blockTypeBytes, saveBlockTypes } from "./save-types.ts";
import { findAffected, pageChecks } from "./affected-contents.ts";
import { blockChecks } from "./type-checks.ts";
import { blockTypeErrors } from "./type-errors.ts";
import { JsonObject, TypeTitle, type TypeKind, type TypeUse } from "./type-kind.ts";

export const blockTypeNotFound = problem("block_type_not_found", 404, "Block type not found");

const Text = Nullable(Type.String({ maxLength: 10_000 }));

const words = {
  title: TypeTitle,
  description: Text,
  category: Text,
  icon: Text,
  schema: Type.Unsafe<Record<string, unknown>>({ ...JsonObject, description: "JSON Schema 2020-12 of the block's props." }),
  uiSchema: Type.Unsafe<Record<string, unknown>>({ ...JsonObject, description: "How an editor shows the fields." }),
  defaults: Type.Unsafe<Record<string, unknown>>({ ...JsonObject, description: "Props of a new block." }),
  slots: Nullable(Type.Unsafe<Slots>({ ...Slots })),
};
const { title, schema, ...optional } = words;

/** A block type as it is written: a whole. */
export const BlockTypeInput = Type.Object(
  { title, schema, ...Type.Partial(Type.Object(optional)).properties },
  { additionalProperties: false },
);
export type BlockTypeInput = Static<typeof BlockTypeInput>;

export const EditedBlockType = Type.Object(
  { type: Type.String(), ...words, revision: Type.Integer(), createdAt: Instant, updatedAt: Instant },
  { $id: "EditedBlockType", additionalProperties: false },
);
export type EditedBlockType = Static<typeof EditedBlockType>;

type BlockTypeRow = Omit<EditedBlockType, "createdAt" | "updatedAt"> & { createdAt: Date; updatedAt: Date };

function toBlockType({ createdAt, updatedAt, ...row }: BlockTypeRow): EditedBlockType {
  return { ...row, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

/** A page of the site's block types, ordered by type. */
export async function readBlockTypes(sql: Sql, siteId: string, limit: number, offset: number): Promise<EditedBlockType[]> {
  const rows = await sql<BlockTypeRow>`
    select
      type, title, description, category, icon, schema, ui_schema as "uiSchema", defaults, slots, revision,
      created_at as "createdAt", updated_at as "updatedAt"
    from block_types where site_id = ${siteId}
    order by type limit ${limit} offset ${offset}`;
  return rows.map(toBlockType);
}

const mostBytes = 8 * 1024 * 1024;
const mostShown = 100;

/** A page's JSON has this text if a block of the type is in it. */
const inPages = (type: string) => `"type":${JSON.stringify(type)}`;

export const blockTypeKind: TypeKind<BlockTypeInput, EditedBlockType> = {
  targetType: "blockType",
  notFound: blockTypeNotFound,
  nameFault: () => undefined,
  errors: blockTypeErrors,
  read: async (sql, siteId, type) => {
    const [row] = await sql<BlockTypeRow>`
      select
        type, title, description, category, icon, schema, ui_schema as "uiSchema", defaults, slots, revision,
        created_at as "createdAt", updated_at as "updatedAt"
      from block_types where site_id = ${siteId} and type = ${type}`;
    return row && toBlockType(row);
  },
  count: async (sql, siteId) => {
    const [row] = await sql<{ total: number }>`select count(*)::int as total from block_types where site_id = ${siteId}`;
    return row?.total ?? 0;
  },
  findAffected: async (tx, siteId, type, input, { marks }) => {
    const rows = await tx<{ type: string; schema: object; slots: Slots | null }>`
      select type, schema, slots from block_types where site_id = ${siteId}`;
    const before = new Map(rows.map((row) => [row.type, row]));
    const after = new Map([...before, [type, { type, schema: input.schema, slots: input.slots ?? null }]]);
    const checks = pageChecks(blockChecks(before), blockChecks(after));
    return findAffected(tx, siteId, { contentType: pageContentType, text: inPages(type), checks, marks });
  },
  errorsOfUse: () => Promise.resolve([]),
  save: async (tx, ctx, siteId, type, input) => {
    const whole = { description: null, category: null, icon: null, uiSchema: {}, defaults: {}, slots: null, ...input };
    await saveBlockTypes(tx, ctx, siteId, [{ type, ...whole }]);
    if ((await blockTypeBytes(tx, siteId)) > mostBytes) {
      throw invalidMember("/schema", "too_large", `is too large: all block types have more than ${mostBytes >> 20} MiB together`);
    }
  },
  findUses: async (tx, siteId, type) => {
    const rows = await tx<{ document: string | null; locale: string | null; state: string; total: number }>`
      select document, locale, state, count(*) over ()::int as total
      from (
        select translations.document_id as document, translations.locale, 'PUBLISHED' as state
        from translations
        join versions on versions.site_id = ${siteId} and versions.id = translations.published_version_id
        where translations.site_id = ${siteId}
          and translations.content_type = ${pageContentType}
          and position(${inPages(type)} in versions.content::text) > 0
        union all
        select translations.document_id, translations.locale, 'DRAFT'
        from translations
        where translations.site_id = ${siteId}
          and translations.content_type = ${pageContentType}
          and position(${inPages(type)} in translations.draft::text) > 0
      ) as uses
      order by document, locale, state
      limit ${mostShown}`;
    return { uses: rows.map(({ total: _, ...use }) => use as TypeUse), total: rows[0]?.total ?? 0 };
  },
  remove: async (tx, { touched }, siteId, type) => {
    await tx`delete from block_types where site_id = ${siteId} and type = ${type}`;
    touched.add(blockTypesTag).add(typesTag);
    await changePlanOfPages(tx, siteId);
  },
};
