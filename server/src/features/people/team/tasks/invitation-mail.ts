import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { sha256 } from "../../../../lib/secrets/secret.ts";
import { task } from "../../../../lib/tasks/task.ts";
import { invitationMail } from "../admin-mail.ts";
import { invitationPage } from "../members/invitation-link.ts";
import { newSecret } from "../sessions.ts";

/**
 * Mails an invitation, if it is still there. Its secret is made here, anew for each attempt, so that only the mail contains it, and ends the one of
 * an earlier mail.
 */
export const sendInvitation = task(
  {
    name: "invitation-mail",
    lane: "codes",
    // As many as a site has invitations.
    waitingPerSite: 100,
    payload: Type.Object({ siteId: Type.String(), invitationId: Type.String() }),
  },
  ({ sql, clock, mailer, mailFrom, publicUrl }: Pick<Deps, "sql" | "clock" | "mailer" | "mailFrom" | "publicUrl">) =>
    async ({ siteId, invitationId }) => {
      const now = clock.now();
      const [invitation] = await sql<Invited>`
        select
          invitations.email, sites.name as site, inviters.name as inviter,
          coalesce(admins.name, '') as name, coalesce(admins.locale, sites.default_locale) as locale
        from invitations
        join sites on sites.id = invitations.site_id and sites.deleted_at is null
        left join admins as inviters on inviters.id = invitations.invited_by
        left join admins on admins.email = invitations.email
        where invitations.site_id = ${siteId} and invitations.id = ${invitationId} and invitations.expires_at > ${now}`;
      if (!invitation) return;
      const secret = newSecret();
      const { email, site, inviter, ...to } = invitation;
      const updatedInvitations = await sql<{ id: string }>`
        update invitations set token_hash = ${sha256(secret)}, sent_at = ${now} where site_id = ${siteId} and id = ${invitationId}
        returning id`;
      if (updatedInvitations.length === 0) return;
      const mail = invitationMail(invitationPage(publicUrl, secret), { site, inviter }, { ...to, sender: mailFrom.name });
      await mailer.send({ to: email, from: mailFrom, ...mail });
    },
);

interface Invited {
  email: string;
  site: string;
  inviter: string | null;
  /** Of the account that the address has; empty without one. */
  name: string;
  locale: string;
}
