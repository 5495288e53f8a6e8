import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { siteBase, siteSlug } from "../../../../lib/admin/site-path.ts";
import { inUse } from "../../../../lib/admin/refusals.ts";
import { NoContent, operation } from "../../../../lib/http/operation.ts";
import { blockTypeKind, blockTypeNotFound } from "../block-types.ts";
import { deleteType } from "../change-types.ts";

/** Deletes a block type that no document uses. */
export const deleteBlockType = operation(
  {
    id: "deleteBlockType",
    method: "DELETE",
    path: `${siteBase}/block-types/{type}`,
    access: "member",
    permission: "model:write",
    conditional: "change",
    cors: "closed",
    problems: [blockTypeNotFound, inUse],
    tags: ["Model"],
    summary: "Delete a block type",
    params: Type.Object({ ...siteSlug, type: Type.String({ description: "Its name.", examples: ["hero"] }) }),
    response: { 204: NoContent },
  },
  (deps: Pick<Deps, "sql" | "clock" | "ids">) => async (request) => {
    await deleteType(deps, blockTypeKind, request, { action: "deleteBlockType", name: request.params.type });
  },
);
