import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { SiteParams, siteBase } from "../../../../lib/admin/site-path.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, offsetOf, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { Invitation, readInvitations } from "../members/invitation.ts";

/** Lists the invitations to a site that nobody has accepted, the latest first. */
export const listInvitations = operation(
  {
    id: "listInvitations",
    method: "GET",
    path: `${siteBase}/invitations`,
    access: "member",
    permission: "members:write",
    cors: "closed",
    problems: [],
    tags: ["Sites"],
    summary: "List the invitations to the site",
    description: "Those that nobody has accepted, also when they are too old.",
    params: SiteParams,
    query: Type.Object(pagingParameters(50)),
    response: { 200: List(Invitation) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, query }, reply) => {
      const paging = pagingOf(query);
      const page = { pageSize: paging.pageSize, offset: offsetOf(paging) };
      const { invitations, total } = await readInvitations(sql, site.id, page);
      return answerPage(reply, query, paging, invitations, total);
    },
);
