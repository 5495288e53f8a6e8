import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ownIdentity } from "../../../../lib/http/own-identity.ts";
import { blankAsNull, Customer, details } from "../customer.ts";
import { readOwnCustomer } from "../own-customer.ts";

/** Changes the details that customers enter about themselves. */
export const updateAccount = operation(
  {
    id: "updateAccount",
    method: "PATCH",
    path: "/api/v1/shop/account",
    access: "token",
    cors: "site",
    problems: [],
    tags: ["Account"],
    summary: "Change the own details",
    description: "What is absent stays; null, or blank, takes it away.",
    body: Type.Object(details),
    response: { 200: Single(Customer) },
  },
  ({ sql, clock }: Pick<Deps, "sql" | "clock">) =>
    async (request) => {
      const { firstName, lastName, phone } = request.body;
      await sql`
        update customers set
          first_name = case when ${firstName !== undefined}::boolean then ${blankAsNull(firstName)} else first_name end,
          last_name = case when ${lastName !== undefined}::boolean then ${blankAsNull(lastName)} else last_name end,
          phone = case when ${phone !== undefined}::boolean then ${blankAsNull(phone)} else phone end,
          revision = revision + ${[firstName, lastName, phone].some((detail) => detail !== undefined) ? 1 : 0},
          updated_at = ${clock.now()}
        where site_id = ${request.site.id} and id = ${ownIdentity(request).id}`;
      return { data: await readOwnCustomer(sql, request) };
    },
);
