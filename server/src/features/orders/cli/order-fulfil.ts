import { fulfilOrder } from "../index.ts";
import { CommandError, siteIdOf, type Command } from "../../../lib/cli/command.ts";

export const orderFulfil: Command<{ slug: string; number: number }, { number: number; status: string }> = {
  run: async ({ sql, clock }, { slug, number }) => {
    const order = await fulfilOrder({ sql, clock }, await siteIdOf(sql, slug), number);
    if (!order) throw new CommandError(`The site "${slug}" has no order ${number}.`);
    if (!order.isFulfilled) throw new CommandError(`Order ${number} is ${order.status}: only a paid one can be fulfilled, and once.`);
    return { number, status: order.status };
  },
  print: ({ number, status }) => `Order ${number} is on its way: ${status}.`,
};
