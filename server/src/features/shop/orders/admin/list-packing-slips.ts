import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { idsOf, idsParameter } from "../../../../lib/http/ids-parameter.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { invalidQuery } from "../../../../lib/http/problem.ts";
import { ordersBase } from "../order-address.ts";
import { PackingSlip } from "../order-details.ts";
import { readPackingSlips } from "../read-packing-slips.ts";

/** Reads what is to be sent of several orders. */
export const listPackingSlips = operation(
  {
    id: "listPackingSlips",
    method: "GET",
    path: `${ordersBase}/packing-slips`,
    access: "member",
    permission: "orders:read",
    cors: "closed",
    problems: [invalidQuery],
    tags: ["Orders"],
    summary: "Read what is to be sent of several orders",
    description:
      "In the order of the ids. An order that does not exist is left out. The `revision` is the one to name when you fulfil the order with `POST S/orders/bulk`.",
    params: SiteParams,
    query: Type.Object({ ids: idsParameter }),
    response: { 200: Single(Type.Array(PackingSlip)) },
    unserialised: true,
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, query }) => {
      return { data: await readPackingSlips(sql, site.id, [...new Set(idsOf(query.ids))]) };
    },
);
