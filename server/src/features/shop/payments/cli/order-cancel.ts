import { siteArgument } from "../../../../lib/cli/arguments.ts";
import { command } from "../../../../lib/cli/command.ts";
import { numberArgument } from "../../orders/index.ts";
import { siteIdOf } from "../../../server/sites/index.ts";
import { cancelOrder } from "../end-order.ts";
import { refuseOrderEnd, viaProcessor } from "../refuse-order-end.ts";

export const orderCancel = command(
  {
    name: "order cancel",
    description: "end a pending order: its payment is ended at the processor, its stock released",
    arguments: [siteArgument, numberArgument],
    input: (slug: string, number: number) => ({ slug, number }),
  },
  {
    run: async (context, { slug, number }) => {
      const siteId = await siteIdOf(context.sql, slug);
      const { status, refused } = await viaProcessor(() =>
        cancelOrder(context, siteId, number, { actor: { kind: "CLI" }, action: "order cancel" }),
      );
      if (refused) throw refuseOrderEnd(refused, slug, number, status);
      return { number, status };
    },
    print: ({ number, status }) =>
      status === "CANCELLED"
        ? `Order ${number} is cancelled.`
        : `Order ${number} is ${status}: it was paid just before. It can be refunded.`,
  },
);
