import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { rolesWith } from "../../../../lib/admin/roles.ts";
import { noticeMail } from "../../../../lib/mails/notice-mail.ts";
import { task } from "../../../../lib/tasks/task.ts";
import type { WriteContext } from "../../../../lib/published/write-context.ts";
import { addToOutbox } from "../../../../lib/tasks/outbox.ts";
import type { Sql } from "../../../../ports/database.ts";

/** Tells a member of a site that an endpoint was disabled because it failed for days. */
export const sendWebhookDisabled = task(
  {
    name: "webhook-disabled-mail",
    lane: "notices",
    payload: Type.Object({ siteId: Type.String(), webhookId: Type.String(), adminId: Type.String(), at: Type.String() }),
  },
  ({ sql, mailer, mailFrom, publicUrl }: Pick<Deps, "sql" | "mailer" | "mailFrom" | "publicUrl">) =>
    async ({ siteId, webhookId, adminId, at }) => {
      const [admin] = await sql<{ email: string; name: string; locale: string }>`
        select email, name, locale from admins where id = ${adminId}`;
      const [webhook] = await sql<{ url: string; description: string; site: string }>`
        select webhooks.url, webhooks.description, sites.name as site
        from webhooks
        join sites on sites.id = webhooks.site_id
        where webhooks.site_id = ${siteId} and webhooks.id = ${webhookId} and not webhooks.enabled`;
      if (!admin || !webhook) return;
      const { url, description, site } = webhook;
      const facts = { site, webhook: description === "" ? new URL(url).host : description };
      const about = { ...admin, sender: mailFrom.name, studioUrl: `${publicUrl}/studio`, at: new Date(at) };
      await mailer.send({ to: admin.email, from: mailFrom, ...noticeMail("webhook-disabled", facts, about) });
    },
);

/** Members that get a mail. */
const mostRecipients = 50;

/** Adds a mail to the outbox for each member who may enable the endpoint again. */
export async function notifyWebhookMembers(tx: Sql, ctx: WriteContext, about: { siteId: string; webhookId: string }): Promise<void> {
  const members = await tx<{ adminId: string }>`
    select admin_id as "adminId" from members
    where site_id = ${about.siteId} and role = any (${rolesWith("webhooks:write")}::text[])
    order by admin_id
    limit ${mostRecipients}`;
  for (const { adminId } of members) await addToOutbox(tx, ctx, sendWebhookDisabled, { ...about, adminId, at: ctx.now.toISOString() });
}
