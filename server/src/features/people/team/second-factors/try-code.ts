import type { Deps } from "../../../../deps.ts";
import type { AdminIdentity } from "../../../../lib/admin/identity.ts";
import { sessionInvalid } from "../../../../lib/admin/refusals.ts";
import { ProblemError, tooMany } from "../../../../lib/http/problem.ts";
import { countGlobalAttempt, forgetGlobalAttempt } from "../../../../lib/limits/attempts.ts";
import type { WriteContext } from "../../../../lib/published/write-context.ts";
import { digestId } from "../../../../lib/text/digest-id.ts";
import type { Sql } from "../../../../ports/database.ts";
import { lockAccount } from "../lock-account.ts";
import { endSession } from "../sessions.ts";
import { notifyAdmin } from "../tasks/admin-notice.ts";
import type { GivenCode } from "./given-code.ts";
import { useRecoveryCode } from "./recovery-codes.ts";
import { openTotpSecret, totpStep } from "./totp.ts";

/** Of one sign-in. */
const mostTries = 5;
/** Of an account, in all of its sign-ins since its latest password: a person who knows that has a chance of 1 in 17,000 a day. */
const dailyTries = { max: 20, windowSeconds: 24 * 60 * 60 };

/**
 * Compares a code with the account of a sign-in that waits for it. A try is counted before, on the row of the session and for the account, both held
 * until the transaction ends: a hundred guesses at once are still five. After the fifth wrong one the sign-in is over, and a mail tells the person
 * that somebody knows their password. Throws `session_invalid` and `rate_limited`.
 */
export async function tryCode(
  tx: Sql,
  { now, ids }: WriteContext,
  secrets: Deps["secrets"],
  { id, credential }: AdminIdentity,
  code: GivenCode,
): Promise<{ isRight: boolean; triesLeft: number }> {
  await lockAccount(tx, { id, credential });
  const [session] = await tx<{ tries: number; passwordHash: string | null }>`
    update admin_sessions set second_factor_tries = second_factor_tries + 1
    from admins
    where admin_sessions.id = ${credential.id} and admin_sessions.state = 'SECOND_FACTOR' and admin_sessions.ended_at is null
      and admin_sessions.second_factor_tries < ${mostTries} and admins.id = admin_sessions.admin_id
    returning admin_sessions.second_factor_tries as tries, admins.password_hash as "passwordHash"`;
  if (!session) throw new ProblemError(sessionInvalid, { detail: "Sign in again." });
  const counted = `second factor of ${id} after ${digestId(session.passwordHash ?? "")}`;
  const { allowed, retryAfterSeconds } = await countGlobalAttempt(tx, counted, dailyTries, now);
  if (!allowed) throw tooMany(retryAfterSeconds);
  const isRight = await (code.is === "TOTP" ? useTotp(tx, secrets, id, code.code, now) : isRecoveryCode(tx, { now, ids }, id, code.code));
  const triesLeft = mostTries - session.tries;
  if (isRight) await forgetGlobalAttempt(tx, counted);
  else if (triesLeft === 0) {
    await endSession(tx, id, credential.id, "TRIES", now);
    await notifyAdmin(tx, { now, ids }, id, "second-factor-failed", {});
  }
  return { isRight, triesLeft };
}

/** Each code counts once: one that somebody has looked at over a shoulder is worth nothing. */
async function useTotp(tx: Sql, secrets: Deps["secrets"], adminId: string, code: string, now: Date): Promise<boolean> {
  const [admin] = await tx<{ sealed: Uint8Array | null }>`
    select totp_secret as sealed from admins where id = ${adminId} and totp_confirmed_at is not null`;
  const step = admin?.sealed ? totpStep(openTotpSecret(secrets, adminId, admin.sealed), code, now) : undefined;
  if (step === undefined) return false;
  const used = await tx<{ id: string }>`
    update admins set totp_last_step = ${step} where id = ${adminId} and (totp_last_step is null or totp_last_step < ${step})
    returning id`;
  return used.length > 0;
}

async function isRecoveryCode(tx: Sql, ctx: WriteContext, adminId: string, code: string): Promise<boolean> {
  const left = await useRecoveryCode(tx, adminId, code, ctx.now);
  if (left === undefined) return false;
  await notifyAdmin(tx, ctx, adminId, "recovery-code-used", { left: String(left) });
  return true;
}
