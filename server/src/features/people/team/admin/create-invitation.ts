import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { confirmationNeeded } from "../../../../lib/admin/demands.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { SiteParams, siteBase } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { problem, ProblemError, rateLimited } from "../../../../lib/http/problem.ts";
import { addToOutbox } from "../../../../lib/tasks/outbox.ts";
import { Email, givenEmail } from "../../../../lib/text/given-email.ts";
import { recordChange } from "../../audit/index.ts";
import { demandGrant, lockMembers } from "../members/grants.ts";
import { Invitation, invitationMs, readInvitation } from "../members/invitation.ts";
import { countInvitationMail, demandRoomForInvitation, tooManyInvitations } from "../members/invitation-limits.ts";
import { MemberRole } from "../members/member.ts";
import { sendInvitation } from "../tasks/invitation-mail.ts";

const alreadyInvited = problem("already_invited", 409, "This address has already been invited");
const alreadyMember = problem("already_member", 409, "This person is already a member");

/** Invites somebody to a site by mail. */
export const createInvitation = operation(
  {
    id: "createInvitation",
    method: "POST",
    path: `${siteBase}/invitations`,
    access: "member",
    permission: "members:write",
    cors: "closed",
    problems: [alreadyInvited, alreadyMember, tooManyInvitations, confirmationNeeded, rateLimited],
    tags: ["Sites"],
    summary: "Invite somebody to the site",
    description:
      "The link is in the mail alone, and is good for a week. Nobody invites to a role with rights that they lack; owners need `owners:write` and a recent " +
      "sign-in. A site has 100 invitations at most and sends 50 mails with them an hour, 5 an hour go to an address.",
    params: SiteParams,
    body: Type.Object({ email: Email, role: MemberRole }, { additionalProperties: false }),
    response: { 201: Single(Invitation) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { admin, site, body } = request;
      const email = givenEmail(body.email, "email");
      const ctx = { now: clock.now(), ids };
      const { now } = ctx;
      const invitation = await sql.begin(async (tx) => {
        demandGrant(await lockMembers(tx, request), body.role, admin, now);
        const [member] = await tx<{ id: string }>`
          select admins.id from members join admins on admins.id = members.admin_id
          where members.site_id = ${site.id} and admins.email = ${email}`;
        if (member) throw new ProblemError(alreadyMember, { detail: "Change their role instead." });
        // One that is too old makes room for the next.
        await tx`delete from invitations where site_id = ${site.id} and email = ${email} and expires_at <= ${now}`;
        await demandRoomForInvitation(tx, site.id);
        const id = ids.next();
        const added = await tx<{ id: string }>`
          insert into invitations (id, site_id, email, role, invited_by, expires_at, created_at)
          values (${id}, ${site.id}, ${email}, ${body.role}, ${admin.id}, ${new Date(now.getTime() + invitationMs)}, ${now})
          on conflict (site_id, email) do nothing
          returning id`;
        if (added.length === 0) throw new ProblemError(alreadyInvited, { detail: "Send the mail again, or remove the invitation first." });
        await countInvitationMail(tx, site.id, email, now);
        await addToOutbox(tx, ctx, sendInvitation, { siteId: site.id, invitationId: id });
        const target = { type: "invitation", id, label: email };
        const changes = [{ member: "role", to: body.role }];
        await recordChange(tx, ctx, { actor: actorOf(request), siteId: site.id, action: "createInvitation", target, changes });
        return readInvitation(tx, site.id, id);
      });
      if (!invitation) throw new Error("An invitation vanished in its own transaction.");
      return { data: invitation };
    },
);
