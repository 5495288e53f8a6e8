import { Type } from "typebox";
import type { Deps } from "../../../deps.ts";
import { Single } from "../../../lib/envelope.ts";
import type { App } from "../../../lib/operation.ts";
import { ownIdentity } from "../../../lib/own-identity.ts";
import { blankAsNull, Customer, details } from "../customer.ts";
import { readOwnCustomer } from "./own-customer.ts";

/** Changes the details that customers say about themselves. */
export function updateAccount(app: App, { sql, clock }: Deps): void {
  app.patch(
    "/account",
    {
      schema: {
        operationId: "updateAccount",
        tags: ["Account"],
        summary: "Change the own details",
        description: "What is absent stays; null, or blank, takes it away.",
        body: Type.Object(details),
        response: { 200: Single(Customer) },
      },
      config: { access: "token", cors: "site", problems: [] },
    },
    async (request) => {
      const { firstName, lastName, phone } = request.body;
      await sql`
        update customers set
          first_name = case when ${firstName !== undefined}::boolean then ${blankAsNull(firstName)} else first_name end,
          last_name = case when ${lastName !== undefined}::boolean then ${blankAsNull(lastName)} else last_name end,
          phone = case when ${phone !== undefined}::boolean then ${blankAsNull(phone)} else phone end,
          updated_at = ${clock.now()}
        where site_id = ${request.site.id} and id = ${ownIdentity(request).id}`;
      return { data: await readOwnCustomer(sql, request) };
    },
  );
}
