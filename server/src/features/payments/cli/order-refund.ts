import { refundOrder } from "../index.ts";
import { siteIdOf, type Command } from "../../../lib/cli/command.ts";
import { refuseOrderEnd, viaProcessor } from "../refuse-order-end.ts";

export const orderRefund: Command<
  { slug: string; number: number; amount?: number },
  { number: number; status: string; paymentStatus: string }
> = {
  run: async (context, { slug, number, amount }) => {
    const siteId = await siteIdOf(context.sql, slug);
    const { status, paymentStatus = "", refused } = await viaProcessor(() => refundOrder(context, siteId, number, amount ?? null));
    if (refused) throw refuseOrderEnd(refused, slug, number, status);
    return { number, status, paymentStatus };
  },
  print: ({ number, status, paymentStatus }) => `Order ${number} is ${status}, its payment ${paymentStatus}.`,
};
