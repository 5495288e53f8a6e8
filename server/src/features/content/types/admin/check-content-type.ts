import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { siteBase, siteSlug } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { contentTypeNotFound } from "../../rendering/index.ts";
import { contentTypeKind, ContentTypeInput } from "../content-types.ts";
import { checkType } from "../change-types.ts";
import { TypeCheck } from "../type-kind.ts";

/** Says what a new definition of a content type would do. */
export const checkContentType = operation(
  {
    id: "checkContentType",
    method: "POST",
    path: `${siteBase}/content-types/{type}/check`,
    access: "member",
    permission: "model:write",
    cors: "closed",
    problems: [contentTypeNotFound],
    tags: ["Model"],
    summary: "Check a new definition of a content type",
    description: "Answers its own problems, or the contents that it would make invalid. Changes nothing.",
    params: Type.Object({ ...siteSlug, type: Type.String({ description: "Its name.", examples: ["news"] }) }),
    body: ContentTypeInput,
    response: { 200: Single(TypeCheck) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, params, body }) => ({ data: await checkType(sql, contentTypeKind, site.id, params.type, body) }),
);
