import { Option } from "commander";
import { positiveInteger, siteArgument } from "../../../../lib/cli/arguments.ts";
import { command } from "../../../../lib/cli/command.ts";
import { textTable } from "../../../../lib/text/text-table.ts";
import { siteIdOf } from "../../../server/sites/index.ts";
import { listCustomers } from "../staff-customers.ts";

export const customerList = command(
  {
    name: "customer list",
    description: "show the latest customers",
    arguments: [siteArgument],
    options: [
      new Option("--query <text>", "only those whose address begins with this, or with these words in their name"),
      new Option("--limit <number>", "how many").argParser(positiveInteger).default(50),
    ],
    input: (slug: string, options: { query?: string; limit: number }) => ({ slug, ...options }),
  },
  {
    run: async ({ sql }, { slug, query, limit }) => {
      const text = query?.trim() ?? "";
      const { customers } = await listCustomers(
        sql,
        await siteIdOf(sql, slug),
        { q: text },
        { sort: "createdAt", isDescending: true },
        { page: 1, pageSize: limit },
      );
      return customers;
    },
    print: (customers) =>
      customers.length === 0
        ? "No customers."
        : textTable(
            ["id", "e-mail", "confirmed", "name", "orders", "since"],
            customers.map(({ id, email, emailVerified, firstName, lastName, orders, createdAt }) => [
              ...[id, email, emailVerified ? "yes" : "no", [firstName, lastName].filter(Boolean).join(" "), String(orders), createdAt],
            ]),
          ),
  },
);
