import type { MediaOptions } from "../../../deps.ts";
import { addTally, emptyTally, type Tally } from "../../../lib/observing/tally.ts";
import type { PublicWriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import { recordWebhookEvents, type NewWebhookEvent } from "../../server/webhooks/index.ts";
import { addressHash, roundedFocus } from "./asset-address.ts";
import { noWords, type AssetWords } from "./asset.ts";
import { changeAsset } from "./change-asset.ts";
import { nameInAddress } from "./file-name.ts";
import { findAssetIds } from "./find-asset-ids.ts";
import { lockAssets } from "./lock-asset.ts";
import { searchTextOf } from "./save-asset.ts";
import { nameStaged, type StagedFile } from "./stage-files.ts";

/** An asset as a bundle has it: members that it leaves out stay as they are. */
export interface GivenAsset extends Partial<AssetWords> {
  /** By which the bundle refers to it. It fits the content of the file. */
  name: string;
  /** Absent only for an asset that the site has. */
  file?: StagedFile;
}

/**
 * Creates assets, and changes those that the site has by these names. The caller holds the site, records the change, and raises the versions of the
 * site then. Names must be distinct. Throws what `nameStaged` throws.
 */
export async function saveAssets(
  tx: Sql,
  ctx: PublicWriteContext,
  siteId: string,
  media: Pick<MediaOptions, "quotaMb">,
  assets: readonly GivenAsset[],
): Promise<Tally> {
  if (assets.length === 0) return emptyTally();
  const fileIds = await nameStaged(
    tx,
    ctx,
    siteId,
    media,
    assets.flatMap(({ file }) => (file ? [file] : [])),
  );
  const names = assets.map(({ name }) => name);
  const assetIds = new Map((await findAssetIds(tx, siteId, names)).map(({ place, id }) => [names[place], id]));
  const lockedAssets = await lockAssets(tx, siteId, [...assetIds.values()]);
  let tally = emptyTally();
  const added: NewAsset[] = [];
  for (const { name, file, ...words } of assets) {
    const lockedAsset = lockedAssets.get(assetIds.get(name) ?? "");
    const fileId = file && fileIds.get(file.sha256);
    if (lockedAsset) {
      const change = { ...words, ...(file && fileId !== undefined && { file: { ...file, id: fileId, name: lockedAsset.name } }) };
      const isChanged = await changeAsset(tx, ctx, siteId, lockedAsset, change, undefined);
      tally = addTally(tally, { ...emptyTally(), [isChanged ? "updated" : "unchanged"]: 1 });
    } else if (file && fileId !== undefined) added.push({ ...noWords, ...words, name, file, fileId });
  }
  if (added.length > 0) await addAssets(tx, ctx, siteId, added);
  return addTally(tally, { ...emptyTally(), created: added.length });
}

interface NewAsset extends AssetWords {
  name: string;
  file: StagedFile;
  fileId: string;
}

async function addAssets(tx: Sql, ctx: PublicWriteContext, siteId: string, assets: readonly NewAsset[]): Promise<void> {
  const { now, ids } = ctx;
  const rows = assets.map(({ name, file, fileId, title, alt, tags, folder, focus: rawFocus }) => {
    const focus = roundedFocus(rawFocus);
    return {
      id: ids.next(),
      address_id: ids.next(),
      file_id: fileId,
      name,
      title,
      alt: JSON.stringify(alt),
      tags,
      folder,
      focus_x: focus[0],
      focus_y: focus[1],
      hash: addressHash(file.sha256, focus),
      search: searchTextOf({ name, title, alt, tags }),
      address_name: nameInAddress(name, file.extension),
    };
  });
  const rowsJson = JSON.stringify(rows);
  await tx`
    insert into assets (
      site_id, id, file_id, name, title, alt, tags, folder, focus_x, focus_y, hash, search, created_at, updated_at
    )
    select
      ${siteId}::uuid, id, file_id, name, title, alt::json, tags, folder, focus_x, focus_y, hash, search, ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${rowsJson}::json) as given (
      id uuid, file_id uuid, name text, title text, alt text, tags text[], folder text, focus_x float8, focus_y float8, hash text, search text
    )`;
  await tx`
    insert into asset_addresses (site_id, id, asset_id, hash, file_id, name, focus_x, focus_y)
    select ${siteId}::uuid, address_id, id, hash, file_id, address_name, focus_x, focus_y
    from json_to_recordset(${rowsJson}::json) as given (
      id uuid, address_id uuid, file_id uuid, hash text, address_name text, focus_x float8, focus_y float8
    )`;
  const events = rows.map(({ id, name }): NewWebhookEvent => ({ type: "asset.changed", data: { id, name, change: "CREATED" } }));
  await recordWebhookEvents(tx, ctx, siteId, events);
}
