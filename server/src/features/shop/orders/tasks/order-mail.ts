import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { sendSiteMail } from "../../../../lib/mails/send-site-mail.ts";
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
  (deps: Pick<Deps, "sql" | "clock" | "ids" | "log" | "mailer" | "mailFrom">) => async (payload) => {
    const order = await readPaidOrder(deps.sql, payload);
    if (!order || order.email === null) return;
    const mail = orderSiteMail({ ...order, locale: order.locale ?? order.defaultLocale });
    await sendSiteMail(deps, payload.siteId, order, mail, { to: [order.email], texts: order.ownTexts?.[mail.kind] });
    await recordSentMail(deps, payload, "PAID", `${order.email} ${payload.resent ?? ""}`);
  },
);
