import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { confirmationNeeded } from "../../../../lib/admin/demands.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { siteBase, siteSlug } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError, rateLimited } from "../../../../lib/http/problem.ts";
import { addToOutbox } from "../../../../lib/tasks/outbox.ts";
import { recordChange } from "../../audit/index.ts";
import { Invitation, invitationMs, invitationNotFound, readInvitation } from "../members/invitation.ts";
import { countInvitationMail } from "../members/invitation-limits.ts";
import { demandInvitation } from "../members/seen-invitation.ts";
import { sendInvitation } from "../tasks/invitation-mail.ts";

/** Mails an invitation once more, with a new link. */
export const resendInvitation = operation(
  {
    id: "resendInvitation",
    method: "POST",
    path: `${siteBase}/invitations/{id}/resend`,
    access: "member",
    permission: "members:write",
    cors: "closed",
    problems: [invitationNotFound, confirmationNeeded, rateLimited],
    tags: ["Sites"],
    summary: "Send an invitation again",
    description: "The mail has a new link, which is good for a week; the earlier one ends when it is sent.",
    params: Type.Object({ ...siteSlug, id: Type.String({ description: "The id of the invitation." }) }),
    response: { 200: Single(Invitation) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { site, params } = request;
      const ctx = { now: clock.now(), ids };
      const sent = await sql.begin(async (tx) => {
        const { id, email } = await demandInvitation(tx, request, params.id, ctx.now);
        await countInvitationMail(tx, site.id, email, ctx.now);
        await tx`
          update invitations set expires_at = ${new Date(ctx.now.getTime() + invitationMs)} where site_id = ${site.id} and id = ${id}`;
        await addToOutbox(tx, ctx, sendInvitation, { siteId: site.id, invitationId: id });
        const target = { type: "invitation", id, label: email };
        await recordChange(tx, ctx, { actor: actorOf(request), siteId: site.id, action: "resendInvitation", target });
        return readInvitation(tx, site.id, id);
      });
      // It was accepted meanwhile.
      if (!sent) throw new ProblemError(invitationNotFound);
      return { data: sent };
    },
);
