import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { confirmationNeeded } from "../../../../lib/admin/demands.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { siteBase, siteSlug } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { permissionsOf } from "../../../../lib/admin/roles.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { seenRevision, tagRevision } from "../../../../lib/http/revision.ts";
import { recordChange } from "../../audit/index.ts";
import { endUploadsOf } from "../../../content/media/index.ts";
import { demandSeenMember, withdrawInvitations } from "../members/change-member.ts";
import { demandAnotherOwner, demandGrant, lockMembers, lastOwner, ownRole } from "../members/grants.ts";
import { Member, memberNotFound, MemberRole, readMember } from "../members/member.ts";

/** Gives a member another role. */
export const updateMember = operation(
  {
    id: "updateMember",
    method: "PATCH",
    path: `${siteBase}/members/{id}`,
    access: "member",
    permission: "members:write",
    conditional: "change",
    cors: "closed",
    problems: [memberNotFound, ownRole, lastOwner, confirmationNeeded],
    tags: ["Sites"],
    summary: "Give a member another role",
    description:
      "Nobody gives or takes a role with rights that they lack, and nobody changes their own. Owners need `owners:write` and a recent sign-in. Invitations " +
      "by the member that the new role could not send are withdrawn, and unfinished uploads that it could not continue are cancelled.",
    params: Type.Object({ ...siteSlug, id: Type.String({ description: "The id of the person." }) }),
    body: Type.Object({ role: MemberRole, revision: Type.Optional(Type.Integer()) }, { additionalProperties: false }),
    response: { 200: Single(Member) },
  },
  ({ sql, clock, ids, store }: Pick<Deps, "sql" | "clock" | "ids" | "store">) =>
    async (request, reply) => {
      const { admin, site, params, body } = request;
      const seen = seenRevision(request, body.revision);
      const ctx = { now: clock.now(), ids };
      const { changed, removeBytes } = await sql.begin(async (tx) => {
        const permissions = await lockMembers(tx, request);
        const before = await demandSeenMember(tx, site.id, params.id, seen);
        if (before.id === admin.id) throw new ProblemError(ownRole, { detail: "Ask another owner or admin of the site." });
        for (const role of [before.role, body.role]) demandGrant(permissions, role, admin, ctx.now);
        if (before.role === "OWNER" && body.role !== "OWNER") await demandAnotherOwner(tx, site.id, before.id);
        const [after] = await tx<{ revision: number }>`
          update members set role = ${body.role}, revision = revision + 1
          where site_id = ${site.id} and admin_id = ${before.id} and revision = ${seen}
          returning revision`;
        if (!after) throw new ProblemError(memberNotFound);
        const by = { actor: actorOf(request), siteId: site.id, action: "updateMember" };
        await withdrawInvitations(tx, ctx, by, before.id, body.role);
        const target = { type: "member", id: before.id, label: before.name, revision: after.revision };
        const changes = before.role === body.role ? [] : [{ member: "role", from: before.role, to: body.role }];
        await recordChange(tx, ctx, { ...by, target, changes });
        const mayUpload = permissionsOf(body.role).has("media:write");
        return {
          changed: await readMember(tx, site.id, { permissions }, before.id),
          removeBytes: mayUpload ? undefined : await endUploadsOf(tx, { siteId: site.id, adminId: before.id }, ctx.now),
        };
      });
      await removeBytes?.({ sql, store });
      if (!changed) throw new ProblemError(memberNotFound);
      tagRevision(reply, changed.revision);
      return { data: changed };
    },
);
