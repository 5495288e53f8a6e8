import { siteArgument } from "../../../../lib/cli/arguments.ts";
import { command, CommandError } from "../../../../lib/cli/command.ts";
import { textTable } from "../../../../lib/text/text-table.ts";
import { siteIdOf } from "../../../server/sites/index.ts";
import { findOrder } from "../staff-orders.ts";
import { numberArgument } from "../number-argument.ts";

export const orderShow = command(
  {
    name: "order show",
    description: "show what was ordered, and by whom",
    arguments: [siteArgument, numberArgument],
    input: (slug: string, number: number) => ({ slug, number }),
  },
  {
    run: async ({ sql }, { slug, number }) => {
      const order = await findOrder({ sql }, await siteIdOf(sql, slug), number);
      if (!order) throw new CommandError(`The site "${slug}" has no order ${number}.`);
      return order;
    },
    print: (order) => {
      const { number, status, paymentStatus, currency, lines, subtotal, tax, shipping, total, refunded } = order;
      const { email, customerId, claimedCustomerId, notes, createdAt } = order;
      const amounts = Object.entries({ subtotal, tax, shipping, total, refunded }).map(([name, amount]) => `${name} ${amount}`);
      const about: [string, string | null][] = [
        ["made", createdAt],
        ["e-mail", email],
        ["customer", customerId],
        ["claims to be customer", claimedCustomerId],
        ["notes", notes],
      ];
      return [
        `Order ${number} is ${status}, its payment ${paymentStatus}.`,
        "",
        textTable(
          ["quantity", "sku", "title", "price", "total"],
          lines.map(({ quantity, sku, title, unitPrice, total: sum }) => [String(quantity), sku, title, String(unitPrice), String(sum)]),
        ),
        "",
        `${amounts.join(", ")} (minor units of ${currency})`,
        ...about.flatMap(([name, text]) => (text === null ? [] : [`${name}: ${text}`])),
      ].join("\n");
    },
  },
);
