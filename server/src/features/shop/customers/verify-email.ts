import { sha256 } from "../../../lib/secrets/secret.ts";
import { isUniqueViolation, type Database } from "../../../ports/database.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import { recordAccountEvent } from "./account-event.ts";
import { customerOf, type Customer, type CustomerRow } from "./customer.ts";
import { endMailedTokens } from "./mailed-token.ts";
import { lockAccount } from "./personal-account.ts";

/**
 * Confirms the address that the token was mailed to, which may be a new one. Undefined when the token is unknown, used or expired, or another account
 * has the new address by now.
 */
export async function verifyEmailByToken(sql: Database, ctx: WriteContext, siteId: string, token: string): Promise<Customer | undefined> {
  const { now } = ctx;
  const verified = await sql.begin(async (tx) => {
    const [customer] = await tx<CustomerRow>`
    with used as (
      update customer_tokens set used_at = ${now}
      where site_id = ${siteId} and token_hash = ${sha256(token)} and purpose = 'verify-email' and used_at is null and expires_at > ${now}
      returning customer_id
    )
    update customers set email_verified_at = coalesce(customers.email_verified_at, ${now}), updated_at = ${now}
    from used
    where customers.site_id = ${siteId} and customers.id = used.customer_id
    returning
      customers.id, customers.email, customers.first_name as "firstName", customers.last_name as "lastName", customers.phone,
      customers.email_verified_at is not null as "emailVerified", customers.created_at as "createdAt", customers.updated_at as "updatedAt"`;
    if (customer) await recordAccountEvent(tx, ctx, siteId, "customer.verified", customer);
    return customer;
  });
  return verified ? customerOf(verified) : changeEmailByToken(sql, ctx, siteId, token);
}

async function changeEmailByToken(sql: Database, ctx: WriteContext, siteId: string, token: string): Promise<Customer | undefined> {
  const { now } = ctx;
  try {
    return await sql.begin(async (tx) => {
      const [mailed] = await tx<{ customerId: string; newEmail: string | null }>`
        select customer_id as "customerId", new_email as "newEmail" from customer_tokens
        where site_id = ${siteId} and token_hash = ${sha256(token)} and purpose = 'change-email' and used_at is null and expires_at > ${now}`;
      if (!mailed) return undefined;
      const { customerId, newEmail } = mailed;
      await lockAccount(tx, siteId, { id: customerId, email: null });
      const [changed] = await tx<CustomerRow>`
        update customers
        set email = ${newEmail}, email_verified_at = ${now}, new_email = null, revision = revision + 1, updated_at = ${now}
        where site_id = ${siteId} and id = ${customerId} and new_email = ${newEmail}
        returning
          id, email, first_name as "firstName", last_name as "lastName", phone, email_verified_at is not null as "emailVerified",
          created_at as "createdAt", updated_at as "updatedAt"`;
      // Those that went to the former address have lost their reader.
      if (changed) await endMailedTokens(tx, siteId, customerId);
      if (changed) await recordAccountEvent(tx, ctx, siteId, "customer.verified", changed);
      return changed && customerOf(changed);
    });
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}
