import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { tagUpload, uploadOf } from "../tus/show-upload.ts";
import { demandTus, tusAbilities, tusProblems, TusVersion } from "../tus/tus-headers.ts";
import { readUpload } from "../tus/upload-rows.ts";
import { Upload, uploadBase, uploadNotFound, UploadParams } from "../tus/upload.ts";

/** Reads where an upload is, and the asset that it has become. */
export const getUpload = operation(
  {
    id: "getUpload",
    method: "GET",
    path: uploadBase,
    access: "member",
    permission: "media:write",
    cors: "closed",
    problems: [...tusProblems, uploadNotFound],
    tags: ["Media"],
    summary: "Read where a resumable upload is",
    description:
      "Clients of tus send `HEAD`, and read `Upload-Offset`. Once the upload is complete, `Upload-Asset` has the id of its asset. Only the person who began " +
      "an upload reaches it.",
    protocol: "tus",
    optionsHeaders: tusAbilities,
    params: UploadParams,
    requestHeaders: Type.Object({ "Tus-Resumable": Type.Optional(TusVersion) }),
    response: { 200: Single(Upload) },
  },
  (deps: Pick<Deps, "sql" | "clock" | "media">) => async (request, reply) => {
    const { member, admin, params, headers } = request;
    if (request.method === "HEAD" || headers["x-http-method-override"] !== undefined) demandTus(request, reply);
    const upload = await readUpload(deps.sql, { siteId: member.site.id, adminId: admin.id }, params.id, deps.clock.now());
    tagUpload(reply, upload);
    const { metadata } = upload.words;
    if (metadata !== undefined) void reply.header("upload-metadata", metadata);
    return { data: await uploadOf(deps, member.site, upload) };
  },
);
