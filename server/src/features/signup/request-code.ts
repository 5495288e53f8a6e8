import { addToOutbox } from "../../lib/outbox.ts";
import { countSignupAttempt, type AttemptLimit } from "../../lib/attempts.ts";
import { clientDigest } from "../../lib/client-address.ts";
import type { Language } from "../../lib/language.ts";
import { tooMany } from "../../lib/problem.ts";
import type { Saving } from "../../lib/saving.ts";
import type { Sql } from "../../ports/database.ts";

const windowSeconds = 60 * 60;
// Two challenges with all their codes are twelve. Each code can be guessed at five times, so that this also bounds guessing.
const codesPerAddress: AttemptLimit = { max: 12, windowSeconds };

export interface CodeRequest {
  id: string;
  generation: number;
  email: string;
  language: Language;
  client: string;
  mailsPerClient: number | undefined;
}

/**
 * Has a new code made and mailed, once the transaction is committed. Throws `rate_limited` when too many went to the address or
 * were asked for by the client. Until the transaction ends nobody else gets past here for the same address.
 */
export async function requestCode(tx: Sql, saving: Saving, request: CodeRequest): Promise<void> {
  const { id, generation, email, language, client, mailsPerClient } = request;
  const count = async (what: string, limit: AttemptLimit) => {
    const { allowed, retryAfterSeconds } = await countSignupAttempt(tx, what, limit, saving.now);
    if (!allowed) throw tooMany(retryAfterSeconds);
  };
  await count(`codes to ${email}`, codesPerAddress);
  if (mailsPerClient !== undefined) await count(`codes asked for by ${clientDigest(client)}`, { max: mailsPerClient, windowSeconds });
  await addToOutbox(tx, saving, "signup-mail", { challengeId: id, generation, language });
}
