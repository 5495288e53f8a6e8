import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { addToOutbox } from "../../../../lib/tasks/outbox.ts";
import { changeCustomer } from "../change-customer.ts";
import { customerBase, customerNotFound, CustomerParams, customerVerified, SiteCustomer } from "../site-customer.ts";
import { sendCustomerMail } from "../tasks/customer-mail.ts";

/** Sends a customer the link that confirms the address. */
export const sendCustomerVerification = operation(
  {
    id: "sendCustomerVerification",
    method: "POST",
    path: `${customerBase}/send-verification`,
    access: "member",
    permission: "customers:write",
    cors: "closed",
    problems: [customerNotFound, customerVerified],
    tags: ["Customers"],
    summary: "Send a customer the confirmation mail again",
    description: "Its link opens the site's own page. No more than three such mails an hour go to an address, whoever requests them.",
    params: CustomerParams,
    response: { 200: Single(SiteCustomer) },
    unserialised: true,
  },
  (deps: Pick<Deps, "sql" | "clock" | "ids">) => async (request) => ({
    data: await changeCustomer(
      deps,
      request,
      { id: request.params.id, action: "sendCustomerVerification" },
      async (tx, ctx, { id, isVerified }) => {
        if (isVerified) throw new ProblemError(customerVerified);
        await addToOutbox(tx, ctx, sendCustomerMail, { siteId: request.site.id, mail: "verify-email", customerId: id });
        return [{ member: "mail", to: "verify-email" }];
      },
    ),
  }),
);
