import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { task } from "../../../../lib/tasks/task.ts";
import { orderMail } from "../order-mail.ts";
import { readPaidOrder } from "../read-paid-order.ts";

const Payload = Type.Object({ siteId: Type.String(), orderId: Type.String() });

/**
 * Confirms a payment to the payer of an order, if the order still stands and there is an address. Many may wait: each was paid for, so that
 * nobody makes them for fun.
 */
export const sendOrderMail = task(
  { name: "order-mail", lane: "notices", waitingPerSite: 5_000, payload: Payload },
  ({ sql, mailer, mailFrom }: Pick<Deps, "sql" | "mailer" | "mailFrom">) =>
    async (payload) => {
      const order = await readPaidOrder(sql, payload);
      if (!order || order.email === null) return;
      const from = { name: order.senderName ?? order.siteName, address: mailFrom.address };
      await mailer.send({ to: order.email, from, ...orderMail({ ...order, locale: order.locale ?? order.defaultLocale }) });
    },
);
