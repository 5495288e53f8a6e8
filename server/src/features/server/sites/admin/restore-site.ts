import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { siteBase, SiteParams } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { problem, ProblemError, siteNotFound } from "../../../../lib/http/problem.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { wholeSite } from "../../../../lib/published/site-changes.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { AdminSite, readAdminSite } from "../admin-site.ts";
import { raiseVersions } from "../create-site.ts";
import { restorableSince } from "../../../../lib/admin/deleted-site.ts";
import { lockSite } from "../../../../lib/published/lock-site.ts";

const siteNotDeleted = problem("site_not_deleted", 409, "The site is not deleted");

/** Brings a deleted site back, with all of its data. */
export const restoreSite = operation(
  {
    id: "restoreSite",
    method: "POST",
    path: `${siteBase}/restore`,
    access: "member",
    permission: "site:delete",
    whileDeleted: true,
    cors: "closed",
    problems: [siteNotDeleted],
    tags: ["Sites"],
    summary: "Restore a deleted site",
    description: "Within 14 days of its deletion; `GET /sites` says until when. Its keys, plugins and members are those that it had.",
    params: SiteParams,
    response: { 200: Single(AdminSite) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request, reply) => {
      const { id, slug, isDeleted } = request.member.site;
      const ctx = { now: clock.now(), ids };
      const site = await sql.begin(async (tx) => {
        await lockSite(tx, id);
        const [restored] = await tx<{ revision: number }>`
          update sites set deleted_at = null, revision = revision + 1, updated_at = ${ctx.now}
          where id = ${id} and deleted_at > ${restorableSince(ctx.now)}
          returning revision`;
        if (!restored) throw new ProblemError(await refusalOf());
        await raiseVersions(tx, ctx, id, { content: true, catalog: true }, new Set([wholeSite]));
        const target = { type: "site", id, label: slug, revision: restored.revision };
        await recordChange(tx, ctx, { actor: actorOf(request), siteId: id, action: "restoreSite", target });
        return readAdminSite(tx, id);

        /** Nobody has deleted it, somebody else has just restored it, or its time is over. */
        async function refusalOf() {
          const isThere = !isDeleted || (await readAdminSite(tx, id)) !== undefined;
          return isThere ? siteNotDeleted : siteNotFound;
        }
      });
      if (!site) throw new Error("A restored site is not there.");
      tagRevision(reply, site.revision);
      return { data: site };
    },
);
