import { listCustomers, type StaffCustomer } from "../index.ts";
import { textTable } from "../../../lib/text/text-table.ts";
import { siteIdOf, type Command } from "../../../lib/cli/command.ts";

export const customerList: Command<{ slug: string; query?: string; limit: number }, StaffCustomer[]> = {
  run: async ({ sql }, { slug, query, limit }) => {
    const text = query?.trim() ?? "";
    return listCustomers({ sql }, await siteIdOf(sql, slug), { query: text === "" ? null : text, limit });
  },
  print: (customers) =>
    customers.length === 0
      ? "No customers."
      : textTable(
          ["id", "e-mail", "confirmed", "name", "orders", "since"],
          customers.map(({ id, email, emailVerified, name, orders, createdAt }) => [
            ...[id, email, emailVerified ? "yes" : "no", name ?? "", String(orders), createdAt],
          ]),
        ),
};
