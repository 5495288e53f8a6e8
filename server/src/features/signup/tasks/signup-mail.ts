import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Deps } from "../../../deps.ts";
import type { Task } from "../../../lib/tasks/task.ts";
import { hashCode, newCode } from "../code.ts";
import { signupMail } from "../signup-mail.ts";

const payloadCheck = Compile(
  Type.Object({ challengeId: Type.String(), generation: Type.Integer(), language: Type.Enum(["en", "de", "pt-BR"]) }),
);

/**
 * Mails the code that was asked for, if it is still the latest and still of use. It is made here, anew for each try, so that it
 * stands nowhere but in the mail.
 */
export async function sendSignupMail({ sql, clock, secrets, mailer, mailFrom, signup }: Deps, { payload }: Task): Promise<void> {
  if (!payloadCheck.Check(payload)) throw new Error("Not the payload of a signup's mail.");
  // A code that nothing takes any more.
  if (signup === "off") return;
  const { challengeId: id, generation, language } = payload;
  const code = newCode();
  const now = clock.now();
  const [challenge] = await sql<{ email: string; siteSlug: string; codeExpiresAt: Date }>`
    update signup_challenges set code_hash = ${hashCode(secrets, { id, generation }, code)}
    where id = ${id} and generation = ${generation}
      and verified_at is null and cancelled_at is null and code_expires_at > ${now}
    returning email, site_slug as "siteSlug", code_expires_at as "codeExpiresAt"`;
  if (!challenge) return;
  const minutes = Math.max(1, Math.round((challenge.codeExpiresAt.getTime() - now.getTime()) / 60_000));
  const mail = signupMail({ language, sender: mailFrom.name, siteSlug: challenge.siteSlug, code, minutes });
  await mailer.send({ to: challenge.email, from: mailFrom, ...mail });
}
