import { filesUntil } from "../lib/media/signed-address.ts";
import type { FastifyContextConfig, FastifyRequest } from "fastify";
import { siteFull } from "../features/server/sites/index.ts";
import { findPersonOfSession, findPersonOfToken, noteUse, type FoundPerson, type FoundPlace } from "../features/people/team/index.ts";
import { isAccessTokenForm } from "../lib/admin/access-token.ts";
import { confirmationNeeded, demandPermission, demandRecentSignIn, missingPermission, permissionMissing } from "../lib/admin/demands.ts";
import type { AdminIdentity, Membership } from "../lib/admin/identity.ts";
import { sessionInvalid, sessionMissing } from "../lib/admin/refusals.ts";
import { cappedPermissions, permissionsOf } from "../lib/admin/roles.ts";
import type { SecretCookie } from "../lib/admin/session-cookie.ts";
import { siteSuspended } from "../lib/http/credential-problems.ts";
import type { AdminAccess, OperationSpec } from "../lib/http/operation.ts";
import { problem, ProblemError, siteNotFound, type Problem } from "../lib/http/problem.ts";
import { preconditionRequired, readCondition, revisionConflictProblem, type Expected } from "../lib/http/revision.ts";
import type { Site } from "../lib/site.ts";
import type { Clock } from "../ports/clock.ts";
import type { Sql } from "../ports/database.ts";

const credentialsAmbiguous = problem("credentials_ambiguous", 400, "The request has more than one kind of credentials");
const accessTokenInvalid = problem("access_token_invalid", 401, "The personal access token is unknown, expired or revoked");
const crossSiteRequest = problem("cross_site_request", 403, "The request comes from another site");
const needsSession = problem("needs_session", 403, "A personal access token cannot do this");
const secondFactorNotAsked = problem("second_factor_not_asked", 409, "The session does not need a second factor");
const secondFactorRequired = problem("second_factor_required", 403, "The site requires a second factor");

export interface AdminAccessParts {
  sql: Sql;
  clock: Clock;
  sites: { findSite(siteId: string): Promise<Site | undefined> };
  cookie: SecretCookie;
  /** Throws `site_full`. */
  demandRoom(siteId: string): Promise<void>;
  /** The origin of PUBLIC_URL, the only one that pages of ours have. */
  origin: string;
}

/** The parts that the admission of a request to the admin API adds to it. */
export interface Admission {
  admin?: AdminIdentity;
  member?: Membership;
  site?: Site;
  expected?: Expected;
}

const ofAnybody = [credentialsAmbiguous, sessionMissing, sessionInvalid, accessTokenInvalid];
const ofMember = [...ofAnybody, siteNotFound, secondFactorRequired, permissionMissing];
const byAccess: Readonly<Record<AdminAccess, readonly Problem[]>> = {
  signIn: [],
  pendingSecondFactor: [...ofAnybody, needsSession, secondFactorNotAsked],
  admin: ofAnybody,
  session: [...ofAnybody, needsSession],
  member: ofMember,
  operator: [...ofAnybody, permissionMissing],
};

/** All that the admission to some operation of the admin API may refuse with. */
export const everyAdmissionProblem: readonly Problem[] = [
  ...[
    ...ofMember,
    needsSession,
    secondFactorNotAsked,
    crossSiteRequest,
    siteSuspended,
    siteFull,
    confirmationNeeded,
    preconditionRequired,
    revisionConflictProblem,
  ],
];

/** Problems of an operation of the admin API because of who asks, and on which condition. */
export function admissionProblems(operation: OperationSpec & { access: AdminAccess }): Problem[] {
  const { access, method, recentSignIn, conditional, grows } = operation;
  return [
    ...byAccess[access],
    ...(isSafe(method) ? [] : [crossSiteRequest]),
    ...(access === "member" && !isSafe(method) ? [siteSuspended] : []),
    ...(grows ? [siteFull] : []),
    ...(recentSignIn ? [confirmationNeeded] : []),
    ...(conditional ? [preconditionRequired, revisionConflictProblem] : []),
  ];
}

/** Admits a request to the admin API by what its operation declares. Throws a problem. */
export async function admitAdmin(
  parts: AdminAccessParts,
  config: FastifyContextConfig & { access: AdminAccess },
  request: FastifyRequest,
): Promise<Admission> {
  const { access, permission, recentSignIn, conditional } = config;
  const { headers, method } = request;
  const bearer = access === "signIn" ? undefined : bearerOf(headers.authorization);
  if (!isSafe(method) && bearer === undefined) refuseOtherSites(headers, parts.origin);
  const expected = () => (conditional ? { expected: readCondition(conditional, headers) } : {});
  if (access === "signIn") return expected();

  const now = parts.clock.now();
  const slug = access === "member" ? (request.params as { siteSlug?: string }).siteSlug : undefined;
  const person = await findPerson(parts, bearer, headers, slug, now);
  if (access === "pendingSecondFactor") return { admin: adminBeforeSecondFactor(person) };
  const { admin, place, isDueToNote } = validOf(person);
  if (access === "session" && admin.credential.kind === "TOKEN") {
    throw new ProblemError(needsSession, { detail: "Sign in to do this: tokens cannot reach the account itself." });
  }
  if (access === "operator" && !actsAsOperator(admin)) throw missingPermission("operator");
  const member = access === "member" ? membershipOf(admin, place, { now, alsoDeleted: config.whileDeleted === true }) : undefined;
  if (member && place?.requiresSecondFactor && !admin.hasSecondFactor) {
    throw new ProblemError(secondFactorRequired, { detail: "Add a second factor to your account first." });
  }
  if (member && permission) demandPermission(member, permission);
  if (member && place?.isSuspended && !isSafe(method)) {
    throw new ProblemError(siteSuspended, { detail: "The site is suspended: it can be read, and not changed." });
  }
  if (recentSignIn) demandRecentSignIn(admin, now);
  if (member && config.grows) await parts.demandRoom(member.site.id);
  if (isDueToNote) await noteUse(parts.sql, admin, now);
  const site = member && !member.site.isDeleted ? await siteOf(parts, member) : undefined;
  return { admin, ...(member && { member }), ...(site && { site }), ...expected() };
}

