import { offsetOf, type Paging } from "../../../lib/http/paging.ts";
import { foldedText } from "../../../lib/search/search-text.ts";
import { piece, statement, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import { assetColumns, type AssetRow } from "./asset-row.ts";

export const assetSorts = ["createdAt", "updatedAt", "name", "bytes"] as const;
export const assetKinds = ["image", "video", "audio", "document"] as const;

export interface AssetFilters {
  q: string | undefined;
  kind: (typeof assetKinds)[number] | undefined;
  /** With those below it. */
  folder: string | undefined;
  tag: string | undefined;
  isUnused: boolean;
  /** Pictures without a text in this locale. */
  missingAlt: string | undefined;
  ids: readonly string[] | undefined;
  sort: (typeof assetSorts)[number];
  isDescending: boolean;
}

/** Filters that every asset meets, those that were added last first. */
export const everyAsset: AssetFilters = {
  q: undefined,
  kind: undefined,
  folder: undefined,
  tag: undefined,
  isUnused: false,
  missingAlt: undefined,
  ids: undefined,
  sort: "createdAt",
  isDescending: true,
};

const withFiles = (siteId: string) => piece`assets join asset_files as files on files.site_id = ${siteId} and files.id = assets.file_id`;

/** A page of the assets of a site that meet the filters. */
export async function readAssetPage(sql: Sql, siteId: string, filters: AssetFilters, paging: Paging): Promise<AssetRow[]> {
  return sql<AssetRow>(
    ...statement`
      select ${assetColumns}
      from ${withFiles(siteId)}
      where ${conditions(siteId, filters)}
      order by ${orders[filters.sort][filters.isDescending ? 1 : 0]}
      limit ${paging.pageSize} offset ${offsetOf(paging)}`,
  );
}

/** The number of the assets of a site that meet the filters. It reads the files only where a filter does. */
export async function countAssets(sql: Sql, siteId: string, filters: AssetFilters): Promise<number> {
  const counted = filters.kind === undefined && filters.missingAlt === undefined ? piece`assets` : withFiles(siteId);
  const [count] = await sql<{ total: number }>(
    ...statement`select count(*)::int as total from ${counted} where ${conditions(siteId, filters)}`,
  );
  return count?.total ?? 0;
}

const kinds: Readonly<Record<(typeof assetKinds)[number], SqlPiece>> = {
  image: piece`files.content_type like 'image/%'`,
  video: piece`files.content_type like 'video/%'`,
  audio: piece`files.content_type like 'audio/%'`,
  document: piece`files.content_type not like 'image/%' and files.content_type not like 'video/%' and files.content_type not like 'audio/%'`,
};

function conditions(siteId: string, { q, kind, folder, tag, isUnused, missingAlt, ids }: AssetFilters): SqlPiece {
  const words = foldedText(q ?? "")
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 10);
  const parts = [
    piece`assets.site_id = ${siteId}`,
    ...words.map((word) => piece`assets.search like ${`%${literal(word)}%`}`),
    ...(kind === undefined ? [] : [kinds[kind]]),
    ...(folder === undefined ? [] : [piece`(assets.folder = ${folder} or assets.folder like ${`${literal(folder)}/%`})`]),
    ...(tag === undefined ? [] : [piece`assets.tags @> array[${tag}]::text[]`]),
    ...(isUnused
      ? [
          piece`not exists (
            select from content_references as links where links.site_id = ${siteId} and links.target_id = assets.id
          )`,
          piece`assets.id not in (
            select unnest(products.asset_ids) from products where products.site_id = ${siteId} and products.asset_ids <> '{}'
          )`,
          piece`assets.id not in (
            select unnest(categories.asset_ids) from categories where categories.site_id = ${siteId} and categories.asset_ids <> '{}'
          )`,
        ]
      : []),
    ...(missingAlt === undefined
      ? []
      : [piece`files.content_type like 'image/%' and coalesce(btrim(assets.alt ->> ${missingAlt}::text), '') = ''`]),
    ...(ids === undefined ? [] : [piece`assets.id = any (${ids}::uuid[])`]),
  ];
  return parts.reduce((all, part) => piece`${all} and ${part}`);
}

/** The text without a meaning in a pattern of `like`. */
function literal(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

const orders = {
  createdAt: [piece`assets.created_at, assets.id`, piece`assets.created_at desc, assets.id`],
  updatedAt: [piece`assets.updated_at, assets.id`, piece`assets.updated_at desc, assets.id`],
  name: [
    piece`base_letters(assets.name) collate "C", assets.name collate "C", assets.id`,
    piece`base_letters(assets.name) collate "C" desc, assets.name collate "C" desc, assets.id desc`,
  ],
  bytes: [piece`files.bytes, assets.id`, piece`files.bytes desc, assets.id`],
} as const;
