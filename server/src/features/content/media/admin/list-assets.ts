import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { sortOf, sortParameter } from "../../../../lib/http/sorting.ts";
import { LocaleTag } from "../../../../lib/text/locale.ts";
import { assetsBase } from "../asset-path.ts";
import { assetOf } from "../asset-row.ts";
import { Asset } from "../asset.ts";
import { assetKinds, assetSorts, countAssets, readAssetPage } from "../list-assets.ts";

/** Lists and searches the media library. */
export const listAssets = operation(
  {
    id: "listAssets",
    method: "GET",
    path: assetsBase,
    access: "member",
    permission: "media:read",
    cors: "closed",
    problems: [],
    tags: ["Media"],
    summary: "List the assets",
    params: SiteParams,
    query: Type.Object({
      ...pagingParameters(50),
      q: Type.Optional(Type.String({ maxLength: 200, description: "Parts of words of name, title, alternative texts or tags." })),
      type: Type.Optional(Type.Enum([...assetKinds])),
      folder: Type.Optional(Type.String({ maxLength: 300, description: "With the folders below it." })),
      tag: Type.Optional(Type.String({ maxLength: 60 })),
      unused: Type.Optional(Type.Boolean({ description: "Only those that nothing shows: no draft, no publication, nothing in the shop." })),
      missingAlt: Type.Optional(
        Type.Unsafe<string>({ ...LocaleTag, description: "Only pictures without an alternative text in this locale." }),
      ),
      sort: sortParameter(assetSorts, "`createdAt:desc`"),
    }),
    response: { 200: List(Asset) },
  },
  ({ sql, media }: Pick<Deps, "sql" | "media">) =>
    async ({ member: { site }, query }, reply) => {
      const paging = pagingOf(query);
      const [sort, direction] = sortOf(query.sort, assetSorts, { field: "createdAt", direction: "desc" }).split(":");
      const { q, type: kind, folder, tag, unused: isUnused = false, missingAlt } = query;
      const order = { sort: sort as (typeof assetSorts)[number], isDescending: direction === "desc" };
      const filters = { q, kind, folder, tag, isUnused, missingAlt, ids: undefined, ...order };
      const [rows, total] = await Promise.all([readAssetPage(sql, site.id, filters, paging), countAssets(sql, site.id, filters)]);
      const assets = rows.map((row) => assetOf(row, site, media));
      return answerPage(reply, query, paging, assets, total);
    },
);
