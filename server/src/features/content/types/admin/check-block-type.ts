import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { siteBase, siteSlug } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { blockTypeKind, blockTypeNotFound, BlockTypeInput } from "../block-types.ts";
import { checkType } from "../change-types.ts";
import { TypeCheck } from "../type-kind.ts";

/** Says what a new definition of a block type would do. */
export const checkBlockType = operation(
  {
    id: "checkBlockType",
    method: "POST",
    path: `${siteBase}/block-types/{type}/check`,
    access: "member",
    permission: "model:write",
    cors: "closed",
    problems: [blockTypeNotFound],
    tags: ["Model"],
    summary: "Check a new definition of a block type",
    description: "Answers its own problems, or the contents that it would make invalid. Changes nothing.",
    params: Type.Object({ ...siteSlug, type: Type.String({ description: "Its name.", examples: ["hero"] }) }),
    body: BlockTypeInput,
    response: { 200: Single(TypeCheck) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, params, body }) => ({ data: await checkType(sql, blockTypeKind, site.id, params.type, body) }),
);
