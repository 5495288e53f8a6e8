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

/** Sends the link that confirms an address once more. */
export const requestEmailVerification = operation(
  {
    id: "requestEmailVerification",
    method: "POST",
    path: "/api/v1/shop/auth/request-email-verification",
    access: "keyOrToken",
    cors: "site",
    limit: "credentials",
    problems: [],
    tags: ["Customers"],
    summary: "Ask for the confirmation mail again",
    description:
      "For the customer of the token, or the one of `email` when called without. Answers the same whether or not there is " +
      "such a customer. Nothing is mailed to who has confirmed already, nor more than three times an hour.",
    body: Type.Object({ verifyUrlBase: LinkBase, email: Type.Optional(Email) }),
    response: { 200: Single(Accepted) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async ({ site, customer, client, body }) => {
      const { base, warnings } = checkLinkBase(body.verifyUrlBase, "/verifyUrlBase", site.allowsLink);
      const email = body.email === undefined ? null : emailOf(body.email);
      // One row for every request: the task looks up the customer when it sends the email, so that the response time reveals nothing.
      const whose = customer ? { customerId: customer.id } : { email };
      const mail = { siteId: site.id, mail: "verify-email" as const, ...whose, linkBase: base, client: clientDigest(client) };
      await addToOutbox(sql, { now: clock.now(), ids }, sendCustomerMail, mail);
      return { data: { accepted: true as const, ...(warnings.length > 0 ? { warnings } : {}) } };
    },
);
