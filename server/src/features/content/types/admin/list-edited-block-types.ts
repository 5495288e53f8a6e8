import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { SiteParams, siteBase } from "../../../../lib/admin/site-path.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, offsetOf, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { blockTypeKind, EditedBlockType, readBlockTypes } from "../block-types.ts";

/** Lists the block types of a site, ordered by name. */
export const listEditedBlockTypes = operation(
  {
    id: "listEditedBlockTypes",
    method: "GET",
    path: `${siteBase}/block-types`,
    access: "member",
    permission: "site:read",
    cors: "closed",
    problems: [],
    tags: ["Model"],
    summary: "List the block types",
    params: SiteParams,
    query: Type.Object(pagingParameters(50)),
    response: { 200: List(EditedBlockType) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, query }, reply) => {
      const paging = pagingOf(query);
      const total = await blockTypeKind.count(sql, site.id);
      const types = await readBlockTypes(sql, site.id, paging.pageSize, offsetOf(paging));
      return answerPage(reply, query, paging, types, total);
    },
);
