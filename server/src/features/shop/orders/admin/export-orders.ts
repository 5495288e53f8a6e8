import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerCsv } from "../../../../lib/http/csv-answer.ts";
import { ordersBase } from "../order-address.ts";
import { orderFilterOf, orderFilters } from "../order-filter.ts";
import { ordersCsv } from "../orders-csv.ts";

/** Answers the orders of a site as CSV. */
export const exportOrders = operation(
  {
    id: "exportOrders",
    method: "GET",
    path: `${ordersBase}.csv`,
    access: "member",
    permission: "orders:read",
    cors: "closed",
    problems: [],
    tags: ["Orders"],
    summary: "Export the orders as CSV",
    description:
      "The latest first, with a row for each line; each row repeats the columns of its order. Amounts are decimal numbers in the order's currency, such as `380.00`. UTF-8 " +
      "with a byte order mark, and an apostrophe before a value that a spreadsheet could take for a formula. The server writes the rows while it reads them, however many " +
      "there are. An order that changes meanwhile occurs once, as it was before or after the change.",
    params: SiteParams,
    query: Type.Object(orderFilters),
    streams: "text/csv",
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, query, method }, reply) => {
      return answerCsv(reply, method, "orders.csv", ordersCsv(sql, site.id, orderFilterOf(query)));
    },
);
