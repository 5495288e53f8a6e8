import type { Deps } from "../../deps.ts";
import { readAccount, waitingMails, type AccountKey, type PersonalAccount, type WaitingMail } from "../customers/index.ts";
import { submissionsWith, type PersonalSubmission } from "../forms/index.ts";
import { readOrdersOf, type PersonalOrder } from "../orders/index.ts";
import { paymentsWith, type PersonalPayment } from "../payments/index.ts";

/** All that a site holds about a person. docs/personal-data.md describes the shape; a new one gets the next number. */
export interface PersonalData {
  personalData: 1;
  exportedAt: string;
  site: { slug: string; name: string };
  /** What was asked for: the address, or that of the account whose id was given. */
  email: string;
  /** By the id: the account's alone. By the address: what guests did with it, too. */
  askedBy: "id" | "email";
  account: PersonalAccount | null;
  orders: PersonalOrder[];
  /** Those that are no order's. */
  payments: PersonalPayment[];
  submissions: PersonalSubmission[];
  waitingMails: WaitingMail[];
}

/** Everything about a person as it is at one moment. Undefined when nothing is held. */
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
