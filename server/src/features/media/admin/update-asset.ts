import { Type } from "typebox";
import type { Deps } from "../../../deps.ts";
import { actorOf } from "../../../lib/admin/identity.ts";
import { Single } from "../../../lib/http/envelope.ts";
import { applyMergePatch } from "../../../lib/http/merge-patch.ts";
import { operation } from "../../../lib/http/operation.ts";
import { ProblemError, siteNotFound, validationFailed } from "../../../lib/http/problem.ts";
import { seenRevision, tagRevision } from "../../../lib/http/revision.ts";
import { LocaleTag } from "../../../lib/text/locale.ts";
import { holdSite } from "../../sites/index.ts";
import { assetBase, AssetParams } from "../asset-path.ts";
import { assetOf, readAssetRow } from "../asset-row.ts";
import { Asset, AssetFocus, AssetFolder, assetNotFound, AssetTags, AssetTitle } from "../asset.ts";
import { raiseShowing } from "../asset-copies.ts";
import { changeAsset } from "../change-asset.ts";
import { holdAsset } from "../hold-asset.ts";
import { refuseForeignLocales } from "../upload-fields.ts";

const Patch = Type.Object(
  {
    title: Type.Optional(AssetTitle),
    alt: Type.Optional(
      Type.Record(LocaleTag, Type.Union([Type.String({ maxLength: 2_000 }), Type.Null()]), {
        additionalProperties: false,
        maxProperties: 100,
        description: "By locale; null takes a text away.",
      }),
    ),
    tags: Type.Optional(AssetTags),
    folder: Type.Optional(AssetFolder),
    focus: Type.Optional(AssetFocus),
    revision: Type.Optional(Type.Integer({ description: "The one that you have seen." })),
  },
  { additionalProperties: false },
);

/** Changes the words and the focus of an asset. */
export const updateAsset = operation(
  {
    id: "updateAsset",
    method: "PATCH",
    path: assetBase,
    access: "member",
    permission: "media:write",
    conditional: "change",
    cors: "closed",
    problems: [assetNotFound, validationFailed],
    tags: ["Media"],
    summary: "Change an asset",
    description:
      "A JSON Merge Patch (RFC 7396). A new focus gives the asset a new address. A patch that changes nothing leaves the revision as it is.",
    params: AssetParams,
    body: Patch,
    response: { 200: Single(Asset) },
  },
  ({ sql, clock, ids, sites, media }: Pick<Deps, "sql" | "clock" | "ids" | "sites" | "media">) =>
    async (request, reply) => {
      const { revision, alt, ...words } = request.body;
      const site = await sites.findSite(request.member.site.id);
      if (!site) throw new ProblemError(siteNotFound);
      const saving = { now: clock.now(), ids, touched: new Set<string>() };
      const recording = { actor: actorOf(request), action: "updateAsset" };
      await sql.begin(async (tx) => {
        await holdSite(tx, site.id);
        const held = await holdAsset(tx, site.id, request.params.id, seenRevision(request, revision));
        if (alt) refuseForeignLocales(alt, site, held.alt);
        const change = { ...words, ...(alt && { alt: applyMergePatch(held.alt, alt) as Record<string, string> }) };
        await changeAsset(tx, saving, site.id, held, change, recording);
        await raiseShowing(tx, saving, site.id);
      });
      const asset = assetOf(await readAssetRow(sql, site.id, request.params.id), site, media);
      tagRevision(reply, asset.revision);
      return { data: asset };
    },
);
