import { Type } from "typebox";
import type { Deps } from "../../deps.ts";
import { Instant, Uuid } from "../../lib/envelope.ts";
import { emailTaken } from "../../lib/given-email.ts";
import type { App } from "../../lib/operation.ts";
import { problem, ProblemError, unavailable } from "../../lib/problem.ts";
import type { Sql } from "../../ports/database.ts";
import {
  alreadyVerified,
  challengeCancelled,
  challengeExpired,
  codeExpired,
  maxAttempts,
  pendingChallenge,
  siteSlugTaken,
  VerificationId,
  verificationNotFound,
} from "./challenge.ts";
import { cancelChallenge, giveAttemptBack, takeAttempt, type AttemptedChallenge } from "./attempt.ts";
import { givenCode, isCode } from "./code.ts";
import type { Bundle } from "../bundle/index.ts";
import { provisionSite, type NewSite } from "./provision-site.ts";
import { starterSite } from "./starter-site.ts";

const codeInvalid = problem("code_invalid", 400, "The code is not correct", {
  attemptsRemaining: { type: "integer", description: "Wrong codes that may still follow." },
});
const tooManyAttempts = problem("too_many_attempts", 400, "The code is not correct, and the verification is cancelled: sign up again");

const Provisioned = Type.Object(
  {
    siteSlug: Type.String(),
    adminEmail: Type.String(),
    verification: Type.Object({ verificationId: Uuid, email: Type.String(), siteSlug: Type.String() }, { additionalProperties: false }),
    site: Type.Object(
      { id: Uuid, slug: Type.String(), name: Type.String(), defaultLocale: Type.String(), createdAt: Instant },
      { additionalProperties: false },
    ),
    apiKey: Type.String({ description: "The site's first public key, for `x-api-key`. It is shown this once." }),
  },
  { $id: "ProvisionedSite", additionalProperties: false },
);

/** Turns a proven e-mail address into a site and its admin account: all of it, or nothing. */
export function verifySignup(app: App, deps: Deps): void {
  const { sql, clock, secrets, turns } = deps;
  app.post(
    "/signup/verify",
    {
      schema: {
        operationId: "verifySignup",
        tags: ["Signup"],
        summary: "Prove the address and get the site",
        description:
          `Makes the site with a home page, a blog, a contact form and its first API key, and the admin account, in one transaction. ` +
          `${maxAttempts} wrong codes cancel the verification, however many are sent at once and whatever was resent between them.`,
        body: Type.Object({
          verificationId: VerificationId,
          code: Type.String({
            maxLength: 40,
            description: "Six digits; blanks and a hyphen between them do not matter.",
            examples: ["123456"],
          }),
        }),
        response: { 200: Type.Object({ ok: Type.Literal(true), data: Provisioned }, { additionalProperties: false }) },
      },
      config: {
        access: "none",
        cors: "any",
        limit: "credentials",
        problems: [
          ...[codeInvalid, tooManyAttempts, codeExpired, challengeExpired, challengeCancelled],
          ...[verificationNotFound, alreadyVerified, siteSlugTaken, emailTaken],
        ],
      },
    },
    async ({ body }) => {
      const { verificationId: id } = body;
      const code = givenCode(body.code);
      const now = clock.now();
      const starter = await starterSite();
      const challenge = await takeAttempt(sql, id, now);
      if (!challenge) {
        const { codeExpiresAt } = await pendingChallenge(sql, id, now);
        // Else all attempts were taken, and one has just been given back.
        throw codeExpiresAt <= now ? new ProblemError(codeExpired) : new ProblemError(unavailable, { headers: { "retry-after": "1" } });
      }
      if (!isCode(secrets, challenge, challenge.codeHash, code)) throw await wrongCode(sql, challenge, now);
      const { email, siteSlug } = challenge;
      const { site, apiKey } = await turns.run("signup", () => provision(deps, challenge, starter, now));
      const verification = { verificationId: id, email, siteSlug };
      return { ok: true as const, data: { siteSlug, adminEmail: email, verification, site, apiKey } };
    },
  );
}

async function wrongCode(sql: Sql, { id, attempts }: AttemptedChallenge, now: Date): Promise<ProblemError> {
  const attemptsRemaining = maxAttempts - attempts;
  if (attemptsRemaining > 0) return new ProblemError(codeInvalid, { members: { attemptsRemaining } });
  await cancelChallenge(sql, id, now);
  return new ProblemError(tooManyAttempts);
}

/**
 * Makes the site. Whoever was quicker with slug or address ends this challenge; what is nobody's fault costs no attempt. A commit
 * whose answer was lost is looked for: the key is known here alone.
 */
async function provision(deps: Deps, challenge: AttemptedChallenge, starter: Bundle, now: Date): Promise<NewSite> {
  const { sql, ids, secrets } = deps;
  const { id, generation } = challenge;
  let made: NewSite | undefined;
  try {
    await sql.begin(async (tx) => {
      const [verified] = await tx<{ id: string }>`
        update signup_challenges set verified_at = ${now}, password_hash = null, code_hash = null
        where id = ${id} and generation = ${generation} and verified_at is null and cancelled_at is null
        returning id`;
      if (verified) made = await provisionSite(tx, { now, ids, secrets }, challenge, starter);
    });
  } catch (error) {
    if (made && (await isThere(sql, made.site.id))) return made;
    const end = error instanceof ProblemError ? cancelChallenge(sql, id, now) : giveAttemptBack(sql, id);
    // What went wrong first is what there is to say.
    await end.catch(() => undefined);
    throw error;
  }
  if (made) return made;
  await pendingChallenge(sql, id, now);
  // Another code was asked for since this one was compared.
  throw new ProblemError(codeInvalid, { members: { attemptsRemaining: maxAttempts - challenge.attempts } });
}

async function isThere(sql: Sql, siteId: string): Promise<boolean> {
  const found = await sql<{ id: string }>`select id from sites where id = ${siteId}`.catch(() => []);
  return found.length > 0;
}
