import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { siteBase, siteSlug } from "../../../../lib/admin/site-path.ts";
import { inUse } from "../../../../lib/admin/refusals.ts";
import { NoContent, operation } from "../../../../lib/http/operation.ts";
import { contentTypeNotFound } from "../../rendering/index.ts";
import { contentTypeKind } from "../content-types.ts";
import { deleteType } from "../change-types.ts";

/** Deletes a content type that no document uses. */
export const deleteContentType = operation(
  {
    id: "deleteContentType",
    method: "DELETE",
    path: `${siteBase}/content-types/{type}`,
    access: "member",
    permission: "model:write",
    conditional: "change",
    cors: "closed",
    problems: [contentTypeNotFound, inUse],
    tags: ["Model"],
    summary: "Delete a content type",
    params: Type.Object({ ...siteSlug, type: Type.String({ description: "Its name.", examples: ["news"] }) }),
    response: { 204: NoContent },
  },
  (deps: Pick<Deps, "sql" | "clock" | "ids">) => async (request) => {
    await deleteType(deps, contentTypeKind, request, { action: "deleteContentType", name: request.params.type });
  },
);
