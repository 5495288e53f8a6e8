import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { customerBase, customerNotFound, CustomerParams } from "../../../shop/customers/index.ts";
import { exportPerson } from "../export-person.ts";
import { personBehind } from "../person.ts";
import { newSearchLimiter } from "../search-limiter.ts";

/** Answers all data that the site has about a customer. */
export const exportCustomer = operation(
  {
    id: "exportCustomer",
    method: "GET",
    path: `${customerBase}/export`,
    access: "member",
    permission: "customers:export",
    cors: "closed",
    problems: [customerNotFound],
    tags: ["Customers"],
    summary: "Export all data about a customer",
    description:
      "The account with its addresses and note, orders, payments, submissions and waiting mails, in the format of `vitrine customer export`. " +
      "If the customer confirmed the e-mail address, the export includes what was done with that address without an account.",
    params: CustomerParams,
    response: {
      200: Single(Type.Record(Type.String(), Type.Unknown(), { description: "See the page about personal data in the documentation." })),
    },
    unserialised: true,
  },
  (deps: Pick<Deps, "sql" | "clock">) => {
    const limiter = newSearchLimiter();

    return async ({ site, params }, reply) => {
      const { person } = await personBehind(deps.sql, site.id, params.id);
      const data = await limiter.run(site.id, () => exportPerson(deps, site, person));
      if (!data) throw new ProblemError(customerNotFound);
      void reply.header("content-disposition", `attachment; filename="customer-${person.id}.json"`);
      return { data: { ...data } };
    };
  },
);
