import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { addToOutbox } from "../../../../lib/tasks/outbox.ts";
import { Email, emailTaken } from "../../../../lib/text/given-email.ts";
import { changeCustomer } from "../change-customer.ts";
import { emailOf } from "../customer.ts";
import { customerBase, customerNotFound, CustomerParams, SiteCustomer } from "../site-customer.ts";
import { sendCustomerMail } from "../tasks/customer-mail.ts";

/** Asks a customer to confirm a new address. */
export const changeCustomerEmail = operation(
  {
    id: "changeCustomerEmail",
    method: "POST",
    path: `${customerBase}/change-email`,
    access: "member",
    permission: "customers:write",
    cors: "closed",
    problems: [customerNotFound, emailTaken],
    tags: ["Customers"],
    summary: "Change the e-mail address of a customer",
    description:
      "Mails a link to the new address. The account keeps its address until the customer opens the link, which works once, for seven days, and for the last " +
      "new address only. The present address, if it is confirmed, gets a notice. Links that were mailed to it end with the change; sessions and orders " +
      "stay. The present address as `email` withdraws the change. No more than three such mails an hour go to an address.",
    params: CustomerParams,
    body: Type.Object({ email: Email }, { additionalProperties: false }),
    response: { 200: Single(SiteCustomer) },
    unserialised: true,
  },
  (deps: Pick<Deps, "sql" | "clock" | "ids">) => async (request) => {
    const siteId = request.site.id;
    const email = emailOf(request.body.email);
    return {
      data: await changeCustomer(
        deps,
        request,
        { id: request.params.id, action: "changeCustomerEmail" },
        async (tx, ctx, { id, email: present, isVerified }) => {
          if (email === present) {
            const withdrawn = await tx`
              update customers set new_email = null where site_id = ${siteId} and id = ${id} and new_email is not null returning id`;
            return withdrawn.length === 0 ? null : [{ member: "newEmail" }];
          }
          const others = await tx`select email from customers where site_id = ${siteId} and email = ${email}`;
          if (others.length > 0) throw new ProblemError(emailTaken);
          await tx`update customers set new_email = ${email} where site_id = ${siteId} and id = ${id}`;
          await addToOutbox(tx, ctx, sendCustomerMail, { siteId, mail: "change-email", customerId: id });
          if (isVerified)
            await addToOutbox(tx, ctx, sendCustomerMail, { siteId, mail: "email-change-requested", customerId: id, email: present });
          return [{ member: "newEmail" }];
        },
      ),
    };
  },
);
