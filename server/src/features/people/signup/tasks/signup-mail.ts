import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { hashCode, newCode } from "../../../../lib/secrets/mailed-code.ts";
import { task } from "../../../../lib/tasks/task.ts";
import { codeLength } from "../challenge.ts";
import { signupCode } from "../code.ts";
import { signupMail } from "../signup-mail.ts";

/**
 * Sends the requested code, if it is still the latest and still valid. It is made here, anew for each attempt, so that only the email
 * contains it. It belongs to no site yet: the limits are by address and client.
 */
export const sendSignupMail = task(
  {
    name: "signup-mail",
    lane: "codes",
    payload: Type.Object({ challengeId: Type.String(), generation: Type.Integer(), language: Type.Enum(["en", "de", "pt-BR"]) }),
  },
  ({ sql, clock, secrets, mailer, mailFrom, signup }: Pick<Deps, "sql" | "clock" | "secrets" | "mailer" | "mailFrom" | "signup">) =>
    async ({ challengeId: id, generation, language }) => {
      // A code that would be refused.
      if (signup === "off") return;
      const code = newCode(codeLength);
      const now = clock.now();
      const [challenge] = await sql<{ email: string; siteSlug: string; codeExpiresAt: Date }>`
        update signup_challenges set code_hash = ${hashCode(secrets, signupCode({ id, generation }), code)}
        where id = ${id} and generation = ${generation}
          and verified_at is null and cancelled_at is null and code_expires_at > ${now}
        returning email, site_slug as "siteSlug", code_expires_at as "codeExpiresAt"`;
      if (!challenge) return;
      const minutes = Math.max(1, Math.round((challenge.codeExpiresAt.getTime() - now.getTime()) / 60_000));
      const mail = signupMail({ language, sender: mailFrom.name, siteSlug: challenge.siteSlug, code, minutes });
      await mailer.send({ to: challenge.email, from: mailFrom, ...mail });
    },
);
