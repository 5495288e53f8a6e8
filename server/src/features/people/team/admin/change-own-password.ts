import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { sessionInvalid } from "../../../../lib/admin/refusals.ts";
import { sessionCookie } from "../../../../lib/admin/session-cookie.ts";
import { invalidCredentials } from "../../../../lib/http/credential-problems.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { adminsGroup } from "../../../../lib/limits/password-limiter.ts";
import { GivenPassword, NewPassword, normalPassword, refuseCommonPassword } from "../../../../lib/secrets/password.ts";
import { lockAccount } from "../lock-account.ts";
import { demandOwnPassword } from "../own-password.ts";
import { OwnAdmin, readOwnAdmin } from "../own-session.ts";
import { renewSession } from "../sessions.ts";
import { setPassword } from "../set-password.ts";

/** Changes the own password, and ends all sessions but the one of the request. */
export const changeOwnPassword = operation(
  {
    id: "changeOwnPassword",
    method: "POST",
    path: `${adminBase}/me/password`,
    access: "session",
    recentSignIn: true,
    cors: "closed",
    limit: "credentials",
    problems: [invalidCredentials],
    tags: ["Self"],
    summary: "Change your password",
    description: "All other sessions end; personal access tokens stay. The session gets a new cookie.",
    body: Type.Object({ currentPassword: GivenPassword, password: NewPassword }, { additionalProperties: false }),
    response: { 200: Single(OwnAdmin) },
  },
  (deps: Deps) => {
    const { sql, clock, ids, passwords, publicUrl } = deps;
    const cookie = sessionCookie(publicUrl);

    return async ({ admin, client, body: { currentPassword, password } }, reply) => {
      refuseCommonPassword(password, admin.email, "/password");
      const { stored: storedHash, fresh } = await passwords.turn({ group: adminsGroup, client }, async ({ verify, hash }) => ({
        stored: await demandOwnPassword(deps, verify, admin, client, currentPassword),
        fresh: await hash(normalPassword(password)),
      }));
      const now = clock.now();
      const { own: ownAdmin, renewed } = await sql.begin(async (tx) => {
        await lockAccount(tx, admin);
        // Another request changed it while it was compared.
        const [same] = await tx<{ id: string }>`select id from admins where id = ${admin.id} and password_hash = ${storedHash}`;
        if (!same) throw new ProblemError(invalidCredentials, { detail: "The password has changed meanwhile." });
        await setPassword(tx, { now, ids }, admin.id, fresh, { action: "changeOwnPassword", keptSessionId: admin.credential.id });
        return {
          renewed: await renewSession(tx, admin.credential.id, now, { confirms: true }),
          own: await readOwnAdmin(tx, admin.id),
        };
      });
      if (!renewed || !ownAdmin) throw new ProblemError(sessionInvalid);
      void reply.header("set-cookie", cookie.set(renewed.secret, renewed.seconds));
      return { data: ownAdmin };
    };
  },
);
