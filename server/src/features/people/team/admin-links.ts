import type { WriteContext } from "../../../lib/published/write-context.ts";
import { sha256 } from "../../../lib/secrets/secret.ts";
import type { Sql } from "../../../ports/database.ts";
import { newSecret } from "./sessions.ts";

export type PasswordPurpose = "RESET_PASSWORD" | "FIRST_PASSWORD";

const hourMs = 60 * 60_000;
const lifetimeMs: Readonly<Record<PasswordPurpose, number>> = { RESET_PASSWORD: hourMs, FIRST_PASSWORD: 24 * hourMs };

/** Makes a secret by which an admin chooses a password, stored hashed. It replaces an older one of the same purpose. */
export async function issuePasswordLink(sql: Sql, { now, ids }: WriteContext, adminId: string, purpose: PasswordPurpose): Promise<string> {
  const secret = newSecret();
  const expiresAt = new Date(now.getTime() + lifetimeMs[purpose]);
  await sql`
    insert into admin_links (id, admin_id, purpose, token_hash, expires_at, created_at)
    values (${ids.next()}, ${adminId}, ${purpose}, ${sha256(secret)}, ${expiresAt}, ${now})
    on conflict (admin_id, purpose) do update set
      token_hash = excluded.token_hash, tries = 0, expires_at = excluded.expires_at, used_at = null, created_at = excluded.created_at`;
  return secret;
}

/** The same for the first password of an account. Undefined: it has one. */
export async function issueFirstPassword(
  tx: Sql,
  ctx: WriteContext,
  adminId: string,
): Promise<{ secret: string; email: string } | undefined> {
  const [admin] = await tx<{ email: string }>`select email from admins where id = ${adminId} and password_hash is null for update`;
  return admin && { secret: await issuePasswordLink(tx, ctx, adminId, "FIRST_PASSWORD"), email: admin.email };
}

/** The page that a password is chosen on. */
export function passwordPage(publicUrl: string): string {
  return `${publicUrl}/studio/password`;
}

/** The admin whose password the secret may set now. Another request may use it first. */
export async function findPasswordLink(sql: Sql, secret: string, now: Date): Promise<{ adminId: string; email: string } | undefined> {
  const [admin] = await sql<{ adminId: string; email: string }>`
    select admins.id as "adminId", admins.email
    from admin_links
    join admins on admins.id = admin_links.admin_id and admins.disabled_at is null
    where admin_links.token_hash = ${sha256(secret)}
      and admin_links.purpose in ('RESET_PASSWORD', 'FIRST_PASSWORD')
      and admin_links.used_at is null
      and admin_links.expires_at > ${now}`;
  return admin;
}

/** Uses the secret. False: another request did first. */
export async function usePasswordLink(tx: Sql, secret: string, now: Date): Promise<boolean> {
  const used = await tx<{ id: string }>`
    update admin_links set used_at = ${now}
    where token_hash = ${sha256(secret)} and purpose in ('RESET_PASSWORD', 'FIRST_PASSWORD') and used_at is null and expires_at > ${now}
    returning id`;
  return used.length > 0;
}
