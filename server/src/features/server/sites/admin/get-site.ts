import type { Deps } from "../../../../deps.ts";
import { siteBase, SiteParams } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError, siteNotFound } from "../../../../lib/http/problem.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { AdminSite, readAdminSite } from "../admin-site.ts";

/** Answers a site with its settings. */
export const getSite = operation(
  {
    id: "getSite",
    method: "GET",
    path: siteBase,
    access: "member",
    permission: "site:read",
    cors: "closed",
    problems: [],
    tags: ["Sites"],
    summary: "Read a site and its settings",
    params: SiteParams,
    response: { 200: Single(AdminSite) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ member }, reply) => {
      const site = await readAdminSite(sql, member.site.id);
      // It was deleted a moment ago.
      if (!site) throw new ProblemError(siteNotFound);
      tagRevision(reply, site.revision);
      return { data: site };
    },
);
