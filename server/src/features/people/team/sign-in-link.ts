import type { Deps } from "../../../deps.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import { isSecretForm } from "../../../lib/admin/session-cookie.ts";
import { sha256 } from "../../../lib/secrets/secret.ts";
import type { Sql } from "../../../ports/database.ts";
import { newSecret } from "./sessions.ts";
import { startAsFarAsKnown, type SessionStart, type StartedSignIn } from "./start-session.ts";

const lifetimeMs = 24 * 60 * 60_000;

/** Makes a secret that signs an admin in once, within a day, stored hashed. It replaces an older one. */
export async function issueSignInLink(sql: Sql, { now, ids }: WriteContext, adminId: string): Promise<string> {
  const secret = newSecret();
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  await sql`
    insert into admin_links (id, admin_id, purpose, token_hash, expires_at, created_at)
    values (${ids.next()}, ${adminId}, 'SIGN_IN', ${sha256(secret)}, ${expiresAt}, ${now})
    on conflict (admin_id, purpose) do update set
      token_hash = excluded.token_hash, tries = 0, expires_at = excluded.expires_at, used_at = null, created_at = excluded.created_at`;
  return secret;
}

/**
 * The page that takes the secret, which stands in the fragment: no browser sends it, so it reaches no log. It leads on to `next`, a path below `/studio/`, or
 * to the sites of the person.
 */
export function signInPage(publicUrl: string, secret: string, next?: string): string {
  return `${publicUrl}/studio/sign-in#token=${secret}${next === undefined ? "" : `&next=${next}`}`;
}

/** Uses the secret, and starts a session in place of the password. Undefined: it is unknown, was used or is too old, or the account is disabled. */
export async function startByLink(
  { sql, publicUrl }: Pick<Deps, "sql" | "publicUrl">,
  ctx: WriteContext,
  secret: string,
  start: Pick<SessionStart, "headers" | "action">,
): Promise<StartedSignIn | undefined> {
  if (!isSecretForm(secret)) return undefined;
  const { now } = ctx;
  const hash = sha256(secret);
  return sql.begin(async (tx) => {
    // The account first, as everywhere: a new password ends all links, and this waits for it.
    const [admin] = await tx<{ id: string; email: string }>`
      select id, email from admins
      where disabled_at is null
        and id = (select admin_links.admin_id from admin_links where admin_links.token_hash = ${hash} and admin_links.purpose = 'SIGN_IN')
      for share`;
    if (!admin) return undefined;
    const used = await tx<{ id: string }>`
      update admin_links set used_at = ${now}
      where admin_id = ${admin.id} and token_hash = ${hash} and purpose = 'SIGN_IN' and used_at is null and expires_at > ${now}
      returning id`;
    return used.length === 0 ? undefined : startAsFarAsKnown(tx, ctx, admin.email, { ...start, publicUrl });
  });
}
