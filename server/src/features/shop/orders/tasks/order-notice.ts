import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { sendSiteMail } from "../../../../lib/mails/send-site-mail.ts";
import { task } from "../../../../lib/tasks/task.ts";
import { notifiedAddresses } from "../notified-site.ts";
import { orderSiteNotice } from "../order-notice.ts";
import { readPaidOrder } from "../read-paid-order.ts";

const Payload = Type.Object({ siteId: Type.String(), orderId: Type.String() });

/** Tells the site's present recipients about a paid order, in one email, if the order still stands. */
export const sendOrderNotice = task(
  { name: "order-notice", lane: "notices", waitingPerSite: 5_000, payload: Payload },
  (deps: Pick<Deps, "sql" | "log" | "mailer" | "mailFrom">) => async (payload) => {
    const order = await readPaidOrder(deps.sql, payload);
    if (!order) return;
    const mail = orderSiteNotice({ ...order, locale: order.defaultLocale });
    const texts = order.ownTexts?.[mail.kind];
    await sendSiteMail(deps, payload.siteId, order, mail, { to: notifiedAddresses(order), texts, replyTo: order.email });
  },
);
