import { siteArgument } from "../../../../lib/cli/arguments.ts";
import { command } from "../../../../lib/cli/command.ts";
import { textTable } from "../../../../lib/text/text-table.ts";
import { personArgument } from "../given-person.ts";
import { customerExport } from "./customer-export.ts";

/** The same data as the export, in readable form. */
export const customerShow = command(
  {
    name: "customer show",
    description: "show an account, its orders, and what else there is of a person",
    arguments: [siteArgument, personArgument],
    input: (slug: string, person: string) => ({ slug, person }),
  },
  {
    run: customerExport.run,
    print: ({ email, askedBy, account, orders, payments, submissions, waitingMails }) => {
      const about: [string, string | null | undefined][] = [
        ["e-mail", email],
        ["account", account?.id ?? "none"],
        ["name", [account?.firstName, account?.lastName].filter((name) => name).join(" ") || null],
        ["phone", account?.phone],
        ["confirmed", account && (account.emailVerifiedAt ?? "no")],
        ["since", account?.createdAt],
        ["payments without an order", payments.length === 0 ? null : String(payments.length)],
        ["form submissions", submissions.length === 0 ? null : submissions.map(({ form, id }) => `${form} ${id}`).join(", ")],
        ["waiting mails", waitingMails.length === 0 ? null : String(waitingMails.length)],
      ];
      return [
        ...about.flatMap(([name, text]) => (text === null || text === undefined ? [] : [`${name}: ${text}`])),
        "",
        orders.length === 0
          ? "No orders."
          : textTable(
              ["order", "as", "status", "payment", "total", "made"],
              orders.map(({ number, orderedAs, status, paymentStatus, total, currency, createdAt }) => [
                ...[String(number), orderedAs, status, paymentStatus, `${total} ${currency}`, createdAt],
              ]),
            ),
        ...(askedBy === "id" ? ["", "This is the account's alone. Ask by the address for what guests did with it, too."] : []),
      ].join("\n");
    },
  },
);
