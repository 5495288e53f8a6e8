import { listOrders, orderStatuses, type StaffOrder } from "../index.ts";
import { textTable } from "../../../lib/text/text-table.ts";
import { CommandError, siteIdOf, type Command } from "../../../lib/cli/command.ts";

export const orderList: Command<{ slug: string; status?: string; limit: number }, StaffOrder[]> = {
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
};
