import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { siteNotFound } from "../../../../lib/http/problem.ts";
import { ServerSite } from "../server-site.ts";
import { setSuspended } from "../suspend.ts";

/** Takes a site from the public, and makes it read-only for its members. */
export const suspendSite = operation(
  {
    id: "suspendSite",
    method: "POST",
    path: `${adminBase}/server/sites/{slug}/suspend`,
    access: "operator",
    cors: "closed",
    problems: [siteNotFound],
    tags: ["Server"],
    summary: "Suspend a site",
    description:
      "Its public side answers 403 `site_suspended` on every process within a second; its people can read it, and change nothing.",
    params: Type.Object({ slug: Type.String({ examples: ["acme"] }) }),
    response: { 200: Single(ServerSite) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { slug } = request.params;
      const change = { actor: actorOf(request), action: "suspendSite", slug, isSuspended: true };
      return { data: await setSuspended(sql, { now: clock.now(), ids }, change) };
    },
);
