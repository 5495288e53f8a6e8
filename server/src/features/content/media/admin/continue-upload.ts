import { Type } from "typebox";
import { NoContent, operation } from "../../../../lib/http/operation.ts";
import { unsupportedMediaType } from "../../../../lib/http/problem.ts";
import { fileProblems, type KeepingDeps } from "../keep-file.ts";
import { appendUpload } from "../tus/append-upload.ts";
import { tagUpload } from "../tus/show-upload.ts";
import { demandBytes, demandTus, partType, sentOffset, tusAbilities, tusProblems, TusVersion, UploadOffset } from "../tus/tus-headers.ts";
import { readUpload } from "../tus/upload-rows.ts";
import { conflictAt, offsetConflict, tooManyParts, uploadBase, uploadNotFound, UploadParams } from "../tus/upload.ts";

/** Adds bytes to an upload. The last ones make the asset. */
export const continueUpload = operation(
  {
    id: "continueUpload",
    method: "PATCH",
    path: uploadBase,
    access: "member",
    permission: "media:write",
    cors: "closed",
    problems: [...tusProblems, unsupportedMediaType, uploadNotFound, offsetConflict, tooManyParts, ...fileProblems],
    tags: ["Media"],
    summary: "Send bytes of a resumable upload",
    description:
      "With the last byte, the file is recognised, cleaned and stored as in an upload in one piece, and `Upload-Asset` has the id of the asset. `Upload-Cut` has what an SVG drawing lost, as `cut` of " +
      "an upload in one piece, in JSON. What arrived before a " +
      "connection broke off counts. A file that is refused ends its upload.",
    protocol: "tus",
    optionsHeaders: tusAbilities,
    params: UploadParams,
    requestHeaders: Type.Object({ "Tus-Resumable": TusVersion, "Upload-Offset": UploadOffset }),
    takes: "file",
    bodyForms: { [partType]: Type.String({ format: "binary", description: "Bytes of the file, from the offset on." }) },
    response: { 204: NoContent },
  },
  (deps: KeepingDeps) => async (request, reply) => {
    const { headers, member, admin, params } = request;
    demandTus(request, reply);
    demandBytes(headers);
    const offset = sentOffset(headers);
    const siteId = member.site.id;
    const upload = await readUpload(deps.sql, { siteId, adminId: admin.id }, params.id, deps.clock.now());
    if (upload.received !== offset) throw conflictAt(upload.received);
    tagUpload(
      reply,
      upload.assetId === null ? { ...upload, ...(await appendUpload(deps, request, siteId, upload, "continueUpload")) } : upload,
    );
  },
);
