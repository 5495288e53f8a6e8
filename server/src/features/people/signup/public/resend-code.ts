import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { preferredLanguage } from "../../../../lib/text/language.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import type { Sql } from "../../../../ports/database.ts";
import {
  alreadyVerified,
  challengeAnswer,
  ChallengeAnswer,
  challengeCancelled,
  challengeExpired,
  inCooldown,
  lifetimes,
  maxAttempts,
  maxResends,
  pendingChallenge,
  resendCooldown,
  resendLimit,
  VerificationId,
  verificationNotFound,
  type IssuedCode,
} from "../challenge.ts";
import { countRequest, requestCode } from "../request-code.ts";

/** Sends another code for a pending signup. The older one becomes invalid; used attempts stay used. */
export const resendCode = operation(
  {
    id: "resendCode",
    method: "POST",
    path: "/api/public/v1/signup/resend",
    access: "none",
    cors: "any",
    limit: "credentials",
    problems: [verificationNotFound, alreadyVerified, challengeCancelled, challengeExpired, resendLimit, resendCooldown],
    tags: ["Signup"],
    summary: "Ask for another code",
    description: `Ends the older code. Once a minute, ${maxResends} times at most; it gives no further attempts.`,
    body: Type.Object({ verificationId: VerificationId }),
    response: { 200: ChallengeAnswer },
  },
  ({ sql, clock, ids, mailsPerClient }: Pick<Deps, "sql" | "clock" | "ids" | "mailsPerClient">) =>
    async ({ body, client, headers }) => {
      const { verificationId: id } = body;
      const ctx = { now: clock.now(), ids };
      const language = preferredLanguage(headers["accept-language"]);
      const challenge = await sql.begin(async (tx) => {
        const renewed = await renew(tx, id, ctx.now);
        if (!renewed) return undefined;
        await countRequest(tx, client, mailsPerClient, ctx.now);
        await requestCode(tx, ctx, { ...renewed, language });
        return renewed;
      });
      if (challenge) return challengeAnswer(challenge);
      const { generation, resendAvailableAt } = await pendingChallenge(sql, id, ctx.now);
      // A refusal for good comes before one for a limited time.
      throw generation > maxResends ? new ProblemError(resendLimit) : inCooldown(resendAvailableAt, ctx.now);
    },
);

/** One statement decides for all concurrent requests. No code outlives its challenge. */
async function renew(tx: Sql, id: string, now: Date): Promise<(IssuedCode & { generation: number }) | undefined> {
  const codeExpiresAt = new Date(now.getTime() + lifetimes.codeMs);
  const resendAvailableAt = new Date(now.getTime() + lifetimes.cooldownMs);
  const [renewed] = await tx<IssuedCode & { generation: number }>`
    update signup_challenges set
      generation = generation + 1,
      code_hash = null,
      code_expires_at = least(${codeExpiresAt}, expires_at),
      resend_available_at = ${resendAvailableAt}
    where id = ${id}
      and verified_at is null and cancelled_at is null and attempts < ${maxAttempts} and expires_at > ${now}
      and generation <= ${maxResends} and resend_available_at <= ${now}
    returning
      id, email, site_slug as "siteSlug", generation,
      code_expires_at as "codeExpiresAt", resend_available_at as "resendAvailableAt"`;
  return renewed;
}
