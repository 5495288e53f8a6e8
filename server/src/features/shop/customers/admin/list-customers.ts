import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { sortOf, sortParameter } from "../../../../lib/http/sorting.ts";
import { customersBase, ListedCustomer } from "../site-customer.ts";
import { customerSorts, listCustomers as listCustomersOf } from "../staff-customers.ts";

/** Lists the customers of a site. */
export const listCustomers = operation(
  {
    id: "listCustomers",
    method: "GET",
    path: customersBase,
    access: "member",
    permission: "customers:read",
    cors: "closed",
    problems: [],
    tags: ["Customers"],
    summary: "List the customers",
    description: "Only people with an account. Orders without one are found by their e-mail address in the list of orders.",
    params: SiteParams,
    query: Type.Object({
      ...pagingParameters(50),
      q: Type.Optional(Type.String({ maxLength: 200, description: "The beginning of an e-mail address, or words of a name." })),
      verified: Type.Optional(Type.Boolean({ description: "Whether the customer confirmed the e-mail address." })),
      blocked: Type.Optional(Type.Boolean()),
      sort: sortParameter(customerSorts, "`createdAt:desc`"),
    }),
    response: { 200: List(ListedCustomer) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, query }, reply) => {
      const paging = pagingOf(query);
      const [sort, direction] = sortOf(query.sort, customerSorts, { field: "createdAt", direction: "desc" }).split(":");
      const { q, verified, blocked } = query;
      const ordering = { sort: sort as (typeof customerSorts)[number], isDescending: direction === "desc" };
      const { customers, total } = await listCustomersOf(sql, site.id, { q, verified, blocked }, ordering, paging);
      return answerPage(reply, query, paging, customers, total);
    },
);
