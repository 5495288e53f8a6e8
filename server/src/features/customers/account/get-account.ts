import type { Deps } from "../../../deps.ts";
import { Single } from "../../../lib/envelope.ts";
import type { App } from "../../../lib/operation.ts";
import { Customer } from "../customer.ts";
import { readOwnCustomer } from "./own-customer.ts";

/** The customer of the token. */
export function getAccount(app: App, { sql }: Deps): void {
  app.get(
    "/account",
    {
      schema: { operationId: "getAccount", tags: ["Account"], summary: "Read the own account", response: { 200: Single(Customer) } },
      config: { access: "token", cors: "site", problems: [] },
    },
    async (request) => ({ data: await readOwnCustomer(sql, request) }),
  );
}
