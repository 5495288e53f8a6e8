import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { siteBase, siteSlug } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { blockTypeKind, blockTypeNotFound, BlockTypeInput, EditedBlockType } from "../block-types.ts";
import { documentsAffected, putType } from "../change-types.ts";

/** Creates or replaces a block type. */
export const putBlockType = operation(
  {
    id: "putBlockType",
    method: "PUT",
    path: `${siteBase}/block-types/{type}`,
    access: "member",
    permission: "model:write",
    grows: true,
    conditional: "changeOrCreate",
    cors: "closed",
    problems: [blockTypeNotFound, documentsAffected],
    tags: ["Model"],
    summary: "Create or replace a block type",
    description:
      "A definition that makes published documents invalid is refused. With `force` they stay published, and are marked as invalid.",
    params: Type.Object({ ...siteSlug, type: Type.String({ description: "Its name.", examples: ["hero"] }) }),
    query: Type.Object({ force: Type.Optional(Type.Boolean()) }),
    body: BlockTypeInput,
    response: { 200: Single(EditedBlockType), 201: Single(EditedBlockType) },
  },
  (deps: Pick<Deps, "sql" | "clock" | "ids">) => async (request, reply) => {
    const { params, query, body } = request;
    const change = { action: "putBlockType", name: params.type, input: body, isForced: query.force === true };
    const { storedType: blockType, isNew } = await putType(deps, blockTypeKind, request, change);
    if (isNew) void reply.code(201);
    tagRevision(reply, blockType.revision);
    return { data: blockType };
  },
);
