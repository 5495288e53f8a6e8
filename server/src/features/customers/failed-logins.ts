import type { Deps } from "../../deps.ts";
import { countAttempt, forgetAttempt } from "../../lib/attempts.ts";
import { tooMany } from "../../lib/problem.ts";
import type { Site } from "../../lib/site.ts";

const windowSeconds = 15 * 60;

/** A try to guess somebody's password, counted before it is known to be wrong. */
export interface CountedLogin {
  /** It was the right one: it counts against nobody. */
  succeeded(): Promise<void>;
}

/**
 * Counts a login before anything is compared, so that guesses at the same moment cannot share a try: so many an account and
 * client, and so many an account, in a quarter of an hour. Accounts that do not exist are counted alike. Throws `rate_limited`.
 */
export async function countLogin(
  { sql, clock, failedLogins }: Pick<Deps, "sql" | "clock" | "failedLogins">,
  site: Site,
  email: string,
  client: string,
): Promise<CountedLogin> {
  const now = clock.now();
  const tries = [
    { what: `login ${email} from ${client}`, limit: { max: failedLogins.perClient, windowSeconds } },
    { what: `login ${email}`, limit: { max: failedLogins.perAccount, windowSeconds } },
  ];
  for (const { what, limit } of tries) {
    const { allowed, retryAfterSeconds } = await countAttempt(sql, site.id, what, limit, now);
    if (!allowed) throw tooMany(retryAfterSeconds);
  }
  return {
    succeeded: async () => {
      for (const { what } of tries) await forgetAttempt(sql, site.id, what);
    },
  };
}
