import type { Deps } from "../../../deps.ts";
import type { CustomerIdentity } from "../../../lib/http/operation.ts";
import type { Site } from "../../../lib/site.ts";
import { isUuid } from "../../../lib/text/uuid.ts";

/** The dependencies for making and checking login tokens. */
export type CustomerTokens = Pick<Deps, "sql" | "clock" | "secrets" | "ids" | "publicUrl" | "sites">;

// Loaded with the first token: it consists of dozens of files, and must not delay the server's start.
const jose = () => import("jose");

const algorithm = "HS256";
const lifetimeSeconds = 7 * 24 * 60 * 60;
// The difference allowed between the clocks of processes.
const skewSeconds = 5;
const longestToken = 2_048;

/** A JWT (RFC 7519) for the site's customer, good for seven days or until the password changes. */
export async function issueCustomerToken(
  { clock, secrets, ids, publicUrl }: CustomerTokens,
  site: Site,
  { id, tokenVersion }: CustomerIdentity,
): Promise<string> {
  const [{ id: kid, bytes }] = secrets.derive(purposeOf(site.id));
  const now = Math.floor(clock.now().getTime() / 1_000);
  const { SignJWT } = await jose();
  return new SignJWT({ ver: tokenVersion })
    .setProtectedHeader({ alg: algorithm, typ: "JWT", kid })
    .setIssuer(publicUrl)
    .setAudience(site.id)
    .setSubject(id)
    .setIssuedAt(now)
    .setExpirationTime(now + lifetimeSeconds)
    .setJti(ids.secret())
    .sign(bytes);
}

/** The site and customer of an `Authorization` header. Undefined for any text that is not a valid token of ours. */
export async function customerOfToken(
  tokens: CustomerTokens,
  authorization: string,
): Promise<{ site: Site; customer: CustomerIdentity } | undefined> {
  const token = /^Bearer ([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{43})$/i.exec(authorization)?.[1];
  if (token === undefined || token.length > longestToken || !isCanonical(token)) return undefined;
  const claims = await verifiedClaims(tokens, token).catch(() => undefined);
  if (!claims) return undefined;
  const [customer] = await tokens.sql<{ id: string }>`
    select id from customers
    where site_id = ${claims.site.id} and id = ${claims.customer.id} and token_version = ${claims.customer.tokenVersion}`;
  return customer && claims;
}

/** Rejects or resolves undefined for any fault of the token: callers do not learn which. */
async function verifiedClaims({ clock, secrets, publicUrl, sites }: CustomerTokens, token: string) {
  const { decodeJwt, decodeProtectedHeader, jwtVerify } = await jose();
  const { kid, alg, typ, ...otherHeaders } = decodeProtectedHeader(token);
  const { aud } = decodeJwt(token);
  // No other header is allowed, and none is used, least of all a key that the token brings along.
  if (alg !== algorithm || typ !== "JWT" || Object.keys(otherHeaders).length > 0) return undefined;
  if (typeof aud !== "string" || !isUuid(aud)) return undefined;
  const site = await sites.findSite(aud);
  const key = site && secrets.derive(purposeOf(site.id)).find(({ id }) => id === kid);
  if (!site || !key) return undefined;
  const now = clock.now();
  const { payload } = await jwtVerify(token, key.bytes, {
    algorithms: [algorithm],
    typ: "JWT",
    issuer: publicUrl,
    audience: site.id,
    currentDate: now,
    requiredClaims: ["sub", "iat", "exp", "jti", "ver"],
  });
  const { sub, ver, iat = Infinity } = payload;
  if (typeof sub !== "string" || !isUuid(sub) || typeof ver !== "number" || !Number.isSafeInteger(ver)) return undefined;
  if (iat > now.getTime() / 1_000 + skewSeconds) return undefined;
  return { site, customer: { id: sub, tokenVersion: ver } };
}

/** The last character of 43 carries four bits and two unused ones: a signature must have one spelling all the same. */
function isCanonical(token: string): boolean {
  const signature = token.slice(token.lastIndexOf(".") + 1);
  return Buffer.from(signature, "base64url").toString("base64url") === signature;
}

/** A separate key for each site: a token of one site is not valid on another. */
function purposeOf(siteId: string): string {
  return `vitrine/customer-token/${siteId}`;
}
