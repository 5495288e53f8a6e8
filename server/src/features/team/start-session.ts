import type { IncomingHttpHeaders } from "node:http";
import { Type, type Static } from "typebox";
import type { Deps } from "../../deps.ts";
import type { AdminIdentity } from "../../lib/admin/identity.ts";
import { isSecretForm, secretCookie, sessionCookie } from "../../lib/admin/session-cookie.ts";
import type { Saving } from "../../lib/published/saving.ts";
import { sha256 } from "../../lib/secrets/secret.ts";
import type { Sql } from "../../ports/database.ts";
import { recordChange } from "../audit/index.ts";
import { browserLabel } from "./browser-label.ts";
import { knownBrowserMs } from "./session-times.ts";
import { notifyAdmin } from "./tasks/admin-notice.ts";
import { endSessionOf, newSecret, openSession, type OpenedSession } from "./sessions.ts";

export const SignInMethod = Type.Enum(["TOTP", "PASSKEY", "RECOVERY_CODE"]);

/** An account, as a sign-in finds it. */
export interface Account {
  id: string;
  email: string;
  passwordHash: string | null;
  hasTotp: boolean;
  hasPasskey: boolean;
  hasRecoveryCode: boolean;
}

/** The account of an address, unless it is disabled. */
export async function findAccount(sql: Sql, email: string): Promise<Account | undefined> {
  const [account] = await sql<Account>`
    select
      admins.id,
      admins.email,
      admins.password_hash as "passwordHash",
      admins.totp_confirmed_at is not null as "hasTotp",
      exists (select from passkeys where passkeys.admin_id = admins.id) as "hasPasskey",
      exists (select from recovery_codes where recovery_codes.admin_id = admins.id and recovery_codes.used_at is null) as "hasRecoveryCode"
    from admins
    where admins.email = ${email} and admins.disabled_at is null`;
  return account;
}

/** The ways to complete a sign-in. None: the password is enough. */
export function signInMethods({ hasTotp, hasPasskey, hasRecoveryCode }: Account): Static<typeof SignInMethod>[] {
  if (!hasTotp && !hasPasskey) return [];
  return [
    ...(hasTotp ? (["TOTP"] as const) : []),
    ...(hasPasskey ? (["PASSKEY"] as const) : []),
    ...(hasRecoveryCode ? (["RECOVERY_CODE"] as const) : []),
  ];
}

interface StartedSession {
  session: OpenedSession;
  identity: Pick<AdminIdentity, "id" | "credential">;
  /** More cookies than the session's own. */
  cookies: readonly string[];
}

/** The cookie by which a browser is known again, so that a mail is sent for the others only. */
function browserCookie(publicUrl: string) {
  return secretCookie("vitrine-browser", publicUrl);
}

/**
 * Starts a session after a sign-in, or after a step of one, and ends the one that the same browser had. Undefined: the account was disabled, or
 * has another password than the one that was compared.
 */
export async function startSession(
  { sql, publicUrl }: Pick<Deps, "sql" | "publicUrl">,
  saving: Saving,
  account: Pick<Account, "id" | "email" | "passwordHash">,
  { headers, action, isComplete }: { headers: IncomingHttpHeaders; action: string; isComplete: boolean },
): Promise<StartedSession | undefined> {
  const { now } = saving;
  const label = browserLabel(headers["user-agent"]);
  return sql.begin(async (tx) => {
    // A new password ends all sessions. Until this one is there, it waits; once it is there, this finds nothing.
    const [unchanged] = await tx<{ id: string }>`
      select id from admins
      where id = ${account.id} and disabled_at is null and password_hash is not distinct from ${account.passwordHash}
      for share`;
    if (!unchanged) return undefined;
    for (const secret of sessionCookie(publicUrl).read(headers)) if (isSecretForm(secret)) await endSessionOf(tx, secret, "REPLACED", now);
    const session = await openSession(tx, saving, { adminId: account.id, label, state: isComplete ? "FULL" : "SECOND_FACTOR" });
    const credential = { kind: "SESSION", id: session.id, confirmedAt: now } as const;
    const started = { session, identity: { id: account.id, credential } };
    if (!isComplete) return { ...started, cookies: [] };
    const actor = { kind: "SESSION", adminId: account.id } as const;
    await recordChange(tx, saving, { actor, siteId: null, action, target: { type: "session", id: session.id, label } });
    return { ...started, cookies: await knowBrowser(tx, saving, account.id, headers, publicUrl) };
  });
}

/** Notes the browser of a sign-in, and tells the admin of one that is new. */
async function knowBrowser(tx: Sql, saving: Saving, adminId: string, headers: IncomingHttpHeaders, publicUrl: string): Promise<string[]> {
  const { now } = saving;
  const cookie = browserCookie(publicUrl);
  const [presented] = cookie.read(headers).filter(isSecretForm);
  const secret = presented ?? newSecret();
  const hash = sha256(secret);
  const known = await tx<{ id: string }>`
    update known_browsers set last_seen_at = ${now} where admin_id = ${adminId} and browser_hash = ${hash} returning id`;
  if (known.length === 0) {
    await tx`
      insert into known_browsers (id, admin_id, browser_hash, created_at, last_seen_at)
      values (${saving.ids.next()}, ${adminId}, ${hash}, ${now}, ${now})
      on conflict (admin_id, browser_hash) do nothing`;
    await notifyAdmin(tx, saving, adminId, "new-browser", { browser: browserLabel(headers["user-agent"]) });
  }
  return [cookie.set(secret, knownBrowserMs / 1_000)];
}
