import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single, Uuid } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { invalidMember, problem, ProblemError, validationFailed } from "../../../../lib/http/problem.ts";
import { canonicalEmail } from "../../../../lib/text/email-address.ts";
import { customerBase, customerNotFound, CustomerParams } from "../../../shop/customers/index.ts";
import { erasePerson } from "../erase-person.ts";
import { personBehind } from "../person.ts";
import { newSearchLimiter } from "../search-limiter.ts";

const numbers = (description: string) => Type.Array(Type.Integer(), { description });

const CustomerErasure = Type.Object(
  {
    erased: Type.Boolean({ description: "False for a dry run." }),
    orders: numbers("The numbers of the customer's orders. They stay, without any data about the buyer."),
    ordersOfOthers: numbers("Other accounts' orders whose confirmation went to the customer's address."),
    toBeSent: numbers("Those of them that are paid and not sent yet: send them first, since the address goes, too."),
    payments: Type.Integer({ description: "Payments without an order." }),
    submissions: Type.Integer(),
    mails: Type.Integer({ description: "Mails that waited to be sent." }),
    mentioning: Type.Array(Type.Object({ form: Type.String(), id: Uuid }, { additionalProperties: false }), {
      description: "Submissions that contain the address among other words. They stay: the words may be another person's.",
    }),
  },
  { $id: "CustomerErasure", additionalProperties: false },
);

const paymentsOpen = problem("payments_open", 409, "The customer may still pay", {
  orders: numbers("The numbers of the orders that may still be paid."),
  payments: { type: "array", items: Uuid, description: "Payments without an order that may still succeed." },
});

/** Erases a customer. */
export const eraseCustomer = operation(
  {
    id: "eraseCustomer",
    method: "POST",
    path: `${customerBase}/erase`,
    access: "member",
    permission: "customers:erase",
    cors: "closed",
    problems: [customerNotFound, paymentsOpen, validationFailed],
    tags: ["Customers"],
    summary: "Erase a customer",
    description:
      "Removes the account with its addresses, and all data about the person in orders, payments, submissions, mails and the audit log, at once or not at " +
      "all. Amounts and items of orders stay. If the customer confirmed the e-mail address, that includes what was done with it without an account. " +
      "It cannot be undone. `?dryRun=true` answers what it would erase.",
    params: CustomerParams,
    query: Type.Object({ dryRun: Type.Optional(Type.Boolean()) }),
    body: Type.Object(
      { confirm: Type.String({ maxLength: 254, description: "The customer's e-mail address." }) },
      { additionalProperties: false },
    ),
    response: { 200: Single(CustomerErasure) },
    unserialised: true,
  },
  (deps: Pick<Deps, "sql" | "clock" | "ids">) => {
    const limiter = newSearchLimiter();

    return async (request) => {
      const { site, params, query, body } = request;
      const { person, email } = await personBehind(deps.sql, site.id, params.id);
      if (canonicalEmail(body.confirm) !== email) {
        throw invalidMember("/confirm", "mismatch", "must be the customer's e-mail address");
      }
      const isDry = query.dryRun === true;
      const by = { actor: actorOf(request), action: "eraseCustomer" };
      const { open, ...erasure } = await limiter.run(site.id, () => erasePerson(deps, site.id, person, { isDry, by }));
      if (open.orders.length + open.payments.length > 0) {
        throw new ProblemError(paymentsOpen, {
          detail: "The customer may still pay for something. Cancel these orders, or try again once their time to pay is over.",
          members: open,
        });
      }
      const { orders, ordersOfOthers, toBeSent, payments, submissions, mails, mentioning } = erasure;
      return { data: { erased: !isDry, orders, ordersOfOthers, toBeSent, payments, submissions, mails, mentioning } };
    };
  },
);
