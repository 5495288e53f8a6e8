import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { seenRevision, tagRevision } from "../../../../lib/http/revision.ts";
import { assetBase, AssetParams } from "../asset-path.ts";
import { assetOf, readAssetRow } from "../asset-row.ts";
import { Asset, assetNotFound, CutParts } from "../asset.ts";
import { changeAsset } from "../change-asset.ts";
import { raiseShowing } from "../asset-copies.ts";
import { fileName } from "../file-name.ts";
import { lockAsset } from "../lock-asset.ts";
import { fileProblems, keepUpload, useFile, type KeepingDeps } from "../keep-file.ts";
import { renderAhead } from "../render-ahead.ts";
import { fileMissing } from "../receive-upload.ts";
import { fileForms } from "../upload-forms.ts";
import { demandPublicRight } from "../usages.ts";
import { lockSite } from "../../../../lib/published/lock-site.ts";

/** Gives an asset other bytes. */
export const replaceAsset = operation(
  {
    id: "replaceAsset",
    method: "POST",
    path: `${assetBase}/replace`,
    access: "member",
    permission: "media:write",
    grows: true,
    conditional: "change",
    cors: "closed",
    problems: [assetNotFound, ...fileProblems, fileMissing],
    tags: ["Media"],
    summary: "Replace the file of an asset",
    description:
      "Everything that shows the asset shows the new file within a second. Its texts and its focus stay. The old file's addresses still work for a day, since caches " +
      "still name them. The file is sent as in an upload, without other fields. A file that the public sees also needs `content:publish`.",
    params: AssetParams,
    takes: "file",
    bodyForms: fileForms,
    response: { 200: Single(Type.Object({ ...Asset.properties, cut: CutParts }, { additionalProperties: false })) },
  },
  (deps: KeepingDeps & Pick<Deps, "sites">) => async (request, reply) => {
    const { sql, clock, ids, media } = deps;
    const { member, params } = request;
    const seen = seenRevision(request);
    const { site } = member;
    // Before anything is received: most refusals need no file.
    await sql.begin(async (tx) => {
      const { id } = await lockAsset(tx, site.id, params.id, seen);
      await demandPublicRight(tx, member, [id]);
    });
    const recording = { actor: actorOf(request), action: "replaceAsset" };
    const cut = await keepUpload(deps, site, request, (received) => (file) => {
      const ctx = { now: clock.now(), ids, touched: new Set<string>() };
      return sql.begin(async (tx) => {
        await lockSite(tx, site.id);
        const lockedAsset = await lockAsset(tx, site.id, params.id, seen);
        await demandPublicRight(tx, member, [lockedAsset.id]);
        if (!(await useFile(tx, site.id, file.id, ctx.now))) return undefined;
        const name = received.name === undefined ? fileName(lockedAsset.name, file.extension) : fileName(received.name, file.extension);
        if (await changeAsset(tx, ctx, site.id, lockedAsset, { file: { ...file, name } }, recording))
          await renderAhead(tx, ctx, site.id, file);
        await raiseShowing(tx, ctx, site.id);
        return file.cut ?? [];
      });
    });
    const asset = assetOf(await readAssetRow(sql, site.id, params.id), site, media);
    tagRevision(reply, asset.revision);
    return { data: { ...asset, cut } };
  },
);
