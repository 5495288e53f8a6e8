import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { hashCode, newCode } from "../../../../lib/secrets/mailed-code.ts";
import { task } from "../../../../lib/tasks/task.ts";
import { codeMail } from "../admin-mail.ts";
import { emailCode, emailCodeLength } from "../email-code.ts";
import { sendWithinLimits } from "../mail-limits.ts";

/**
 * Mails a code to the address that an admin wants to have, if no account has it and they still want it. The code is made here, anew for each attempt, so
 * that only the mail contains it.
 */
export const sendAdminEmailCode = task(
  {
    name: "admin-email-code",
    lane: "codes",
    payload: Type.Object({
      adminId: Type.String(),
      email: Type.String(),
      /** The client of the request, as a digest. */
      client: Type.String(),
    }),
  },
  ({ sql, clock, secrets, mailer, mailFrom, mailsPerClient }: CodeDeps) =>
    async ({ adminId, email, client }, attempt) => {
      const now = clock.now();
      const [admin] = await sql<{ name: string; locale: string }>`
        select name, locale
        from admins
        where id = ${adminId} and disabled_at is null and not exists (select from admins as others where others.email = ${email})`;
      if (!admin) return;
      await sendWithinLimits({ sql, mailsPerClient }, { kind: "address mail", email, client, attempt }, now, async () => {
        const code = newCode(emailCodeLength);
        const [wanted] = await sql<{ id: string }>`
          update admin_links set token_hash = ${hashCode(secrets, emailCode({ adminId, email }), code)}
          where admin_id = ${adminId} and purpose = 'CHANGE_EMAIL' and new_email = ${email} and used_at is null and expires_at > ${now}
          returning id`;
        if (!wanted) return;
        await mailer.send({ to: email, from: mailFrom, ...codeMail(code, { ...admin, sender: mailFrom.name }) });
      });
    },
);

type CodeDeps = Pick<Deps, "sql" | "clock" | "secrets" | "mailer" | "mailFrom" | "mailsPerClient">;
