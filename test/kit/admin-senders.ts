import { randomBytes } from "node:crypto";
import { permissionsOf, roles, type Permission, type Role } from "../../server/src/lib/admin/roles.ts";
import type { OperationSpec } from "../../server/src/lib/http/operation.ts";
import { member, spoilt, tokenOf, withHeaders, type MakeSender } from "./admin-sender-makers.ts";
import { addAdmin, enterSite } from "./admins.ts";
import { factorSenders } from "./factor-senders.ts";

/** Everything about a sender that an admission depends on. */
export interface SenderFacts {
  /** Of a credential that identifies nobody: the code that says so. */
  refusedAs?: "session_missing" | "session_invalid" | "access_token_invalid" | "credentials_ambiguous";
  /** Of a session that waits for its second factor. */
  isPendingSecondFactor?: boolean;
  isToken?: boolean;
  /** The request looks like one of another site. */
  isCrossSite?: boolean;
  /** Null: no place in the site. */
  role?: Role | null;
  /** The role of the token. */
  cap?: Role;
  isOperator?: boolean;
  /** The token opens every site and has every right of its owner. */
  isWholeToken?: boolean;
  lacksSecondFactor?: boolean;
  isSuspended?: boolean;
  signedInLongAgo?: boolean;
}

export interface Sender {
  name: string;
  facts: SenderFacts;
  /** None of them is used twice. */
  make: MakeSender;
  /** The state of the site while the request is sent. */
  siteState?: "suspended" | "second factor required";
}

/** Whether both the role and the cap of the token have it. */
function hasPermission({ role, cap }: SenderFacts, permission: Permission): boolean {
  return Boolean(role) && permissionsOf(role as Role).has(permission) && (cap === undefined || permissionsOf(cap).has(permission));
}

/** The code of the problem that the sender must get, by the contract; undefined: the request succeeds. */
export function expectedOf(operation: OperationSpec, facts: SenderFacts): string | undefined {
  const { access, method, permission, recentSignIn } = operation;
  const changes = method !== "GET";
  const { refusedAs, isToken = false, isCrossSite = false, isOperator = false, role = null } = facts;
  // A token is not a credential of a browser; and where none is read, the rule holds for everybody.
  if (changes && isCrossSite && (!isToken || access === "signIn") && access !== "none") return "cross_site_request";
  if (access === "none" || access === "signIn") return undefined;
  if (access === "pendingSecondFactor" && facts.isPendingSecondFactor) return undefined;
  if (refusedAs !== undefined) return refusedAs;
  if (access === "pendingSecondFactor") return isToken ? "needs_session" : "second_factor_not_asked";
  if (access === "session" && isToken) return "needs_session";
  if (access === "operator" && !(isOperator && (!isToken || facts.isWholeToken))) return "permission_missing";
  if (access === "member") {
    if (role === null) return "site_not_found";
    if (facts.lacksSecondFactor) return "second_factor_required";
    if (permission !== undefined && !hasPermission(facts, permission)) return "permission_missing";
    if (facts.isSuspended && changes) return "site_suspended";
  }
  return recentSignIn && (isToken || facts.signedInLongAgo) ? "confirmation_needed" : undefined;
}

const quarterHourMs = 15 * 60_000;
const secret = () => randomBytes(32).toString("base64url");
const owner: SenderFacts = { role: "OWNER" };
const ended = { ...owner, refusedAs: "session_invalid" } as const;
const badToken = { ...owner, isToken: true, refusedAs: "access_token_invalid" } as const;

