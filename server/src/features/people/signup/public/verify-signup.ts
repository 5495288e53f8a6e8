import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { Instant, Uuid } from "../../../../lib/http/envelope.ts";
import { emailTaken } from "../../../../lib/text/given-email.ts";
import { isCode } from "../../../../lib/secrets/mailed-code.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { problem, ProblemError } from "../../../../lib/http/problem.ts";
import type { Sql } from "../../../../ports/database.ts";
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
} from "../challenge.ts";
import { cancelChallenge, takeAttempt, whenFree, type AttemptedChallenge } from "../attempt.ts";
import { givenCode, signupCode } from "../code.ts";
import type { Bundle } from "../../../content/bundle/index.ts";
import type { StartedSite } from "../start-site.ts";
import { provisionSite } from "../provision-site.ts";
import { starterSite } from "../starter-site.ts";

const codeInvalid = problem("code_invalid", 400, "The code is incorrect", {
  attemptsRemaining: { type: "integer", description: "Wrong codes that may still follow." },
});
const tooManyAttempts = problem("too_many_attempts", 400, "The code is incorrect, and the verification was cancelled. Sign up again");

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

/** Turns a proven email address into a site and its admin account: all of it, or nothing. */
export const verifySignup = operation(
  {
    id: "verifySignup",
    method: "POST",
    path: "/api/public/v1/signup/verify",
    access: "none",
    cors: "any",
    limit: "credentials",
    problems: [
      ...[codeInvalid, tooManyAttempts, codeExpired, challengeExpired, challengeCancelled],
      ...[verificationNotFound, alreadyVerified, siteSlugTaken, emailTaken],
    ],
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
  (deps: Deps) => {
    const { sql, clock, siteLimiter } = deps;

    return async ({ body }) => {
      const { verificationId: id } = body;
      const attempt = { id, code: givenCode(body.code), now: clock.now() };
      const starter = await starterSite();
      const outcome = await siteLimiter.run("signup", () => whenFree(() => tryCode(deps, attempt, starter)));
      if (!outcome) {
        await pendingChallenge(sql, id, attempt.now);
        throw new ProblemError(codeExpired);
      }
      const { email, siteSlug, attempts } = outcome.challenge;
      if (!outcome.startedSite) {
        const attemptsRemaining = maxAttempts - attempts;
        throw attemptsRemaining > 0 ? new ProblemError(codeInvalid, { members: { attemptsRemaining } }) : new ProblemError(tooManyAttempts);
      }
      const { site, apiKey } = outcome.startedSite;
      const verification = { verificationId: id, email, siteSlug };
      return { ok: true as const, data: { siteSlug, adminEmail: email, verification, site, apiKey } };
    };
  },
);

interface Outcome {
  challenge: AttemptedChallenge;
  /** Absent: the code was wrong. */
  startedSite?: StartedSite;
}

/**
 * Counts the attempt, compares, and makes the site, in one transaction: a wrong code is counted before any response, and a failure that is
 * not the caller's fault uses up no attempt. If another request took the slug or address first, this challenge ends. If a commit's response
 * is lost, it looks for the site, because only this process knows the key. Undefined: there was no attempt to take.
 */
async function tryCode(
  deps: Deps,
  { id, code, now }: { id: string; code: string; now: Date },
  starter: Bundle,
): Promise<Outcome | undefined> {
  const { sql, ids, secrets } = deps;
  let outcome: Outcome | undefined;
  try {
    await sql.begin(async (tx) => {
      const challenge = await takeAttempt(tx, id, now);
      if (!challenge) return;
      outcome = { challenge };
      if (!isCode(secrets, signupCode(challenge), challenge.codeHash, code)) {
        if (challenge.attempts >= maxAttempts) await cancelChallenge(tx, id, now);
        return;
      }
      await tx`update signup_challenges set verified_at = ${now}, password_hash = null, code_hash = null where id = ${id}`;
      outcome.startedSite = await provisionSite(tx, { now, ids, secrets }, challenge, starter);
    });
  } catch (error) {
    if (outcome?.startedSite && (await isThere(sql, outcome.startedSite.site.id))) return outcome;
    // The first failure is the one to report.
    if (error instanceof ProblemError) await cancelChallenge(sql, id, now).catch(() => undefined);
    throw error;
  }
  return outcome;
}

async function isThere(sql: Sql, siteId: string): Promise<boolean> {
  const sites = await sql<{ id: string }>`select id from sites where id = ${siteId}`.catch(() => []);
  return sites.length > 0;
}
