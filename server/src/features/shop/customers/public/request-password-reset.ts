import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { clientDigest } from "../../../../lib/http/client-address.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { Email } from "../../../../lib/text/given-email.ts";
import { checkLinkBase, LinkBase } from "../../../../lib/http/link-base.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { addToOutbox } from "../../../../lib/tasks/outbox.ts";
import { sendCustomerMail } from "../tasks/customer-mail.ts";
import { Accepted, emailOf } from "../customer.ts";

/** Sends an email with a link to choose a new password. */
export const requestPasswordReset = operation(
  {
    id: "requestPasswordReset",
    method: "POST",
    path: "/api/v1/shop/auth/request-password-reset",
    access: "key",
    cors: "site",
    limit: "credentials",
    problems: [],
    tags: ["Customers"],
    summary: "Ask for a mail to choose a new password",
    description: "Answers the same whether or not there is such a customer. At most three mails an hour go to an address.",
    body: Type.Object({ email: Email, resetUrlBase: LinkBase }),
    response: { 200: Single(Accepted) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async ({ site, client, body }) => {
      const { base, warnings } = checkLinkBase(body.resetUrlBase, "/resetUrlBase", site.allowsLink);
      const email = emailOf(body.email);
      // One row for every request: the task looks up the customer when it sends the email, so that the response time reveals nothing.
      const mail = { siteId: site.id, mail: "reset-password" as const, email, linkBase: base, client: clientDigest(client) };
      await addToOutbox(sql, { now: clock.now(), ids }, sendCustomerMail, mail);
      return { data: { accepted: true as const, ...(warnings.length > 0 ? { warnings } : {}) } };
    },
);
