import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { confirmationNeeded, demandPermission } from "../../../../lib/admin/demands.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { siteBase, siteSlug } from "../../../../lib/admin/site-path.ts";
import { NoContent, operation } from "../../../../lib/http/operation.ts";
import { seenRevision } from "../../../../lib/http/revision.ts";
import { recordChange } from "../../audit/index.ts";
import { endUploadsOf } from "../../../content/media/index.ts";
import { demandSeenMember, withdrawInvitations } from "../members/change-member.ts";
import { demandAnotherOwner, demandGrant, lockMembers, lastOwner } from "../members/grants.ts";
import { memberNotFound } from "../members/member.ts";
import { notifyAdmin } from "../tasks/admin-notice.ts";

/** Takes a person out of a site; anybody may leave. */
export const removeMember = operation(
  {
    id: "removeMember",
    method: "DELETE",
    path: `${siteBase}/members/{id}`,
    access: "member",
    // Of oneself. Others need members:write, as below.
    permission: "site:read",
    conditional: "change",
    cors: "closed",
    problems: [memberNotFound, lastOwner, confirmationNeeded],
    tags: ["Sites"],
    summary: "Remove a member from the site, or leave it",
    description:
      "Anybody may leave. To remove others needs `members:write`; owners need `owners:write` and a recent sign-in. The person's tokens for this " +
      "site alone are revoked, their invitations to it withdrawn, their unfinished uploads ended, and a mail tells those who did not leave by themselves. The account stays.",
    params: Type.Object({ ...siteSlug, id: Type.String({ description: "The id of the person." }) }),
    response: { 204: NoContent },
  },
  ({ sql, clock, ids, store }: Pick<Deps, "sql" | "clock" | "ids" | "store">) =>
    async (request) => {
      const { admin, member, site, params } = request;
      const isLeaving = params.id === admin.id;
      // Before anything is looked up: those without the right learn nothing about the others.
      if (!isLeaving) demandPermission(member, "members:write");
      const seen = seenRevision(request);
      const ctx = { now: clock.now(), ids };
      const removeBytes = await sql.begin(async (tx) => {
        const permissions = await lockMembers(tx, request);
        const { id, name, role, revision } = await demandSeenMember(tx, site.id, params.id, seen);
        if (!isLeaving) {
          demandPermission({ permissions }, "members:write");
          demandGrant(permissions, role, admin, ctx.now);
        }
        if (role === "OWNER") await demandAnotherOwner(tx, site.id, id);
        await tx`delete from members where site_id = ${site.id} and admin_id = ${id}`;
        const by = { actor: actorOf(request), siteId: site.id, action: "removeMember" };
        await withdrawInvitations(tx, ctx, by, id, null);
        await tx`
          update admin_tokens set revoked_at = ${ctx.now} where site_id = ${site.id} and admin_id = ${id} and revoked_at is null`;
        const target = { type: "member", id, label: name, revision };
        await recordChange(tx, ctx, { ...by, target, removes: true, changes: [{ member: "role", from: role }] });
        if (!isLeaving) await notifyAdmin(tx, ctx, id, "removed-from-site", { site: member.site.name });
        return endUploadsOf(tx, { siteId: site.id, adminId: id }, ctx.now);
      });
      await removeBytes({ sql, store });
    },
);
