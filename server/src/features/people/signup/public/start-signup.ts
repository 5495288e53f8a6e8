import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { Email, emailTaken, givenEmail } from "../../../../lib/text/given-email.ts";
import { preferredLanguage } from "../../../../lib/text/language.ts";
import { plainLine } from "../../../../lib/text/mail-layout.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { NewPassword, normalPassword, refuseCommonPassword } from "../../../../lib/secrets/password.ts";
import { printable } from "../../../../lib/text/printable.ts";
import { invalidMember, ProblemError } from "../../../../lib/http/problem.ts";
import { signupGroup } from "../../../../lib/limits/password-limiter.ts";
import { SiteSlug } from "../../../../lib/text/slug.ts";
import type { Sql } from "../../../../ports/database.ts";
import { challengeAnswer, ChallengeAnswer, inCooldown, lifetimes, resendCooldown, siteSlugTaken } from "../challenge.ts";
import { countRequest, countStart, requestCode } from "../request-code.ts";
import { isReservedSlug } from "../site-slug.ts";

const minNameLength = 2;

/** Begins a signup: nothing exists, and nothing is reserved, until the mailed code proves the address. */
export const startSignup = operation(
  {
    id: "startSignup",
    method: "POST",
    path: "/api/public/v1/signup",
    access: "none",
    cors: "any",
    limit: "credentials",
    problems: [siteSlugTaken, emailTaken, resendCooldown],
    tags: ["Signup"],
    summary: "Ask for a site",
    description:
      "Mails a code of six digits to the address. The site and its admin account are made once `verifySignup` gets that code; until " +
      "then neither the slug nor the address is reserved.",
    body: Type.Object({
      siteName: Type.String({ minLength: minNameLength, maxLength: 80, pattern: printable, examples: ["My shop"] }),
      siteSlug: SiteSlug,
      email: Email,
      password: NewPassword,
    }),
    response: { 200: ChallengeAnswer },
  },
  ({ sql, clock, ids, passwords, mailsPerClient }: Pick<Deps, "sql" | "clock" | "ids" | "passwords" | "mailsPerClient">) =>
    async ({ body, client, headers }) => {
      const { siteSlug } = body;
      const siteName = givenName(body.siteName);
      const email = givenEmail(body.email, "email");
      refuseCommonPassword(body.password, email, "/password");
      const ctx = { now: clock.now(), ids };
      // A refused request costs no hash. The decision is repeated where it counts: here for the cooldown, on verification for the rest.
      await refuseInCooldown(sql, email, ctx.now);
      await countRequest(sql, client, mailsPerClient, ctx.now);
      await refuseTaken(sql, siteSlug, email);
      const passwordHash = await passwords.turn({ group: signupGroup, client }, ({ hash }) => hash(normalPassword(body.password)));

      const challenge = {
        id: ids.secret(),
        email,
        siteSlug,
        codeExpiresAt: new Date(ctx.now.getTime() + lifetimes.codeMs),
        resendAvailableAt: new Date(ctx.now.getTime() + lifetimes.cooldownMs),
      };
      const expiresAt = new Date(ctx.now.getTime() + lifetimes.challengeMs);
      const language = preferredLanguage(headers["accept-language"]);
      await sql.begin(async (tx) => {
        await countStart(tx, email, client, mailsPerClient, ctx.now);
        await refuseInCooldown(tx, email, ctx.now);
        await tx`
          insert into signup_challenges (
            id, email, site_slug, site_name, password_hash, code_expires_at, resend_available_at, expires_at, created_at
          )
          values (
            ${challenge.id}, ${email}, ${siteSlug}, ${siteName}, ${passwordHash}, ${challenge.codeExpiresAt},
            ${challenge.resendAvailableAt}, ${expiresAt}, ${ctx.now}
          )`;
        await requestCode(tx, ctx, { id: challenge.id, generation: 1, language });
      });
      return challengeAnswer(challenge);
    },
);

function givenName(text: string): string {
  const name = text.trim();
  if (Array.from(name).length < minNameLength) {
    throw invalidMember("/siteName", "minLength", `must have at least ${minNameLength} characters`);
  }
  if (plainLine(name, name.length) !== name.replace(/\s+/g, " ")) {
    throw invalidMember("/siteName", "text", "must hold nothing that hides or turns text");
  }
  return name;
}

async function refuseTaken(sql: Sql, siteSlug: string, email: string): Promise<void> {
  const [taken] = await sql<{ slug: boolean; email: boolean }>`
    select
      exists (select from sites where slug = ${siteSlug}) as slug,
      exists (select from admins where admins.email = ${email}) as email`;
  if (taken?.slug || isReservedSlug(siteSlug)) throw new ProblemError(siteSlugTaken);
  if (taken?.email) throw new ProblemError(emailTaken);
}

async function refuseInCooldown(sql: Sql, email: string, now: Date): Promise<void> {
  const [pending] = await sql<{ resendAvailableAt: Date }>`
    select resend_available_at as "resendAvailableAt"
    from signup_challenges
    where email = ${email} and resend_available_at > ${now} and verified_at is null and cancelled_at is null and expires_at > ${now}
    order by resend_available_at desc
    limit 1`;
  if (pending) throw inCooldown(pending.resendAvailableAt, now);
}
