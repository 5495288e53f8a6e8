import type { FastifyRequest } from "fastify";
import { customerOfToken, type CustomerTokens } from "../features/shop/customers/index.ts";
import type { SiteDirectory } from "../features/server/sites/index.ts";
import { apiKeyInvalid, siteSuspended } from "../lib/http/credential-problems.ts";
import type { CustomerIdentity, PublicAccess } from "../lib/http/operation.ts";
import { tokenInvalid } from "../lib/http/own-identity.ts";
import { problem, ProblemError, routeNotFound, type Problem } from "../lib/http/problem.ts";
import type { Site } from "../lib/site.ts";

const apiKeyMissing = problem("api_key_missing", 401, "The request has no API key");
const tokenMissing = problem("token_missing", 401, "The request has no customer token");
const originNotAllowed = problem("origin_not_allowed", 403, "The site does not allow this origin");

/** Problems of operations because of their credential, besides their own. */
export const credentialProblems: Readonly<Record<PublicAccess, readonly Problem[]>> = {
  none: [],
  key: [apiKeyMissing, apiKeyInvalid, originNotAllowed, siteSuspended],
  keyOrToken: [apiKeyMissing, apiKeyInvalid, tokenInvalid, originNotAllowed, siteSuspended],
  keyMaybeToken: [apiKeyMissing, apiKeyInvalid, tokenInvalid, originNotAllowed, siteSuspended],
  token: [tokenMissing, tokenInvalid, apiKeyInvalid, originNotAllowed, siteSuspended],
};

const keyChallenge = 'ApiKey realm="vitrine", header="x-api-key"';
const tokenChallenge = 'Bearer realm="vitrine"';
const challenges: Readonly<Record<Exclude<PublicAccess, "none">, string>> = {
  key: keyChallenge,
  keyOrToken: `${keyChallenge}, ${tokenChallenge}`,
  keyMaybeToken: `${keyChallenge}, ${tokenChallenge}`,
  token: tokenChallenge,
};

/** The site, the customer and the key of a request. */
interface Admission {
  site: Site;
  customer: CustomerIdentity | undefined;
  apiKeyId: string | undefined;
}

/**
 * The site and the customer of a request's credentials, once they, the origin and the site are verified. If both key and
 * token are sent, both must be valid and of one site. At the host of a site they must be of that site, and published reads take none: whatever
 * credential such a request carries is not read, so that the answer is for everybody. Throws a problem.
 */
export async function admit(
  directory: SiteDirectory,
  tokens: CustomerTokens,
  { access, published }: { access: Exclude<PublicAccess, "none">; published?: boolean },
  request: FastifyRequest,
): Promise<Admission> {
  const { apiHost } = request.raw;
  const hostSite = apiHost && (await directory.findByHost(apiHost));
  if (apiHost && !hostSite) throw new ProblemError(routeNotFound);
  const admission =
    hostSite && published
      ? { site: hostSite, customer: undefined, apiKeyId: undefined }
      : await admitByCredentials(directory, tokens, access, request, hostSite);
  const { origin } = request.headers;
  if (origin !== undefined && !admission.site.allowsOrigin(origin)) {
    throw new ProblemError(originNotAllowed, { detail: "Add the origin to the site's allowedOrigins to call it from there." });
  }
  if (admission.site.suspended) throw new ProblemError(siteSuspended);
  return admission;
}

async function admitByCredentials(
  directory: SiteDirectory,
  tokens: CustomerTokens,
  access: Exclude<PublicAccess, "none">,
  { headers }: FastifyRequest,
  hostSite: Site | undefined,
): Promise<Admission> {
  const challenge = { headers: { "www-authenticate": challenges[access] } };
  const key = headers["x-api-key"] === "" ? undefined : (headers["x-api-key"] as string | undefined);
  const authorization = access === "key" ? undefined : headers.authorization;
  if (access === "token" && authorization === undefined) {
    throw new ProblemError(tokenMissing, { detail: "Send the token of a login in the header authorization: Bearer …", ...challenge });
  }
  const needsKey = access === "key" || access === "keyMaybeToken";
  if (key === undefined && (needsKey || (access === "keyOrToken" && authorization === undefined))) {
    throw new ProblemError(apiKeyMissing, { detail: "Send the site's public key in the header x-api-key.", ...challenge });
  }
  const keyAccess = key === undefined ? undefined : await directory.find(key);
  // A key of another site is none here.
  if (key !== undefined && (!keyAccess || (hostSite && keyAccess.site.id !== hostSite.id)))
    throw new ProblemError(apiKeyInvalid, challenge);
  const bearer = authorization === undefined ? undefined : await customerOfToken(tokens, authorization);
  const site = keyAccess?.site ?? hostSite ?? bearer?.site;
  if (!site || (authorization !== undefined && bearer?.site.id !== site.id)) throw new ProblemError(tokenInvalid, challenge);
  return { site, customer: bearer?.customer, apiKeyId: keyAccess?.keyId };
}
