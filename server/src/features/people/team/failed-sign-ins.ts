import type { Deps } from "../../../deps.ts";
import { tooMany } from "../../../lib/http/problem.ts";
import { countGlobalAttempt, forgetGlobalAttempt } from "../../../lib/limits/attempts.ts";

const windowSeconds = 15 * 60;

/**
 * Counts a try at an account's password before any comparison, so that concurrent guesses cannot share one: one limit per account and
 * client, and one per account, in a quarter of an hour. Accounts that do not exist are counted alike. A correct password, or one that was never
 * compared, does not count. Throws `rate_limited`.
 */
export async function countedSignIn(
  { sql, clock, failedLogins }: Pick<Deps, "sql" | "clock" | "failedLogins">,
  email: string,
  client: string,
  compare: () => Promise<boolean>,
): Promise<boolean> {
  const now = clock.now();
  const tries = [
    { what: `sign-in ${email} from ${client}`, limit: { max: failedLogins.perClient, windowSeconds } },
    { what: `sign-in ${email}`, limit: { max: failedLogins.perAccount, windowSeconds } },
  ];
  for (const { what, limit } of tries) {
    const { allowed, retryAfterSeconds } = await countGlobalAttempt(sql, what, limit, now);
    if (!allowed) throw tooMany(retryAfterSeconds);
  }
  let isWrong = false;
  try {
    isWrong = !(await compare());
    return !isWrong;
  } finally {
    if (!isWrong) for (const { what } of tries) await forgetGlobalAttempt(sql, what);
  }
}