/** Everybody who might send a request to the admin API of a server at http://localhost:3000. */
export const senders: readonly Sender[] = [
  ...roles.map((role): Sender => ({ name: `a member who is ${role}`, facts: { role }, make: member(role) })),
  ...roles.map((cap): Sender => {
    const facts = { ...owner, isToken: true, cap };
    return { name: `an owner's token capped to ${cap}`, facts, make: tokenOf("OWNER", cap, "site") };
  }),
  ...roles.map((role): Sender => {
    const facts: SenderFacts = { role, isToken: true, cap: "OWNER" };
    return { name: `a token of OWNER whose owner is ${role}`, facts, make: tokenOf(role, "OWNER") };
  }),
  {
    name: "a token that EDITOR and SALES have made",
    facts: { role: "EDITOR", isToken: true, cap: "SALES" },
    make: tokenOf("EDITOR", "SALES"),
  },
  {
    name: "no member of any site",
    facts: { role: null },
    make: async (server) => {
      const admin = await addAdmin(server);
      return { admin, headers: { ...admin.headers } };
    },
  },
  { name: "the owner of another site", facts: { role: null }, make: (server, site, other) => member("OWNER")(server, other, site) },
  { name: "a token of another site", facts: { role: null, isToken: true, cap: "OWNER" }, make: tokenOf("OWNER", "OWNER", "other") },
  {
    name: "an operator who has not entered",
    facts: { role: null, isOperator: true },
    make: async (server) => {
      const admin = await addAdmin(server, { isOperator: true });
      return { admin, headers: { ...admin.headers } };
    },
  },
  {
    name: "an operator who has entered",
    facts: { ...owner, isOperator: true },
    make: async (server, site) => {
      const admin = await addAdmin(server, { isOperator: true });
      await enterSite(server, site, admin.id);
      return { admin, headers: { ...admin.headers } };
    },
  },
  {
    name: "an operator who has entered another site",
    facts: { role: null, isOperator: true },
    make: async (server, _site, other) => {
      const admin = await addAdmin(server, { isOperator: true });
      await enterSite(server, other, admin.id);
      return { admin, headers: { ...admin.headers } };
    },
  },
  {
    name: "somebody who entered and is no operator any more",
    facts: { role: null },
    make: async (server, site) => {
      const admin = await addAdmin(server);
      await enterSite(server, site, admin.id);
      return { admin, headers: { ...admin.headers } };
    },
  },
  {
    name: "an operator whose hour in the site is over",
    facts: { role: null, isOperator: true },
    make: async (server, site) => {
      const admin = await addAdmin(server, { isOperator: true });
      await enterSite(server, site, admin.id);
      await server.deps.sql`update operator_entries set expires_at = ${server.deps.clock.now()} where admin_id = ${admin.id}`;
      return { admin, headers: { ...admin.headers } };
    },
  },
  {
    name: "an operator's token with every right",
    facts: { role: "VIEWER", isToken: true, cap: "OWNER", isOperator: true, isWholeToken: true },
    make: tokenOf("VIEWER", "OWNER", "all", { isOperator: true }),
  },
  {
    name: "an operator's token of one role",
    facts: { ...owner, isToken: true, cap: "ADMIN", isOperator: true },
    make: tokenOf("OWNER", "ADMIN", "all", { isOperator: true }),
  },
  {
    name: "an operator's token of one site",
    facts: { ...owner, isToken: true, cap: "OWNER", isOperator: true },
    make: tokenOf("OWNER", "OWNER", "site", { isOperator: true }),
  },
  {
    name: "an ended session",
    facts: ended,
    make: spoilt("session", ({ deps }, { sessionId }) => {
      return deps.sql`update admin_sessions set ended_at = created_at, ended_reason = 'SIGNED_OUT' where id = ${sessionId}`;
    }),
  },
  {
    name: "a session that waits for its second factor",
    facts: { ...ended, isPendingSecondFactor: true },
    make: spoilt(
      "session",
      ({ deps }, { sessionId }) => deps.sql`update admin_sessions set state = 'SECOND_FACTOR' where id = ${sessionId}`,
    ),
  },
  {
    name: "a session that is too old",
    facts: ended,
    make: spoilt("session", ({ deps }, { sessionId }) => {
      return deps.sql`update admin_sessions set expires_at = ${deps.clock.now()} where id = ${sessionId}`;
    }),
  },
  {
    name: "a session of a disabled account",
    facts: ended,
    make: spoilt("session", ({ deps }, { id }) => deps.sql`update admins set disabled_at = created_at where id = ${id}`),
  },
  {
    name: "a session that was never there",
    facts: ended,
    make: withHeaders(() => ({ cookie: `vitrine-3000=${secret()}` }), member("OWNER")),
  },
  { name: "a cookie of another form", facts: ended, make: withHeaders(() => ({ cookie: "vitrine-3000=1" }), member("OWNER")) },
  {
    name: "a session of a server on https",
    facts: { ...owner, refusedAs: "session_missing" },
    make: withHeaders(({ cookie }) => ({ cookie: `__Host-${cookie ?? ""}` }), member("OWNER")),
  },
  { name: "nobody", facts: { refusedAs: "session_missing" }, make: withHeaders(() => ({}), member("OWNER")) },
  {
    name: "a password of a proxy alone",
    facts: { refusedAs: "session_missing" },
    make: withHeaders(() => ({ authorization: "Basic dTpw" }), member("OWNER")),
  },
  {
    name: "an owner behind a proxy with a password of its own",
    facts: owner,
    make: member("OWNER", {}, { authorization: "Basic dTpw" }),
  },
  {
    name: "a revoked token",
    facts: badToken,
    make: spoilt("token", ({ deps }, { id }) => deps.sql`update admin_tokens set revoked_at = created_at where admin_id = ${id}`),
  },
  {
    name: "an expired token",
    facts: badToken,
    make: spoilt("token", ({ deps }, { id }) => deps.sql`update admin_tokens set expires_at = ${deps.clock.now()} where admin_id = ${id}`),
  },
  {
    name: "a token of a disabled account",
    facts: badToken,
    make: spoilt("token", ({ deps }, { id }) => deps.sql`update admins set disabled_at = created_at where id = ${id}`),
  },
  {
    name: "a token with a typing error",
    facts: badToken,
    make: withHeaders(({ authorization = "" }) => ({ authorization: `${authorization.slice(0, -1)}!` }), tokenOf("OWNER", "OWNER")),
  },
  { name: "a bearer of nothing", facts: badToken, make: withHeaders(() => ({ authorization: "Bearer" }), member("OWNER")) },
  {
    name: "a cookie and a token",
    facts: { ...owner, isToken: true, refusedAs: "credentials_ambiguous" },
    make: async (server, site, other) => {
      const { admin, headers } = await tokenOf("OWNER", "OWNER")(server, site, other);
      return { admin, headers: { ...headers, ...admin.headers } };
    },
  },
  {
    name: "a page of another origin",
    facts: { ...owner, isCrossSite: true },
    make: member("OWNER", {}, { origin: "https://evil.example" }),
  },
  { name: "a page without an origin", facts: { ...owner, isCrossSite: true }, make: member("OWNER", {}, { origin: "null" }) },
  {
    name: "a page of another port",
    facts: { ...owner, isCrossSite: true },
    make: member("OWNER", {}, { origin: "http://localhost:3001", "sec-fetch-site": "same-site" }),
  },
  { name: "a link of another site", facts: { ...owner, isCrossSite: true }, make: member("OWNER", {}, { "sec-fetch-site": "cross-site" }) },
  {
    name: "a page of the own origin",
    facts: owner,
    make: member("OWNER", {}, { origin: "http://localhost:3000", "sec-fetch-site": "same-origin" }),
  },
  {
    name: "a token from a page of another origin",
    facts: { ...owner, isToken: true, isCrossSite: true, cap: "OWNER" },
    make: withHeaders((headers) => ({ ...headers, origin: "https://evil.example" }), tokenOf("OWNER", "OWNER")),
  },
  {
    name: "an owner who signed in 15 minutes ago",
    facts: owner,
    make: member("OWNER", { signedInMsAgo: quarterHourMs }),
  },
  {
    name: "an owner who signed in longer ago",
    facts: { ...owner, signedInLongAgo: true },
    make: member("OWNER", { signedInMsAgo: quarterHourMs + 1 }),
  },
  ...factorSenders,
  { name: "an owner of a suspended site", facts: { ...owner, isSuspended: true }, make: member("OWNER"), siteState: "suspended" },
  { name: "a viewer of a suspended site", facts: { role: "VIEWER", isSuspended: true }, make: member("VIEWER"), siteState: "suspended" },
  {
    name: "a stranger to a suspended site",
    facts: { role: null },
    make: (server, site, other) => member("OWNER")(server, other, site),
    siteState: "suspended",
  },
];
