import { Type } from "typebox";
import type { Deps } from "../../../deps.ts";
import { linkWithToken } from "../../../lib/http/link-base.ts";
import { countGlobalAttempt, forgetGlobalAttempt } from "../../../lib/limits/attempts.ts";
import { task } from "../../../lib/tasks/task.ts";
import { linkMail } from "../admin-mail.ts";
import { issuePasswordLink, passwordPage } from "../admin-links.ts";

/** Mails to one address, and by one client where clients are limited. */
const windowSeconds = 60 * 60;
const mailsPerAddress = { max: 3, windowSeconds };

/**
 * Mails an admin a link to choose a new password, if the address has an account. The link is made here, anew for each attempt, so that none is
 * stored and none is older than its mail.
 */
export const sendAdminLink = task(
  {
    name: "admin-link",
    lane: "codes",
    // Only while the mail server is down, or a client tries addresses, do so many wait.
    waitingPerSite: 500,
    payload: Type.Object({
      email: Type.String(),
      /** The client of the request, as a digest. */
      client: Type.String(),
    }),
  },
  ({ sql, clock, ids, mailer, mailFrom, mailsPerClient, publicUrl }: LinkDeps) =>
    async ({ email, client }, attempt) => {
      const now = clock.now();
      const [admin] = await sql<{ id: string; email: string; name: string; locale: string }>`
        select id, email, name, locale from admins where email = ${email} and disabled_at is null`;
      if (!admin) return;
      if (attempt === 1 && mailsPerClient !== undefined) {
        const limit = { max: mailsPerClient, windowSeconds };
        if (!(await countGlobalAttempt(sql, `password mails asked for by ${client}`, limit, now)).allowed) return;
      }
      const sent = `password mail to ${email}`;
      if (!(await countGlobalAttempt(sql, sent, mailsPerAddress, now)).allowed) return;
      try {
        const secret = await issuePasswordLink(sql, { now, ids }, admin.id, "RESET_PASSWORD");
        const mail = linkMail("reset-password", linkWithToken(passwordPage(publicUrl), secret), { ...admin, sender: mailFrom.name });
        await mailer.send({ to: admin.email, from: mailFrom, ...mail });
      } catch (error) {
        await forgetGlobalAttempt(sql, sent);
        throw error;
      }
    },
);

type LinkDeps = Pick<Deps, "sql" | "clock" | "ids" | "mailer" | "mailFrom" | "mailsPerClient" | "publicUrl">;
