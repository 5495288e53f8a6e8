import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError, siteNotFound, validationFailed } from "../../../../lib/http/problem.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { assetsBase } from "../asset-path.ts";
import { assetOf, readAssetRow } from "../asset-row.ts";
import { Asset, CutParts } from "../asset.ts";
import { fileProblems, keepUpload, type KeepingDeps } from "../keep-file.ts";
import { fileMissing } from "../receive-upload.ts";
import { addAsset } from "../save-asset.ts";
import { assetWordsOf } from "../upload-fields.ts";
import { uploadForms } from "../upload-forms.ts";

const duplicate = Type.Optional(
  Type.Literal(true, { description: "The site had a file with the same bytes: this is that one, unchanged." }),
);

/** Adds a file to the media library. */
export const createAsset = operation(
  {
    id: "createAsset",
    method: "POST",
    path: assetsBase,
    access: "member",
    permission: "media:write",
    grows: true,
    cors: "closed",
    problems: [...fileProblems, fileMissing, validationFailed],
    tags: ["Media"],
    summary: "Upload a file",
    description:
      "Either a form (`multipart/form-data`) with one `file` and optional fields: `alt` (JSON by locale, or a text in the default locale), `title`, `tags` " +
      "(separated by commas), `folder`, `focus`; or the bytes as the body, with the name in `Content-Disposition`. The type is recognised by the content, and " +
      "metadata such as the place of a photograph is cut out. `cut` names what an SVG drawing lost. " +
      "200 with `duplicate` if the site has the same file already, so that a repeated upload makes none twice.",
    params: SiteParams,
    takes: "file",
    bodyForms: uploadForms,
    response: {
      200: Single(Type.Object({ ...Asset.properties, cut: CutParts, duplicate }, { additionalProperties: false })),
      201: Single(Type.Object({ ...Asset.properties, cut: CutParts }, { additionalProperties: false })),
    },
  },
  (deps: KeepingDeps & Pick<Deps, "sites">) => async (request, reply) => {
    const { sql, clock, ids, media, sites } = deps;
    const site = await sites.findSite(request.member.site.id);
    if (!site) throw new ProblemError(siteNotFound);
    const recording = { actor: actorOf(request), action: "createAsset" };
    const { id, isDuplicate, cut } = await keepUpload(deps, site, request, ({ fields, name: sentName }) => {
      const words = { ...assetWordsOf(fields, site), sentName };
      return async (file) => {
        const added = await sql.begin((tx) => addAsset(tx, { now: clock.now(), ids }, site.id, file, words, recording));
        return added && { ...added, cut: file.cut ?? [] };
      };
    });
    const asset = { ...assetOf(await readAssetRow(sql, site.id, id), site, media), cut };
    void reply.code(isDuplicate ? 200 : 201);
    tagRevision(reply, asset.revision);
    return { data: isDuplicate ? { ...asset, duplicate: true as const } : asset };
  },
);
