import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { sessionCookie } from "../../../../lib/admin/session-cookie.ts";
import { adminBase, NoContent, operation } from "../../../../lib/http/operation.ts";
import { problem, ProblemError } from "../../../../lib/http/problem.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import { recordChange } from "../../audit/index.ts";
import { endSession } from "../sessions.ts";

const sessionNotFound = problem("session_not_found", 404, "Session not found");

/** Ends one session of the own account. */
export const endOwnSession = operation(
  {
    id: "endOwnSession",
    method: "DELETE",
    path: `${adminBase}/me/sessions/{id}`,
    access: "session",
    cors: "closed",
    problems: [sessionNotFound],
    tags: ["Self"],
    summary: "End one of your sessions",
    description: "The one of the request as well: that signs you out.",
    params: Type.Object({ id: Type.String({ description: "The id of the session." }) }),
    response: { 204: NoContent },
  },
  ({ sql, clock, ids, publicUrl }: Pick<Deps, "sql" | "clock" | "ids" | "publicUrl">) => {
    const cookie = sessionCookie(publicUrl);
    return async (request, reply) => {
      const { admin, params } = request;
      const now = clock.now();
      const isEnded =
        isUuid(params.id) &&
        (await sql.begin(async (tx) => {
          if (!(await endSession(tx, admin.id, params.id, "REMOVED", now))) return false;
          const target = { type: "session", id: params.id };
          await recordChange(tx, { now, ids }, { actor: actorOf(request), siteId: null, action: "endOwnSession", target });
          return true;
        }));
      if (!isEnded) throw new ProblemError(sessionNotFound);
      if (params.id === admin.credential.id) void reply.header("set-cookie", cookie.clear());
    };
  },
);
