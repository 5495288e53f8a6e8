import { Type } from "typebox";
import type { Deps } from "../../../deps.ts";
import { actorOf } from "../../../lib/admin/identity.ts";
import { inUse } from "../../../lib/admin/refusals.ts";
import { NoContent, operation } from "../../../lib/http/operation.ts";
import { seenRevision } from "../../../lib/http/revision.ts";
import { holdSite } from "../../sites/index.ts";
import { assetBase, AssetParams } from "../asset-path.ts";
import { assetNotFound } from "../asset.ts";
import { raiseShowing } from "../asset-copies.ts";
import { holdAsset } from "../hold-asset.ts";
import { removeAsset } from "../remove-assets.ts";
import { refuseInUse } from "../usages.ts";

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
      "it all the same.",
    params: AssetParams,
    query: Type.Object({ force: Type.Optional(Type.Boolean({ default: false })) }),
    response: { 204: NoContent },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { member, params, query } = request;
      const siteId = member.site.id;
      const saving = { now: clock.now(), ids, touched: new Set<string>() };
      await sql.begin(async (tx) => {
        await holdSite(tx, siteId);
        const held = await holdAsset(tx, siteId, params.id, seenRevision(request));
        if (query.force !== true) await refuseInUse(tx, siteId, held.id);
        await removeAsset(tx, saving, siteId, held, { actor: actorOf(request), action: "deleteAsset" });
        await raiseShowing(tx, saving, siteId);
      });
    },
);
