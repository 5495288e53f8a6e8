import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { Customer } from "../customer.ts";
import { mailedTokenInvalid } from "../../../../lib/http/credential-problems.ts";
import { MailedToken } from "../mailed-token.ts";
import { verifyEmailByToken } from "../verify-email.ts";

/** Confirms a customer's address with the token that was mailed to it. */
export const verifyEmail = operation(
  {
    id: "verifyEmail",
    method: "POST",
    path: "/api/v1/shop/auth/verify-email",
    access: "key",
    cors: "site",
    limit: "credentials",
    problems: [mailedTokenInvalid],
    tags: ["Customers"],
    summary: "Confirm an e-mail address",
    description: "The token works once, for seven days.",
    body: Type.Object({ token: MailedToken }),
    response: { 200: Single(Customer) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async ({ site, body }) => {
      const customer = await verifyEmailByToken(sql, { now: clock.now(), ids }, site.id, body.token);
      if (!customer) throw new ProblemError(mailedTokenInvalid);
      return { data: customer };
    },
);
