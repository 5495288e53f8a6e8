import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { SiteParams, siteBase } from "../../../../lib/admin/site-path.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, offsetOf, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { Member, MemberRole, readMembers } from "../members/member.ts";

/** Lists the members of a site by name. */
export const listMembers = operation(
  {
    id: "listMembers",
    method: "GET",
    path: `${siteBase}/members`,
    access: "member",
    permission: "site:read",
    cors: "closed",
    problems: [],
    tags: ["Sites"],
    summary: "List the members of the site",
    params: SiteParams,
    query: Type.Object({
      ...pagingParameters(50),
      role: Type.Optional(MemberRole),
      q: Type.Optional(Type.String({ maxLength: 100, pattern: "^[^\\u0000]*$", description: "A part of the name." })),
    }),
    response: { 200: List(Member) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, member, query }, reply) => {
      const paging = pagingOf(query);
      const page = { pageSize: paging.pageSize, offset: offsetOf(paging) };
      const { members, total } = await readMembers(sql, site.id, member, { role: query.role, q: query.q }, page);
      return answerPage(reply, query, paging, members, total);
    },
);
