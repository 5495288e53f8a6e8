import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { siteMail } from "../../../../lib/mails/site-mail.ts";
import { task } from "../../../../lib/tasks/task.ts";
import { canonicalEmail } from "../../../../lib/text/email-address.ts";
import { orderSiteNotice } from "../order-notice.ts";
import { readPaidOrder } from "../read-paid-order.ts";

const Payload = Type.Object({ siteId: Type.String(), orderId: Type.String() });

/** Tells the site's present recipients about a paid order, in one email, if the order still stands. */
export const sendOrderNotice = task(
  { name: "order-notice", lane: "notices", waitingPerSite: 5_000, payload: Payload },
  ({ sql, log, mailer, mailFrom }: Pick<Deps, "sql" | "log" | "mailer" | "mailFrom">) =>
    async (payload) => {
      const order = await readPaidOrder(sql, payload);
      const addresses = (order?.notify ?? []).map(canonicalEmail).filter((address) => address !== undefined);
      const [to, ...alsoTo] = new Set(addresses);
      if (!order || to === undefined) return;
      const mail = orderSiteNotice({ ...order, locale: order.defaultLocale });
      await mailer.send({
        to,
        ...(alsoTo.length > 0 ? { alsoTo } : {}),
        from: { name: order.senderName ?? order.siteName, address: mailFrom.address },
        ...(order.email === null ? {} : { replyTo: order.email }),
        ...siteMail({ log }, payload.siteId, order.ownTexts?.[mail.kind], mail),
      });
    },
);
