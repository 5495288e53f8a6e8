import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { confirmationNeeded } from "../../../../lib/admin/demands.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { siteBase, siteSlug } from "../../../../lib/admin/site-path.ts";
import { NoContent, operation } from "../../../../lib/http/operation.ts";
import { recordChange } from "../../audit/index.ts";
import { invitationNotFound } from "../members/invitation.ts";
import { demandInvitation } from "../members/seen-invitation.ts";

/** Withdraws an invitation: its link is worth nothing from then on. */
export const removeInvitation = operation(
  {
    id: "removeInvitation",
    method: "DELETE",
    path: `${siteBase}/invitations/{id}`,
    access: "member",
    permission: "members:write",
    cors: "closed",
    problems: [invitationNotFound, confirmationNeeded],
    tags: ["Sites"],
    summary: "Withdraw an invitation",
    params: Type.Object({ ...siteSlug, id: Type.String({ description: "The id of the invitation." }) }),
    response: { 204: NoContent },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { site, params } = request;
      const ctx = { now: clock.now(), ids };
      await sql.begin(async (tx) => {
        const { id, email } = await demandInvitation(tx, request, params.id, ctx.now);
        await tx`delete from invitations where site_id = ${site.id} and id = ${id}`;
        const target = { type: "invitation", id, label: email };
        const change = { actor: actorOf(request), siteId: site.id, action: "removeInvitation", target, removes: true } as const;
        await recordChange(tx, ctx, change);
      });
    },
);
