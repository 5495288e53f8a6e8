import type { Actor } from "../../../lib/admin/identity.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import { foldedText } from "../../../lib/search/search-text.ts";
import type { Sql } from "../../../ports/database.ts";
import { recordChange } from "../../people/audit/index.ts";
import { recordWebhookEvents } from "../../server/webhooks/index.ts";
import { addressHash, roundedFocus } from "./asset-address.ts";
import type { AssetWords } from "./asset.ts";
import { fileName, nameInAddress } from "./file-name.ts";
import { useFile, type KeptFile } from "./keep-file.ts";
import { renderAhead } from "./render-ahead.ts";

interface Recording {
  actor: Actor;
  action: string;
}

/**
 * Adds an asset that shows a stored file, unless the site has one with the same bytes. Resolves with the asset's id, or undefined if the file was removed
 * meanwhile. Two uploads of the same bytes wait for each other at the row of the file.
 */
export async function addAsset(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  file: KeptFile,
  words: AssetWords & { sentName: string | undefined },
  recording: Recording,
): Promise<{ id: string; isDuplicate: boolean } | undefined> {
  const { now, ids } = ctx;
  if (!(await useFile(tx, siteId, file.id, now))) return undefined;
  const [existingAsset] = await tx<{ id: string }>`
    select id from assets where site_id = ${siteId} and file_id = ${file.id} order by created_at, id limit 1`;
  if (existingAsset) return { id: existingAsset.id, isDuplicate: true };
  const { title, alt, tags, folder } = words;
  const name = fileName(words.sentName, file.extension);
  const focus = roundedFocus(words.focus);
  const id = ids.next();
  const hash = addressHash(file.sha256, focus);
  await tx`
    insert into assets (
      site_id, id, file_id, name, title, alt, tags, folder, focus_x, focus_y, hash, search, created_by, created_at, updated_at
    )
    values (
      ${siteId}, ${id}, ${file.id}, ${name}, ${title}, ${JSON.stringify(alt)}::json, ${tags}::text[], ${folder}, ${focus[0]}, ${focus[1]}, ${hash},
      ${searchTextOf({ name, title, alt, tags })}, ${recording.actor.adminId ?? null}::uuid, ${now}, ${now}
    )`;
  await addAddress(tx, ctx, siteId, { assetId: id, fileId: file.id, hash, focus, name: nameInAddress(name, file.extension) });
  await renderAhead(tx, ctx, siteId, file);
  const target = { type: "asset", id, label: name, revision: 1 };
  await recordChange(tx, ctx, { ...recording, siteId, target, changes: [{ member: "name", to: name }] });
  await recordWebhookEvents(tx, ctx, siteId, [{ type: "asset.changed", data: { id, name, change: "CREATED" } }]);
  return { id, isDuplicate: false };
}

/** The text that a search of the library looks through. */
export function searchTextOf({ name, title, alt, tags }: Pick<AssetWords, "title" | "alt" | "tags"> & { name: string }): string {
  return foldedText([name, title, ...Object.values(alt), ...tags].join(" "));
}

/** Makes an address the current one of its asset. The one before goes on for a day, since pages and caches still name it. */
export async function addAddress(
  tx: Sql,
  { now, ids }: WriteContext,
  siteId: string,
  { assetId, fileId, hash, focus, name }: { assetId: string; fileId: string; hash: string; focus: readonly [number, number]; name: string },
): Promise<void> {
  await tx`
    update asset_addresses set ended_at = ${now}
    where site_id = ${siteId} and asset_id = ${assetId} and ended_at is null and hash <> ${hash}`;
  await tx`
    insert into asset_addresses (site_id, id, asset_id, hash, file_id, name, focus_x, focus_y)
    values (${siteId}, ${ids.next()}, ${assetId}, ${hash}, ${fileId}, ${name}, ${focus[0]}, ${focus[1]})
    on conflict (site_id, asset_id, hash) do update set
      ended_at = null, file_id = excluded.file_id, name = excluded.name, focus_x = excluded.focus_x, focus_y = excluded.focus_y`;
}
