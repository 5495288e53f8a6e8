import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { listParameter, mostViews, readViews, SavedView, viewsBase } from "../saved-view.ts";

/** Lists the saved views that somebody sees, which are few. */
export const listViews = operation(
  {
    id: "listViews",
    method: "GET",
    path: viewsBase,
    access: "member",
    permission: "site:read",
    cors: "closed",
    problems: [],
    tags: ["Views"],
    summary: "List the saved views of lists",
    description: "Your own, then the site's, by name; only of lists that you may read.",
    params: SiteParams,
    query: Type.Object({ list: Type.Optional(listParameter) }),
    response: { 200: List(SavedView) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async (request) => {
      const { list } = request.query;
      const data = await readViews(sql, request, list === undefined ? {} : { list });
      return { data, page: 1, pageSize: 2 * mostViews, total: data.length };
    },
);
