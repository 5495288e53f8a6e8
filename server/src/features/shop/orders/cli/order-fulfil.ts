import { siteArgument } from "../../../../lib/cli/arguments.ts";
import { command, CommandError } from "../../../../lib/cli/command.ts";
import { siteIdOf } from "../../../server/sites/index.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { fulfilOrder, orderNotFulfillable } from "../fulfil-order.ts";
import { findOrderId } from "../staff-orders.ts";
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
      const siteId = await siteIdOf(sql, slug);
      const id = await findOrderId(sql, siteId, number);
      if (id === undefined) throw new CommandError(`The site "${slug}" has no order ${number}.`);
      const by = { actor: { kind: "CLI" }, action: "order fulfil" } as const;
      const everything = { lines: null, tracking: null, notify: false };
      try {
        const { status } = await sql.begin((tx) => fulfilOrder(tx, { now: clock.now(), ids }, siteId, id, everything, by));
        return { number, status };
      } catch (error) {
        if (!(error instanceof ProblemError) || error.problem !== orderNotFulfillable) throw error;
        const { orderStatus } = error.details.members as { orderStatus: string };
        throw new CommandError(`Order ${number} is ${orderStatus}: only a paid one can be fulfilled, and once.`);
      }
    },
    print: ({ number, status }) => `Order ${number} is on its way: ${status}.`,
  },
);
