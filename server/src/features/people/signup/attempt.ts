import { sqlState, type Sql, type Transaction } from "../../../ports/database.ts";
import { maxAttempts } from "./challenge.ts";

const lockNotAvailable = "55P03";
/** Of a second each. */
const mostWaits = 5;

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

/**
 * Takes one of the attempts before any comparison. Until the transaction ends every other request with a code for this challenge waits:
 * concurrent guesses cannot share an attempt, and no response shows a state that is not settled yet.
 */
export async function takeAttempt(tx: Transaction, id: string, now: Date): Promise<AttemptedChallenge | undefined> {
  const [challenge] = await tx<Omit<AttemptedChallenge, "passwordHash"> & { passwordHash: string | null }>`
    update signup_challenges set attempts = attempts + 1
    where id = ${id}
      and verified_at is null and cancelled_at is null and attempts < ${maxAttempts}
      and expires_at > ${now} and code_expires_at > ${now}
    returning
      id, generation, email, site_slug as "siteSlug", site_name as "siteName",
      password_hash as "passwordHash", code_hash as "codeHash", attempts`;
  // A pending challenge always has the hash of the password.
  return challenge as AttemptedChallenge | undefined;
}

/** Ends a pending challenge: a new one can be asked for. */
export async function cancelChallenge(sql: Sql, id: string, now: Date): Promise<void> {
  await sql`
    update signup_challenges set cancelled_at = ${now}, password_hash = null, code_hash = null
    where id = ${id} and verified_at is null and cancelled_at is null`;
}

/** Another request that makes the site of this challenge, or one with its slug, may take longer than a statement waits for a row. */
export async function whenFree<T>(work: () => Promise<T>): Promise<T> {
  for (let waits = 1; ; waits += 1) {
    try {
      return await work();
    } catch (error) {
      if (sqlState(error) !== lockNotAvailable || waits === mostWaits) throw error;
    }
  }
}
