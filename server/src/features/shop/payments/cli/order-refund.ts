import { Option } from "commander";
import { positiveInteger, siteArgument } from "../../../../lib/cli/arguments.ts";
import { command } from "../../../../lib/cli/command.ts";
import { numberArgument } from "../../orders/index.ts";
import { siteIdOf } from "../../../server/sites/index.ts";
import { refundOrder } from "../end-order.ts";
import { refuseOrderEnd, viaProcessor } from "../refuse-order-end.ts";

export const orderRefund = command(
  {
    name: "order refund",
    description: "give money back through the processor: all that is left, or an amount",
    arguments: [siteArgument, numberArgument],
    options: [new Option("--amount <number>", "in minor units, such as cents").argParser(positiveInteger)],
    input: (slug: string, number: number, options: { amount?: number }) => ({ slug, number, ...options }),
  },
  {
    run: async (context, { slug, number, amount }) => {
      const siteId = await siteIdOf(context.sql, slug);
      const by = { actor: { kind: "CLI" }, action: "order refund" } as const;
      const {
        status,
        paymentStatus = "",
        refused,
        isEarlier = false,
      } = await viaProcessor(() => refundOrder(context, siteId, number, { amount: amount ?? null, key: null, by }));
      if (refused) throw refuseOrderEnd(refused, slug, number, status);
      return { number, status, paymentStatus, isEarlier };
    },
    print: ({ number, status, paymentStatus, isEarlier }) =>
      `Order ${number} is ${status}, its payment ${paymentStatus}.` +
      (isEarlier ? " An earlier run of this command had refunded the amount, and this one refunded nothing more." : ""),
  },
);
