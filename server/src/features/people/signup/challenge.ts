import { Type, type Static } from "typebox";
import { Instant, Uuid } from "../../../lib/http/envelope.ts";
import { problem, ProblemError } from "../../../lib/http/problem.ts";
import type { Sql } from "../../../ports/database.ts";

export const codeLength = 6;
export const maxAttempts = 5;
/** Codes after the first. */
export const maxResends = 5;
const [minute, second] = [60_000, 1_000];
/** The lifetime of each, and the wait before the next code. */
export const lifetimes = { codeMs: 10 * minute, challengeMs: 30 * minute, cooldownMs: 60 * second };

export const siteSlugTaken = problem("site_slug_taken", 409, "A site with this slug already exists");
export const verificationNotFound = problem("verification_not_found", 404, "Verification not found");
export const alreadyVerified = problem("already_verified", 409, "The verification has been completed");
export const challengeCancelled = problem("challenge_cancelled", 410, "The verification was cancelled. Sign up again");
export const challengeExpired = problem("challenge_expired", 410, "The verification has expired. Sign up again");
export const codeExpired = problem("code_expired", 410, "The code has expired");
export const resendLimit = problem("resend_limit", 429, "This verification has reached its limit of codes. Sign up again");
export const resendCooldown = problem("resend_cooldown", 429, "A code was sent a moment ago", {
  resendAvailableAt: { type: "string", format: "date-time", description: "From when on the next code can be asked for." },
  retryAfter: { type: "integer", description: "Seconds to wait until then." },
});

/** A challenge in a response. */
const Challenge = Type.Object(
  {
    verificationId: Uuid,
    maskedEmail: Type.String({ description: "Where the code went, enough to recognise it.", examples: ["o***@example.com"] }),
    siteSlug: Type.String({ examples: ["my-shop"] }),
    codeLength: Type.Integer({ examples: [codeLength] }),
    codeHint: Type.String({ description: "What to look for, and where.", examples: ["6 digits, sent to o***@example.com"] }),
    expiresAt: Type.Unsafe<string>({ ...Instant, description: "Until when the code works." }),
    resendAvailableAt: Type.Unsafe<string>({ ...Instant, description: "From when on another code can be asked for." }),
    resendCooldownSeconds: Type.Integer({ description: "How long that is after each code.", examples: [lifetimes.cooldownMs / second] }),
  },
  { $id: "SignupChallenge", additionalProperties: false },
);

export const ChallengeAnswer = Type.Object({ ok: Type.Literal(true), data: Challenge }, { additionalProperties: false });

/** In the one spelling of the responses. */
export const VerificationId = Type.String({
  pattern: "^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
  description: "From the answer to the signup.",
  examples: ["34901b43-29d6-4101-b6c2-387430d87a25"],
});

export interface IssuedCode {
  id: string;
  email: string;
  siteSlug: string;
  codeExpiresAt: Date;
  resendAvailableAt: Date;
}

export function challengeAnswer({ id, email, siteSlug, codeExpiresAt, resendAvailableAt }: IssuedCode): Static<typeof ChallengeAnswer> {
  const maskedEmail = `${email.slice(0, 1)}***${email.slice(email.lastIndexOf("@"))}`;
  return {
    ok: true,
    data: {
      verificationId: id,
      maskedEmail,
      siteSlug,
      codeLength,
      codeHint: `${codeLength} digits, sent to ${maskedEmail}`,
      expiresAt: codeExpiresAt.toISOString(),
      resendAvailableAt: resendAvailableAt.toISOString(),
      resendCooldownSeconds: lifetimes.cooldownMs / second,
    },
  };
}

export function inCooldown(resendAvailableAt: Date, now: Date): ProblemError {
  const retryAfter = Math.max(1, Math.ceil((resendAvailableAt.getTime() - now.getTime()) / second));
  return new ProblemError(resendCooldown, {
    detail: `The next code can be asked for in ${retryAfter} s.`,
    members: { resendAvailableAt: resendAvailableAt.toISOString(), retryAfter },
    headers: { "retry-after": String(retryAfter) },
  });
}

interface PendingChallenge {
  generation: number;
  codeExpiresAt: Date;
  resendAvailableAt: Date;
}

/**
 * A challenge that a statement for pending ones skipped. Throws the reason, if neither time nor a new code helps against it; otherwise the
 * caller decides.
 */
export async function pendingChallenge(sql: Sql, id: string, now: Date): Promise<PendingChallenge> {
  const [challenge] = await sql<PendingChallenge & { isVerified: boolean; isCancelled: boolean; isExpired: boolean }>`
    select
      verified_at is not null as "isVerified",
      cancelled_at is not null or attempts >= ${maxAttempts} as "isCancelled",
      expires_at <= ${now} as "isExpired",
      generation,
      code_expires_at as "codeExpiresAt",
      resend_available_at as "resendAvailableAt"
    from signup_challenges where id = ${id}`;
  if (!challenge) throw new ProblemError(verificationNotFound);
  if (challenge.isVerified) throw new ProblemError(alreadyVerified);
  if (challenge.isCancelled) throw new ProblemError(challengeCancelled);
  if (challenge.isExpired) throw new ProblemError(challengeExpired);
  return challenge;
}
