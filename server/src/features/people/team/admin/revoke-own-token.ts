import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { adminBase, NoContent, operation } from "../../../../lib/http/operation.ts";
import { problem, ProblemError } from "../../../../lib/http/problem.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import { recordChange } from "../../audit/index.ts";

const tokenNotFound = problem("token_not_found", 404, "Personal access token not found");

/** Revokes a personal access token of the own account. */
export const revokeOwnToken = operation(
  {
    id: "revokeOwnToken",
    method: "DELETE",
    path: `${adminBase}/me/tokens/{id}`,
    access: "session",
    cors: "closed",
    problems: [tokenNotFound],
    tags: ["Self"],
    summary: "Revoke a personal access token",
    params: Type.Object({ id: Type.String({ description: "The id of the token." }) }),
    response: { 204: NoContent },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { admin, params } = request;
      const now = clock.now();
      const isRevoked =
        isUuid(params.id) &&
        (await sql.begin(async (tx) => {
          const [token] = await tx<{ name: string }>`
            update admin_tokens set revoked_at = ${now}
            where id = ${params.id} and admin_id = ${admin.id} and revoked_at is null and expires_at > ${now}
            returning name`;
          if (!token) return false;
          const target = { type: "token", id: params.id, label: token.name };
          await recordChange(tx, { now, ids }, { actor: actorOf(request), siteId: null, action: "revokeOwnToken", target });
          return true;
        }));
      if (!isRevoked) throw new ProblemError(tokenNotFound);
    },
);
