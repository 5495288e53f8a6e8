import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { sessionCookie } from "../../../../lib/admin/session-cookie.ts";
import { invalidCredentials } from "../../../../lib/http/credential-problems.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { adminsGroup } from "../../../../lib/limits/password-limiter.ts";
import { GivenPassword, normalPassword } from "../../../../lib/secrets/password.ts";
import { Email, givenEmail } from "../../../../lib/text/given-email.ts";
import { countedSignIn } from "../failed-sign-ins.ts";
import { OwnSession, readOwnSession } from "../own-session.ts";
import { findAccount, MoreNeeded, startAfterPassword } from "../start-session.ts";

/** Exchanges address and password for a session, or for the next step. */
export const signIn = operation(
  {
    id: "signIn",
    method: "POST",
    path: `${adminBase}/session`,
    access: "signIn",
    cors: "closed",
    limit: "credentials",
    problems: [invalidCredentials],
    tags: ["Session"],
    summary: "Sign in with a password",
    description:
      "201 with a cookie; or 200, where the account has a second factor, with a cookie that is good for ten minutes and for that step only. " +
      "The same answer, after about the same time, for a wrong password and an unknown address.",
    body: Type.Object({ email: Email, password: GivenPassword }, { additionalProperties: false }),
    response: { 200: Single(MoreNeeded), 201: Single(OwnSession) },
  },
  (deps: Deps) => {
    const { sql, clock, ids, passwords, publicUrl } = deps;
    const cookie = sessionCookie(publicUrl);

    return async ({ body, client, headers }, reply) => {
      const email = givenEmail(body.email, "email");
      const account = await passwords.turn({ group: adminsGroup, client }, async ({ verify }) => {
        const foundAccount = await findAccount(sql, email);
        const compare = () => verify(foundAccount?.passwordHash ?? null, normalPassword(body.password));
        return (await countedSignIn(deps, email, client, compare)) ? foundAccount : undefined;
      });
      if (!account) throw new ProblemError(invalidCredentials);
      const ctx = { now: clock.now(), ids };
      const started = await startAfterPassword(deps, ctx, account, { headers, action: "signIn" });
      // The password was changed while it was compared.
      if (!started) throw new ProblemError(invalidCredentials);
      void reply.header("set-cookie", [cookie.set(started.session.secret, started.session.seconds), ...started.cookies]);
      const { methods } = started;
      if (methods.length > 0) return { data: { state: "SECOND_FACTOR" as const, methods } };
      const ownSession = await readOwnSession(sql, started.identity, ctx.now);
      if (!ownSession) throw new ProblemError(invalidCredentials);
      void reply.code(201);
      return { data: ownSession };
    };
  },
);
