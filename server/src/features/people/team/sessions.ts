import { randomBytes } from "node:crypto";
import { sha256 } from "../../../lib/secrets/secret.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import type { EndReason } from "./find-person.ts";
import { longestMs, secondFactorMs } from "./session-times.ts";

/** A session as its cookie carries it. */
export interface OpenedSession {
  id: string;
  secret: string;
  /** For the cookie. */
  seconds: number;
}

/** Opens a session for an admin; with `state` SECOND_FACTOR, one that is good for the next step only. */
export async function openSession(
  tx: Sql,
  { now, ids }: WriteContext,
  { adminId, label, state }: { adminId: string; label: string; state: "FULL" | "SECOND_FACTOR" },
): Promise<OpenedSession> {
  const id = ids.next();
  const secret = newSecret();
  const lifeMs = state === "FULL" ? longestMs : secondFactorMs;
  await tx`
    insert into admin_sessions (id, admin_id, token_hash, state, label, created_at, last_seen_at, confirmed_at, expires_at)
    values (
      ${id}, ${adminId}, ${sha256(secret)}, ${state}, ${label}, ${now}, ${now}, ${now}, ${new Date(now.getTime() + lifeMs)}
    )`;
  return { id, secret, seconds: lifeMs / 1_000 };
}

/**
 * Gives a session a new secret, for its next cookie; the earlier one is worth nothing from then on. Each gain of rights does this: a cookie that
 * leaked before gains nothing. `confirms`: the person has just proved who they are. Undefined: it has ended.
 */
export async function renewSession(
  tx: Sql,
  id: string,
  now: Date,
  { confirms }: { confirms: boolean },
): Promise<OpenedSession | undefined> {
  const secret = newSecret();
  const [renewed] = await tx<{ expiresAt: Date }>`
    update admin_sessions set
      token_hash = ${sha256(secret)}, last_seen_at = ${now}, confirmed_at = case when ${confirms} then ${now} else confirmed_at end
    where id = ${id} and state = 'FULL' and ended_at is null
    returning expires_at as "expiresAt"`;
  return renewed && { id, secret, seconds: Math.max(1, Math.floor((renewed.expiresAt.getTime() - now.getTime()) / 1_000)) };
}

/** Ends a session of an admin. False: it has ended already, or there is none. */
export async function endSession(tx: Sql, adminId: string, id: string, reason: EndReason, now: Date): Promise<boolean> {
  const ended = await tx<{ id: string }>`
    update admin_sessions set ended_at = ${now}, ended_reason = ${reason}
    where id = ${id} and admin_id = ${adminId} and ended_at is null
    returning id`;
  return ended.length > 0;
}

/** Ends all sessions of an admin but one. Resolves with how many they were. */
export async function endSessions(tx: Sql, adminId: string, reason: EndReason, now: Date, butId: string | null = null): Promise<number> {
  const ended = await tx<{ id: string }>`
    update admin_sessions set ended_at = ${now}, ended_reason = ${reason}
    where admin_id = ${adminId} and ended_at is null and (${butId}::uuid is null or id <> ${butId}::uuid)
    returning id`;
  return ended.length;
}

/** Ends the session of a cookie, in whatever state it is. For a sign-in from the same browser. */
export async function endSessionOf(tx: Sql, secret: string, reason: EndReason, now: Date): Promise<void> {
  await tx`
    update admin_sessions set ended_at = ${now}, ended_reason = ${reason} where token_hash = ${sha256(secret)} and ended_at is null`;
}

export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}
