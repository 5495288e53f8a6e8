import { cancelOrder } from "../index.ts";
import { siteIdOf, type Command } from "../../../lib/cli/command.ts";
import { refuseOrderEnd, viaProcessor } from "../refuse-order-end.ts";

export const orderCancel: Command<{ slug: string; number: number }, { number: number; status: string }> = {
  run: async (context, { slug, number }) => {
    const siteId = await siteIdOf(context.sql, slug);
    const { status, refused } = await viaProcessor(() => cancelOrder(context, siteId, number));
    if (refused) throw refuseOrderEnd(refused, slug, number, status);
    return { number, status };
  },
  print: ({ number, status }) =>
    status === "CANCELLED" ? `Order ${number} is cancelled.` : `Order ${number} is ${status}: it was paid just before. It can be refunded.`,
};
