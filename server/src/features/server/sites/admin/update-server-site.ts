import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { siteNotFound } from "../../../../lib/http/problem.ts";
import { ServerSite } from "../server-site.ts";
import { setQuotas, siteQuotas } from "../set-quotas.ts";

/** Sets what a site may store. */
export const updateServerSite = operation(
  {
    id: "updateServerSite",
    method: "PATCH",
    path: `${adminBase}/server/sites/{slug}`,
    access: "operator",
    cors: "closed",
    problems: [siteNotFound],
    tags: ["Server"],
    summary: "Set what a site may store",
    description:
      "Only operators can allow a site more than the settings of the server do. Its people can set a smaller quota for its files themselves.",
    params: Type.Object({ slug: Type.String({ examples: ["acme"] }) }),
    body: Type.Object(
      { mediaQuotaMb: Type.Optional(siteQuotas.mediaQuotaMb), dataQuotaMb: Type.Optional(siteQuotas.dataQuotaMb) },
      { additionalProperties: false },
    ),
    response: { 200: Single(ServerSite) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { slug } = request.params;
      const change = { actor: actorOf(request), action: "updateServerSite", slug, quotas: request.body };
      return { data: await setQuotas(sql, { now: clock.now(), ids }, change) };
    },
);
