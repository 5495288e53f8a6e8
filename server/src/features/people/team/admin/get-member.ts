import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { siteBase, siteSlug } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import { Member, memberNotFound, readMember } from "../members/member.ts";

/** Shows a member of a site. */
export const getMember = operation(
  {
    id: "getMember",
    method: "GET",
    path: `${siteBase}/members/{id}`,
    access: "member",
    permission: "site:read",
    cors: "closed",
    problems: [memberNotFound],
    tags: ["Sites"],
    summary: "Show a member of the site",
    params: Type.Object({ ...siteSlug, id: Type.String({ description: "The id of the person." }) }),
    response: { 200: Single(Member) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, member, params: { id } }, reply) => {
      const foundMember = isUuid(id) ? await readMember(sql, site.id, member, id) : undefined;
      if (!foundMember) throw new ProblemError(memberNotFound);
      tagRevision(reply, foundMember.revision);
      return { data: foundMember };
    },
);
