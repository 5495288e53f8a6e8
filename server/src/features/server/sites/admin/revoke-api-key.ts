import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { siteBase, siteSlug } from "../../../../lib/admin/site-path.ts";
import { NoContent, operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import { revokeKeys } from "../keys.ts";
import { keyNotFound } from "../shown-key.ts";

/** Ends an API key, on every process within a second. */
export const revokeApiKey = operation(
  {
    id: "revokeApiKey",
    method: "DELETE",
    path: `${siteBase}/keys/{id}`,
    access: "member",
    permission: "keys:write",
    cors: "closed",
    problems: [keyNotFound],
    tags: ["Sites"],
    summary: "Revoke an API key",
    description: "It ends on every process within a second, and never comes back. The list keeps it, with the time.",
    params: Type.Object({ ...siteSlug, id: Type.String() }),
    response: { 204: NoContent },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { site, params } = request;
      const by = { actor: actorOf(request), siteId: site.id, action: "revokeApiKey" };
      const ctx = { now: clock.now(), ids };
      const revoked = isUuid(params.id) ? await sql.begin((tx) => revokeKeys(tx, ctx, by, { id: params.id })) : 0;
      if (revoked === 0) throw new ProblemError(keyNotFound);
    },
);
