import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { sessionInvalid } from "../../../../lib/admin/refusals.ts";
import { sessionCookie } from "../../../../lib/admin/session-cookie.ts";
import { invalidCredentials } from "../../../../lib/http/credential-problems.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { adminsGroup } from "../../../../lib/limits/password-limiter.ts";
import { GivenPassword } from "../../../../lib/secrets/password.ts";
import { demandOwnPassword } from "../own-password.ts";
import { OwnSession, readOwnSession } from "../own-session.ts";
import { renewSession } from "../sessions.ts";

/** Confirms that the person at the browser is still the one who signed in. */
export const confirmSession = operation(
  {
    id: "confirmSession",
    method: "POST",
    path: `${adminBase}/session/confirm`,
    access: "session",
    cors: "closed",
    limit: "credentials",
    problems: [invalidCredentials],
    tags: ["Session"],
    summary: "Confirm with the password that it is you",
    description: "For 15 minutes, what needs a recent sign-in is allowed then. The session gets a new cookie; the earlier one ends.",
    body: Type.Object({ password: GivenPassword }, { additionalProperties: false }),
    response: { 200: Single(OwnSession) },
  },
  (deps: Deps) => {
    const { sql, clock, passwords, publicUrl } = deps;
    const cookie = sessionCookie(publicUrl);

    return async ({ admin, client, body: { password } }, reply) => {
      await passwords.turn({ group: adminsGroup, client }, ({ verify }) => demandOwnPassword(deps, verify, admin, client, password));
      const now = clock.now();
      const renewed = await renewSession(sql, admin.credential.id, now, { confirms: true });
      const ownSession = renewed && (await readOwnSession(sql, admin, now));
      // It was ended while the password was compared, perhaps because that has changed.
      if (!renewed || !ownSession) throw new ProblemError(sessionInvalid);
      void reply.header("set-cookie", cookie.set(renewed.secret, renewed.seconds));
      return { data: ownSession };
    };
  },
);
