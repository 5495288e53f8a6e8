import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { SiteParams, siteBase } from "../../../../lib/admin/site-path.ts";
import { List, Uuid } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, offsetOf, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { countPreviews, IssuedPreview, readIssuedPreviews } from "../issued-preview.ts";

/** Lists the previews of a site, the newest first. */
export const listPreviews = operation(
  {
    id: "listPreviews",
    method: "GET",
    path: `${siteBase}/previews`,
    access: "member",
    permission: "site:read",
    cors: "closed",
    problems: [],
    tags: ["Content"],
    summary: "List the previews, the newest first",
    description: "With those that ended a day ago at most. No token is shown again.",
    params: SiteParams,
    query: Type.Object({
      ...pagingParameters(50),
      document: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: "Only the previews of the page with this id." })),
    }),
    response: { 200: List(IssuedPreview) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, query }, reply) => {
      const paging = pagingOf(query);
      const pageId = query.document ?? null;
      const total = await countPreviews(sql, site.id, pageId);
      const previews = await readIssuedPreviews(sql, site.id, { pageId, limit: paging.pageSize, offset: offsetOf(paging) });
      return answerPage(reply, query, paging, previews, total);
    },
);
