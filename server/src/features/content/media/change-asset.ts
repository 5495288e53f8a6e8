import type { Actor } from "../../../lib/admin/identity.ts";
import type { PublicWriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import { changesBetween, recordChange } from "../../people/audit/index.ts";
import { recordWebhookEvents } from "../../server/webhooks/index.ts";
import { addressHash, roundedFocus } from "./asset-address.ts";
import type { AssetWords } from "./asset.ts";
import { showInCatalog } from "./asset-copies.ts";
import { nameInAddress } from "./file-name.ts";
import type { LockedAsset } from "./lock-asset.ts";
import { addAddress, searchTextOf } from "./save-asset.ts";
import { assetTag } from "./tags.ts";

/** What is changed of an asset: its words, or the file that it shows. */
export type AssetChange = Partial<AssetWords> & { file?: { id: string; sha256: string; extension: string; name: string } };

/**
 * Changes a held asset, and records it unless the caller does; a change of nothing leaves its revision. Touches what shows it: the caller calls
 * `raiseShowing` then. Resolves with whether anything has changed.
 */
export async function changeAsset(
  tx: Sql,
  ctx: PublicWriteContext,
  siteId: string,
  lockedAsset: LockedAsset,
  change: AssetChange,
  recording: { actor: Actor; action: string } | undefined,
): Promise<boolean> {
  const { now } = ctx;
  const { file, ...words } = change;
  const after = {
    ...lockedAsset,
    ...words,
    ...(file && { fileId: file.id, sha256: file.sha256, extension: file.extension, name: file.name }),
  };
  const focus = roundedFocus(after.focus);
  const hash = addressHash(after.sha256, focus);
  const { name, title, alt, tags, folder } = after;
  const changes = changesBetween(pickMembers(lockedAsset), pickMembers({ ...after, focus }));
  if (changes.length === 0 && hash === lockedAsset.hash) return false;
  await tx`
    update assets set
      file_id = ${after.fileId}, name = ${name}, title = ${title}, alt = ${JSON.stringify(alt)}::json, tags = ${tags}::text[], folder = ${folder},
      focus_x = ${focus[0]}, focus_y = ${focus[1]}, hash = ${hash}, search = ${searchTextOf(after)}, updated_at = ${now}, revision = revision + 1
    where site_id = ${siteId} and id = ${lockedAsset.id}`;
  if (hash !== lockedAsset.hash) {
    await addAddress(tx, ctx, siteId, {
      assetId: lockedAsset.id,
      fileId: after.fileId,
      hash,
      focus,
      name: nameInAddress(name, after.extension),
    });
  }
  ctx.touched.add(assetTag(lockedAsset.id));
  await showInCatalog(tx, ctx, siteId, lockedAsset.id);
  const target = { type: "asset", id: lockedAsset.id, label: name, revision: lockedAsset.revision + 1 };
  if (recording) await recordChange(tx, ctx, { ...recording, siteId, target, changes });
  await recordWebhookEvents(tx, ctx, siteId, [{ type: "asset.changed", data: { id: lockedAsset.id, name, change: "UPDATED" } }]);
  return true;
}

function pickMembers({ name, title, alt, tags, folder, focus, sha256 }: AssetWords & { name: string; sha256: string }) {
  return { name, title, alt, tags, folder, focus, sha256 };
}
