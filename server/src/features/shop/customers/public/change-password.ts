import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { addToOutbox } from "../../../../lib/tasks/outbox.ts";
import { ownIdentity } from "../../../../lib/http/own-identity.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { sendCustomerMail } from "../tasks/customer-mail.ts";
import { Customer, customerOf, type CustomerRow } from "../customer.ts";
import { invalidCredentials } from "../../../../lib/http/credential-problems.ts";
import { countedLogin } from "../failed-logins.ts";
import { endMailedTokens } from "../mailed-token.ts";
import { GivenPassword, NewPassword, normalPassword, refuseCommonPassword } from "../../../../lib/secrets/password.ts";

/** Changes the customer's own password, and invalidates every token, including the one of the request. */
export const changePassword = operation(
  {
    id: "changePassword",
    method: "POST",
    path: "/api/v1/shop/account/change-password",
    access: "token",
    cors: "site",
    limit: "credentials",
    problems: [invalidCredentials],
    tags: ["Account"],
    summary: "Change the own password",
    description: "Every token that was issued before ends, the one of this request too: sign in again.",
    body: Type.Object({ currentPassword: GivenPassword, newPassword: NewPassword }),
    response: { 200: Single(Customer) },
  },
  (deps: Deps) => {
    const { sql, clock, ids, passwords } = deps;

    return async (request) => {
      const { site, client, body } = request;
      const { id, tokenVersion } = ownIdentity(request);
      const [storedCustomer] = await sql<{ email: string; passwordHash: string }>`
        select email, password_hash as "passwordHash" from customers where site_id = ${site.id} and id = ${id}`;
      if (!storedCustomer) throw new ProblemError(invalidCredentials);
      refuseCommonPassword(body.newPassword, storedCustomer.email, "/newPassword");
      const passwordHash = await passwords.turn({ group: site.id, client }, async ({ verify, hash }) => {
        const compare = () => verify(storedCustomer.passwordHash, normalPassword(body.currentPassword));
        if (!(await countedLogin(deps, site, storedCustomer.email, client, compare))) {
          throw new ProblemError(invalidCredentials, { detail: "The current password is wrong." });
        }
        return hash(normalPassword(body.newPassword));
      });
      const ctx = { now: clock.now(), ids };
      const customer = await sql.begin(async (tx) => {
        // Tokens before the customer, as everywhere, so that two concurrent changes do not deadlock.
        await endMailedTokens(tx, site.id, id);
        // Only over the password that was compared: of two concurrent changes the second has a token that is no longer valid.
        const [changed] = await tx<CustomerRow>`
          update customers set password_hash = ${passwordHash}, token_version = token_version + 1, updated_at = ${ctx.now}
          where site_id = ${site.id} and id = ${id} and token_version = ${tokenVersion}
          returning
            id, email, first_name as "firstName", last_name as "lastName", phone,
            email_verified_at is not null as "emailVerified", created_at as "createdAt", updated_at as "updatedAt"`;
        if (!changed) throw new ProblemError(invalidCredentials);
        await addToOutbox(tx, ctx, sendCustomerMail, { siteId: site.id, mail: "password-changed", customerId: id });
        return customerOf(changed);
      });
      return { data: customer };
    };
  },
);
