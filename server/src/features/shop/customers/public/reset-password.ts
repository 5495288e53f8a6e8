import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { Customer } from "../customer.ts";
import { mailedTokenInvalid } from "../../../../lib/http/credential-problems.ts";
import { findTokenAddress, MailedToken } from "../mailed-token.ts";
import { resetPasswordByToken } from "../password-by-token.ts";
import { NewPassword, normalPassword, refuseCommonPassword } from "../../../../lib/secrets/password.ts";

/** Sets a new password with the token of an email, and invalidates everything that was issued before. */
export const resetPassword = operation(
  {
    id: "resetPassword",
    method: "POST",
    path: "/api/v1/shop/auth/reset-password",
    access: "key",
    cors: "site",
    limit: "credentials",
    problems: [mailedTokenInvalid],
    tags: ["Customers"],
    summary: "Choose a new password",
    description:
      "The token works once, for an hour. It proves the mailbox, so the address counts as confirmed; every token that was " +
      "issued before ends, and nobody is signed in by it.",
    body: Type.Object({ token: MailedToken, password: NewPassword }),
    response: { 200: Single(Customer) },
  },
  ({ sql, clock, ids, passwords }: Pick<Deps, "sql" | "clock" | "ids" | "passwords">) =>
    async ({ site, client, body: { token, password } }) => {
      // Hashing is expensive: an invalid token must not cause it.
      const email = await findTokenAddress(sql, site.id, "reset-password", token, clock.now());
      if (email === undefined) throw new ProblemError(mailedTokenInvalid);
      refuseCommonPassword(password, email, "/password");
      const passwordHash = await passwords.turn({ group: site.id, client }, ({ hash }) => hash(normalPassword(password)));
      const customer = await resetPasswordByToken(sql, { now: clock.now(), ids }, site.id, token, passwordHash);
      if (!customer) throw new ProblemError(mailedTokenInvalid);
      return { data: customer };
    },
);
