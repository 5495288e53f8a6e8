import type { IncomingHttpHeaders } from "node:http";
import { Type, type Static } from "typebox";
import type { Deps } from "../../../deps.ts";
import type { AdminIdentity } from "../../../lib/admin/identity.ts";
import { isSecretForm, secretCookie, sessionCookie } from "../../../lib/admin/session-cookie.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import { sha256 } from "../../../lib/secrets/secret.ts";
import type { Sql } from "../../../ports/database.ts";
import { recordChange } from "../audit/index.ts";
import { browserLabel } from "./browser-label.ts";
import { knownBrowserMs } from "./session-times.ts";
import { notifyAdmin } from "./tasks/admin-notice.ts";
import { endSessionOf, newSecret, openSession, type OpenedSession } from "./sessions.ts";

const SignInMethod = Type.Enum(["TOTP", "PASSKEY", "RECOVERY_CODE"]);
type SignInMethod = Static<typeof SignInMethod>;

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
function signInMethods({ hasTotp, hasPasskey, hasRecoveryCode }: Account): SignInMethod[] {
  if (!hasTotp && !hasPasskey) return [];
  return [
    ...(hasTotp ? (["TOTP"] as const) : []),
    ...(hasPasskey ? (["PASSKEY"] as const) : []),
    ...(hasRecoveryCode ? (["RECOVERY_CODE"] as const) : []),
  ];
}

/** The answer to a sign-in that waits for its second factor. */
export const MoreNeeded = Type.Object(
  { state: Type.Literal("SECOND_FACTOR"), methods: Type.Array(SignInMethod, { description: "Those that the account has." }) },
  { additionalProperties: false },
);

export interface StartedSession {
  session: OpenedSession;
  identity: Pick<AdminIdentity, "id" | "credential">;
  /** More cookies than the session's own. */
  cookies: readonly string[];
}

export interface StartedSignIn extends StartedSession {
  /** The ways to complete it. None: it is complete. */
  methods: SignInMethod[];
}

/** The cookie by which a browser is known again, so that a mail is sent for the others only. */
function browserCookie(publicUrl: string) {
  return secretCookie("vitrine-browser", publicUrl);
}

/**
 * Starts a session after a password was right; one that is good for the next step only, if there are ways to complete it. Undefined: the account was
 * disabled, or has another password than the one that was compared.
 */
export async function startAfterPassword(
  { sql, publicUrl }: Pick<Deps, "sql" | "publicUrl">,
  ctx: WriteContext,
  account: Pick<Account, "id" | "email" | "passwordHash">,
  start: Pick<SessionStart, "headers" | "action">,
): Promise<StartedSignIn | undefined> {
  return sql.begin(async (tx) => {
    // A new password ends all sessions. Until this one is there, it waits; once it is there, this finds nothing.
    const [unchanged] = await tx<{ id: string }>`
      select id from admins
      where id = ${account.id} and disabled_at is null and password_hash is not distinct from ${account.passwordHash}
      for share`;
    return unchanged && startAsFarAsKnown(tx, ctx, account.email, { ...start, publicUrl });
  });
}

/**
 * Starts a session of an account that the transaction holds, by its address; one that is good for the next step only, if the account has a second
 * factor. One that was added meanwhile is asked for too: its addition holds the account, and a new statement sees it.
 */
export async function startAsFarAsKnown(
  tx: Sql,
  ctx: WriteContext,
  email: string,
  start: Omit<SessionStart, "isComplete" | "isFirst">,
): Promise<StartedSignIn | undefined> {
  const account = await findAccount(tx, email);
  if (!account) return undefined;
  const methods = signInMethods(account);
  return { methods, ...(await startSession(tx, ctx, account.id, { ...start, isComplete: methods.length === 0 })) };
}

export interface SessionStart {
  headers: IncomingHttpHeaders;
  action: string;
  /** False: a step is missing. */
  isComplete: boolean;
  /** The person has just made the account in this browser: no mail tells them of it. */
  isFirst?: true;
  publicUrl: string;
}

/** Starts a session of an account that the transaction holds, and ends the one that the same browser had. */
export async function startSession(
  tx: Sql,
  ctx: WriteContext,
  adminId: string,
  { headers, action, isComplete, isFirst, publicUrl }: SessionStart,
): Promise<StartedSession> {
  const { now } = ctx;
  const label = browserLabel(headers["user-agent"]);
  for (const secret of sessionCookie(publicUrl).read(headers)) if (isSecretForm(secret)) await endSessionOf(tx, secret, "REPLACED", now);
  const session = await openSession(tx, ctx, { adminId, label, state: isComplete ? "FULL" : "SECOND_FACTOR" });
  const credential = { kind: "SESSION", id: session.id, confirmedAt: now } as const;
  const started = { session, identity: { id: adminId, credential } };
  if (!isComplete) return { ...started, cookies: [] };
  const actor = { kind: "SESSION", adminId } as const;
  await recordChange(tx, ctx, { actor, siteId: null, action, target: { type: "session", id: session.id, label } });
  return { ...started, cookies: await knowBrowser(tx, ctx, adminId, { headers, publicUrl, isSilent: isFirst === true }) };
}

/** Notes the browser of a sign-in, and tells the admin of one that is new. */
async function knowBrowser(
  tx: Sql,
  ctx: WriteContext,
  adminId: string,
  { headers, publicUrl, isSilent }: { headers: IncomingHttpHeaders; publicUrl: string; isSilent: boolean },
): Promise<string[]> {
  const { now } = ctx;
  const cookie = browserCookie(publicUrl);
  const [presented] = cookie.read(headers).filter(isSecretForm);
  const secret = presented ?? newSecret();
  const hash = sha256(secret);
  const knownBrowsers = await tx<{ id: string }>`
    update known_browsers set last_seen_at = ${now} where admin_id = ${adminId} and browser_hash = ${hash} returning id`;
  if (knownBrowsers.length === 0) {
    await tx`
      insert into known_browsers (id, admin_id, browser_hash, created_at, last_seen_at)
      values (${ctx.ids.next()}, ${adminId}, ${hash}, ${now}, ${now})
      on conflict (admin_id, browser_hash) do nothing`;
    if (!isSilent) await notifyAdmin(tx, ctx, adminId, "new-browser", { browser: browserLabel(headers["user-agent"]) });
  }
  return [cookie.set(secret, knownBrowserMs / 1_000)];
}
