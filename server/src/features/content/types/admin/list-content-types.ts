import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { SiteParams, siteBase } from "../../../../lib/admin/site-path.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, offsetOf, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { contentTypeKind, EditedContentType, readContentTypes } from "../content-types.ts";

/** Lists the content types of a site, ordered by name. */
export const listContentTypes = operation(
  {
    id: "listContentTypes",
    method: "GET",
    path: `${siteBase}/content-types`,
    access: "member",
    permission: "site:read",
    cors: "closed",
    problems: [],
    tags: ["Model"],
    summary: "List the content types",
    params: SiteParams,
    query: Type.Object(pagingParameters(50)),
    response: { 200: List(EditedContentType) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, query }, reply) => {
      const paging = pagingOf(query);
      const total = await contentTypeKind.count(sql, site.id);
      const types = await readContentTypes(sql, site.id, paging.pageSize, offsetOf(paging));
      return answerPage(reply, query, paging, types, total);
    },
);
