import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { siteBase, SiteParams } from "../../../../lib/admin/site-path.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { listTrashed, TrashedDocument } from "../drafts/trash.ts";

/** Lists deleted pages and entries that can be restored. */
export const listTrash = operation(
  {
    id: "listTrash",
    method: "GET",
    path: `${siteBase}/trash`,
    access: "member",
    permission: "content:read",
    cors: "closed",
    problems: [],
    tags: ["Content"],
    summary: "List the trash, the latest first",
    params: SiteParams,
    query: Type.Object(pagingParameters(50)),
    response: { 200: List(TrashedDocument) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, query }, reply) => {
      const paging = pagingOf(query);
      const { documents, total } = await listTrashed(sql, site.id, paging);
      return answerPage(reply, query, paging, documents, total);
    },
);
