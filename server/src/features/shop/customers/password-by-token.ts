import type { WriteContext } from "../../../lib/published/write-context.ts";
import { sha256 } from "../../../lib/secrets/secret.ts";
import { addToOutbox } from "../../../lib/tasks/outbox.ts";
import type { Database } from "../../../ports/database.ts";
import { recordAccountEvent } from "./account-event.ts";
import { customerOf, type Customer, type CustomerRow } from "./customer.ts";
import { endMailedTokens } from "./mailed-token.ts";
import { sendCustomerMail } from "./tasks/customer-mail.ts";

/**
 * Sets the password of the customer with the mailed token. The token proves access to the mailbox, so the address counts as confirmed, and
 * everything issued before becomes invalid, whoever made the account.
 */
export async function resetPasswordByToken(
  sql: Database,
  ctx: WriteContext,
  siteId: string,
  token: string,
  passwordHash: string,
): Promise<Customer | undefined> {
  const { now } = ctx;
  return sql.begin(async (tx) => {
    // All tokens of the customer before the customer, as everywhere, to avoid a deadlock with another request for these tokens.
    await tx`
      select id from customer_tokens
      where site_id = ${siteId}
        and customer_id = (select customer_id from customer_tokens where site_id = ${siteId} and token_hash = ${sha256(token)})
      order by id
      for update`;
    const [reset] = await tx<CustomerRow & { isNewlyVerified: boolean }>`
      with used as (
        update customer_tokens set used_at = ${now}
        where site_id = ${siteId} and token_hash = ${sha256(token)} and purpose = 'reset-password' and used_at is null and expires_at > ${now}
        returning customer_id
      )
      update customers set
        password_hash = ${passwordHash},
        token_version = customers.token_version + 1,
        email_verified_at = coalesce(customers.email_verified_at, ${now}),
        updated_at = ${now}
      from used
      where customers.site_id = ${siteId} and customers.id = used.customer_id
      returning
        customers.id, customers.email, customers.first_name as "firstName", customers.last_name as "lastName", customers.phone,
        customers.email_verified_at is not null as "emailVerified", customers.email_verified_at = ${now} as "isNewlyVerified",
        customers.created_at as "createdAt", customers.updated_at as "updatedAt"`;
    if (!reset) return undefined;
    await endMailedTokens(tx, siteId, reset.id);
    if (reset.isNewlyVerified) await recordAccountEvent(tx, ctx, siteId, "customer.verified", reset);
    await addToOutbox(tx, ctx, sendCustomerMail, { siteId, mail: "password-changed", customerId: reset.id });
    return customerOf(reset);
  });
}
