import type { Deps } from "../../../../deps.ts";
import { sessionCookie } from "../../../../lib/admin/session-cookie.ts";
import { adminBase, NoContent, operation } from "../../../../lib/http/operation.ts";
import { endSession } from "../sessions.ts";

/** Ends the session of the request. */
export const signOut = operation(
  {
    id: "signOut",
    method: "DELETE",
    path: `${adminBase}/session`,
    access: "session",
    cors: "closed",
    problems: [],
    tags: ["Session"],
    summary: "Sign out",
    response: { 204: NoContent },
  },
  ({ sql, clock, publicUrl }: Pick<Deps, "sql" | "clock" | "publicUrl">) => {
    const cookie = sessionCookie(publicUrl);
    return async ({ admin: { id, credential } }, reply) => {
      await endSession(sql, id, credential.id, "SIGNED_OUT", clock.now());
      void reply.header("set-cookie", cookie.clear());
    };
  },
);
