import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { adminBase, NoContent, operation } from "../../../../lib/http/operation.ts";
import { recordChange } from "../../audit/index.ts";
import { lockAccount } from "../lock-account.ts";
import { endSessions } from "../sessions.ts";

/** Ends all sessions of the own account but the one of the request. */
export const endOtherSessions = operation(
  {
    id: "endOtherSessions",
    method: "DELETE",
    path: `${adminBase}/me/sessions`,
    access: "session",
    cors: "closed",
    problems: [],
    tags: ["Self"],
    summary: "End all of your other sessions",
    response: { 204: NoContent },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { admin } = request;
      const now = clock.now();
      await sql.begin(async (tx) => {
        // Of two sessions that end each other at once, one is left.
        await lockAccount(tx, admin);
        if ((await endSessions(tx, admin.id, "REMOVED", now, admin.credential.id)) === 0) return;
        const target = { type: "admin", id: admin.id };
        const change = { actor: actorOf(request), siteId: null, action: "endOtherSessions", target };
        await recordChange(tx, { now, ids }, change);
      });
    },
);
