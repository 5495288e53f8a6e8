import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { mailKindNames } from "../../../../lib/mails/mail-kinds.ts";
import { MailText } from "../../../../lib/mails/mail-text.ts";
import { task } from "../../../../lib/tasks/task.ts";
import { readMailSite } from "../mail-site.ts";
import { showSampleMail } from "../sample-mails.ts";

/** Mails a person a mail of a site with sample values. `text`: one that is not stored. */
export const sendTestMailTask = task(
  {
    name: "test-mail",
    lane: "notices",
    waitingPerSite: 100,
    payload: Type.Object({
      siteId: Type.String(),
      adminId: Type.String(),
      mail: Type.Enum([...mailKindNames]),
      locale: Type.String(),
      text: Type.Optional(MailText),
    }),
  },
  ({ sql, mailer, mailFrom, publicUrl }: Pick<Deps, "sql" | "mailer" | "mailFrom" | "publicUrl">) =>
    async ({ siteId, adminId, mail, locale, text }) => {
      const [admin] = await sql<{ email: string }>`select email from admins where id = ${adminId} and disabled_at is null`;
      const [there] = await sql<{ id: string }>`
        select id from sites where id = ${siteId} and suspended_at is null and deleted_at is null`;
      if (!admin || !there) return;
      const site = await readMailSite(sql, siteId);
      const { subject, text: plain, html } = showSampleMail(site, publicUrl, mail, locale, text);
      const from = { name: site.settings.mail?.senderName ?? site.name, address: mailFrom.address };
      await mailer.send({ to: admin.email, from, subject: `[Test] ${subject}`, text: plain, html });
    },
);
