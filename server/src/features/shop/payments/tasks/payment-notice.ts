import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { sendSiteMail } from "../../../../lib/mails/send-site-mail.ts";
import { task } from "../../../../lib/tasks/task.ts";
import { incidentKinds } from "../../../../ports/processor.ts";
import { notifiedAddresses, type NotifiedSite } from "../../orders/index.ts";
import { paymentSiteNotice } from "../payment-notice.ts";

const Payload = Type.Object({
  siteId: Type.String(),
  paymentId: Type.String(),
  orderId: Type.Union([Type.String(), Type.Null()]),
  kind: Type.Enum([...incidentKinds]),
  amount: Type.Integer(),
  currency: Type.String(),
  reason: Type.Union([Type.String(), Type.Null()]),
  respondBy: Type.Union([Type.String(), Type.Null()]),
  outcome: Type.Union([Type.Literal("WON"), Type.Literal("LOST"), Type.Null()]),
});

/** Tells those who get a mail about each paid order of a dispute or a failed refund, in one mail. */
export const sendPaymentNotice = task(
  { name: "payment-notice", lane: "notices", waitingPerSite: 1_000, payload: Payload },
  (deps: Pick<Deps, "sql" | "log" | "mailer" | "mailFrom">) =>
    async ({ siteId, paymentId, orderId, ...incident }) => {
      const { sql } = deps;
      const [site] = await sql<NotifiedSite & { locale: string; timeZone: string | null }>`
        select
          name as "siteName", default_locale as locale, settings #>> '{mail,senderName}' as "senderName", settings -> 'mails' as "ownTexts",
          settings #> '{orders,notify}' as notify, settings ->> 'timeZone' as "timeZone"
        from sites
        where id = ${siteId} and suspended_at is null`;
      if (!site) return;
      const [order] =
        orderId === null
          ? []
          : await sql<{ number: number }>`
        select number from orders where site_id = ${siteId} and id = ${orderId}`;
      const mail = paymentSiteNotice({ ...site, ...incident, paymentId, number: order?.number ?? null });
      await sendSiteMail(deps, siteId, site, mail, { to: notifiedAddresses(site), texts: site.ownTexts?.[mail.kind] });
    },
);
