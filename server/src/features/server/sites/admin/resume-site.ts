import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { siteNotFound } from "../../../../lib/http/problem.ts";
import { ServerSite } from "../server-site.ts";
import { setSuspended } from "../suspend.ts";

/** Ends the suspension of a site. */
export const resumeSite = operation(
  {
    id: "resumeSite",
    method: "POST",
    path: `${adminBase}/server/sites/{slug}/resume`,
    access: "operator",
    cors: "closed",
    problems: [siteNotFound],
    tags: ["Server"],
    summary: "Resume a site",
    description: "All of it is as it was, on every process within a second.",
    params: Type.Object({ slug: Type.String({ examples: ["acme"] }) }),
    response: { 200: Single(ServerSite) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { slug } = request.params;
      const change = { actor: actorOf(request), action: "resumeSite", slug, isSuspended: false };
      return { data: await setSuspended(sql, { now: clock.now(), ids }, change) };
    },
);
