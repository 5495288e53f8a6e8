import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Nullable, Single } from "../../../../lib/http/envelope.ts";
import { applyMergePatch } from "../../../../lib/http/merge-patch.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError, siteNotFound, validationFailed } from "../../../../lib/http/problem.ts";
import { seenRevision, tagRevision } from "../../../../lib/http/revision.ts";
import { LocaleTag } from "../../../../lib/text/locale.ts";
import { assetBase, AssetParams } from "../asset-path.ts";
import { assetOf, readAssetRow } from "../asset-row.ts";
import { Asset, AssetFocus, AssetFolder, assetNotFound, AssetTags, AssetTitle, noWords, type AssetWords } from "../asset.ts";
import { raiseShowing } from "../asset-copies.ts";
import { changeAsset } from "../change-asset.ts";
import { lockAsset } from "../lock-asset.ts";
import { refuseForeignLocales } from "../upload-fields.ts";
import { demandPublicRight } from "../usages.ts";
import { lockSite } from "../../../../lib/published/lock-site.ts";

const Patch = Type.Object(
  {
    title: Type.Optional(Nullable(AssetTitle)),
    alt: Type.Optional(
      Nullable(
        Type.Record(LocaleTag, Nullable(Type.String({ maxLength: 2_000 })), {
          additionalProperties: false,
          maxProperties: 100,
          description: "By locale; null takes a text away.",
        }),
      ),
    ),
    tags: Type.Optional(Nullable(AssetTags)),
    folder: Type.Optional(Nullable(AssetFolder)),
    focus: Type.Optional(Nullable(AssetFocus)),
    revision: Type.Optional(Type.Integer({ description: "The revision that you have seen." })),
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
    grows: true,
    conditional: "change",
    cors: "closed",
    problems: [assetNotFound, validationFailed],
    tags: ["Media"],
    summary: "Change an asset",
    description:
      "A JSON Merge Patch (RFC 7396): null empties a member, and puts the focus back in the middle. A new focus gives the asset a new address. A patch that " +
      "changes nothing leaves the revision as it is. `alt` and `focus` of a file that the public sees also need `content:publish`.",
    params: AssetParams,
    body: Patch,
    response: { 200: Single(Asset) },
  },
  ({ sql, clock, ids, sites, media }: Pick<Deps, "sql" | "clock" | "ids" | "sites" | "media">) =>
    async (request, reply) => {
      const { revision, alt, ...rest } = request.body;
      const words = withDefaults({ ...rest, ...(alt === null && { alt }) });
      const site = await sites.findSite(request.member.site.id);
      if (!site) throw new ProblemError(siteNotFound);
      const ctx = { now: clock.now(), ids, touched: new Set<string>() };
      const recording = { actor: actorOf(request), action: "updateAsset" };
      await sql.begin(async (tx) => {
        await lockSite(tx, site.id);
        const lockedAsset = await lockAsset(tx, site.id, request.params.id, seenRevision(request, revision));
        if (alt) refuseForeignLocales(alt, site, lockedAsset.alt);
        // The other members are for the people of the site.
        if (alt !== undefined || words.focus !== undefined) await demandPublicRight(tx, request.member, [lockedAsset.id]);
        const change = { ...words, ...(alt && { alt: applyMergePatch(lockedAsset.alt, alt) as Record<string, string> }) };
        await changeAsset(tx, ctx, site.id, lockedAsset, change, recording);
        await raiseShowing(tx, ctx, site.id);
      });
      const asset = assetOf(await readAssetRow(sql, site.id, request.params.id), site, media);
      tagRevision(reply, asset.revision);
      return { data: asset };
    },
);

/** Words of which null stands for those of a new asset. */
function withDefaults(patch: { [Name in keyof AssetWords]?: AssetWords[Name] | null }): Partial<AssetWords> {
  return Object.fromEntries(Object.entries(patch).map(([name, value]) => [name, value ?? noWords[name as keyof AssetWords]]));
}
