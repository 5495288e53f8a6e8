import type { Database, Transaction } from "../../server/src/ports/database.ts";
import { searchTextOf } from "../../server/src/features/content/media/save-asset.ts";
import { chance } from "./chance.ts";

/** An asset as lists show and filter it, as a plain value. */
export interface ListedAsset {
  id: string;
  name: string;
  contentType: string;
  bytes: number;
  title: string;
  alt: Record<string, string>;
  tags: string[];
  folder: string;
  createdAt: Date;
  updatedAt: Date;
  isUsed: boolean;
}

const nouns = ["chair", "Bench", "lamp", "Süßholz", "Fjære", "ÆSKE", "Élan", "100%", "under_score", "back\\slash", "Café", "stol"];
const types = [
  ...["image/jpeg", "image/png", "image/svg+xml", "image/avif", "video/mp4", "audio/mpeg", "application/pdf", "text/plain"],
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
];
// Names that begin alike, and such as a pattern would take for others.
const folders = [
  "",
  "shop",
  "shop/chairs",
  "shop/chairs/oak",
  "shops",
  "shop_x",
  "shopax",
  "Shop",
  "50%",
  "50%/off",
  "500/off",
  "a\\b",
  "a\\b/c",
];
const tags = ["spring", "Spring", "oak", "ash wood", "50%", "new"];
const alts = ["", "   ", "A chair by a window", "Ein Stuhl", "Uma cadeira à janela", "ÅPEN DØR"];

/** Words, folders, tags and locales that the assets have, and some that none has. */
export const listedWords = {
  words: [...nouns, "cha", "süssholz", "fjaere", "elan", "apen dor", "_", "%", "\\", "jpg", "nothing", "window spring", "a e i o u n s"],
  folders: [...folders.filter(Boolean), "nowhere"],
  tags: [...tags, "none"],
  locales: ["en", "de", "pt-BR"],
};

const startMs = Date.parse("2026-01-01T00:00:00Z");

/** Assets in no order, of which many are alike in what a list is sorted by. The same seed gives the same ones. */
export function listedAssets(count: number, seed: number): ListedAsset[] {
  const next = chance(seed);
  const below = (end: number) => Math.floor(next() * end);
  const of = <T>(values: readonly T[]): T => values[below(values.length)] as T;
  const hex = (digits: number) => Array.from({ length: digits }, () => below(16).toString(16)).join("");
  return Array.from({ length: count }, () => {
    const contentType = of(types);
    const createdAt = new Date(startMs + below(count / 4) * 60_000);
    return {
      id: `${hex(8)}-${hex(4)}-7${hex(3)}-8${hex(3)}-${hex(12)}`,
      name: `${of(nouns)}${of(["", "-2", ` ${below(300)}`])}.${contentType.slice(-3)}`,
      contentType,
      bytes: below(5) === 0 ? 1_000 : below(5_000_000_000),
      title: next() < 0.5 ? "" : `${of(nouns)} ${of(nouns)}`,
      alt: Object.fromEntries(listedWords.locales.filter(() => next() < 0.6).map((locale) => [locale, of(alts)])),
      tags: tags.filter(() => next() < 0.2),
      folder: of(folders),
      createdAt,
      updatedAt: new Date(createdAt.getTime() + below(3) * 3_600_000),
      isUsed: next() < 0.4,
    };
  });
}

/** Adds the rows of assets to a site's library: for lists, which never read the store. Content, a product or a category shows those that are used. */
export async function addListedAssets(sql: Database, siteId: string, assets: readonly ListedAsset[]): Promise<void> {
  const rows = assets.map((asset) => ({ ...asset, search: searchTextOf(asset) }));
  const used = assets.filter(({ isUsed }) => isUsed).map(({ id }) => id);
  const third = Math.ceil(used.length / 3);
  const [inContent, inProducts, inCategories] = [0, 1, 2].map((part) => used.slice(part * third, (part + 1) * third));
  const add = async (tx: Transaction) => {
    for (let at = 0; at < rows.length; at += 1_000) {
      const part = JSON.stringify(rows.slice(at, at + 1_000));
      await tx`
        insert into asset_files (site_id, id, sha256, content_type, extension, bytes, created_at, stored_at, used_at)
        select ${siteId}, id, encode(sha256(id::text::bytea), 'hex'), "contentType", 'bin', bytes, "createdAt", "createdAt", "createdAt"
        from json_to_recordset(${part}::json) as files (id uuid, "contentType" text, bytes bigint, "createdAt" timestamptz)`;
      await tx`
        insert into assets (site_id, id, file_id, name, title, alt, tags, folder, hash, search, created_at, updated_at)
        select
          ${siteId}, id, id, name, title, alt, array(select json_array_elements_text(tags)), folder, left(md5(id::text), 8), search,
          "createdAt", "updatedAt"
        from json_to_recordset(${part}::json) as assets (
          id uuid, name text, title text, alt json, tags json, folder text, search text, "createdAt" timestamptz, "updatedAt" timestamptz
        )`;
      // As in save-documents.ts.
      if (at === 0) await tx`analyze asset_files, assets`;
    }
    await tx`
      insert into content_references (site_id, id, translation_id, is_draft, path, kind, target_id)
      select ${siteId}, gen_random_uuid(), translations.id, true, '/' || target, 'asset', target
      from unnest(${inContent ?? []}::uuid[]) as target
      cross join (select id from translations where site_id = ${siteId} limit 1) as translations`;
    await tx`update products set asset_ids = ${inProducts ?? []}::uuid[] where site_id = ${siteId}`;
    await tx`update categories set asset_ids = ${inCategories ?? []}::uuid[] where site_id = ${siteId}`;
    await tx`analyze asset_files, assets, content_references`;
  };
  await sql.begin(add, { statementTimeoutMs: 60_000 });
}
