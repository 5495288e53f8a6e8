import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { assetBase, AssetParams } from "../asset-path.ts";
import { readAssetRow } from "../asset-row.ts";
import { assetNotFound } from "../asset.ts";
import { AssetUsage, listUsagesOf } from "../usages.ts";

/** Lists the places that show an asset. */
export const listAssetUsages = operation(
  {
    id: "listAssetUsages",
    method: "GET",
    path: `${assetBase}/usages`,
    access: "member",
    permission: "media:read",
    cors: "closed",
    problems: [assetNotFound],
    tags: ["Media"],
    summary: "List the places that show an asset",
    description: "Drafts and publications each for themselves.",
    params: AssetParams,
    query: Type.Object(pagingParameters(50)),
    response: { 200: List(AssetUsage) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ member: { site }, params, query }, reply) => {
      const paging = pagingOf(query);
      const { id } = await readAssetRow(sql, site.id, params.id);
      const { usages, total } = await listUsagesOf(sql, site.id, id, paging);
      return answerPage(reply, query, paging, usages, total);
    },
);
