import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { siteMail } from "../../../../lib/mails/site-mail.ts";
import { task } from "../../../../lib/tasks/task.ts";
import { canonicalEmail } from "../../../../lib/text/email-address.ts";
import { incidentKinds } from "../../../../ports/processor.ts";
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
  ({ sql, log, mailer, mailFrom }: Pick<Deps, "sql" | "log" | "mailer" | "mailFrom">) =>
    async ({ siteId, paymentId, orderId, ...incident }) => {
      const [site] = await sql<{
        siteName: string;
        locale: string;
        senderName: string | null;
        ownTexts: Readonly<Record<string, unknown>> | null;
        notify: readonly string[] | null;
        timeZone: string | null;
      }>`
        select
          name as "siteName", default_locale as locale, settings #>> '{mail,senderName}' as "senderName", settings -> 'mails' as "ownTexts",
          settings #> '{orders,notify}' as notify, settings ->> 'timeZone' as "timeZone"
        from sites
        where id = ${siteId} and suspended_at is null`;
      const addresses = (site?.notify ?? []).map(canonicalEmail).filter((address) => address !== undefined);
      const [to, ...alsoTo] = new Set(addresses);
      if (!site || to === undefined) return;
      const [order] = await sql<{ number: number }>`
        select number from orders where site_id = ${siteId} and id = ${orderId}`;
      const mail = paymentSiteNotice({ ...site, ...incident, paymentId, number: order?.number ?? null });
      await mailer.send({
        to,
        ...(alsoTo.length > 0 ? { alsoTo } : {}),
        from: { name: site.senderName ?? site.siteName, address: mailFrom.address },
        ...siteMail({ log }, siteId, site.ownTexts?.[mail.kind], mail),
      });
    },
);
