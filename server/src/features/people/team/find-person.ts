import type { AdminIdentity } from "../../../lib/admin/identity.ts";
import type { Role } from "../../../lib/admin/roles.ts";
import { isSecretForm } from "../../../lib/admin/session-cookie.ts";
import { sha256 } from "../../../lib/secrets/secret.ts";
import { piece, statement } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import { isOver, notedEveryMs } from "./session-times.ts";

/** The reasons for which a session has ended, other than its times. */
export type EndReason = "SIGNED_OUT" | "REPLACED" | "REMOVED" | "PASSWORD" | "TRIES" | "DISABLED";

/** The site of a request's path, and the person's place in it. */
export interface FoundPlace {
  siteId: string;
  slug: string;
  name: string;
  isSuspended: boolean;
  isDeleted: boolean;
  hasPrivateFiles: boolean;
  requiresSecondFactor: boolean;
  /** Null: no member. */
  role: Role | null;
  /** An operator's entry that is still good. */
  hasEntered: boolean;
}

export type FoundPerson =
  | {
      is: "valid";
      admin: AdminIdentity;
      /** Absent: there is no such site, or none was asked for. */
      place: FoundPlace | undefined;
      /** The use of the credential is worth noting. */
      isDueToNote: boolean;
    }
  /** The password was right, and that is all that was shown. */
  | { is: "pendingSecondFactor"; admin: AdminIdentity }
  /** It was valid once: the reason, for the person. */
  | { is: "over"; reason: EndReason | "TIME" };

interface PersonRow {
  adminId: string;
  email: string;
  adminName: string;
  locale: string;
  isOperator: boolean;
  isDisabled: boolean;
  hasSecondFactor: boolean;
  siteId: string | null;
  slug: string | null;
  siteName: string | null;
  isSuspended: boolean;
  isDeleted: boolean;
  hasPrivateFiles: boolean;
  requiresSecondFactor: boolean;
  memberRole: Role | null;
  hasEntered: boolean;
}

const personColumns = piece`
      admins.id as "adminId",
      admins.email,
      admins.name as "adminName",
      admins.locale,
      admins.is_operator as "isOperator",
      admins.disabled_at is not null as "isDisabled",
      admins.totp_confirmed_at is not null or exists (select from passkeys where passkeys.admin_id = admins.id) as "hasSecondFactor",
      sites.id as "siteId",
      sites.slug,
      sites.name as "siteName",
      sites.suspended_at is not null as "isSuspended",
      sites.deleted_at is not null as "isDeleted",
      coalesce((sites.settings #>> '{media,private}') = 'true', false) as "hasPrivateFiles",
      coalesce((sites.settings #>> '{team,requireSecondFactor}') = 'true', false) as "requiresSecondFactor",
      members.role as "memberRole"`;

/** Everybody, with their place in the site with the slug, if one is asked for. All of these tables are global. */
const peopleAt = (slug: string | null, now: Date) => piece`
      admins
      left join sites on sites.slug = ${slug}
      left join members on members.site_id = sites.id and members.admin_id = admins.id
      cross join lateral (
        select
          admins.is_operator
          and exists (
            select from operator_entries
            where operator_entries.admin_id = admins.id and operator_entries.site_id = sites.id and operator_entries.expires_at > ${now}
          ) as "hasEntered"
      ) as entry`;

type SessionRow = PersonRow & {
  sessionId: string;
  state: "FULL" | "SECOND_FACTOR";
  confirmedAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
  endedReason: EndReason | null;
};

/** Cookies of several people: nobody knows which of them sent the request. */
interface SeveralPeople {
  is: "ambiguous";
}

/**
 * The person of a session, and their place in a site, in one statement. Anything on the same host can plant more cookies of the name, so each is tried,
 * and those that open nothing do not count. Undefined: there is no such session.
 */
