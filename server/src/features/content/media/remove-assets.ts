import type { Actor } from "../../../lib/admin/identity.ts";
import type { PublicWriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import { recordChange } from "../../people/audit/index.ts";
import { recordWebhookEvents } from "../../server/webhooks/index.ts";
import { showInCatalog } from "./asset-copies.ts";
import type { LockedAsset } from "./lock-asset.ts";
import { assetTag } from "./tags.ts";

/** Removes a held asset with its addresses. Its bytes stay for a day, in case something else shows them. The caller calls `raiseShowing`. */
export async function removeAsset(
  tx: Sql,
  ctx: PublicWriteContext,
  siteId: string,
  { id, name, fileId }: LockedAsset,
  recording: { actor: Actor; action: string },
): Promise<void> {
  // With those of the addresses before a replacement, which go now, too.
  await tx`
    update asset_files set used_at = ${ctx.now}
    where site_id = ${siteId} and (
      id = ${fileId} or id in (select file_id from asset_addresses where site_id = ${siteId} and asset_id = ${id})
    )`;
  await tx`delete from assets where site_id = ${siteId} and id = ${id}`;
  ctx.touched.add(assetTag(id));
  await showInCatalog(tx, ctx, siteId, id);
  await recordChange(tx, ctx, { ...recording, siteId, target: { type: "asset", id, label: name }, removes: true });
  await recordWebhookEvents(tx, ctx, siteId, [{ type: "asset.deleted", data: { id, name } }]);
}
