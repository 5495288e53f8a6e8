import type { Deps } from "../../../deps.ts";
import { actorOf } from "../../../lib/admin/identity.ts";
import { Single } from "../../../lib/http/envelope.ts";
import { operation } from "../../../lib/http/operation.ts";
import { seenRevision, tagRevision } from "../../../lib/http/revision.ts";
import { holdSite } from "../../sites/index.ts";
import { assetBase, AssetParams } from "../asset-path.ts";
import { assetOf, readAssetRow } from "../asset-row.ts";
import { Asset, assetNotFound } from "../asset.ts";
import { changeAsset } from "../change-asset.ts";
import { raiseShowing } from "../asset-copies.ts";
import { fileName } from "../file-name.ts";
import { holdAsset } from "../hold-asset.ts";
import { fileProblems, keepUpload, useFile, type KeepingDeps } from "../keep-file.ts";
import { renderAhead } from "../render-ahead.ts";
import { fileMissing } from "../receive-upload.ts";
import { fileForms } from "../upload-forms.ts";

/** Gives an asset other bytes. */
export const replaceAsset = operation(
  {
    id: "replaceAsset",
    method: "POST",
    path: `${assetBase}/replace`,
    access: "member",
    permission: "media:write",
    conditional: "change",
    cors: "closed",
    problems: [assetNotFound, ...fileProblems, fileMissing],
    tags: ["Media"],
    summary: "Replace the file of an asset",
    description:
      "Everything that shows the asset shows the new file within a second. Its words and its focus stay. The addresses of the old file go on for a day, since caches " +
      "still name them. The file is sent as in an upload, without other fields.",
    params: AssetParams,
    takes: "file",
    bodyForms: fileForms,
    response: { 200: Single(Asset) },
  },
  (deps: KeepingDeps & Pick<Deps, "sites">) => async (request, reply) => {
    const { sql, clock, ids, media } = deps;
    const { member, params } = request;
    const seen = seenRevision(request);
    const { site } = member;
    // Before anything is received: most refusals need no file.
    await sql.begin((tx) => holdAsset(tx, site.id, params.id, seen));
    const recording = { actor: actorOf(request), action: "replaceAsset" };
    await keepUpload(deps, site, request, (received) => (file) => {
      const saving = { now: clock.now(), ids, touched: new Set<string>() };
      return sql.begin(async (tx) => {
        await holdSite(tx, site.id);
        const held = await holdAsset(tx, site.id, params.id, seen);
        if (!(await useFile(tx, site.id, file.id, saving.now))) return undefined;
        const name = received.name === undefined ? fileName(held.name, file.extension) : fileName(received.name, file.extension);
        if (await changeAsset(tx, saving, site.id, held, { file: { ...file, name } }, recording))
          await renderAhead(tx, saving, site.id, file);
        await raiseShowing(tx, saving, site.id);
        return true;
      });
    });
    const asset = assetOf(await readAssetRow(sql, site.id, params.id), site, media);
    tagRevision(reply, asset.revision);
    return { data: asset };
  },
);
