import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { basePathOf } from "../../../../lib/http/base-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError, siteNotFound, validationFailed } from "../../../../lib/http/problem.ts";
import { fileProblems, overQuota, readMediaSettings, type KeepingDeps } from "../keep-file.ts";
import { fileMissing, tooLarge } from "../receive-upload.ts";
import { appendUpload } from "../tus/append-upload.ts";
import { tagUpload, uploadOf } from "../tus/show-upload.ts";
import {
  announcedBytes,
  bringsBytes,
  demandTus,
  readMetadata,
  refuseConcatenation,
  tusAbilities,
  tusProblems,
  TusVersion,
} from "../tus/tus-headers.ts";
import { addUpload } from "../tus/upload-rows.ts";
import { mostUnfinished, offsetConflict, tooManyParts, tooManyUploads, Upload, uploadNotFound, uploadsBase } from "../tus/upload.ts";
import { assetWordsOf } from "../upload-fields.ts";

/** Begins an upload that may go on after an interruption. */
export const createUpload = operation(
  {
    id: "createUpload",
    method: "POST",
    path: uploadsBase,
    access: "member",
    permission: "media:write",
    grows: true,
    cors: "closed",
    problems: [
      ...tusProblems,
      ...fileProblems,
      fileMissing,
      tooManyUploads,
      offsetConflict,
      tooManyParts,
      uploadNotFound,
      validationFailed,
    ],
    tags: ["Media"],
    summary: "Begin a resumable upload",
    description:
      "The protocol is tus 1.0, which clients exist for. `Location` is the address of the upload: `PATCH` sends bytes to it, and `HEAD` returns the offset to continue " +
      "at. `Upload-Metadata` may have `filename`, and `alt`, `title`, `tags`, `folder` and `focus` as the fields of an upload in one piece. Other keys have no " +
      "effect. `HEAD` repeats the header. The request may bring the first bytes. An upload ends a day after its last bytes.",
    protocol: "tus",
    optionsHeaders: tusAbilities,
    params: SiteParams,
    requestHeaders: Type.Object({
      "Tus-Resumable": TusVersion,
      "Upload-Length": Type.String({ description: "Bytes of the whole file.", examples: ["104857600"] }),
      "Upload-Metadata": Type.Optional(
        Type.String({ description: "Keys, each with a value in base64.", examples: ["filename Y2hhaXIuanBn"] }),
      ),
    }),
    takes: "file",
    response: { 201: Single(Upload) },
  },
  (deps: KeepingDeps & Pick<Deps, "sites" | "publicUrl">) => async (request, reply) => {
    const { sql, clock, ids, media, sites, publicUrl } = deps;
    const { headers, admin, member } = request;
    demandTus(request, reply);
    refuseConcatenation(headers);
    const site = await sites.findSite(member.site.id);
    if (!site) throw new ProblemError(siteNotFound);
    const bytes = announcedBytes(headers);
    if (bytes === 0) throw new ProblemError(fileMissing, { detail: "The file is empty. Send at least one byte." });
    // Which of the two limits applies is known once the content is.
    const maxBytes = Math.max(media.maxBytes, media.maxVideoBytes);
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    const { name, fields } = readMetadata(headers["upload-metadata"]);
    const metadata = headers["upload-metadata"] as string | undefined;
    const words = {
      ...assetWordsOf(fields, site),
      ...(name !== undefined && { sentName: name }),
      ...(metadata !== undefined && { metadata }),
    };
    const quota = await readMediaSettings(sql, media, site.id);
    const ctx = { now: clock.now(), ids };
    const upload = await addUpload(sql, ctx, { siteId: site.id, adminId: admin.id }, { bytes, words, quotaBytes: quota.quotaBytes });
    if ("reason" in upload) {
      if (upload.reason === "quota") throw overQuota(quota, upload.usedBytes);
      const detail = `Finish or delete one of ${mostUnfinished}, or wait a day.`;
      throw new ProblemError(tooManyUploads, { detail });
    }
    void reply.header("location", `${basePathOf(publicUrl)}${uploadsBase.replace("{siteSlug}", site.slug)}/${upload.id}`);
    const now = bringsBytes(headers) ? { ...upload, ...(await appendUpload(deps, request, site.id, upload, "createUpload")) } : upload;
    tagUpload(reply, now);
    return { data: await uploadOf(deps, site, now) };
  },
);
