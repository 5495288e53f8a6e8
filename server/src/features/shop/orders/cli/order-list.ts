import { Option } from "commander";
import { positiveInteger, siteArgument } from "../../../../lib/cli/arguments.ts";
import { command, CommandError } from "../../../../lib/cli/command.ts";
import { textTable } from "../../../../lib/text/text-table.ts";
import { siteIdOf } from "../../../server/sites/index.ts";
import { listOrders } from "../list-orders.ts";
import type { ListedOrder } from "../order-details.ts";
import { orderStatuses } from "../order.ts";

/** An order as the command prints it. Amounts in minor units. */
export interface StaffOrder extends Omit<ListedOrder, "refundedAmount" | "units" | "fulfilment" | "customerId" | "paidAt" | "revision"> {
  refunded: number;
  items: number;
}

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
      const knownStatus = orderStatuses.find((candidate) => candidate === status?.toUpperCase());
      if (status !== undefined && !knownStatus) throw new CommandError(`An order is ${orderStatuses.join(", ")}; not "${status}".`);
      const latestFirst = { sort: "number", isDescending: true } as const;
      const { orders } = await listOrders(sql, await siteIdOf(sql, slug), { status: knownStatus }, latestFirst, {
        page: 1,
        pageSize: limit,
      });
      return orders.map(
        ({ number, id, status: orderStatus, paymentStatus, total, refundedAmount, currency, email, units, createdAt }): StaffOrder => {
          const amounts = { total, refunded: refundedAmount, currency };
          return { number, id, status: orderStatus, paymentStatus, ...amounts, email, items: units, createdAt };
        },
      );
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
