import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { siteBase, siteSlug } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { contentTypeNotFound } from "../../rendering/index.ts";
import { contentTypeKind, EditedContentType } from "../content-types.ts";

/** Reads a content type. */
export const getContentType = operation(
  {
    id: "getContentType",
    method: "GET",
    path: `${siteBase}/content-types/{type}`,
    access: "member",
    permission: "site:read",
    cors: "closed",
    problems: [contentTypeNotFound],
    tags: ["Model"],
    summary: "Read a content type",
    params: Type.Object({ ...siteSlug, type: Type.String({ description: "Its name.", examples: ["news"] }) }),
    response: { 200: Single(EditedContentType) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, params }, reply) => {
      const contentType = await contentTypeKind.read(sql, site.id, params.type);
      if (!contentType) throw new ProblemError(contentTypeNotFound);
      tagRevision(reply, contentType.revision);
      return { data: contentType };
    },
);
