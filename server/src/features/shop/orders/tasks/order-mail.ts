import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { siteMail } from "../../../../lib/mails/site-mail.ts";
import { task } from "../../../../lib/tasks/task.ts";
import { orderSiteMail } from "../order-mail.ts";
import { readPaidOrder } from "../read-paid-order.ts";
import { recordSentMail } from "./order-update.ts";

/** `resent`: when somebody asked for the mail once more. */
const Payload = Type.Object({ siteId: Type.String(), orderId: Type.String(), resent: Type.Optional(Type.String()) });

/**
 * Confirms a payment to the payer of an order, if the order still stands and there is an address. Many may wait: each was paid for, so that
 * nobody makes them for fun.
 */
export const sendOrderMail = task(
  { name: "order-mail", lane: "notices", waitingPerSite: 5_000, payload: Payload },
  ({ sql, clock, ids, log, mailer, mailFrom }: Pick<Deps, "sql" | "clock" | "ids" | "log" | "mailer" | "mailFrom">) =>
    async (payload) => {
      const order = await readPaidOrder(sql, payload);
      if (!order || order.email === null) return;
      const from = { name: order.senderName ?? order.siteName, address: mailFrom.address };
      const mail = orderSiteMail({ ...order, locale: order.locale ?? order.defaultLocale });
      await mailer.send({ to: order.email, from, ...siteMail({ log }, payload.siteId, order.ownTexts?.[mail.kind], mail) });
      await recordSentMail({ sql, clock, ids }, payload, "PAID", `${order.email} ${payload.resent ?? ""}`);
    },
);
