import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { sessionInvalid } from "../../../../lib/admin/refusals.ts";
import { sessionCookie } from "../../../../lib/admin/session-cookie.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { lockAccount } from "../lock-account.ts";
import { recordChangeOfFactors } from "../second-factors/change-of-factors.ts";
import { givenTotpCode, TotpCode } from "../second-factors/given-code.ts";
import { RecoveryCodes, replaceRecoveryCodes } from "../second-factors/recovery-codes.ts";
import { secondFactorWrong, totpNotFound } from "../second-factors/problems.ts";
import { openTotpSecret, totpStep } from "../second-factors/totp.ts";
import { endSessions, renewSession } from "../sessions.ts";

/** Adds the authenticator app to the account, once its first code shows that it has the secret. */
export const confirmTotp = operation(
  {
    id: "confirmTotp",
    method: "POST",
    path: `${adminBase}/me/totp/confirm`,
    access: "session",
    recentSignIn: true,
    cors: "closed",
    limit: "credentials",
    problems: [totpNotFound, secondFactorWrong],
    tags: ["Self"],
    summary: "Add the authenticator app with its first code",
    description:
      "Sign-ins with the password ask for a code from then on. The ten recovery codes are in this answer and nowhere else; they take the place of " +
      "earlier ones. All other sessions end, since they never showed a second factor, and the session gets a new cookie. A mail tells the person.",
    body: Type.Object({ code: TotpCode }, { additionalProperties: false }),
    response: { 200: Single(RecoveryCodes) },
  },
  ({ sql, clock, ids, secrets, publicUrl }: Pick<Deps, "sql" | "clock" | "ids" | "secrets" | "publicUrl">) => {
    const cookie = sessionCookie(publicUrl);
    return async (request, reply) => {
      const { admin } = request;
      const code = givenTotpCode(request.body.code);
      const ctx = { now: clock.now(), ids };
      const { recoveryCodes, renewed } = await sql.begin(async (tx) => {
        await lockAccount(tx, admin);
        const [waiting] = await tx<{ sealed: Uint8Array | null }>`
          select totp_secret as sealed from admins where id = ${admin.id} and totp_confirmed_at is null`;
        if (!waiting?.sealed) throw new ProblemError(totpNotFound, { detail: "Send POST /me/totp first." });
        const step = totpStep(openTotpSecret(secrets, admin.id, waiting.sealed), code, ctx.now);
        if (step === undefined) throw new ProblemError(secondFactorWrong, { detail: "Compare the clock of the device with the time." });
        await tx`update admins set totp_confirmed_at = ${ctx.now}, totp_last_step = ${step} where id = ${admin.id}`;
        await endSessions(tx, admin.id, "REMOVED", ctx.now, admin.credential.id);
        const change = { action: "confirmTotp", member: "totp", notice: "totp-added", facts: {} } as const;
        await recordChangeOfFactors(tx, ctx, request, change);
        return {
          recoveryCodes: await replaceRecoveryCodes(tx, ctx, admin.id),
          renewed: await renewSession(tx, admin.credential.id, ctx.now, { confirms: false }),
        };
      });
      if (!renewed) throw new ProblemError(sessionInvalid);
      void reply.header("set-cookie", cookie.set(renewed.secret, renewed.seconds));
      return { data: { recoveryCodes } };
    };
  },
);
