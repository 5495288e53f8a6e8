import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { NoContent, operation } from "../../../../lib/http/operation.ts";
import { demandTus, tusAbilities, tusProblems, TusVersion } from "../tus/tus-headers.ts";
import { readUpload, removeUpload } from "../tus/upload-rows.ts";
import { uploadBase, uploadNotFound, UploadParams } from "../tus/upload.ts";

/** Ends an upload. The asset of a complete one stays. */
export const deleteUpload = operation(
  {
    id: "deleteUpload",
    method: "DELETE",
    path: uploadBase,
    access: "member",
    permission: "media:write",
    cors: "closed",
    problems: [...tusProblems, uploadNotFound],
    tags: ["Media"],
    summary: "End a resumable upload",
    description:
      "What was received of it is removed. The asset of a complete upload stays. With `members:write` also an upload of somebody else, as `GET …/uploads` lists it.",
    protocol: "tus",
    optionsHeaders: tusAbilities,
    params: UploadParams,
    requestHeaders: Type.Object({ "Tus-Resumable": TusVersion }),
    response: { 204: NoContent },
  },
  (deps: Pick<Deps, "sql" | "clock" | "store">) => async (request, reply) => {
    const { member, admin, params } = request;
    demandTus(request, reply);
    const siteId = member.site.id;
    const adminId = member.permissions.has("members:write") ? null : admin.id;
    const { id } = await readUpload(deps.sql, { siteId, adminId }, params.id, deps.clock.now());
    await removeUpload(deps, siteId, id);
  },
);
