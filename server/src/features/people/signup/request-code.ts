import { countGlobalAttempt, type AttemptLimit } from "../../../lib/limits/attempts.ts";
import { clientDigest } from "../../../lib/http/client-address.ts";
import type { Language } from "../../../lib/text/language.ts";
import { addToOutbox } from "../../../lib/tasks/outbox.ts";
import { tooMany } from "../../../lib/http/problem.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import { sendSignupMail } from "./tasks/signup-mail.ts";

const windowSeconds = 60 * 60;
// Five guesses each, so that this bounds guessing too. One client has fewer, because a client that uses up all would lock out the address's
// owner until the hour is over.
const startsPerAddress: AttemptLimit = { max: 12, windowSeconds };
const startsPerAddressAndClient: AttemptLimit = { max: 4, windowSeconds };

/**
 * Counts a client's requests before any lookup for them: this limits how often a client learns whether an account exists. Throws
 * `rate_limited`.
 */
export async function countRequest(sql: Sql, client: string, mailsPerClient: number | undefined, now: Date): Promise<void> {
  if (mailsPerClient === undefined) return;
  await count(sql, `signups by ${clientDigest(client)}`, { max: mailsPerClient, windowSeconds }, now);
}

/** Counts a signup of the address. Throws `rate_limited`. Until the transaction ends all other signups of the same address wait here. */
export async function countStart(tx: Sql, email: string, client: string, mailsPerClient: number | undefined, now: Date): Promise<void> {
  await count(tx, `signups of ${email}`, startsPerAddress, now);
  if (mailsPerClient !== undefined) await count(tx, `signups of ${email} by ${clientDigest(client)}`, startsPerAddressAndClient, now);
}

/** Adds the task that makes and mails a code; it starts after the transaction is committed. */
export async function requestCode(
  tx: Sql,
  ctx: WriteContext,
  { id, generation, language }: { id: string; generation: number; language: Language },
): Promise<void> {
  await addToOutbox(tx, ctx, sendSignupMail, { challengeId: id, generation, language });
}

async function count(sql: Sql, what: string, limit: AttemptLimit, now: Date): Promise<void> {
  const { allowed, retryAfterSeconds } = await countGlobalAttempt(sql, what, limit, now);
  if (!allowed) throw tooMany(retryAfterSeconds);
}
