import type { Deps } from "../../../deps.ts";
import { countAttempt, forgetAttempt } from "../../../lib/limits/attempts.ts";
import { tooMany } from "../../../lib/http/problem.ts";
import type { Site } from "../../../lib/site.ts";
import { loginsOf } from "./counted.ts";

const windowSeconds = 15 * 60;

/**
 * Counts a login before any comparison, so that concurrent guesses cannot share an attempt: one limit per account and client, and one per
 * account, in a quarter of an hour. Accounts that do not exist are counted alike. A correct login, or one that was never compared, does not
 * count. Throws `rate_limited`.
 */
export async function countedLogin(
  { sql, clock, failedLogins }: Pick<Deps, "sql" | "clock" | "failedLogins">,
  site: Site,
  email: string,
  client: string,
  compare: () => Promise<boolean>,
): Promise<boolean> {
  const now = clock.now();
  const tries = [
    { what: `login ${email} from ${client}`, limit: { max: failedLogins.perClient, windowSeconds } },
    { what: loginsOf(email), limit: { max: failedLogins.perAccount, windowSeconds } },
  ];
  for (const { what, limit } of tries) {
    const { allowed, retryAfterSeconds } = await countAttempt(sql, site.id, what, limit, now);
    if (!allowed) throw tooMany(retryAfterSeconds);
  }
  let isWrong = false;
  try {
    isWrong = !(await compare());
    return !isWrong;
  } finally {
    if (!isWrong) for (const { what } of tries) await forgetAttempt(sql, site.id, what);
  }
}
