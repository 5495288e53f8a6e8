import { Option } from "commander";
import { positiveInteger, siteArgument } from "../../../../lib/cli/arguments.ts";
import { command, CommandError } from "../../../../lib/cli/command.ts";
import { textTable } from "../../../../lib/text/text-table.ts";
import { siteIdOf } from "../../../server/sites/index.ts";
import { orderStatuses } from "../order.ts";
import { listOrders } from "../staff-orders.ts";

export const orderList = command(
  {
    name: "order list",
    description: "show the latest orders",
    arguments: [siteArgument],
    options: [
      new Option("--status <status>", "only those that are PENDING, PAID, FULFILLED, CANCELLED, PARTIALLY_REFUNDED or REFUNDED"),
      new Option("--limit <number>", "how many").argParser(positiveInteger).default(50),
    ],
    input: (slug: string, options: { status?: string; limit: number }) => ({ slug, ...options }),
  },
  {
    run: async ({ sql }, { slug, status, limit }) => {
      const known = orderStatuses.find((candidate) => candidate === status?.toUpperCase());
      if (status !== undefined && !known) throw new CommandError(`An order is ${orderStatuses.join(", ")}; not "${status}".`);
      return listOrders({ sql }, await siteIdOf(sql, slug), { status: known ?? null, limit });
    },
    print: (orders) =>
      orders.length === 0
        ? "No orders."
        : textTable(
            ["number", "status", "payment", "total", "refunded", "items", "e-mail", "made"],
            orders.map(({ number, status, paymentStatus, total, refunded, currency, items, email, createdAt }) => [
              ...[String(number), status, paymentStatus, `${total} ${currency}`, String(refunded), String(items), email ?? "", createdAt],
            ]),
          ),
  },
);
