import { randomBytes, randomUUID } from "node:crypto";
import { argon2Passwords } from "../../server/src/adapters/argon2-passwords.ts";
import { emailCode, emailCodeLength } from "../../server/src/features/people/team/email-code.ts";
import { newAccessToken } from "../../server/src/lib/admin/access-token.ts";
import type { Role } from "../../server/src/lib/admin/roles.ts";
import { adminBase } from "../../server/src/lib/http/operation.ts";
import { hashCode, newCode } from "../../server/src/lib/secrets/mailed-code.ts";
import { sha256 } from "../../server/src/lib/secrets/secret.ts";
import type { Answer, TestServer } from "./harness.ts";
import { password } from "./shopper.ts";

type AdminServer = Pick<TestServer, "ask" | "deps">;
type SiteRef = { id: string };

/** A person who runs sites, with a session: their cookie. */
export interface TestAdmin {
  id: string;
  email: string;
  name: string;
  sessionId: string;
  /** Of the session, as a browser sends it. */
  headers: Readonly<Record<string, string>>;
}

/** The address of the admin API below which everything is. */
export const adminApi = adminBase;

const dayMs = 24 * 60 * 60_000;
let hashed: Promise<string> | undefined;

export interface NewTestAdmin {
  email?: string;
  name?: string;
  isOperator?: boolean;
  /** With a confirmed second factor. */
  hasSecondFactor?: boolean;
  /** The time since the sign-in. */
  signedInMsAgo?: number;
}

/** Makes an account with the password of `shopper.ts`, and a session of it, without a request. */
export async function addAdmin(server: AdminServer, newAdmin: NewTestAdmin = {}): Promise<TestAdmin> {
  return addPerson(server, newAdmin, null);
}

/** Makes an account that is a member of the site, with a session. */
export async function addMember(server: AdminServer, site: SiteRef, role: Role, newAdmin: NewTestAdmin = {}): Promise<TestAdmin> {
  return addPerson(server, newAdmin, { siteId: site.id, role });
}

/** In one statement: the matrices make tens of thousands of people. */
async function addPerson(
  { deps: { sql, clock, ids } }: AdminServer,
  { isOperator = false, hasSecondFactor = false, signedInMsAgo = 0, name = "Ada Admin", ...rest }: NewTestAdmin,
  place: { siteId: string; role: Role } | null,
): Promise<TestAdmin> {
  const email = rest.email ?? `admin-${randomUUID()}@example.com`;
  const id = ids.next();
  const now = clock.now();
  const session = newSession(ids.next(), now, signedInMsAgo);
  hashed ??= argon2Passwords({ memoryCost: 64, timeCost: 1, parallelism: 1 }).hash(password);
  await sql`
    with admin as (
      insert into admins (id, email, name, password_hash, is_operator, totp_confirmed_at, created_at, updated_at)
      values (${id}, ${email}, ${name}, ${await hashed}, ${isOperator}, ${hasSecondFactor ? now : null}, ${now}, ${now})
    ), member as (
      insert into members (site_id, id, admin_id, role, created_at)
      select given.site_id, ${ids.next()}, ${id}, ${place?.role ?? ""}, ${now} from (select ${place?.siteId ?? null}::uuid) as given (site_id)
      where given.site_id is not null
    )
    insert into admin_sessions (id, admin_id, token_hash, state, label, created_at, last_seen_at, confirmed_at, expires_at)
    values (
      ${session.sessionId}, ${id}, ${session.tokenHash}, 'FULL', 'Program', ${session.signedIn}, ${now}, ${session.signedIn}, ${session.expiresAt}
    )`;
  return { id, email, name, sessionId: session.sessionId, headers: session.headers };
}

/** Makes an account a member of the site. */
export async function join({ deps: { sql, ids, clock } }: AdminServer, site: SiteRef, adminId: string, role: Role): Promise<string> {
  const id = ids.next();
  await sql`
    insert into members (site_id, id, admin_id, role, created_at) values (${site.id}, ${id}, ${adminId}, ${role}, ${clock.now()})`;
  return id;
}

/** Whether an account is a member of the site. */
export async function isMember({ deps: { sql } }: AdminServer, site: SiteRef, adminId: string): Promise<boolean> {
  return (await sql<{ id: string }>`select id from members where site_id = ${site.id} and admin_id = ${adminId}`).length > 0;
}

/** Another session of an account. */
export async function addSession(
  { deps: { sql, ids, clock } }: AdminServer,
  adminId: string,
  signedInMsAgo = 0,
): Promise<Pick<TestAdmin, "sessionId" | "headers">> {
  const now = clock.now();
  const { sessionId, headers, tokenHash, signedIn, expiresAt } = newSession(ids.next(), now, signedInMsAgo);
  await sql`
    insert into admin_sessions (id, admin_id, token_hash, state, label, created_at, last_seen_at, confirmed_at, expires_at)
    values (${sessionId}, ${adminId}, ${tokenHash}, 'FULL', 'Program', ${signedIn}, ${now}, ${signedIn}, ${expiresAt})`;
  return { sessionId, headers };
}

