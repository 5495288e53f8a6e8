import type { FastifyRequest } from "fastify";
import { problem, ProblemError } from "../lib/problem.ts";
import type { Site } from "../lib/site.ts";
import type { SiteDirectory } from "../features/sites/index.ts";

export const apiKeyMissing = problem("api_key_missing", 401, "The request carries no API key");
export const apiKeyInvalid = problem("api_key_invalid", 401, "The API key is unknown or was revoked");
export const originNotAllowed = problem("origin_not_allowed", 403, "The site does not allow this origin");
export const siteSuspended = problem("site_suspended", 403, "The site is suspended");

/** What every operation that takes the public key can answer, besides its own problems. */
export const keyProblems = [apiKeyMissing, apiKeyInvalid, originNotAllowed, siteSuspended];

const challenge = { "www-authenticate": 'ApiKey realm="vitrine", header="x-api-key"' };

/** The site of the request's public key, once key, site and origin are found good. Throws a problem. */
export async function siteByKey(directory: SiteDirectory, { headers }: FastifyRequest): Promise<Site> {
  const key = headers["x-api-key"];
  if (typeof key !== "string" || key === "") {
    throw new ProblemError(apiKeyMissing, { detail: "Send the site's public key in the header x-api-key.", headers: challenge });
  }
  const access = await directory.find(key);
  if (!access) throw new ProblemError(apiKeyInvalid, { headers: challenge });
  const { site } = access;
  if (headers.origin !== undefined && !site.allowsOrigin(headers.origin)) {
    throw new ProblemError(originNotAllowed, { detail: "Add the origin to the site's allowedOrigins to call it from there." });
  }
  if (site.suspended) throw new ProblemError(siteSuspended);
  return site;
}
