import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { linkWithToken } from "../../../../lib/http/link-base.ts";
import { task } from "../../../../lib/tasks/task.ts";
import { linkMail } from "../admin-mail.ts";
import { issuePasswordLink, passwordPage } from "../admin-links.ts";
import { sendWithinLimits } from "../mail-limits.ts";

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
      await sendWithinLimits({ sql, mailsPerClient }, { kind: "password mail", email, client, attempt }, now, async () => {
        const secret = await issuePasswordLink(sql, { now, ids }, admin.id, "RESET_PASSWORD");
        const mail = linkMail("reset-password", linkWithToken(passwordPage(publicUrl), secret), { ...admin, sender: mailFrom.name });
        await mailer.send({ to: admin.email, from: mailFrom, ...mail });
      });
    },
);

type LinkDeps = Pick<Deps, "sql" | "clock" | "ids" | "mailer" | "mailFrom" | "mailsPerClient" | "publicUrl">;
