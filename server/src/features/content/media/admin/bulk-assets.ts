import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { inUse } from "../../../../lib/admin/refusals.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { checkEachItem, SeenItems } from "../../../../lib/http/each-item.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError, siteNotFound, validationFailed } from "../../../../lib/http/problem.ts";
import { revisionConflictProblem } from "../../../../lib/http/revision.ts";
import { demandRoom, siteFull } from "../../../server/sites/index.ts";
import { assetsBase } from "../asset-path.ts";
import { assetOf } from "../asset-row.ts";
import { Asset, AssetFolder, assetNotFound, AssetTags, mostTags } from "../asset.ts";
import { raiseShowing } from "../asset-copies.ts";
import { changeAsset } from "../change-asset.ts";
import { demandRevision, lockAssets, type LockedAsset } from "../lock-asset.ts";
import { everyAsset, readAssetPage } from "../list-assets.ts";
import { removeAsset } from "../remove-assets.ts";
import { demandPublicRight, refuseInUse } from "../usages.ts";
import { lockSite } from "../../../../lib/published/lock-site.ts";

/** Deletes, tags or moves several assets: all or none. */
export const bulkAssets = operation(
  {
    id: "bulkAssets",
    method: "POST",
    path: `${assetsBase}/bulk`,
    access: "member",
    permission: "media:write",
    cors: "closed",
    problems: [assetNotFound, inUse, revisionConflictProblem, siteFull, validationFailed],
    tags: ["Media"],
    summary: "Delete, tag or move several assets",
    description:
      "All or none. `tag` adds `tags` to those that each asset has; `move` puts all into `folder`; `delete` is refused with 409 `in_use` if a place shows one of " +
      "them, unless `force` is true, and needs `content:publish` for files that the public sees. Answers with the assets as they are then.",
    params: SiteParams,
    body: Type.Object(
      {
        action: Type.Enum(["delete", "tag", "move"]),
        items: SeenItems,
        tags: Type.Optional(AssetTags),
        folder: Type.Optional(AssetFolder),
        force: Type.Optional(Type.Boolean({ default: false })),
      },
      { additionalProperties: false },
    ),
    response: { 200: List(Asset) },
  },
  ({ sql, clock, ids, sites, media, dataQuotaMb }: Pick<Deps, "sql" | "clock" | "ids" | "sites" | "media" | "dataQuotaMb">) =>
    async (request) => {
      const { action, items, tags, folder, force = false } = request.body;
      if (action === "tag" && tags === undefined) throw missing("/tags");
      if (action === "move" && folder === undefined) throw missing("/folder");
      const site = await sites.findSite(request.member.site.id);
      if (!site) throw new ProblemError(siteNotFound);
      if (action !== "delete") await demandRoom(sql, dataQuotaMb, site.id);
      const ctx = { now: clock.now(), ids, touched: new Set<string>() };
      const recording = { actor: actorOf(request), action: "bulkAssets" };
      const wanted = [...new Set(items.map(({ id }) => id))];
      const rows = await sql.begin(async (tx) => {
        await lockSite(tx, site.id);
        const lockedAssets = await lockAssets(tx, site.id, wanted);
        await checkEachItem(items, ({ id, revision }) => demandRevision(tx, site.id, lockedAssets.get(id), revision));
        if (action === "delete") await demandPublicRight(tx, request.member, wanted);
        for (const asset of lockedAssets.values()) {
          if (action === "delete") {
            if (!force) await refuseInUse(tx, site.id, asset.id);
            await removeAsset(tx, ctx, site.id, asset, recording);
          } else {
            const change = action === "tag" ? { tags: withTags(asset, tags ?? []) } : { folder: folder ?? "" };
            await changeAsset(tx, ctx, site.id, asset, change, recording);
          }
        }
        await raiseShowing(tx, ctx, site.id);
        return readAssetPage(tx, site.id, { ...everyAsset, ids: wanted }, { page: 1, pageSize: wanted.length });
      });
      const data = rows.map((row) => assetOf(row, site, media));
      return { data, page: 1, pageSize: Math.max(data.length, 1), total: data.length };
    },
);

function missing(path: string): ProblemError {
  return new ProblemError(validationFailed, { errors: [{ path, code: "required", message: "is required by this action" }] });
}

/** Throws `validation_failed` if there are more than an asset may have. */
function withTags({ name, tags }: LockedAsset, added: readonly string[]): string[] {
  const all = [...new Set([...tags, ...added])];
  if (all.length > mostTags) {
    const errors = [{ path: "/tags", code: "maxItems", message: `gives ${name} more than ${mostTags} tags` }];
    throw new ProblemError(validationFailed, { errors });
  }
  return all;
}
