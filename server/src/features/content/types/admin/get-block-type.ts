import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { siteBase, siteSlug } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { blockTypeKind, blockTypeNotFound, EditedBlockType } from "../block-types.ts";

/** Reads a block type. */
export const getBlockType = operation(
  {
    id: "getBlockType",
    method: "GET",
    path: `${siteBase}/block-types/{type}`,
    access: "member",
    permission: "site:read",
    cors: "closed",
    problems: [blockTypeNotFound],
    tags: ["Model"],
    summary: "Read a block type",
    params: Type.Object({ ...siteSlug, type: Type.String({ description: "Its name.", examples: ["hero"] }) }),
    response: { 200: Single(EditedBlockType) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, params }, reply) => {
      const blockType = await blockTypeKind.read(sql, site.id, params.type);
      if (!blockType) throw new ProblemError(blockTypeNotFound);
      tagRevision(reply, blockType.revision);
      return { data: blockType };
    },
);
