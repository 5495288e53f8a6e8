import { removeAttempts } from "../../../lib/limits/attempts.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import { removeTasks } from "../../../lib/tasks/outbox.ts";
import type { Sql } from "../../../ports/database.ts";
import type { Address } from "../orders/index.ts";
import { recordErasedAccounts } from "./account-event.ts";
import { allCountedOf } from "./counted.ts";
import { endMailedTokens } from "./mailed-token.ts";
import { sendCustomerMail } from "./tasks/customer-mail.ts";

/** An account by its id or its address. */
export interface AccountKey {
  id: string | null;
  email: string | null;
}

/** All data of an account but its password. Times are ISO 8601. */
export interface PersonalAccount {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  emailVerifiedAt: string | null;
  /** Replaces the address once the customer confirms it. */
  newEmail: string | null;
  blockedAt: string | null;
  /** The shop's people wrote it. */
  note: string | null;
  addresses: { address: Address; isShippingDefault: boolean; isBillingDefault: boolean; createdAt: string; updatedAt: string }[];
  createdAt: string;
  updatedAt: string;
  /** Links that were mailed and may still work, without their tokens. */
  mailedLinks: { purpose: string; createdAt: string; expiresAt: string; usedAt: string | null }[];
}

export async function readAccount(sql: Sql, siteId: string, { id, email }: AccountKey): Promise<PersonalAccount | undefined> {
  const [row] = await sql<{ json: string | null }>`
    select json_build_object(
      'id', customers.id,
      'email', customers.email,
      'firstName', customers.first_name,
      'lastName', customers.last_name,
      'phone', customers.phone,
      'emailVerifiedAt', iso_instant(customers.email_verified_at),
      'newEmail', customers.new_email,
      'blockedAt', iso_instant(customers.blocked_at),
      'note', customers.note,
      'addresses', coalesce((
        select json_agg(json_build_object(
          'address', address,
          'isShippingDefault', is_shipping_default,
          'isBillingDefault', is_billing_default,
          'createdAt', iso_instant(customer_addresses.created_at),
          'updatedAt', iso_instant(customer_addresses.updated_at)
        ) order by customer_addresses.id)
        from customer_addresses
        where customer_addresses.site_id = ${siteId} and customer_addresses.customer_id = customers.id
      ), '[]'),
      'createdAt', iso_instant(customers.created_at),
      'updatedAt', iso_instant(customers.updated_at),
      'mailedLinks', coalesce((
        select json_agg(json_build_object(
          'purpose', purpose,
          'createdAt', iso_instant(customer_tokens.created_at),
          'expiresAt', iso_instant(expires_at),
          'usedAt', iso_instant(used_at)
        ) order by customer_tokens.created_at)
        from customer_tokens
        where customer_tokens.site_id = ${siteId} and customer_tokens.customer_id = customers.id
      ), '[]')
    )::text as json
    from customers
    where customers.site_id = ${siteId} and (customers.id = ${id}::uuid or customers.email = ${email})`;
  return row?.json ? (JSON.parse(row.json) as PersonalAccount) : undefined;
}

/** Locks an account until the transaction ends: meanwhile no order, change or email link can be made for it. */
export async function lockAccount(tx: Sql, siteId: string, { id, email }: AccountKey): Promise<{ id: string; email: string } | undefined> {
  // Tokens before the customer, as everywhere.
  await tx`
    select customer_tokens.id
    from customer_tokens
    join customers on customers.site_id = customer_tokens.site_id and customers.id = customer_tokens.customer_id
    where customer_tokens.site_id = ${siteId} and (customers.id = ${id}::uuid or customers.email = ${email})
    order by customer_tokens.id
    for update of customer_tokens`;
  const [customer] = await tx<{ id: string; email: string }>`
    select id, email from customers where site_id = ${siteId} and (id = ${id}::uuid or email = ${email}) for update`;
  return customer;
}

/** Removes an account, its tokens and its password. Its orders stay, without an owner. */
export async function removeAccount(tx: Sql, ctx: WriteContext, siteId: string, id: string): Promise<void> {
  await endMailedTokens(tx, siteId, id);
  await tx`delete from customers where site_id = ${siteId} and id = ${id}`;
  await recordErasedAccounts(tx, ctx, siteId, [id]);
}

/** An email that is to be sent, or was given up. */
export interface WaitingMail {
  kind: string;
  to: string | null;
  askedAt: string;
}

export async function waitingMails(sql: Sql, siteId: string, { id, email }: AccountKey): Promise<WaitingMail[]> {
  const rows = await sql<{ kind: string | null; to: string | null; createdAt: Date }>`
    select payload ->> 'mail' as kind, payload ->> 'email' as to, created_at as "createdAt"
    from outbox
    where kind = 'customer-mail' and payload ->> 'siteId' = ${siteId}
      and (payload ->> 'customerId' = ${id} or payload ->> 'email' = ${email})
    order by id`;
  return rows.map(({ kind, to, createdAt }) => ({ kind: kind ?? "", to, askedAt: createdAt.toISOString() }));
}

/** Removes waiting emails to an account or an address from the outbox. Resolves with their number. */
export async function removeCustomerMails(tx: Sql, siteId: string, { id, email }: AccountKey): Promise<number> {
  return removeTasks(tx, sendCustomerMail, siteId, {
    customerId: id === null ? [] : [id],
    email: email === null ? [] : [email],
  });
}

/** Removes the counters of an address. */
export async function forgetCounts(tx: Sql, siteId: string, email: string): Promise<void> {
  await removeAttempts(tx, siteId, allCountedOf(email));
}
