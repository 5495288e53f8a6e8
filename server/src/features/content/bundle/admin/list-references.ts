import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { siteBase, SiteParams } from "../../../../lib/admin/site-path.ts";
import { List, Uuid } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, offsetOf, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { findReferringPlaces, ReferringPlace } from "../referring-places.ts";

/** Lists the places that refer to something of a site. */
export const listReferences = operation(
  {
    id: "listReferences",
    method: "GET",
    path: `${siteBase}/references`,
    access: "member",
    permission: "content:read",
    cors: "closed",
    problems: [],
    tags: ["Content"],
    summary: "List the places that refer to something",
    description:
      "To a page, an entry, a product or a category: references in drafts and publications; for a category also its products, and the categories " +
      "below it. Nothing refers to what does not exist.",
    params: SiteParams,
    query: Type.Object({ ...pagingParameters(50), to: Type.Unsafe<string>({ ...Uuid, description: "The id of what they refer to." }) }),
    response: { 200: List(ReferringPlace) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, query }, reply) => {
      const paging = pagingOf(query);
      const { places, total } = await findReferringPlaces(sql, site.id, query.to, { limit: paging.pageSize, offset: offsetOf(paging) });
      return answerPage(reply, query, paging, places, total);
    },
);
