import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { assetBase, AssetParams } from "../asset-path.ts";
import { assetOf, readAssetRow } from "../asset-row.ts";
import { Asset, assetNotFound } from "../asset.ts";

/** Reads an asset. */
export const getAsset = operation(
  {
    id: "getAsset",
    method: "GET",
    path: assetBase,
    access: "member",
    permission: "media:read",
    cors: "closed",
    problems: [assetNotFound],
    tags: ["Media"],
    summary: "Read an asset",
    params: AssetParams,
    response: { 200: Single(Asset) },
  },
  ({ sql, media }: Pick<Deps, "sql" | "media">) =>
    async ({ member: { site }, params }, reply) => {
      const asset = assetOf(await readAssetRow(sql, site.id, params.id), site, media);
      tagRevision(reply, asset.revision);
      return { data: asset };
    },
);
