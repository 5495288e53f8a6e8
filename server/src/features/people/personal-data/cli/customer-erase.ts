import { Option } from "commander";
import { siteArgument } from "../../../../lib/cli/arguments.ts";
import { command, CommandError } from "../../../../lib/cli/command.ts";
import { siteIdOf } from "../../../server/sites/index.ts";
import { givenPerson, personArgument } from "../given-person.ts";
import { erasePerson, type Erasure } from "../erase-person.ts";

export interface CustomerErased extends Omit<Erasure, "open"> {
  /** False for a dry run. */
  erased: boolean;
}

export const customerErase = command(
  {
    name: "customer erase",
    description: "erase a person: the account is removed, orders stay without who made them",
    arguments: [siteArgument, personArgument],
    options: [new Option("--yes", "do it; otherwise show what would be erased, and end with 1")],
    input: (slug: string, person: string, { yes = false }: { yes?: boolean }) => ({ slug, person, yes }),
  },
  {
    run: async ({ sql, clock, ids }, { slug, person: text, yes }): Promise<CustomerErased> => {
      const person = givenPerson(text);
      const by = { actor: { kind: "CLI" }, action: "customer erase" } as const;
      const { open, ...erasure } = await erasePerson({ sql, clock, ids }, await siteIdOf(sql, slug), person, { isDry: !yes, by });
      if (open.orders.length + open.payments.length > 0) throw new CommandError(whyNot(slug, open));
      return { erased: yes, ...erasure };
    },
    isSuccess: ({ erased }) => erased,
    print: ({ erased, account, orders, ordersOfOthers, toBeSent, payments, submissions, mails, mentioning }) => {
      const parts: [boolean, string][] = [
        [account, "the account, with its password and its links"],
        [orders.length > 0, `who made ${named("order", orders)}: amounts and goods stay`],
        [ordersOfOthers.length > 0, `the address in ${named("order", ordersOfOthers)} of other accounts`],
        [payments > 0, `what ${payments === 1 ? "1 payment" : `${payments} payments`} without an order said`],
        [submissions > 0, submissions === 1 ? "1 form submission" : `${submissions} form submissions`],
        [mails > 0, `${mails === 1 ? "1 mail" : `${mails} mails`} that waited to be sent`],
      ];
      const told = parts.flatMap(([is, text]) => (is ? [`  ${text}`] : []));
      return [
        told.length === 0 ? "Nothing is held about this person." : erased ? "Erased:" : "This would be erased:",
        ...told,
        ...(toBeSent.length > 0
          ? [`${erased ? "Paid, and not fulfilled" : "Fulfil first what is paid and not on its way yet"}: ${named("order", toBeSent)}.`]
          : []),
        ...(mentioning.length > 0
          ? [
              "These submissions have the address among other words, which may be another person's, and stay:",
              ...mentioning.map(({ form, id }) => `  ${form} ${id}`),
            ]
          : []),
        ...(erased || told.length === 0 ? [] : ["Nothing was changed. Say --yes to erase it. It cannot be brought back."]),
      ].join("\n");
    },
  },
);

function whyNot(slug: string, { orders, payments }: Erasure["open"]): string {
  const what = [...(orders.length > 0 ? [named("order", orders)] : []), ...(payments.length > 0 ? [named("payment", payments)] : [])].join(
    " and ",
  );
  const end = orders.length > 0 ? `, or end what is not paid with \`vitrine order cancel ${slug} ${orders[0]}\`` : "";
  return `Nothing was erased: ${what} may still be paid. Try again once that is settled, at the latest when the time to pay is over${end}.`;
}

function named(what: string, names: readonly (string | number)[]): string {
  return `${what}${names.length === 1 ? "" : "s"} ${names.join(", ")}`;
}
