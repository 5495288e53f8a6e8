import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { demandPermission, permissionMissing } from "../../../../lib/admin/demands.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { problem, ProblemError, validationFailed } from "../../../../lib/http/problem.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { lockSite } from "../../../../lib/published/lock-site.ts";
import { changesBetween, recordChange } from "../../../people/audit/index.ts";
import {
  hiddenMembers,
  listParameter,
  lockView,
  mostViews,
  permissionFor,
  SavedView,
  targetOfView,
  viewMembers,
  viewsBase,
} from "../saved-view.ts";
import { canonicalViewQuery } from "../view-query.ts";

const tooManyViews = problem("too_many_views", 409, "The limit of saved views is reached");
const notMember = problem("not_a_member", 409, "Only a member of the site can save views for themselves");

/** Saves a view of a list, for oneself or for everybody at the site. */
export const createView = operation(
  {
    id: "createView",
    method: "POST",
    path: viewsBase,
    access: "member",
    permission: "site:read",
    cors: "closed",
    problems: [tooManyViews, notMember, permissionMissing, validationFailed],
    tags: ["Views"],
    summary: "Save a view of a list",
    description: `You need the permission that shows the list, and for a view of the site \`settings:write\`. A person can have ${mostViews} views at a site, and the site ${mostViews}.`,
    params: SiteParams,
    body: Type.Object(
      { list: listParameter, ...viewMembers, scope: Type.Optional(SavedView.properties.scope) },
      { additionalProperties: false },
    ),
    response: { 201: Single(SavedView) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request, reply) => {
      const { site, admin, member, body } = request;
      const { list, name, scope = "PERSONAL" } = body;
      demandPermission(member, permissionFor(list));
      if (scope === "SITE") demandPermission(member, "settings:write");
      const query = canonicalViewQuery(body.query);
      const ctx = { now: clock.now(), ids };
      const owner = scope === "SITE" ? null : admin.id;
      const view = await sql.begin(async (tx) => {
        // Locked, so that two at once do not both get the last place.
        await lockSite(tx, site.id);
        if (owner !== null) {
          const [place] = await tx`select id from members where site_id = ${site.id} and admin_id = ${owner} for key share`;
          // An operator who has entered the site.
          if (!place) throw new ProblemError(notMember, { detail: "You are not a member of this site. Save the view for the whole site." });
        }
        const [counted] = await tx<{ count: number }>`
          select count(*)::int as count from saved_views where site_id = ${site.id} and admin_id is not distinct from ${owner}::uuid`;
        if ((counted?.count ?? 0) >= mostViews) {
          throw new ProblemError(tooManyViews, { detail: `${mostViews} views can be saved. Delete an unused view first.` });
        }
        const id = ids.next();
        await tx`
          insert into saved_views (site_id, id, admin_id, list, name, query, created_at, updated_at)
          values (${site.id}, ${id}, ${owner}, ${list}, ${name.trim()}, ${query}, ${ctx.now}, ${ctx.now})`;
        const created = await lockView(tx, request, id);
        const changes = changesBetween(null, { ...created }, { hidden: hiddenMembers(created) });
        const target = { ...targetOfView(created), revision: created.revision };
        await recordChange(tx, ctx, { actor: actorOf(request), siteId: site.id, action: "createView", target, changes });
        return created;
      });
      tagRevision(reply, view.revision);
      return { data: view };
    },
);
