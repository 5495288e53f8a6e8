import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { siteBase, siteSlug } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { Invitation, invitationNotFound, readInvitation } from "../members/invitation.ts";

/** Shows an invitation to those who may invite. */
export const getInvitation = operation(
  {
    id: "getInvitation",
    method: "GET",
    path: `${siteBase}/invitations/{id}`,
    access: "member",
    permission: "members:write",
    cors: "closed",
    problems: [invitationNotFound],
    tags: ["Sites"],
    summary: "Show an invitation to the site",
    params: Type.Object({ ...siteSlug, id: Type.String({ description: "The id of the invitation." }) }),
    response: { 200: Single(Invitation) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, params }) => {
      const invitation = await readInvitation(sql, site.id, params.id);
      if (!invitation) throw new ProblemError(invitationNotFound);
      return { data: invitation };
    },
);
