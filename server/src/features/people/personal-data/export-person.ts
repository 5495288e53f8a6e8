import type { Deps } from "../../../deps.ts";
import { readAccount, waitingMails, type AccountKey, type PersonalAccount, type WaitingMail } from "../../shop/customers/index.ts";
import { submissionsWith, type PersonalSubmission } from "../../shop/forms/index.ts";
import { readOrdersOf, type PersonalOrder } from "../../shop/orders/index.ts";
import { paymentsWith, type PersonalPayment } from "../../shop/payments/index.ts";

/** All data of a site about a person. docs/run/personal-data.md describes the format; a new one gets the next number. */
export interface PersonalData {
  personalData: 1;
  exportedAt: string;
  site: { slug: string; name: string };
  /** The requested address, or that of the account whose id was given. */
  email: string;
  /** By the id: only the account's data. By the address: also the data of guests. */
  askedBy: "id" | "email";
  account: PersonalAccount | null;
  orders: PersonalOrder[];
  /** Payments without an order. */
  payments: PersonalPayment[];
  submissions: PersonalSubmission[];
  waitingMails: WaitingMail[];
}

/** All data about a person at one moment. Undefined when there is none. */
export async function exportPerson(
  { sql, clock }: Pick<Deps, "sql" | "clock">,
  site: { id: string; slug: string; name: string },
  person: AccountKey,
): Promise<PersonalData | undefined> {
  return sql.begin(
    async (tx) => {
      await tx`set transaction isolation level repeatable read, read only`;
      const account = (await readAccount(tx, site.id, person)) ?? null;
      const email = person.email ?? account?.email;
      if (email === undefined) return undefined;
      const orders = await readOrdersOf(tx, site.id, { customerId: account?.id ?? null, email: person.email });
      const payments = person.email === null ? [] : await paymentsWith(tx, site.id, person.email);
      const submissions: PersonalSubmission[] = [];
      if (person.email !== null) {
        for await (const { submission, isOwn } of submissionsWith(tx, site.id, person.email)) if (isOwn) submissions.push(submission);
      }
      const mails = await waitingMails(tx, site.id, { id: account?.id ?? null, email });
      if (!account && orders.length + payments.length + submissions.length + mails.length === 0) return undefined;
      return {
        personalData: 1,
        exportedAt: clock.now().toISOString(),
        site: { slug: site.slug, name: site.name },
        email,
        askedBy: person.email === null ? "id" : "email",
        account,
        orders,
        payments: payments.map(({ isOpen: _, ...payment }) => payment),
        submissions,
        waitingMails: mails,
      } satisfies PersonalData;
    },
    { statementTimeoutMs: 60_000 },
  );
}