function newSession(sessionId: string, now: Date, signedInMsAgo: number) {
  const secret = randomBytes(32).toString("base64url");
  const signedIn = new Date(now.getTime() - signedInMsAgo);
  const expiresAt = new Date(signedIn.getTime() + 90 * dayMs);
  return { sessionId, headers: { cookie: `vitrine=${secret}` }, tokenHash: sha256(secret), signedIn, expiresAt };
}

/** A personal access token of an account; of all its sites, unless one is given. */
export async function addToken(
  { deps: { sql, ids, clock } }: AdminServer,
  adminId: string,
  { role, site, name = "a program" }: { role: Role; site?: SiteRef; name?: string },
): Promise<{ id: string; token: string; headers: Readonly<Record<string, string>> }> {
  const id = ids.next();
  const token = newAccessToken();
  const now = clock.now();
  await sql`
    insert into admin_tokens (id, admin_id, token_hash, name, last_four, role, site_id, expires_at, created_at)
    values (
      ${id}, ${adminId}, ${sha256(token)}, ${name}, ${token.slice(-4)}, ${role}, ${site?.id ?? null},
      ${new Date(now.getTime() + 30 * dayMs)}, ${now}
    )`;
  return { id, token, headers: { authorization: `Bearer ${token}` } };
}

/** Stores that an account wants an address, as if a code for it had been mailed. Resolves with the code. */
export async function wantEmail({ deps: { sql, ids, clock, secrets } }: AdminServer, adminId: string, email: string): Promise<string> {
  const [now, code] = [clock.now(), newCode(emailCodeLength)];
  await sql`
    insert into admin_links (id, admin_id, purpose, new_email, token_hash, expires_at, created_at)
    values (
      ${ids.next()}, ${adminId}, 'CHANGE_EMAIL', ${email}, ${hashCode(secrets, emailCode({ adminId, email }), code)},
      ${new Date(now.getTime() + 60_000)}, ${now}
    )
    on conflict (admin_id, purpose) do update set
      new_email = excluded.new_email, token_hash = excluded.token_hash, tries = 0, used_at = null, expires_at = excluded.expires_at`;
  return code;
}

/** Gives an account a passkey that nobody can use: what counts is that it is there. */
export async function addDeadPasskey({ deps: { sql, ids, clock } }: AdminServer, adminId: string): Promise<void> {
  await sql`
    insert into passkeys (id, admin_id, credential_id, public_key, counter, name, created_at)
    values (${ids.next()}, ${adminId}, ${randomBytes(16)}, ${randomBytes(4)}, 0, 'Key', ${clock.now()})`;
}

/** Lets an operator into a site for an hour. */
export async function enterSite({ deps: { sql, ids, clock } }: AdminServer, site: SiteRef, adminId: string): Promise<void> {
  const now = clock.now();
  await sql`
    insert into operator_entries (id, site_id, admin_id, reason, expires_at, created_at)
    values (${ids.next()}, ${site.id}, ${adminId}, 'A test', ${new Date(now.getTime() + 60 * 60_000)}, ${now})`;
}

/** The condition of a change of the site itself, as a header. */
export async function revisionOfSite({ deps: { sql } }: AdminServer, site: SiteRef): Promise<{ "if-match": string }> {
  const [row] = await sql<{ revision: number }>`select revision from sites where id = ${site.id}`;
  return { "if-match": `"${row?.revision ?? 0}"` };
}

/** Deletes a site as its owners would, but for the processes that have it in memory. */
export async function markDeleted({ deps: { sql, clock } }: AdminServer, site: SiteRef): Promise<void> {
  await sql`update sites set deleted_at = ${clock.now()} where id = ${site.id}`;
}

export interface AdminAsk {
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** The revision that the sender has seen. */
  revision?: number;
}

/** Sends requests to the admin API with the credential; without one, as nobody. */
export function asAdmin(server: Pick<TestServer, "ask">, who?: { headers: Readonly<Record<string, string>> }) {
  const ask = (method: string, path: string, { body, headers = {}, revision }: AdminAsk = {}): Promise<Answer> =>
    server.ask(adminApi + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(revision === undefined ? {} : { "if-match": `"${revision}"` }),
        ...who?.headers,
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body) }),
    });
  return {
    ask,
    get: (path: string, more?: AdminAsk) => ask("GET", path, more),
    post: (path: string, body: unknown = {}, more?: AdminAsk) => ask("POST", path, { body, ...more }),
    put: (path: string, body: unknown, more?: AdminAsk) => ask("PUT", path, { body, ...more }),
    patch: (path: string, body: unknown, more?: AdminAsk) => ask("PATCH", path, { body, ...more }),
    delete: (path: string, more?: AdminAsk) => ask("DELETE", path, more),
  };
}

/** The cookies that an answer sets, as the next request sends them. */
export function cookiesOf({ headers }: Pick<Answer, "headers">): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0] ?? "")
    .filter((cookie) => !cookie.endsWith("="))
    .join("; ");
}

/** The code of a problem. */
export function codeOf({ json }: Pick<Answer, "json">): string | undefined {
  return (json as { code?: string } | undefined)?.code;
}
