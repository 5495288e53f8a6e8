import { randomBytes } from "node:crypto";
import { Type } from "typebox";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import { sha256 } from "../../../lib/secrets/secret.ts";
import type { Database, Sql } from "../../../ports/database.ts";
import { releaseOrders } from "../orders/index.ts";
import { recordErasedAccounts } from "./account-event.ts";

export const MailedToken = Type.String({ maxLength: 500, description: "From the link in the mail. It works once." });

export type TokenPurpose = "verify-email" | "reset-password" | "change-email";

/** How long a token of an email works. */
const tokenLifetimeMs: Readonly<Record<TokenPurpose, number>> = {
  "verify-email": 7 * 24 * 60 * 60_000,
  "reset-password": 60 * 60_000,
  "change-email": 7 * 24 * 60 * 60_000,
};

/** Makes a customer's token for the purpose: 32 random bytes in base64url, stored hashed. It replaces an older one. `newEmail`: what it confirms. */
export async function issueMailedToken(
  sql: Sql,
  { now, ids }: WriteContext,
  siteId: string,
  customerId: string,
  purpose: TokenPurpose,
  newEmail: string | null = null,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(now.getTime() + tokenLifetimeMs[purpose]);
  await sql`
    insert into customer_tokens (site_id, id, customer_id, purpose, new_email, token_hash, expires_at, created_at)
    values (${siteId}, ${ids.next()}, ${customerId}, ${purpose}, ${newEmail}, ${sha256(token)}, ${expiresAt}, ${now})
    on conflict (site_id, customer_id, purpose) do update set
      new_email = excluded.new_email, token_hash = excluded.token_hash, expires_at = excluded.expires_at, used_at = null, created_at = excluded.created_at`;
  return token;
}

/** The address that the token was mailed to, if the token is valid now. Another request may use it first. */
export async function findTokenAddress(
  sql: Sql,
  siteId: string,
  purpose: TokenPurpose,
  token: string,
  now: Date,
): Promise<string | undefined> {
  const [customer] = await sql<{ email: string }>`
    select customers.email
    from customer_tokens
    join customers on customers.site_id = customer_tokens.site_id and customers.id = customer_tokens.customer_id
    where customer_tokens.site_id = ${siteId}
      and customer_tokens.token_hash = ${sha256(token)}
      and customer_tokens.purpose = ${purpose}
      and customer_tokens.used_at is null
      and customer_tokens.expires_at > ${now}`;
  return customer?.email;
}

/** Invalidates all tokens that were mailed to the customer. */
export async function endMailedTokens(tx: Sql, siteId: string, customerId: string): Promise<void> {
  await tx`delete from customer_tokens where site_id = ${siteId} and customer_id = ${customerId}`;
}

/** Removes an account that somebody else made with the reader's address, unless it was confirmed. True when it did. */
export async function disownByToken(sql: Database, ctx: WriteContext, siteId: string, token: string): Promise<boolean> {
  const { now } = ctx;
  return sql.begin(async (tx) => {
    const [used] = await tx<{ customerId: string }>`
      update customer_tokens set used_at = ${now}
      where site_id = ${siteId} and token_hash = ${sha256(token)} and purpose = 'verify-email' and used_at is null and expires_at > ${now}
      returning customer_id as "customerId"`;
    if (!used) return false;
    const removed = await tx<{ id: string }>`
      delete from customers
      where site_id = ${siteId} and id = ${used.customerId} and email_verified_at is null
      returning id`;
    if (removed.length === 0) return false;
    await releaseOrders(tx, siteId, used.customerId);
    await recordErasedAccounts(tx, ctx, siteId, [used.customerId]);
    return true;
  });
}