export async function findPersonOfSession(
  sql: Sql,
  secrets: readonly string[],
  slug: string | undefined,
  now: Date,
): Promise<FoundPerson | SeveralPeople | undefined> {
  const hashes = secrets.filter(isSecretForm).map((secret) => Buffer.from(sha256(secret)).toString("hex"));
  if (hashes.length === 0) return undefined;
  const rows = await sql<SessionRow>(
    ...statement`
      select
        admin_sessions.id as "sessionId",
        admin_sessions.state,
        admin_sessions.confirmed_at as "confirmedAt",
        admin_sessions.last_seen_at as "lastSeenAt",
        admin_sessions.expires_at as "expiresAt",
        admin_sessions.ended_reason as "endedReason",
        entry."hasEntered",
        ${personColumns}
      from ${peopleAt(slug ?? null, now)}
      join admin_sessions on admin_sessions.admin_id = admins.id
      where admin_sessions.token_hash = any (array(select decode(hash, 'hex') from unnest(${hashes}::text[]) as hash))`,
  );
  const people = rows.map((row) => personOfSession(row, now));
  const open = people.filter((person) => person.is !== "over");
  if (new Set(open.map(({ admin }) => admin.id)).size > 1) return { is: "ambiguous" };
  return open.find(({ is }) => is === "valid") ?? open[0] ?? people[0];
}

function personOfSession(row: SessionRow, now: Date): FoundPerson {
  if (row.endedReason !== null) return { is: "over", reason: row.endedReason };
  if (row.isDisabled) return { is: "over", reason: "DISABLED" };
  if (isOver(row, now)) return { is: "over", reason: "TIME" };
  const { sessionId: id, confirmedAt, lastSeenAt } = row;
  const admin: AdminIdentity = { ...identityOf(row), credential: { kind: "SESSION", id, confirmedAt } };
  if (row.state !== "FULL") return { is: "pendingSecondFactor", admin };
  return { is: "valid", admin, place: placeIn(row), isDueToNote: isDue(lastSeenAt, now) };
}

type TokenRow = PersonRow & {
  tokenId: string;
  tokenName: string;
  tokenRole: Role;
  onlySiteId: string | null;
  lastUsedAt: Date | null;
};

/** The same of a personal access token. Undefined: it is unknown, expired or revoked. */
export async function findPersonOfToken(sql: Sql, token: string, slug: string | undefined, now: Date): Promise<FoundPerson | undefined> {
  const [row] = await sql<TokenRow>(
    ...statement`
      select
        admin_tokens.id as "tokenId",
        admin_tokens.name as "tokenName",
        admin_tokens.role as "tokenRole",
        admin_tokens.site_id as "onlySiteId",
        admin_tokens.last_used_at as "lastUsedAt",
        entry."hasEntered",
        ${personColumns}
      from ${peopleAt(slug ?? null, now)}
      join admin_tokens on admin_tokens.admin_id = admins.id
      where admin_tokens.token_hash = ${sha256(token)} and admin_tokens.revoked_at is null and admin_tokens.expires_at > ${now}`,
  );
  if (!row || row.isDisabled) return undefined;
  const { tokenId: id, tokenName: name, tokenRole: role, onlySiteId: siteId, lastUsedAt } = row;
  return {
    is: "valid",
    admin: { ...identityOf(row), credential: { kind: "TOKEN", id, name, role, siteId } },
    place: placeIn(row),
    isDueToNote: isDue(lastUsedAt, now),
  };
}

/** Notes that a credential was used, once a minute at most. */
export async function noteUse(sql: Sql, { credential }: AdminIdentity, now: Date): Promise<void> {
  const before = new Date(now.getTime() - notedEveryMs);
  await (credential.kind === "SESSION"
    ? sql`update admin_sessions set last_seen_at = ${now} where id = ${credential.id} and ended_at is null and last_seen_at <= ${before}`
    : sql`update admin_tokens set last_used_at = ${now} where id = ${credential.id} and (last_used_at is null or last_used_at <= ${before})`);
}

function isDue(last: Date | null, now: Date): boolean {
  return last === null || now.getTime() - last.getTime() >= notedEveryMs;
}

function identityOf({ adminId: id, email, adminName: name, locale, isOperator, hasSecondFactor }: PersonRow) {
  return { id, email, name, locale, isOperator, hasSecondFactor };
}

function placeIn({ siteId, slug, siteName: name, memberRole: role, ...rest }: PersonRow): FoundPlace | undefined {
  if (siteId === null || slug === null || name === null) return undefined;
  const { isSuspended, isDeleted, hasPrivateFiles, requiresSecondFactor, hasEntered } = rest;
  return { siteId, slug, name, role, isSuspended, isDeleted, hasPrivateFiles, requiresSecondFactor, hasEntered };
}
