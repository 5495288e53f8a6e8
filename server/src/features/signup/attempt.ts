import type { Sql } from "../../ports/database.ts";
import { maxAttempts } from "./challenge.ts";

export interface AttemptedChallenge {
  id: string;
  generation: number;
  email: string;
  siteSlug: string;
  siteName: string;
  passwordHash: string;
  codeHash: Uint8Array | null;
  attempts: number;
}

/** Takes one of the attempts before anything is compared, so that guesses that come at once cannot share one. */
export async function takeAttempt(sql: Sql, id: string, now: Date): Promise<AttemptedChallenge | undefined> {
  const [challenge] = await sql<Omit<AttemptedChallenge, "passwordHash"> & { passwordHash: string | null }>`
    update signup_challenges set attempts = attempts + 1
    where id = ${id}
      and verified_at is null and cancelled_at is null and attempts < ${maxAttempts}
      and expires_at > ${now} and code_expires_at > ${now}
    returning
      id, generation, email, site_slug as "siteSlug", site_name as "siteName",
      password_hash as "passwordHash", code_hash as "codeHash", attempts`;
  // The hash of the password is there for as long as the challenge is pending.
  return challenge as AttemptedChallenge | undefined;
}

/** Ends a pending challenge: a new one can be asked for. */
export async function cancelChallenge(sql: Sql, id: string, now: Date): Promise<void> {
  await sql`
    update signup_challenges set cancelled_at = ${now}, password_hash = null, code_hash = null
    where id = ${id} and verified_at is null and cancelled_at is null`;
}

/** For a right code that could not be made use of. */
export async function giveAttemptBack(sql: Sql, id: string): Promise<void> {
  await sql`
    update signup_challenges set attempts = attempts - 1
    where id = ${id} and verified_at is null and cancelled_at is null and attempts > 0`;
}