type ValidPerson = Extract<FoundPerson, { is: "valid" }>;
type KnownPerson = Exclude<FoundPerson, { is: "over" }>;

function validOf(person: KnownPerson): ValidPerson {
  if (person.is === "valid") return person;
  throw new ProblemError(sessionInvalid, { detail: "The sign-in is not complete. Send the second factor first.", ...challenge });
}

/** The person whose sign-in waits for its second factor. */
function adminBeforeSecondFactor({ is, admin }: KnownPerson): AdminIdentity {
  if (is === "pendingSecondFactor") return admin;
  if (admin.credential.kind === "TOKEN") throw new ProblemError(needsSession, { detail: "A token needs no second factor." });
  throw new ProblemError(secondFactorNotAsked, { detail: "The sign-in is complete." });
}

async function findPerson(
  { sql, cookie }: AdminAccessParts,
  bearer: string | undefined,
  headers: FastifyRequest["headers"],
  slug: string | undefined,
  now: Date,
): Promise<KnownPerson> {
  const secrets = cookie.read(headers);
  const ambiguous = () => new ProblemError(credentialsAmbiguous, { detail: "Send either one session cookie or a personal access token." });
  if (secrets.length > 0 && bearer !== undefined) throw ambiguous();
  if (bearer !== undefined) {
    const isForm = isAccessTokenForm(bearer);
    const tokenPerson = isForm ? await findPersonOfToken(sql, bearer, slug, now) : undefined;
    if (tokenPerson?.is === "valid") return tokenPerson;
    const detail = isForm ? "Make a new token in your account." : "This is not a personal access token. Check it for typing errors.";
    throw new ProblemError(accessTokenInvalid, { detail, ...challenge });
  }
  if (secrets.every((secret) => secret === "")) {
    throw new ProblemError(sessionMissing, { detail: "Sign in, or send a personal access token in authorization: Bearer …", ...challenge });
  }
  const sessionPerson = await findPersonOfSession(sql, secrets, slug, now);
  if (sessionPerson?.is === "ambiguous") throw ambiguous();
  if (sessionPerson && sessionPerson.is !== "over") return sessionPerson;
  throw new ProblemError(sessionInvalid, { detail: endings[sessionPerson?.reason ?? "TIME"], ...challenge });
}

/** A 401 names how to do better (RFC 9110 §11.6.1); cookies have no scheme. */
const challenge = { headers: { "www-authenticate": 'Bearer realm="vitrine admin"' } };

const endings = {
  SIGNED_OUT: "You have signed out. Sign in again.",
  REPLACED: "You have signed in again since.",
  REMOVED: "The session was ended from another one. Sign in again.",
  PASSWORD: "The password has changed. Sign in with the new one.",
  TRIES: "The second factor was wrong too often. Sign in again.",
  DISABLED: "The account is disabled. Ask an operator of the server.",
  TIME: "The session is unknown or too old. Sign in again.",
} as const;

/** The token of the header. Another scheme is not ours: a proxy in front may ask for a password of its own. */
function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer(?: +(.*))?$/i
    .exec(authorization ?? "")
    ?.slice(1)
    .map((token: string | undefined) => token?.trim() ?? "")[0];
}

/**
 * Browsers name the origin of a request that could change something, and most also its relation to ours. A request with neither header
 * comes from a program. https://www.w3.org/TR/fetch-metadata/
 */
function refuseOtherSites(headers: FastifyRequest["headers"], origin: string): void {
  const relation = headers["sec-fetch-site"];
  if (relation !== undefined && relation !== "same-origin")
    throw new ProblemError(crossSiteRequest, { detail: `Open ${origin} to do this.` });
  if (headers.origin !== undefined && headers.origin !== origin) {
    throw new ProblemError(crossSiteRequest, { detail: `Requests must come from ${origin}.` });
  }
}

function isSafe(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

/** A token acts for an operator only if it has all of its owner's rights. */
function actsAsOperator({ isOperator, credential }: AdminIdentity): boolean {
  return isOperator && (credential.kind === "SESSION" || (credential.siteId === null && credential.role === "OWNER"));
}

/** The same problem for a site that does not exist, for one that the person has no place in, and for one that the token does not open. */
function membershipOf(
  admin: AdminIdentity,
  place: FoundPlace | undefined,
  { now, alsoDeleted }: { now: Date; alsoDeleted: boolean },
): Membership {
  const { credential } = admin;
  const isOpen = place && (credential.kind === "SESSION" || credential.siteId === null || credential.siteId === place.siteId);
  const role = place?.hasEntered ? "OWNER" : place?.role;
  if (!isOpen || !role || (place.isDeleted && !alsoDeleted)) throw new ProblemError(siteNotFound);
  const { siteId: id, slug, name, isDeleted, hasPrivateFiles, hasEntered } = place;
  const permissions = credential.kind === "TOKEN" ? cappedPermissions(role, credential.role) : permissionsOf(role);
  return { site: { id, slug, name, isDeleted, filesUntil: filesUntil(hasPrivateFiles, now) }, role, permissions, hasEntered };
}

async function siteOf({ sites }: AdminAccessParts, { site: { id } }: Membership): Promise<Site> {
  const site = await sites.findSite(id);
  // It was deleted a moment ago.
  if (!site) throw new ProblemError(siteNotFound);
  return site;
}
