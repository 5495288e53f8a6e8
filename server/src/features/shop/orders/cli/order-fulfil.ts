import { siteArgument } from "../../../../lib/cli/arguments.ts";
import { command, CommandError } from "../../../../lib/cli/command.ts";
import { siteIdOf } from "../../../server/sites/index.ts";
import { fulfilOrder } from "../staff-orders.ts";
import { numberArgument } from "../number-argument.ts";

export const orderFulfil = command(
  {
    name: "order fulfil",
    description: "say that a paid order is on its way",
    arguments: [siteArgument, numberArgument],
    input: (slug: string, number: number) => ({ slug, number }),
  },
  {
    run: async ({ sql, clock, ids }, { slug, number }) => {
      const by = { actor: { kind: "CLI" }, action: "order fulfil" } as const;
      const order = await fulfilOrder({ sql, clock, ids }, await siteIdOf(sql, slug), number, by);
      if (!order) throw new CommandError(`The site "${slug}" has no order ${number}.`);
      if (!order.isFulfilled) throw new CommandError(`Order ${number} is ${order.status}: only a paid one can be fulfilled, and once.`);
      return { number, status: order.status };
    },
    print: ({ number, status }) => `Order ${number} is on its way: ${status}.`,
  },
);
