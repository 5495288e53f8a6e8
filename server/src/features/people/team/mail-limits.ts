import type { Deps } from "../../../deps.ts";
import { countGlobalAttempt, forgetGlobalAttempt } from "../../../lib/limits/attempts.ts";

const windowSeconds = 60 * 60;
const mailsPerAddress = { max: 3, windowSeconds };

interface LimitedMail {
  /** The kind of mail, as the count names it. */
  kind: "password mail" | "address mail";
  email: string;
  /** The client of the request, as a digest. */
  client: string;
  /** Of the task: the client is counted at the first. */
  attempt: number;
}

/**
 * Sends a mail that anybody can cause, unless its address, or its client where clients are limited, has had enough of them in the last hour. A mail
 * that could not be sent does not count.
 */
export async function sendWithinLimits(
  { sql, mailsPerClient }: Pick<Deps, "sql" | "mailsPerClient">,
  { kind, email, client, attempt }: LimitedMail,
  now: Date,
  send: () => Promise<void>,
): Promise<void> {
  if (attempt === 1 && mailsPerClient !== undefined) {
    const limit = { max: mailsPerClient, windowSeconds };
    if (!(await countGlobalAttempt(sql, `${kind}s asked for by ${client}`, limit, now)).allowed) return;
  }
  const sent = `${kind} to ${email}`;
  if (!(await countGlobalAttempt(sql, sent, mailsPerAddress, now)).allowed) return;
  try {
    await send();
  } catch (error) {
    await forgetGlobalAttempt(sql, sent);
    throw error;
  }
}
