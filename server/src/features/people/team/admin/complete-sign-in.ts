import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { sessionInvalid } from "../../../../lib/admin/refusals.ts";
import { sessionCookie } from "../../../../lib/admin/session-cookie.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { OwnSession, readOwnSession } from "../own-session.ts";
import { givenCode, SecondFactorCode } from "../second-factors/given-code.ts";
import { secondFactorWrong } from "../second-factors/problems.ts";
import { tryCode } from "../second-factors/try-code.ts";
import { startSession } from "../start-session.ts";

/** Exchanges the session of a sign-in that waits for its second factor for a whole one. */
export const completeSignIn = operation(
  {
    id: "completeSignIn",
    method: "POST",
    path: `${adminBase}/session/second-factor`,
    access: "pendingSecondFactor",
    cors: "closed",
    limit: "credentials",
    problems: [secondFactorWrong],
    tags: ["Session"],
    summary: "Complete a sign-in with a code",
    description:
      "A code of the authenticator app, of now or 30 seconds before or after, which is good once; or a recovery code, which is good once. Five tries; then " +
      "sign in again. An account takes 20 wrong codes a day, after which a passkey or a new password is the way in. The session gets a new cookie.",
    body: Type.Object({ code: SecondFactorCode }, { additionalProperties: false }),
    response: { 201: Single(OwnSession) },
  },
  ({ sql, clock, ids, secrets, publicUrl }: Pick<Deps, "sql" | "clock" | "ids" | "secrets" | "publicUrl">) => {
    const cookie = sessionCookie(publicUrl);
    return async ({ admin, headers, body }, reply) => {
      const code = givenCode(body.code);
      const ctx = { now: clock.now(), ids };
      const { started, triesLeft } = await sql.begin(async (tx) => {
        const { isRight, triesLeft: left } = await tryCode(tx, ctx, secrets, admin, code);
        // The try stays counted: nothing is thrown here.
        if (!isRight) return { started: undefined, triesLeft: left };
        const start = { headers, action: "completeSignIn", isComplete: true, publicUrl };
        return { started: await startSession(tx, ctx, admin.id, start), triesLeft: left };
      });
      if (!started) {
        const detail = triesLeft === 0 ? "Sign in again." : "Try the next code of the app.";
        throw new ProblemError(secondFactorWrong, { detail, members: { triesLeft } });
      }
      const ownSession = await readOwnSession(sql, started.identity, ctx.now);
      if (!ownSession) throw new ProblemError(sessionInvalid);
      void reply.header("set-cookie", [cookie.set(started.session.secret, started.session.seconds), ...started.cookies]);
      return { data: ownSession };
    };
  },
);
