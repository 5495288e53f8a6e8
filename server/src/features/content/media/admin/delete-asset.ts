import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { inUse } from "../../../../lib/admin/refusals.ts";
import { NoContent, operation } from "../../../../lib/http/operation.ts";
import { seenRevision } from "../../../../lib/http/revision.ts";
import { assetBase, AssetParams } from "../asset-path.ts";
import { assetNotFound } from "../asset.ts";
import { raiseShowing } from "../asset-copies.ts";
import { lockAsset } from "../lock-asset.ts";
import { removeAsset } from "../remove-assets.ts";
import { demandPublicRight, refuseInUse } from "../usages.ts";
import { lockSite } from "../../../../lib/published/lock-site.ts";

/** Deletes an asset. */
export const deleteAsset = operation(
  {
    id: "deleteAsset",
    method: "DELETE",
    path: assetBase,
    access: "member",
    permission: "media:write",
    conditional: "change",
    cors: "closed",
    problems: [assetNotFound, inUse],
    tags: ["Media"],
    summary: "Delete an asset",
    description:
      "Its addresses are gone at once; its bytes a day later, unless another asset has the same. 409 `in_use` names the places that show it; `?force=true` deletes " +
      "it all the same. A file that the public sees also needs `content:publish`.",
    params: AssetParams,
    query: Type.Object({ force: Type.Optional(Type.Boolean({ default: false })) }),
    response: { 204: NoContent },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { member, params, query } = request;
      const siteId = member.site.id;
      const ctx = { now: clock.now(), ids, touched: new Set<string>() };
      await sql.begin(async (tx) => {
        await lockSite(tx, siteId);
        const lockedAsset = await lockAsset(tx, siteId, params.id, seenRevision(request));
        await demandPublicRight(tx, member, [lockedAsset.id]);
        if (query.force !== true) await refuseInUse(tx, siteId, lockedAsset.id);
        await removeAsset(tx, ctx, siteId, lockedAsset, { actor: actorOf(request), action: "deleteAsset" });
        await raiseShowing(tx, ctx, siteId);
      });
    },
);
