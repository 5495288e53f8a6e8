import { Type } from "typebox";
import type { Deps } from "../../../deps.ts";
import { operation } from "../../../lib/http/operation.ts";
import { requireOwnHost } from "../../../lib/http/own-host.ts";
import { problem, ProblemError } from "../../../lib/http/problem.ts";
import { SiteSlug } from "../../../lib/text/slug.ts";
import { ensureViewerKey } from "../sites/index.ts";

const siteNotShown = problem("site_not_shown", 404, "Site not found, or its viewer's key was revoked");

/** Opens the pages or the shop of a site of this machine in the viewer, with a key that is made for that. */
export const openSite = operation(
  {
    id: "openSite",
    method: "GET",
    path: "/dev/sites/{siteSlug}/{viewer}",
    access: "none",
    cors: "closed",
    problems: [siteNotShown],
    tags: ["Demo"],
    summary: "A site of this machine, in the viewer",
    params: Type.Object({ siteSlug: SiteSlug, viewer: Type.Enum(["pages", "shop"]) }),
  },
  ({ sql, ids, secrets, clock, sites, publicUrl }: Pick<Deps, "sql" | "ids" | "secrets" | "clock" | "sites" | "publicUrl">) =>
    async (request, reply) => {
      requireOwnHost(request, publicUrl);
      const { siteSlug, viewer } = request.params;
      const site = await sites.findSiteBySlug(siteSlug);
      const key = site && (await sql.begin((tx) => ensureViewerKey(tx, { now: clock.now(), ids, secrets }, site.id)));
      if (key === undefined) throw new ProblemError(siteNotShown);
      return reply.redirect(`../../../demo/${viewer === "shop" ? "shop" : "site"}#key=${key}`, 302);
    },
);
