import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { addToOutbox } from "../../../../lib/tasks/outbox.ts";
import { changeCustomer } from "../change-customer.ts";
import { customerBase, customerNotFound, CustomerParams, SiteCustomer } from "../site-customer.ts";
import { sendCustomerMail } from "../tasks/customer-mail.ts";

/** Sends a customer the link to choose a new password. */
export const sendCustomerPasswordReset = operation(
  {
    id: "sendCustomerPasswordReset",
    method: "POST",
    path: `${customerBase}/send-password-reset`,
    access: "member",
    permission: "customers:write",
    cors: "closed",
    problems: [customerNotFound],
    tags: ["Customers"],
    summary: "Send a customer the mail to choose a new password",
    description:
      "The password stays until the customer chooses another one. No more than three such mails an hour go to an address, whoever requests them.",
    params: CustomerParams,
    response: { 200: Single(SiteCustomer) },
    unserialised: true,
  },
  (deps: Pick<Deps, "sql" | "clock" | "ids">) => async (request) => ({
    data: await changeCustomer(deps, request, { id: request.params.id, action: "sendCustomerPasswordReset" }, async (tx, ctx, { id }) => {
      await addToOutbox(tx, ctx, sendCustomerMail, { siteId: request.site.id, mail: "reset-password", customerId: id });
      return [{ member: "mail", to: "reset-password" }];
    }),
  }),
);
